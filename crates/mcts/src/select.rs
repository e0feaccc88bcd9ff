//! Selection rules: which child the next simulation visits.
//!
//! A rule keeps a few bytes in every node ([`Select::Stat`]) and updates them once
//! per level when a simulation is backed up. So the scan over the children is
//! cheap: for UCB1 and PUCT a multiplication and an addition per child.
//!
//! All scores are for the side that chooses, with values in [−1, 1].

mod lanes;
mod linear;
mod minimax;
mod rave;

pub use linear::{Linear, LinearRule};
pub use minimax::ImplicitMinimax;
pub use rave::{Amaf, Rave};

use crate::math::sqrt_ln;
use crate::node::Node;

/// Statistics of a node, as the rules need them.
#[derive(Clone, Copy, Debug)]
pub struct Record {
    /// Mean value, clamped to the proven bounds.
    pub mean: f32,
    /// Number of simulations, unfinished ones included.
    pub visits: f32,
    /// Reciprocal of `visits`.
    pub reciprocal: f32,
    /// Prior.
    pub prior: f32,
}

/// Score of a child that is visited before all others: above every other score, and
/// finite.
pub const FIRST: f32 = 1e30;

/// Score of a pruned child: below every other score, and finite.
pub const WORST: f32 = -1e30;

/// The score with the place of a child instead of its last eight bits, which are
/// noise. The larger of two such numbers tells which child is better, without a
/// branch and without a second number that follows.
#[inline]
pub(crate) fn with_place(score: f32, place: u32) -> f32 {
    f32::from_bits(score.to_bits() & !PLACE | place)
}

/// Score and place of a number made by [`with_place`].
#[inline]
fn split_place(score: f32) -> (f32, u32) {
    (score, score.to_bits() & PLACE)
}

const PLACE: u32 = 0xff;

/// The larger of two numbers, as one instruction.
#[inline]
fn larger(a: f32, b: f32) -> f32 {
    if a > b { a } else { b }
}

/// A selection rule.
pub trait Select: Clone + Send + Sync {
    /// Data of the rule in each node: eight bytes (RAVE: 16).
    type Stat: Copy + Default + Send + Sync;

    /// Does the rule use all-moves-as-first statistics?
    const AMAF: bool = false;

    /// Does the rule use priors (or win chances)?
    fn wants_priors(&self) -> bool {
        false
    }

    /// Data of an unvisited node; `value` is the value of its parent for the
    /// chooser.
    fn fresh(&self, prior: f32, value: f32) -> Self::Stat;

    /// Adds the value of a simulation.
    fn observe(&self, _stat: &mut Self::Stat, _value: f32) {}

    /// Updates the data after the node's statistics have changed.
    fn refresh(&self, stat: &mut Self::Stat, record: Record);

    /// Prunes the node: from now on its score is [`WORST`].
    fn prune(&self, stat: &mut Self::Stat);

    /// Exploration factor of all children of a node with `visits` visits.
    fn explore(&self, visits: u32) -> f32;

    /// Score of a child. `stat` is the child's own, or with GRAVE that of an
    /// ancestor's child with the same move.
    fn score<M: Copy>(&self, explore: f32, child: &Node<M>, stat: &Self::Stat) -> f32;

    /// The best score of a list of children (at most 255), and its place.
    ///
    /// A score is rounded: the place of a child takes its last eight bits.
    #[inline]
    fn best_of<M: Copy>(&self, explore: f32, nodes: &[Node<M>], stats: &[Self::Stat]) -> (f32, u32) {
        let scores = nodes.iter().zip(stats).map(|(node, stat)| self.score(explore, node, stat));
        split_place(
            (0..)
                .zip(scores)
                .fold(f32::NEG_INFINITY, |best, (place, score)| larger(with_place(score, place), best)),
        )
    }

    /// Score of a child without visits and prior; `value` is the value of its
    /// parent for the chooser.
    fn unvisited(&self, explore: f32, value: f32) -> f32;

    /// Adds the value of a simulation that played the node's move later, and 1 to the
    /// count; or 0 and 0 if it did not play the move: an addition of nothing is cheaper
    /// than a branch.
    fn observe_amaf(&self, _stat: &mut Self::Stat, _value: f32, _count: f32) {}

    /// The data of a node that add up over threads, in addition to visits and values.
    fn sums(&self, _stat: &Self::Stat) -> [f32; 2] {
        [0.0; 2]
    }

    /// Replaces them.
    fn set_sums(&self, _stat: &mut Self::Stat, _sums: [f32; 2]) {}

    /// Keeps AMAF statistics exact; must be called after every [`AMAF_PERIOD`] values.
    fn limit_amaf(&self, _stat: &mut Self::Stat) {}

    /// Does the rule read estimates that are backed up by minimax? They must be win
    /// chances.
    fn backs_up_estimates(&self) -> bool {
        false
    }

    /// Nodes with fewer visits take AMAF statistics from an ancestor; 0: none do.
    fn reference_visits(&self) -> u32 {
        0
    }
}

/// See [`Select::limit_amaf`].
pub const AMAF_PERIOD: u32 = 1 << 16;

/// First-play urgency: the assumed value of an unvisited child.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Fpu {
    /// Infinite: every child is visited once before any is visited twice.
    First,
    /// A fixed value.
    Value(f32),
    /// The parent's value when it got children, less this.
    Parent(f32),
}

impl Fpu {
    fn value(self, parent: f32) -> f32 {
        match self {
            Fpu::First => FIRST,
            Fpu::Value(value) => value,
            Fpu::Parent(reduction) => parent - reduction,
        }
    }
}

/// UCB1: `mean + c · √(ln N / n)`, with the progressive bias
/// `bias · prior / (n + 1)` where the game has a heuristic.
#[derive(Clone, Debug)]
pub struct Ucb1 {
    /// Weight of exploration.
    pub c: f32,
    /// First-play urgency.
    pub fpu: Fpu,
    /// Weight of the progressive bias; 0 for none.
    pub bias: f32,
}

impl Select for Ucb1 {
    type Stat = Linear;

    fn wants_priors(&self) -> bool {
        self.bias != 0.0
    }

    /// An unvisited child counts as visited once with its urgency as the value:
    /// without an exploration term it might never be visited.
    #[inline]
    fn fresh(&self, prior: f32, value: f32) -> Linear {
        match self.fpu {
            Fpu::First => Linear { mean: FIRST, spread: 0.0 },
            fpu => Linear { mean: fpu.value(value) + self.bias * prior, spread: 1.0 },
        }
    }

    #[inline]
    fn refresh(&self, stat: &mut Linear, record: Record) {
        let bias = if self.bias == 0.0 { 0.0 } else { self.bias * record.prior / (record.visits + 1.0) };
        *stat = Linear { mean: record.mean + bias, spread: record.reciprocal.sqrt() };
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
    fn unvisited(&self, explore: f32, value: f32) -> f32 {
        self.fresh(0.0, value).score(explore)
    }
}

/// PUCT: `mean + c · prior · √N / (1 + n)`.
#[derive(Clone, Debug)]
pub struct Puct {
    /// Weight of exploration.
    pub c: f32,
    /// First-play urgency; the exploration term is added to it.
    pub fpu: Fpu,
}

impl Select for Puct {
    type Stat = Linear;

    fn wants_priors(&self) -> bool {
        true
    }

    fn fresh(&self, prior: f32, value: f32) -> Linear {
        Linear { mean: self.fpu.value(value), spread: prior }
    }

    #[inline]
    fn refresh(&self, stat: &mut Linear, record: Record) {
        *stat = Linear { mean: record.mean, spread: record.prior / (1.0 + record.visits) };
    }

    fn prune(&self, stat: &mut Linear) {
        *stat = Linear::PRUNED;
    }

    #[inline]
    fn explore(&self, visits: u32) -> f32 {
        self.c * (visits as f32).sqrt()
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

/// UCB1-tuned: `mean + c · √(ln N / n · min(¼, variance + √(2 ln N / n)))`.
///
/// The published rule is for rewards in [0, 1]; values here span twice that, so
/// that the variance and its upper bound are four times as large.
#[derive(Clone, Debug)]
pub struct Ucb1Tuned {
    /// Weight of exploration; 1 is the published rule.
    pub c: f32,
    /// First-play urgency.
    pub fpu: Fpu,
}

/// Mean of the values and of their squares.
#[derive(Clone, Copy, Debug, Default)]
pub struct Moments {
    mean: f32,
    squares: f32,
}

impl Ucb1Tuned {
    /// Score after `visits` visits. An unvisited child counts as visited once.
    #[inline]
    fn with_visits(&self, explore: f32, visits: f32, stat: &Moments) -> f32 {
        let n = visits.max(1.0);
        let ratio = explore / n;
        let variance = (stat.squares / n - stat.mean * stat.mean).max(0.0);
        stat.mean + self.c * (ratio * (variance + 4.0 * (2.0 * ratio).sqrt()).min(1.0)).sqrt()
    }
}

impl Select for Ucb1Tuned {
    type Stat = Moments;

    fn fresh(&self, _prior: f32, value: f32) -> Moments {
        Moments { mean: self.fpu.value(value), squares: 0.0 }
    }

    fn observe(&self, stat: &mut Moments, value: f32) {
        stat.squares += value * value;
    }

    fn sums(&self, stat: &Moments) -> [f32; 2] {
        [stat.squares, 0.0]
    }

    fn set_sums(&self, stat: &mut Moments, sums: [f32; 2]) {
        stat.squares = sums[0];
    }

    fn refresh(&self, stat: &mut Moments, record: Record) {
        stat.mean = record.mean;
    }

    fn prune(&self, stat: &mut Moments) {
        stat.mean = WORST;
    }

    fn explore(&self, visits: u32) -> f32 {
        let root = sqrt_ln(visits);
        root * root
    }

    fn score<M: Copy>(&self, explore: f32, child: &Node<M>, stat: &Moments) -> f32 {
        self.with_visits(explore, child.visits as f32 + f32::from(child.pending), stat)
    }

    fn unvisited(&self, explore: f32, value: f32) -> f32 {
        self.with_visits(explore, 0.0, &self.fresh(0.0, value))
    }
}
