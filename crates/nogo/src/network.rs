//! The input of a network, and an evaluator that asks one.

use std::sync::{Arc, LazyLock};

use game::{Outcome, Proof, Rng};
use mcts::evaluator::{Evaluator, Query};
use mcts::playout::Trace;
use net::{Input, Network, Planes, PolicyValue};

use crate::board::State;
use crate::groups;
use crate::points::{Point, Points};
use crate::regions::ReducedPosition;

impl Input for State {
    const PLANES: usize = 10;

    /// Stones of both sides, legal moves of both sides, stones of immortal groups (those
    /// beside a point that is illegal for both sides) of both sides, stones of groups with
    /// two liberties of both sides, points that are illegal for both sides, and the board.
    fn fill(&self, planes: &mut Planes) {
        planes.clear(self.rows(), self.columns(), Self::PLANES);
        let dead = self.empty() & !(self.own_legal() | self.other_legal());
        let [own_immortal, own_short] = special_groups(self.own(), self.empty(), dead);
        let [other_immortal, other_short] = special_groups(self.other(), self.empty(), dead);
        let sets = [
            self.own(),
            self.other(),
            self.own_legal(),
            self.other_legal(),
            own_immortal,
            other_immortal,
            own_short,
            other_short,
            dead,
            self.board(),
        ];
        for (plane, set) in sets.into_iter().enumerate() {
            for point in set.members() {
                planes.set(plane, point.row(), point.column());
            }
        }
    }
}

/// Stones of groups beside a dead point, and of the other groups with two liberties.
fn special_groups(stones: Points, empty: Points, dead: Points) -> [Points; 2] {
    let (mut immortal, mut short) = (Points::EMPTY, Points::EMPTY);
    for group in groups::all(stones) {
        let liberties = group.spread() & empty;
        if !(liberties & dead).is_empty() {
            immortal |= group;
        } else if liberties.count() == 2 {
            short |= group;
        }
    }
    [immortal, short]
}

/// Asks a network for value and priors of a position, and counts moves near the end of the
/// game, where that decides it.
#[derive(Clone, Debug)]
pub struct ByNetwork(PolicyValue);

impl ByNetwork {
    /// An evaluator with this network, which must have been made for NoGo. Priors are in
    /// proportion to exp(logit / temperature).
    pub fn new(network: Arc<Network>, temperature: f32) -> Self {
        ByNetwork(PolicyValue::new::<State>(network, temperature))
    }

    fn ask(&mut self, state: &State, moves: &[Point], priors: &mut Vec<f32>) -> f32 {
        self.0.ask(state, moves.iter().map(|m| (m.row(), m.column())), priors)
    }
}

impl Evaluator<State> for ByNetwork {
    const PROVES: bool = true;

    fn value(&mut self, query: Query<State>, _rng: &mut Rng, _trace: &mut impl Trace<Point>) -> f32 {
        self.ask(query.state, &[], &mut Vec::new())
    }

    fn estimate(&mut self, query: Query<State>, moves: &[Point], estimates: &mut Vec<f32>) {
        self.ask(query.state, moves, estimates);
    }

    fn evaluate(
        &mut self,
        query: Query<State>,
        moves: &[Point],
        estimates: &mut Vec<f32>,
        _rng: &mut Rng,
        _trace: &mut impl Trace<Point>,
    ) -> f32 {
        self.ask(query.state, moves, estimates)
    }

    /// Counts the moves that are left, the first time a position is visited.
    fn prove(&mut self, state: &State, visits: u32) -> Option<Proof> {
        let legal = state.own_legal().count() + state.other_legal().count();
        if visits > 1 || legal > MOST_COUNTED {
            return None;
        }
        let wins = ReducedPosition::new(state, 0).decided_by_count()?;
        let outcome = if wins { Outcome::Win } else { Outcome::Loss };
        Some(Proof { outcome, plies: legal as u16 })
    }
}

/// The shipped network, made by `learn`.
static NETWORK: LazyLock<Arc<Network>> = LazyLock::new(|| {
    let network = Network::from_bytes(include_bytes!("../weights/9x9.net"));
    Arc::new(network.expect("the file is a network"))
});

/// The shipped network.
pub fn shipped() -> Arc<Network> {
    NETWORK.clone()
}

/// Most legal moves of both sides together with which moves are counted.
const MOST_COUNTED: u32 = 60;
