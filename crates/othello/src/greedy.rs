//! The greedy player: turns as many discs as it can.

use clock::Budget;
use game::{Decision, Engine, Game, GameOver, History, Rng, Watch, random};

use crate::{Square, State};

/// Plays the move that turns the most discs, one of them at random if there are
/// several.
pub struct Greedy {
    rng: Rng,
    legal: Vec<Square>,
}

impl Greedy {
    /// Creates a player. The same seed makes the same random choices.
    pub fn new(seed: u64) -> Self {
        Greedy { rng: Rng::with_seed(seed), legal: Vec::with_capacity(State::MAX_MOVES) }
    }
}

impl Engine<State> for Greedy {
    fn think(
        &mut self,
        history: &History<State>,
        _budget: &Budget,
        _watch: &mut Watch<'_, Decision<Square>>,
    ) -> Result<Decision<Square>, GameOver> {
        let state = history.state();
        let turned = |m: &Square| state.flips(*m).count_ones();
        state.legal_moves(&mut self.legal);
        let most = self.legal.iter().map(turned).max().ok_or(GameOver)?;
        self.legal.retain(|m| turned(m) == most);
        Ok(Decision::bare(self.legal[random::index(&mut self.rng, self.legal.len())]))
    }
}
