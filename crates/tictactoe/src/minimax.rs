//! Perfect play: the game is small enough to know every move's value.

use alphabeta::{AlphaBeta, Options};
use clock::{Budget, Deadline};
use game::{Decision, Engine, Game, GameOver, History, Move, MoveReport, Outcome, Proof, Rng, Watch};

use crate::{Cell, State};

/// Room for all 5,478 positions, and for an uneven spread of them.
const TABLE_BYTES: usize = 256 << 10;

/// The perfect player: wins soonest, loses latest, and draws lots among moves
/// that are equally good.
///
/// The first decision of an empty board takes a few milliseconds and learns
/// all others, which then take microseconds; no budget cuts that short.
pub struct Minimax {
    search: AlphaBeta<State>,
    rng: Rng,
    legal: Vec<Cell>,
}

/// A legal move and all about it, seen from the side that makes it.
struct Choice {
    played: Cell,
    proof: Proof,
    line: Vec<Cell>,
    nodes: u64,
}

impl Choice {
    /// Greater is better; equal is equally good. All draws of a position are
    /// equally long: they fill the board.
    fn merit(&self) -> (Outcome, i32) {
        let plies = i32::from(self.proof.plies);
        (self.proof.outcome, if self.proof.outcome == Outcome::Win { -plies } else { plies })
    }
}

impl Minimax {
    /// The same seed draws the same lots.
    pub fn new(seed: u64) -> Self {
        let options =
            Options { max_depth: Cell::COUNT as u32, table_bytes: TABLE_BYTES, ..Options::default() };
        Minimax {
            search: AlphaBeta::new(options),
            rng: Rng::with_seed(seed),
            legal: Vec::with_capacity(State::MAX_MOVES),
        }
    }

    fn examine(&mut self, state: &State, played: Cell) -> Choice {
        let mut next = *state;
        next.play_unchecked(played);
        let mut line = vec![played];
        let (reply, nodes) = match self.search.decide(&History::new(next), &Budget::default()) {
            Ok(decision) => {
                line.extend(&decision.line);
                (decision.proof, decision.nodes)
            }
            Err(GameOver) => (next.outcome().map(|outcome| Proof { outcome, plies: 0 }), 0),
        };
        let Proof { outcome, plies } = reply.expect("a search of nine plies sees the end");
        Choice { played, proof: Proof { outcome: -outcome, plies: plies + 1 }, line, nodes }
    }
}

impl Engine<State> for Minimax {
    fn think(
        &mut self,
        history: &History<State>,
        budget: &Budget,
        _watch: &mut Watch<'_, Decision<Cell>>,
    ) -> Result<Decision<Cell>, GameOver> {
        let clock = Deadline::start(budget);
        let state = history.state();
        let mut legal = std::mem::take(&mut self.legal);
        state.legal_moves(&mut legal);
        let mut choices: Vec<_> = legal.iter().map(|&m| self.examine(state, m)).collect();
        self.legal = legal;

        choices.sort_by_key(|choice| std::cmp::Reverse(choice.merit()));
        let best = choices.first().ok_or(GameOver)?;
        let equals = choices.iter().take_while(|choice| choice.merit() == best.merit()).count();
        choices[..equals].rotate_left(self.rng.usize(0..equals));

        let best = &choices[0];
        let report = |choice: &Choice| MoveReport {
            played: choice.played,
            visits: choice.nodes,
            value: choice.proof.outcome.value(),
            proof: Some(choice.proof),
            prior: None,
        };
        Ok(Decision {
            chosen: best.played,
            value: best.proof.outcome.value(),
            proof: Some(best.proof),
            line: best.line.clone(),
            moves: choices.iter().map(report).collect(),
            simulations: 0,
            nodes: choices.iter().map(|choice| choice.nodes).sum(),
            depth: best.proof.plies.into(),
            elapsed: clock.elapsed(),
        })
    }
}
