//! Engines: history and budget in, decision out.

use std::time::Duration;

use clock::Budget;

use crate::{Game, GameOver, History, Proof, Rng, Snapshot};

/// A player: chooses a move within a budget.
pub trait Engine<G: Game>: Send {
    /// Chooses a move for the side to move in `history.state()`. Calls `watch`
    /// now and then with the decision so far; that does not change the choice.
    fn think(
        &mut self,
        history: &History<G>,
        budget: &Budget,
        watch: &mut Watch<'_, Decision<G::Move>>,
    ) -> Result<Decision<G::Move>, GameOver>;

    /// Chooses a move without reporting progress.
    fn decide(&mut self, history: &History<G>, budget: &Budget) -> Result<Decision<G::Move>, GameOver> {
        self.think(history, budget, &mut |_| ())
    }

    /// The tree of `state` down to `depth` plies, if the last search of the engine
    /// was about it and left one.
    fn tree(&self, _state: &G, _depth: usize) -> Option<Snapshot<G::Move>> {
        None
    }
}

/// Progress callback. It gets a function that builds the report, and calls it
/// only if it wants the report, so that unused reports cost nothing. A wrapper
/// can transform the report on its way:
///
/// ```
/// use game::engine::Watch;
/// fn count(watch: &mut Watch<'_, u32>) {
///     (0..9).for_each(|report| watch(&|| report));
/// }
/// fn count_backwards(watch: &mut Watch<'_, i64>) {
///     count(&mut |report| watch(&|| -i64::from(report())));
/// }
/// let mut last = None;
/// count_backwards(&mut |report| last = Some(report()));
/// assert_eq!(last, Some(-8));
/// ```
pub type Watch<'a, T> = dyn FnMut(&dyn Fn() -> T) + 'a;

/// The result of a search.
#[derive(Clone, Debug)]
pub struct Decision<M> {
    /// The move to play.
    pub chosen: M,
    /// Value for the side to move, in [−1, 1].
    pub value: f32,
    /// Proven result of the position, if there is one.
    pub proof: Option<Proof>,
    /// Principal variation, the chosen move first.
    pub line: Vec<M>,
    /// Report on each legal move, best first.
    pub moves: Vec<MoveReport<M>>,
    /// Number of simulations (0 if the engine makes none).
    pub simulations: u64,
    /// Number of nodes.
    pub nodes: u64,
    /// Depth of the deepest line, in plies.
    pub depth: u32,
    /// Time taken.
    pub elapsed: Duration,
}

impl<M: Copy> Decision<M> {
    /// A move chosen without a search.
    pub fn bare(chosen: M) -> Self {
        Decision {
            chosen,
            value: 0.0,
            proof: None,
            line: vec![chosen],
            moves: Vec::new(),
            simulations: 0,
            nodes: 0,
            depth: 0,
            elapsed: Duration::ZERO,
        }
    }
}

/// Report on one legal move of the position.
#[derive(Clone, Copy, Debug)]
pub struct MoveReport<M> {
    /// The move.
    pub played: M,
    /// Number of simulations (or nodes) spent on it.
    pub visits: u64,
    /// Value for the side to move, in [−1, 1].
    pub value: f32,
    /// Proven result, if there is one.
    pub proof: Option<Proof>,
    /// Prior, if the engine uses one.
    pub prior: Option<f32>,
}

/// Plays a legal move chosen uniformly at random.
#[derive(Debug)]
pub struct RandomEngine {
    rng: Rng,
}

impl RandomEngine {
    /// An engine with this random seed: the same seed makes the same choices.
    pub fn new(seed: u64) -> Self {
        RandomEngine { rng: Rng::with_seed(seed) }
    }
}

impl<G: Game> Engine<G> for RandomEngine {
    fn think(
        &mut self,
        history: &History<G>,
        _budget: &Budget,
        _watch: &mut Watch<'_, Decision<G::Move>>,
    ) -> Result<Decision<G::Move>, GameOver> {
        let state = history.state();
        match state.outcome() {
            Some(_) => Err(GameOver),
            None => Ok(Decision::bare(state.random_move(&mut self.rng))),
        }
    }
}
