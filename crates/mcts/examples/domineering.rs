#![cfg_attr(rustfmt, rustfmt_skip)]
//! A game in one file, searched and played: Domineering on 5×5. The first side places
//! vertical dominoes, the second horizontal ones; a side without a move loses.
//!
//! `cargo run --release -p tesuji-mcts --example domineering`

use std::fmt;
use std::str::FromStr;

use clock::Budget;
use game::{Game, History, Move, Outcome, ParseError, Side, Strategies, Strategy};
use mcts::preset::Uct;

const SIZE: usize = 5;

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
struct Board { taken: u32, ply: u8 }

/// The top or left cell of a domino.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
struct Domino(u8);

impl Move for Domino {
    const COUNT: usize = SIZE * SIZE;
    fn index(self) -> usize { self.0.into() }
    fn from_index(index: usize) -> Option<Self> { (index < Self::COUNT).then_some(Domino(index as u8)) }
}

impl Board {
    fn cells(&self, m: Domino) -> u32 {
        if self.side() == Side::First { (1 | 1 << SIZE) << m.0 } else { 0b11 << m.0 }
    }
    fn fits(&self, m: Domino) -> bool {
        let (row, column) = (m.index() / SIZE, m.index() % SIZE);
        let inside = if self.side() == Side::First { row + 1 < SIZE } else { column + 1 < SIZE };
        inside && self.taken & self.cells(m) == 0
    }
}

impl Game for Board {
    type Move = Domino;
    const NAME: &'static str = "domineering";
    fn start() -> Self { Board { taken: 0, ply: 0 } }
    fn side(&self) -> Side { if self.ply.is_multiple_of(2) { Side::First } else { Side::Second } }
    fn outcome(&self) -> Option<Outcome> {
        (0..Domino::COUNT as u8).all(|cell| !self.fits(Domino(cell))).then_some(Outcome::Loss)
    }
    fn legal_moves(&self, moves: &mut Vec<Domino>) {
        moves.clear();
        moves.extend((0..Domino::COUNT as u8).map(Domino).filter(|&m| self.fits(m)));
    }
    fn play_unchecked(&mut self, m: Domino) { *self = Board { taken: self.taken | self.cells(m), ply: self.ply + 1 } }
    fn move_text(&self, m: Domino) -> String { format!("{}{}", (b'a' + m.0 % 5) as char, m.0 / 5 + 1) }
}

/// One line of text: the taken cells as a number, and the ply.
impl fmt::Display for Board {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result { write!(f, "{}@{}", self.taken, self.ply) }
}
impl FromStr for Board {
    type Err = ParseError;
    fn from_str(text: &str) -> Result<Self, ParseError> {
        let read = |(a, b): (&str, &str)| Some(Board { taken: a.parse().ok()?, ply: b.parse().ok()? });
        text.split_once('@').and_then(read).ok_or_else(|| ParseError::new("position", text, "use CELLS@PLY"))
    }
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let strategies = Strategies::new(vec![Uct::<Board>::new().strategy(), Strategy::random()]);
    let mut players = [strategies.build("uct:c=1")?, strategies.build("random:seed=1")?];
    let mut history = History::new(Board::start());
    while history.state().outcome().is_none() {
        let side = history.state().side();
        let decision = players[side.index()].decide(&history, &Budget::simulations(20_000))?;
        println!("{side:?}: {} (value {:+.2})", history.state().move_text(decision.chosen), decision.value);
        history.play(decision.chosen)?;
    }
    println!("{:?} wins", history.state().side().other());
    Ok(())
}
