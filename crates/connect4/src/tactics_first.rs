//! An engine that plays a winning or blocking move without a search.

use clock::Budget;
use game::{Decision, Engine, GameOver, History, Outcome, Proof, Snapshot, Tactics, Watch};

/// Plays a winning move if there is one, else a blocking move if there is one, else
/// the move of the inner engine.
pub struct TacticsFirst<E>(pub E);

impl<G: Tactics, E: Engine<G>> Engine<G> for TacticsFirst<E> {
    fn think(
        &mut self,
        history: &History<G>,
        budget: &Budget,
        watch: &mut Watch<'_, Decision<G::Move>>,
    ) -> Result<Decision<G::Move>, GameOver> {
        let state = history.state();
        if state.outcome().is_some() {
            return Err(GameOver);
        }
        if let Some(win) = state.winning_move() {
            let proof = Proof { outcome: Outcome::Win, plies: 1 };
            return Ok(Decision { value: 1.0, proof: Some(proof), ..Decision::bare(win) });
        }
        match state.blocking_move() {
            Some(block) => Ok(Decision::bare(block)),
            None => self.0.think(history, budget, watch),
        }
    }

    /// The inner engine's analysis: it values every move, also the winning one.
    fn analyze(
        &mut self,
        history: &History<G>,
        budget: &Budget,
        best: usize,
        watch: &mut Watch<'_, Decision<G::Move>>,
    ) -> Result<Decision<G::Move>, GameOver> {
        self.0.analyze(history, budget, best, watch)
    }

    fn tree(&self, state: &G, depth: usize) -> Option<Snapshot<G::Move>> {
        self.0.tree(state, depth)
    }
}
