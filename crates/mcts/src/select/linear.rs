//! Scores that are linear in the exploration factor, as those of UCB1 and PUCT.

use super::lanes::{Four, LANES, best_by};
use super::{ImplicitMinimax, Puct, Record, Select, Ucb1, WORST};
use crate::node::Node;

/// `score = mean + explore · spread`, both parts precomputed.
#[derive(Clone, Copy, Debug, Default)]
#[repr(C)]
pub struct Linear {
    pub(super) mean: f32,
    pub(super) spread: f32,
}

impl Linear {
    pub(super) const PRUNED: Linear = Linear { mean: WORST, spread: 0.0 };

    #[inline]
    pub(super) fn score(self, explore: f32) -> f32 {
        self.mean + explore * self.spread
    }

    /// See [`Select::best_of`].
    #[inline(always)]
    pub(super) fn best_of(explore: f32, stats: &[Linear]) -> (f32, u32) {
        let scores = |four: &[Linear; LANES]| {
            // SAFETY: `Linear` has the layout of two numbers (a copy by `map` is slower).
            let [mean, spread] = Four::pairs(unsafe { &*std::ptr::from_ref(four).cast() });
            mean + Four::splat(explore) * spread
        };
        best_by(stats, |stat| stat.score(explore), scores)
    }
}

/// UCB1, PUCT or UCB1 with implicit minimax, chosen at run time. The choice costs a branch per level, and saves
/// the compiler a search loop.
#[derive(Clone, Debug)]
pub enum LinearRule {
    /// UCB1.
    Ucb1(Ucb1),
    /// PUCT.
    Puct(Puct),
    /// UCB1 with implicit minimax.
    Minimax(ImplicitMinimax),
}

impl Select for LinearRule {
    type Stat = Linear;

    fn wants_priors(&self) -> bool {
        match self {
            LinearRule::Ucb1(rule) => rule.wants_priors(),
            LinearRule::Puct(rule) => rule.wants_priors(),
            LinearRule::Minimax(rule) => rule.wants_priors(),
        }
    }

    fn backs_up_estimates(&self) -> bool {
        matches!(self, LinearRule::Minimax(_))
    }

    #[inline]
    fn fresh(&self, prior: f32, value: f32) -> Linear {
        match self {
            LinearRule::Ucb1(rule) => rule.fresh(prior, value),
            LinearRule::Puct(rule) => rule.fresh(prior, value),
            LinearRule::Minimax(rule) => rule.fresh(prior, value),
        }
    }

    #[inline]
    fn refresh(&self, stat: &mut Linear, record: Record) {
        match self {
            LinearRule::Ucb1(rule) => rule.refresh(stat, record),
            LinearRule::Puct(rule) => rule.refresh(stat, record),
            LinearRule::Minimax(rule) => rule.refresh(stat, record),
        }
    }

    fn prune(&self, stat: &mut Linear) {
        *stat = Linear::PRUNED;
    }

    #[inline]
    fn explore(&self, visits: u32) -> f32 {
        match self {
            LinearRule::Ucb1(rule) => rule.explore(visits),
            LinearRule::Puct(rule) => rule.explore(visits),
            LinearRule::Minimax(rule) => rule.explore(visits),
        }
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
    fn unvisited(&self, explore: f32, value: f32) -> f32 {
        self.fresh(0.0, value).score(explore)
    }
}
