//! Perfect play: the game is small enough to solve every position.

use alphabeta::{AlphaBeta, Options};
use clock::{Budget, Deadline};
use game::{Decision, Engine, Game, GameOver, History, Move, MoveReport, Outcome, Proof, Rng, Watch, random};

use crate::{Cell, State};

/// Bytes of the transposition table: 16,384 slots for the 5,478 positions.
const TABLE_BYTES: usize = 256 << 10;

/// Plays perfectly: takes the shortest win and the longest loss, and chooses at
/// random among equally good moves.
///
/// The first decision on the empty board takes a few milliseconds and solves all
/// positions; the later ones take microseconds. The budget is ignored.
pub struct Minimax {
    search: AlphaBeta<State>,
    rng: Rng,
    legal: Vec<Cell>,
}

/// A legal move with its proven result for the side that makes it.
struct SolvedMove {
    played: Cell,
    proof: Proof,
    line: Vec<Cell>,
    nodes: u64,
}

impl SolvedMove {
    /// Sort key: a better move has a greater key, an equally good move the same
    /// key. All draws of a position have the same length, a full board.
    fn rank(&self) -> (Outcome, i32) {
        let plies = i32::from(self.proof.plies);
        (self.proof.outcome, if self.proof.outcome == Outcome::Win { -plies } else { plies })
    }
}

impl Minimax {
    /// Makes the engine. `seed` determines the random choices.
    pub fn new(seed: u64) -> Self {
        let options =
            Options { max_depth: Cell::COUNT as u32, table_bytes: TABLE_BYTES, ..Options::default() };
        Minimax {
            search: AlphaBeta::new(options),
            rng: Rng::with_seed(seed),
            legal: Vec::with_capacity(State::MAX_MOVES),
        }
    }

    /// Solves the position after a move.
    fn solve(&mut self, state: &State, played: Cell) -> SolvedMove {
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
        let Proof { outcome, plies } = reply.expect("a search of nine plies reaches the end of the game");
        SolvedMove { played, proof: Proof { outcome: -outcome, plies: plies + 1 }, line, nodes }
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
        let mut solved: Vec<_> = legal.iter().map(|&m| self.solve(state, m)).collect();
        self.legal = legal;

        solved.sort_by_key(|m| std::cmp::Reverse(m.rank()));
        let best = solved.first().ok_or(GameOver)?;
        let equally_good = solved.iter().take_while(|m| m.rank() == best.rank()).count();
        solved[..equally_good].rotate_left(random::index(&mut self.rng, equally_good));

        let best = &solved[0];
        let report =
            |m: &SolvedMove| MoveReport { visits: m.nodes, ..MoveReport::proven(m.played, m.proof, true) };
        Ok(Decision {
            chosen: best.played,
            value: best.proof.outcome.value(),
            proof: Some(best.proof),
            line: best.line.clone(),
            moves: solved.iter().map(report).collect(),
            simulations: 0,
            nodes: solved.iter().map(|m| m.nodes).sum(),
            depth: best.proof.plies.into(),
            elapsed: clock.elapsed(),
        })
    }
}
