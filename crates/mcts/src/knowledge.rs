//! Knowledge that a game adds to the strategy `uct`.
//!
//! [`Rules`] is none: uniform and MAST playouts, equal priors. Each wrapper adds
//! what one optional trait of a game offers, as further playouts or as priors.
//! All of it is types, so that the compiler builds one search loop per game.

use game::{Evaluate, Game, Heuristic, Rng, Side, Tactics};

use crate::guide::{ByEvaluation, ByWeight, Even, Prior, WinChances};
use crate::playout::{Decisive, Full, Playout, Trace, Truncated, Uniform, Weighted};

/// The playouts and priors that knowledge of a game makes possible.
pub trait Knowledge<G: Game>: 'static {
    /// Playouts that win or block at once.
    type Decisive: Playout<G> + 'static;
    /// Playouts that end in a static evaluation.
    type Truncated: Playout<G> + 'static;
    /// Playouts that follow the game's weights.
    type Weighted: Playout<G> + 'static;
    /// Priors of moves.
    type Prior: Prior<G> + Default + 'static;
    /// Win chances of moves.
    type Chances: WinChances<G> + Default + 'static;

    /// `None` if the game does not offer [`Tactics`].
    fn decisive(shaping: f32) -> Option<Self::Decisive>;
    /// `None` if the game does not offer [`Evaluate`].
    fn truncated(plies: u32) -> Option<Self::Truncated>;
    /// `None` if the game does not offer [`Heuristic`].
    fn weighted(shaping: f32) -> Option<Self::Weighted>;
}

/// No knowledge but the rules.
pub struct Rules;

impl<G: Game> Knowledge<G> for Rules {
    type Decisive = Never;
    type Truncated = Never;
    type Weighted = Never;
    type Prior = Even;
    type Chances = Even;

    fn decisive(_: f32) -> Option<Never> {
        None
    }

    fn truncated(_: u32) -> Option<Never> {
        None
    }

    fn weighted(_: f32) -> Option<Never> {
        None
    }
}

/// A playout that does not exist.
#[derive(Clone)]
pub enum Never {}

impl<G: Game> Playout<G> for Never {
    fn learns(&self) -> bool {
        match *self {}
    }

    fn run(&mut self, _: G, _: &mut Rng, _: &mut impl Trace<G::Move>) -> f32 {
        match *self {}
    }

    fn learn(&mut self, _: Side, _: &[G::Move], _: f32) {
        match *self {}
    }
}

/// Adds the game's [`Tactics`].
pub struct WithTactics<K>(K);

impl<G: Tactics, K: Knowledge<G>> Knowledge<G> for WithTactics<K> {
    type Decisive = Full<Decisive<Uniform>>;
    type Truncated = K::Truncated;
    type Weighted = K::Weighted;
    type Prior = K::Prior;
    type Chances = K::Chances;

    fn decisive(shaping: f32) -> Option<Self::Decisive> {
        Some(Full { policy: Decisive(Uniform), shaping })
    }

    fn truncated(plies: u32) -> Option<Self::Truncated> {
        K::truncated(plies)
    }

    fn weighted(shaping: f32) -> Option<Self::Weighted> {
        K::weighted(shaping)
    }
}

/// Adds the game's static evaluation.
pub struct WithEvaluation<K>(K);

impl<G: Evaluate, K: Knowledge<G>> Knowledge<G> for WithEvaluation<K> {
    type Decisive = K::Decisive;
    type Truncated = Truncated<Uniform>;
    type Weighted = K::Weighted;
    type Prior = K::Prior;
    type Chances = ByEvaluation;

    fn decisive(shaping: f32) -> Option<Self::Decisive> {
        K::decisive(shaping)
    }

    fn truncated(plies: u32) -> Option<Self::Truncated> {
        Some(Truncated { policy: Uniform, plies })
    }

    fn weighted(shaping: f32) -> Option<Self::Weighted> {
        K::weighted(shaping)
    }
}

/// Adds the game's weights of moves.
pub struct WithHeuristic<K>(K);

impl<G: Heuristic, K: Knowledge<G>> Knowledge<G> for WithHeuristic<K> {
    type Decisive = K::Decisive;
    type Truncated = K::Truncated;
    type Weighted = Full<Weighted<G>>;
    type Prior = ByWeight;
    type Chances = K::Chances;

    fn decisive(shaping: f32) -> Option<Self::Decisive> {
        K::decisive(shaping)
    }

    fn truncated(plies: u32) -> Option<Self::Truncated> {
        K::truncated(plies)
    }

    fn weighted(shaping: f32) -> Option<Self::Weighted> {
        Some(Full { policy: Weighted::default(), shaping })
    }
}
