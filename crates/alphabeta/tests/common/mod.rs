//! What the tests of this crate share: a Nim that judges itself, positions
//! to try, and references that know no bounds, no table and no order.

#![allow(dead_code, reason = "each test file uses some of it")]
#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

use std::collections::HashSet;
use std::fmt;
use std::str::FromStr;

use alphabeta::{AlphaBeta, Options};
use clock::Budget;
use game::example::{Nim, Take};
use game::{Decision, Engine, Evaluate, Game, History, Outcome, ParseError, Proof, Rng, Side};

/// Nim with a judgement that is worth nothing: any parity of the stones.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct JudgedNim(pub Nim);

impl JudgedNim {
    pub fn new(heaps: [u8; 3]) -> Self {
        JudgedNim(Nim::new(heaps, Side::First).unwrap())
    }
}

impl Evaluate for JudgedNim {
    fn evaluate(&self) -> f32 {
        (self.0.key() * 37 % 19) as f32 / 10.0 - 0.9
    }
}

impl fmt::Display for JudgedNim {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl FromStr for JudgedNim {
    type Err = ParseError;
    fn from_str(text: &str) -> Result<Self, ParseError> {
        text.parse().map(JudgedNim)
    }
}

impl Game for JudgedNim {
    type Move = Take;
    const NAME: &'static str = "judged nim";
    const MAX_MOVES: usize = Nim::MAX_MOVES;

    fn start() -> Self {
        JudgedNim(Nim::start())
    }
    fn side(&self) -> Side {
        self.0.side()
    }
    fn outcome(&self) -> Option<Outcome> {
        self.0.outcome()
    }
    fn legal_moves(&self, moves: &mut Vec<Take>) {
        self.0.legal_moves(moves);
    }
    fn is_legal(&self, m: Take) -> bool {
        self.0.is_legal(m)
    }
    fn play_unchecked(&mut self, m: Take) {
        self.0.play_unchecked(m);
    }
    fn random_move(&self, rng: &mut Rng) -> Take {
        self.0.random_move(rng)
    }
    fn key(&self) -> u64 {
        self.0.key()
    }
    fn move_text(&self, m: Take) -> String {
        self.0.move_text(m)
    }
    fn parse_move(&self, text: &str) -> Result<Take, ParseError> {
        self.0.parse_move(text)
    }
    fn draw(&self, last: Option<Take>) -> String {
        self.0.draw(last)
    }
}

/// All positions of a game that begins in `start`, finished ones included.
pub fn reachable<G: Game>(start: G) -> Vec<G> {
    let (mut seen, mut found, mut moves) = (HashSet::from([start]), vec![start], Vec::new());
    let mut next = 0;
    while next < found.len() {
        let state = found[next];
        state.legal_moves(&mut moves);
        for &m in &moves {
            let after = state.play(m).unwrap();
            if seen.insert(after) {
                found.push(after);
            }
        }
        next += 1;
    }
    found
}

/// A value in [−1, 1] and, where the end was seen, how far it is.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Plain {
    Judged(f32),
    Decided(Proof),
}

impl Plain {
    /// A number that orders values as the side to move does.
    pub fn preference(self) -> f32 {
        match self {
            Plain::Judged(value) => value,
            Plain::Decided(Proof { outcome, plies }) => outcome.value() * (1000.0 - f32::from(plies)),
        }
    }
}

/// Negamax to a depth, in so many words.
pub fn plain<G: Game + Evaluate>(state: &G, depth: u32) -> Plain {
    if let Some(outcome) = state.outcome() {
        return Plain::Decided(Proof { outcome, plies: 0 });
    }
    if depth == 0 {
        return Plain::Judged(state.evaluate());
    }
    let mut moves = Vec::new();
    state.legal_moves(&mut moves);
    let values = moves.iter().map(|&m| match plain(&state.play(m).unwrap(), depth - 1) {
        Plain::Judged(value) => Plain::Judged(-value),
        Plain::Decided(Proof { outcome, plies }) => {
            Plain::Decided(Proof { outcome: -outcome, plies: plies + 1 })
        }
    });
    values.max_by(|a, b| a.preference().total_cmp(&b.preference())).unwrap()
}

/// A search that may look this deep and no deeper, by a new engine.
pub fn searched<G: Game + Evaluate>(state: G, depth: u32) -> Decision<G::Move> {
    let mut engine = AlphaBeta::new(Options { max_depth: depth, table_bytes: 1 << 16, ..Options::default() });
    engine.decide(&History::new(state), &Budget { exhaustive: true, ..Budget::default() }).unwrap()
}

/// Plays the decision's line and gives where it ends; panics on an illegal
/// move.
pub fn line_end<G: Game>(state: G, decision: &Decision<G::Move>) -> G {
    assert_eq!(decision.line[0], decision.chosen);
    decision.line.iter().fold(state, |state, &m| state.play(m).unwrap())
}
