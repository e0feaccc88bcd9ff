//! The classic player: alpha-beta search with a table of square values and
//! mobility as its evaluation.

use alphabeta::{AlphaBeta, Options};
use clock::Budget;
use game::{Decision, Engine, GameOver, History, Rng, Symmetric, Watch, random};

use crate::knowledge::inverse;
use crate::{Square, State};

/// Size of the transposition table: enough for a search of a few plies.
const TABLE_BYTES: usize = 4 << 20;

/// Plays the best move of an alpha-beta search to a fixed depth.
///
/// Equally good moves are chosen at random: the search takes the first of them,
/// and a random symmetry of the board decides which one is first.
pub struct Positional {
    search: AlphaBeta<State>,
    rng: Rng,
}

impl Positional {
    /// Creates a player that searches `depth` plies. The same seed makes the same
    /// random choices.
    pub fn new(depth: u32, seed: u64) -> Self {
        let options = Options { max_depth: depth, table_bytes: TABLE_BYTES, ..Options::default() };
        Positional { search: AlphaBeta::new(options), rng: Rng::with_seed(seed) }
    }
}

impl Engine<State> for Positional {
    fn think(
        &mut self,
        history: &History<State>,
        budget: &Budget,
        watch: &mut Watch<'_, Decision<Square>>,
    ) -> Result<Decision<Square>, GameOver> {
        let state = history.state();
        let turn = random::index(&mut self.rng, state.symmetries());
        let back = |m: &mut Square| *m = state.transform_move(*m, inverse(turn));
        let turned_back = |mut decision: Decision<Square>| {
            back(&mut decision.chosen);
            decision.line.iter_mut().for_each(back);
            decision.moves.iter_mut().for_each(|report| back(&mut report.played));
            decision
        };
        let turned = History::new(state.transform(turn));
        let decision =
            self.search.think(&turned, budget, &mut |thought| watch(&|| turned_back(thought())))?;
        Ok(turned_back(decision))
    }
}
