//! Shared by the tests of this crate: Nim with an evaluation, lists of positions,
//! and a plain negamax without windows, table and move ordering to compare with.

#![allow(dead_code, reason = "no test file uses all of it")]
#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

use std::collections::HashSet;
use std::fmt;
use std::str::FromStr;

use alphabeta::{AlphaBeta, Options};
use clock::Budget;
use game::example::{Nim, Take};
use game::{Decision, Engine, Evaluate, Game, History, Outcome, ParseError, Proof, Rng, Side};

/// Nim with an arbitrary evaluation that has nothing to do with the game.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct EvaluatedNim(pub Nim);

impl EvaluatedNim {
    pub fn new(heaps: [u8; 3]) -> Self {
        EvaluatedNim(Nim::new(heaps, Side::First).unwrap())
    }
}

impl Evaluate for EvaluatedNim {
    fn evaluate(&self) -> f32 {
        (self.0.key() * 37 % 19) as f32 / 10.0 - 0.9
    }
}

impl fmt::Display for EvaluatedNim {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl FromStr for EvaluatedNim {
    type Err = ParseError;
    fn from_str(text: &str) -> Result<Self, ParseError> {
        text.parse().map(EvaluatedNim)
    }
}

impl Game for EvaluatedNim {
    type Move = Take;
    const NAME: &'static str = "evaluated nim";
    const MAX_MOVES: usize = Nim::MAX_MOVES;

    fn start() -> Self {
        EvaluatedNim(Nim::start())
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

/// All positions that can be reached from `start`, finished games included.
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

/// Value of a position by plain negamax.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Plain {
    /// An evaluation at the horizon, in [−1, 1].
    Evaluated(f32),
    /// The end of the game was reached.
    Decided(Proof),
}

impl Plain {
    /// A number that is greater for values that the side to move prefers.
    pub fn preference(self) -> f32 {
        match self {
            Plain::Evaluated(value) => value,
            Plain::Decided(Proof { outcome, plies }) => outcome.value() * (1000.0 - f32::from(plies)),
        }
    }
}

/// Plain negamax to `depth`.
pub fn plain<G: Game + Evaluate>(state: &G, depth: u32) -> Plain {
    if let Some(outcome) = state.outcome() {
        return Plain::Decided(Proof { outcome, plies: 0 });
    }
    if depth == 0 {
        return Plain::Evaluated(state.evaluate());
    }
    let mut moves = Vec::new();
    state.legal_moves(&mut moves);
    let values = moves.iter().map(|&m| match plain(&state.play(m).unwrap(), depth - 1) {
        Plain::Evaluated(value) => Plain::Evaluated(-value),
        Plain::Decided(Proof { outcome, plies }) => {
            Plain::Decided(Proof { outcome: -outcome, plies: plies + 1 })
        }
    });
    values.max_by(|a, b| a.preference().total_cmp(&b.preference())).unwrap()
}

/// Searches `state` to `depth` with a new engine.
pub fn searched<G: Game + Evaluate>(state: G, depth: u32) -> Decision<G::Move> {
    let mut engine = AlphaBeta::new(Options { max_depth: depth, table_bytes: 1 << 16, ..Options::default() });
    engine.decide(&History::new(state), &Budget { exhaustive: true, ..Budget::default() }).unwrap()
}

/// Plays the principal variation of `decision` and returns the last position.
/// Panics on an illegal move.
pub fn line_end<G: Game>(state: G, decision: &Decision<G::Move>) -> G {
    assert_eq!(decision.line[0], decision.chosen);
    decision.line.iter().fold(state, |state, &m| state.play(m).unwrap())
}
