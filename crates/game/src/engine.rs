//! What chooses moves: history and budget in, decision out.

use std::time::Duration;

use clock::Budget;

use crate::{Game, GameOver, History, Proof, Rng};

/// A player: chooses a move within a budget.
pub trait Engine<G: Game>: Send {
    /// Chooses a move for the side to move in `history.state()`, and lets
    /// `watch` see now and then what it thinks so far. Who watches does not
    /// change what is chosen.
    fn think(
        &mut self,
        history: &History<G>,
        budget: &Budget,
        watch: &mut Watch<'_, Decision<G::Move>>,
    ) -> Result<Decision<G::Move>, GameOver>;

    /// The same, unwatched.
    fn decide(&mut self, history: &History<G>, budget: &Budget) -> Result<Decision<G::Move>, GameOver> {
        self.think(history, budget, &mut |_| ())
    }

    /// The tree behind the last decision down to `depth` plies, if this
    /// engine keeps one.
    fn tree(&self, _format: TreeFormat, _depth: usize) -> Option<String> {
        None
    }
}

/// Somebody who may look at a thought while it is still being thought. It is
/// offered often and put into words only for one who asks, so that nobody pays
/// for what nobody sees; and who hands it on can turn it on the way:
///
/// ```
/// use game::engine::Watch;
/// fn count(watch: &mut Watch<'_, u32>) {
///     (0..9).for_each(|thought| watch(&|| thought));
/// }
/// fn count_backwards(watch: &mut Watch<'_, i64>) {
///     count(&mut |thought| watch(&|| -i64::from(thought())));
/// }
/// let mut last = None;
/// count_backwards(&mut |thought| last = Some(thought()));
/// assert_eq!(last, Some(-8));
/// ```
pub type Watch<'a, T> = dyn FnMut(&dyn Fn() -> T) + 'a;

/// How [`Engine::tree`] writes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum TreeFormat {
    /// Indented lines.
    Text,
    /// Graphviz.
    Dot,
}

/// What an engine found.
#[derive(Clone, Debug)]
pub struct Decision<M> {
    /// The move to play.
    pub chosen: M,
    /// What the side to move can expect, in [−1, 1].
    pub value: f32,
    /// The position's result, if it is proven.
    pub proof: Option<Proof>,
    /// The line that the engine expects, the chosen move first.
    pub line: Vec<M>,
    /// What is known of each legal move, best first.
    pub moves: Vec<MoveReport<M>>,
    /// Simulations made (0 where the engine makes none).
    pub simulations: u64,
    /// Positions visited.
    pub nodes: u64,
    /// Plies that the deepest line reached.
    pub depth: u32,
    /// Time taken.
    pub elapsed: Duration,
}

impl<M: Copy> Decision<M> {
    /// A move chosen without looking.
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

/// What an engine knows of one move of the position it was asked about.
#[derive(Clone, Debug)]
pub struct MoveReport<M> {
    /// The move.
    pub played: M,
    /// Simulations (or nodes) spent on it.
    pub visits: u64,
    /// What it is worth to the side to move, in [−1, 1].
    pub value: f32,
    /// Its result, if it is proven.
    pub proof: Option<Proof>,
    /// The prior that it started from, if the engine uses one.
    pub prior: Option<f32>,
}

/// The player that every other one has to beat: any legal move, each as
/// likely as the next.
#[derive(Debug)]
pub struct RandomEngine {
    rng: Rng,
}

impl RandomEngine {
    /// The same seed makes the same choices.
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
