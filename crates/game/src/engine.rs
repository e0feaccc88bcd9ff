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

    /// As [`Engine::think`], for a reader who wants the value of each move: the best
    /// `best` moves get values of their own, all by searches of the same depth, and
    /// the others a bound of their value at least, as far as the budget allows.
    ///
    /// The default is [`Engine::think`]. Play does not use this method.
    fn analyze(
        &mut self,
        history: &History<G>,
        budget: &Budget,
        _best: usize,
        watch: &mut Watch<'_, Decision<G::Move>>,
    ) -> Result<Decision<G::Move>, GameOver> {
        self.think(history, budget, watch)
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
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct MoveReport<M> {
    /// The move.
    pub played: M,
    /// Number of simulations (or nodes) spent on it.
    pub visits: u64,
    /// Value for the side to move, in [−1, 1].
    pub value: f32,
    /// How `value` and `score` are to be read.
    pub bound: Bound,
    /// Score in the game's own unit, if the engine counts in one.
    pub score: Option<Score>,
    /// Proven result, if there is one.
    pub proof: Option<Proof>,
    /// Whether more than the outcome is proven: also the score, if there is one, and
    /// the plies, if they are not a number that is merely enough.
    pub solved: bool,
    /// Prior, if the engine uses one.
    pub prior: Option<f32>,
}

impl<M> MoveReport<M> {
    /// A move of which nothing is known.
    pub fn unknown(played: M) -> Self {
        let bound = Bound::Unknown;
        MoveReport {
            played,
            visits: 0,
            value: 0.0,
            bound,
            score: None,
            proof: None,
            solved: false,
            prior: None,
        }
    }

    /// A move with this value.
    pub fn valued(played: M, value: f32) -> Self {
        MoveReport { value, bound: Bound::Exact, ..Self::unknown(played) }
    }

    /// A move with a proven result.
    pub fn proven(played: M, proof: Proof, solved: bool) -> Self {
        MoveReport { proof: Some(proof), solved, ..Self::valued(played, proof.outcome.value()) }
    }
}

/// How a reported value is to be read. An estimate is `Exact`, too, if it is the
/// result of the engine's search and not a bound of it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Bound {
    /// The value itself.
    Exact,
    /// The value is at most this.
    Upper,
    /// The value is at least this.
    Lower,
    /// Nothing is known; the reported value means nothing.
    Unknown,
}

/// A score in a game's own unit, for the side to move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Score {
    /// The number.
    pub points: i32,
    /// Its unit.
    pub unit: Unit,
}

/// A unit of scores.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Unit {
    /// Name of the unit, in the plural: "discs".
    pub name: &'static str,
    /// Whether a score is the margin at the end of the game. Then it says more about a
    /// proven result than the number of plies.
    pub is_margin: bool,
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
