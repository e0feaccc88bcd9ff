//! UCB1 with implicit minimax.

use super::{FIRST, Linear, Record, Select};
use crate::math::sqrt_ln;
use crate::node::Node;

/// UCB1 whose mean is mixed with an implicit minimax value:
/// `(1 − weight) · mean + weight · estimate + c · √(ln N / n)`.
///
/// The estimate of a new child is the win chance that the evaluator gives its move. Once a
/// node has children, its estimate is the best one of theirs, seen from the other side. So
/// playouts are averaged, and the static evaluation is searched by minimax in the same
/// tree.
#[derive(Clone, Debug)]
pub struct ImplicitMinimax {
    /// Weight of exploration.
    pub c: f32,
    /// Weight of the minimax value.
    pub weight: f32,
}

impl Select for ImplicitMinimax {
    type Stat = Linear;

    fn wants_priors(&self) -> bool {
        true
    }

    fn backs_up_estimates(&self) -> bool {
        true
    }

    fn fresh(&self, _prior: f32, _value: f32) -> Linear {
        Linear { mean: FIRST, spread: 0.0 }
    }

    #[inline]
    fn refresh(&self, stat: &mut Linear, record: Record) {
        let estimate = 2.0 * record.prior - 1.0;
        let mean = record.mean + self.weight * (estimate - record.mean);
        *stat = Linear { mean, spread: record.reciprocal.sqrt() };
    }

    fn prune(&self, stat: &mut Linear) {
        *stat = Linear::PRUNED;
    }

    #[inline]
    fn explore(&self, visits: u32) -> f32 {
        self.c * sqrt_ln(visits)
    }

    #[inline]
    fn score<M: Copy>(&self, explore: f32, _child: &Node<M>, stat: &Linear) -> f32 {
        stat.score(explore)
    }

    #[inline]
    fn best_of<M: Copy>(&self, explore: f32, _nodes: &[Node<M>], stats: &[Linear]) -> (f32, u32) {
        Linear::best_of(explore, stats)
    }

    #[inline]
    fn unvisited(&self, _explore: f32, _value: f32) -> f32 {
        FIRST
    }
}
