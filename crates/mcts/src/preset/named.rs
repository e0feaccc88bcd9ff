//! Playouts that are chosen at run time.

use game::{Game, Rng, Side, Values};

use crate::knowledge::Knowledge;
use crate::playout::{Full, Mast, Playout, Trace, Uniform};

/// Any of the playouts that a parameter can name. The choice costs a branch
/// per playout, and saves the compiler a search per playout and rule.
pub enum NamedPlayout<G: Game, K: Knowledge<G>> {
    /// Random moves.
    Uniform(Full<Uniform>),
    /// Moves that did well in other playouts.
    Mast(Full<Mast<G>>),
    /// Wins or blocks at once.
    Decisive(K::Decisive),
    /// A static evaluation after some plies.
    Truncated(K::Truncated),
    /// Moves by the game's weights.
    Weighted(K::Weighted),
}

impl<G: Game, K: Knowledge<G>> Clone for NamedPlayout<G, K> {
    fn clone(&self) -> Self {
        match self {
            NamedPlayout::Uniform(playout) => NamedPlayout::Uniform(playout.clone()),
            NamedPlayout::Mast(playout) => NamedPlayout::Mast(playout.clone()),
            NamedPlayout::Decisive(playout) => NamedPlayout::Decisive(playout.clone()),
            NamedPlayout::Truncated(playout) => NamedPlayout::Truncated(playout.clone()),
            NamedPlayout::Weighted(playout) => NamedPlayout::Weighted(playout.clone()),
        }
    }
}

impl<G: Game, K: Knowledge<G>> NamedPlayout<G, K> {
    /// The playout that the parameters name.
    pub fn new(values: &Values) -> Self {
        let shaping = values.real("shaping");
        let known = match values.word("playout") {
            "weighted" => K::weighted(shaping).map(NamedPlayout::Weighted),
            "decisive" => K::decisive(shaping).map(NamedPlayout::Decisive),
            "truncated" => K::truncated(values.int("plies") as u32).map(NamedPlayout::Truncated),
            "mast" => Some(NamedPlayout::Mast(Full { policy: Mast::new(values.real("epsilon")), shaping })),
            _ => None,
        };
        known.unwrap_or(NamedPlayout::Uniform(Full { policy: Uniform, shaping }))
    }
}

impl<G: Game, K: Knowledge<G>> Playout<G> for NamedPlayout<G, K> {
    #[inline]
    fn learns(&self) -> bool {
        matches!(self, NamedPlayout::Mast(_))
    }

    fn run(&mut self, state: G, rng: &mut Rng, trace: &mut impl Trace<G::Move>) -> f32 {
        match self {
            NamedPlayout::Uniform(playout) => playout.run(state, rng, trace),
            NamedPlayout::Mast(playout) => playout.run(state, rng, trace),
            NamedPlayout::Decisive(playout) => playout.run(state, rng, trace),
            NamedPlayout::Truncated(playout) => playout.run(state, rng, trace),
            NamedPlayout::Weighted(playout) => playout.run(state, rng, trace),
        }
    }

    fn learn(&mut self, first: Side, moves: &[G::Move], value: f32) {
        if let NamedPlayout::Mast(playout) = self {
            playout.learn(first, moves, value);
        }
    }
}
