//! A complete game in one file. Coins lie in a row; the players take turns to take
//! the first or the last coin; the larger sum wins. Alpha-beta plays against random
//! moves: `cargo run -p tesuji-alphabeta --example coins`.

use alphabeta::{AlphaBeta, Options};
use clock::Budget;
use game::{Engine, Evaluate, Game, History, Move, Outcome, ParseError, Rng, Side};

const COINS: [i32; 14] = [3, 9, 1, 2, 8, 7, 2, 6, 9, 4, 1, 5, 8, 2];

/// A position: `COINS[from..to]` are left, and the side to move is ahead by `lead`.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[rustfmt::skip]
struct Row { from: usize, to: usize, lead: i32 }
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[rustfmt::skip]
enum Take { First, Last }

#[rustfmt::skip]
impl Move for Take {
    const COUNT: usize = 2;
    fn index(self) -> usize { self as usize }
    fn from_index(index: usize) -> Option<Self> { [Take::First, Take::Last].get(index).copied() }
}
#[rustfmt::skip]
impl Game for Row {
    type Move = Take;
    const NAME: &'static str = "coins";
    const MAX_MOVES: usize = 2;
    fn start() -> Self { Row { from: 0, to: COINS.len(), lead: 0 } }
    fn side(&self) -> Side { if (self.to - self.from).is_multiple_of(2) { Side::First } else { Side::Second } }
    fn outcome(&self) -> Option<Outcome> {
        let outcome = [Outcome::Loss, Outcome::Draw, Outcome::Win][(self.lead.signum() + 1) as usize];
        (self.from == self.to).then_some(outcome)
    }
    fn legal_moves(&self, moves: &mut Vec<Take>) {
        moves.clear();
        moves.extend([Take::First, Take::Last].into_iter().filter(|&take| self.is_legal(take)));
    }
    fn is_legal(&self, _: Take) -> bool { self.from < self.to }
    fn play_unchecked(&mut self, take: Take) {
        let coin = match take {
            Take::First => { self.from += 1; COINS[self.from - 1] }
            Take::Last => { self.to -= 1; COINS[self.to] }
        };
        self.lead = -(self.lead + coin); // the opponent is to move now
    }
    fn random_move(&self, rng: &mut Rng) -> Take { if rng.bool() { Take::First } else { Take::Last } }
    fn key(&self) -> u64 { ((self.from << 8 | self.to) as u64) << 32 | u64::from(self.lead as u32) }
    fn move_text(&self, take: Take) -> String { format!("{take:?}") }
    fn parse_move(&self, text: &str) -> Result<Take, ParseError> { Err(ParseError::new("move", text, "not read")) }
    fn draw(&self, _: Option<Take>) -> String { self.to_string() }
}
#[rustfmt::skip]
impl Evaluate for Row { fn evaluate(&self) -> f32 { self.lead as f32 / 100.0 } }
#[rustfmt::skip]
impl std::fmt::Display for Row {
    fn fmt(&self, f: &mut std::fmt::Formatter) -> std::fmt::Result { write!(f, "{:?}", &COINS[self.from..self.to]) }
}
#[rustfmt::skip]
impl std::str::FromStr for Row {
    type Err = ParseError;
    fn from_str(text: &str) -> Result<Self, ParseError> { Err(ParseError::new("position", text, "not read")) }
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let (mut alphabeta, mut rng) = (AlphaBeta::new(Options::default()), Rng::with_seed(1));
    let mut history = History::new(Row::start());
    while history.state().outcome().is_none() {
        let state = *history.state();
        let chosen = match state.side() {
            Side::First => alphabeta.decide(&history, &Budget::nodes(500))?.chosen,
            Side::Second => state.random_move(&mut rng),
        };
        println!("{state}: {:?} player takes {chosen:?}", state.side());
        history.play(chosen)?;
    }
    println!("The first player (alpha-beta) is ahead by {}.", history.state().lead);
    Ok(())
}
