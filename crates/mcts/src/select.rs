//! Selection rules: which child the next simulation looks at.
//!
//! A rule keeps eight bytes of its own in every node ([`Select::Stat`]) and
//! brings them up to date when a simulation comes back, once per level; so
//! the scan over the children, which happens for every child, has nearly
//! nothing left to do: for UCB1 and PUCT a multiplication and an addition.
//!
//! All scores are for the one who chooses, with values in [−1, 1].

use crate::math::sqrt_ln;
use crate::node::{Flags, Node};

/// What a node's record says, as the rules need it.
#[derive(Clone, Copy, Debug)]
pub struct Record {
    /// Mean value, inside what is proven.
    pub mean: f32,
    /// Simulations, those in flight included.
    pub visits: f32,
    /// One over that: divided once, used often.
    pub reciprocal: f32,
    /// The prior it was given.
    pub prior: f32,
}

/// A selection rule.
pub trait Select: Clone + Send + Sync {
    /// What the rule keeps in each node: at most eight bytes.
    type Stat: Copy + Default + Send + Sync;

    /// Does the rule learn from all moves of a simulation (AMAF)?
    const AMAF: bool = false;

    /// Does the rule use priors?
    fn wants_priors(&self) -> bool {
        false
    }

    /// The stat of a node that nobody has visited, whose chooser stands at
    /// `value` so far.
    fn fresh(&self, prior: f32, value: f32) -> Self::Stat;

    /// A simulation with this value came through.
    fn observe(&self, _stat: &mut Self::Stat, _value: f32) {}

    /// The node's record has changed.
    fn refresh(&self, stat: &mut Self::Stat, record: Record);

    /// The node leaves selection for good: from now on its score is −∞.
    fn dismiss(&self, stat: &mut Self::Stat);

    /// The factor of exploration that all children of a node with so many
    /// visits share.
    fn explore(&self, visits: u32) -> f32;

    /// The score of a child. `stat` is the child's own, except that GRAVE
    /// takes an ancestor's for the same move.
    fn score<M: Copy>(&self, explore: f32, child: &Node<M, Self::Stat>, stat: &Self::Stat) -> f32;

    /// The node's move was played later in a simulation with this value.
    fn observe_amaf(&self, _stat: &mut Self::Stat, _value: f32) {}

    /// Nodes with fewer visits than this take AMAF figures from an ancestor.
    fn reference_visits(&self) -> u32 {
        0
    }
}

/// First-play urgency: what an unvisited child is taken to be worth.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Fpu {
    /// More than any other: every child is tried once before any is twice.
    First,
    /// A fixed value.
    Value(f32),
    /// What its parent stood at when it got children, less this.
    Parent(f32),
}

impl Fpu {
    fn value(self, parent: f32) -> f32 {
        match self {
            Fpu::First => f32::INFINITY,
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
    /// Unvisited children.
    pub fpu: Fpu,
    /// Weight of the progressive bias; 0 for none.
    pub bias: f32,
}

/// `score = mean + explore · spread`, both parts kept ready.
#[derive(Clone, Copy, Debug, Default)]
pub struct Linear {
    mean: f32,
    spread: f32,
}

impl Linear {
    const DISMISSED: Linear = Linear { mean: f32::NEG_INFINITY, spread: 0.0 };

    #[inline]
    fn score(self, explore: f32) -> f32 {
        self.mean + explore * self.spread
    }
}

impl Select for Ucb1 {
    type Stat = Linear;

    fn wants_priors(&self) -> bool {
        self.bias != 0.0
    }

    /// An unvisited child is taken to have been visited once with its urgency
    /// as the value: without a term for exploration it would starve.
    #[inline]
    fn fresh(&self, prior: f32, value: f32) -> Linear {
        match self.fpu {
            Fpu::First => Linear { mean: f32::INFINITY, spread: 0.0 },
            fpu => Linear { mean: fpu.value(value) + self.bias * prior, spread: 1.0 },
        }
    }

    #[inline]
    fn refresh(&self, stat: &mut Linear, record: Record) {
        let bias = if self.bias == 0.0 { 0.0 } else { self.bias * record.prior / (record.visits + 1.0) };
        *stat = Linear { mean: record.mean + bias, spread: record.reciprocal.sqrt() };
    }

    fn dismiss(&self, stat: &mut Linear) {
        *stat = Linear::DISMISSED;
    }

    #[inline]
    fn explore(&self, visits: u32) -> f32 {
        self.c * sqrt_ln(visits)
    }

    #[inline]
    fn score<M: Copy>(&self, explore: f32, _child: &Node<M, Linear>, stat: &Linear) -> f32 {
        stat.score(explore)
    }
}

/// PUCT: `mean + c · prior · √N / (1 + n)`.
#[derive(Clone, Debug)]
pub struct Puct {
    /// Weight of exploration.
    pub c: f32,
    /// Unvisited children's value; their exploration term comes on top.
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

    fn dismiss(&self, stat: &mut Linear) {
        *stat = Linear::DISMISSED;
    }

    #[inline]
    fn explore(&self, visits: u32) -> f32 {
        self.c * (visits as f32).sqrt()
    }

    #[inline]
    fn score<M: Copy>(&self, explore: f32, _child: &Node<M, Linear>, stat: &Linear) -> f32 {
        stat.score(explore)
    }
}

/// UCB1-tuned: `mean + c · √(ln N / n · min(¼, variance + √(2 ln N / n)))`.
///
/// The published rule is for rewards in [0, 1]; values here span twice that,
/// so the variance and its greatest possible value count four times.
#[derive(Clone, Debug)]
pub struct Ucb1Tuned {
    /// Weight of exploration; 1 is the published rule.
    pub c: f32,
    /// Unvisited children.
    pub fpu: Fpu,
}

/// Mean of the values and of their squares.
#[derive(Clone, Copy, Debug, Default)]
pub struct Moments {
    mean: f32,
    squares: f32,
}

impl Select for Ucb1Tuned {
    type Stat = Moments;

    fn fresh(&self, _prior: f32, value: f32) -> Moments {
        Moments { mean: self.fpu.value(value), squares: 0.0 }
    }

    fn observe(&self, stat: &mut Moments, value: f32) {
        stat.squares += value * value;
    }

    fn refresh(&self, stat: &mut Moments, record: Record) {
        stat.mean = record.mean;
    }

    fn dismiss(&self, stat: &mut Moments) {
        stat.mean = f32::NEG_INFINITY;
    }

    fn explore(&self, visits: u32) -> f32 {
        let root = sqrt_ln(visits);
        root * root
    }

    fn score<M: Copy>(&self, explore: f32, child: &Node<M, Moments>, stat: &Moments) -> f32 {
        // An unvisited child is taken to have been visited once.
        let n = (child.visits as f32 + f32::from(child.pending)).max(1.0);
        let ratio = explore / n;
        let variance = (stat.squares / n - stat.mean * stat.mean).max(0.0);
        stat.mean + self.c * (ratio * (variance + 4.0 * (2.0 * ratio).sqrt()).min(1.0)).sqrt()
    }
}

/// RAVE, and with `reference > 0` GRAVE: the mean of the simulations that
/// *began* with the move is mixed with the mean of all in which the same side
/// played it *later*, and the latter fades as visits come in:
/// `β = ñ / (n + ñ + 4·bias²·n·ñ)`.
#[derive(Clone, Debug)]
pub struct Rave {
    /// Weight of exploration (UCB1's term on top).
    pub c: f32,
    /// How biased the later moves are taken to be.
    pub bias: f32,
    /// Nodes with fewer visits take the figures of their nearest ancestor
    /// with that many (GRAVE); 0 is RAVE.
    pub reference: u32,
    /// Children without any figures.
    pub fpu: Fpu,
    /// A prior of a game's counts as so many values that nobody has played,
    /// from −1 at 0 to 1 at 1; 0 asks for none.
    pub trust: f32,
}

/// Sum and number of all-moves-as-first values.
#[derive(Clone, Copy, Debug, Default)]
pub struct Amaf {
    pub(crate) sum: f32,
    pub(crate) count: f32,
}

impl Select for Rave {
    type Stat = Amaf;
    const AMAF: bool = true;

    fn wants_priors(&self) -> bool {
        self.trust > 0.0
    }

    /// First-play urgency is one AMAF value that nobody has played.
    fn fresh(&self, prior: f32, value: f32) -> Amaf {
        match self.fpu {
            _ if self.trust > 0.0 => Amaf { sum: self.trust * (2.0 * prior - 1.0), count: self.trust },
            Fpu::First => Amaf::default(),
            fpu => Amaf { sum: fpu.value(value), count: 1.0 },
        }
    }

    fn refresh(&self, _stat: &mut Amaf, _record: Record) {}

    fn dismiss(&self, _stat: &mut Amaf) {}

    fn explore(&self, visits: u32) -> f32 {
        self.c * sqrt_ln(visits)
    }

    #[inline]
    fn score<M: Copy>(&self, explore: f32, child: &Node<M, Amaf>, stat: &Amaf) -> f32 {
        if child.flags.contains(Flags::DISMISSED) {
            return f32::NEG_INFINITY;
        }
        let pending = f32::from(child.pending);
        let n = child.visits as f32 + pending;
        // (1 − β) · sum / n + β · ñ's sum / ñ, over one denominator: of what a
        // scan does for every child, divisions are the dearest.
        let weight = 1.0 + 4.0 * self.bias * self.bias * stat.count;
        let count = weight * n + stat.count;
        if count == 0.0 {
            return f32::INFINITY;
        }
        let sum = weight * (child.sum as f32 - pending) + stat.sum;
        sum / count + explore / n.max(1.0).sqrt()
    }

    #[inline]
    fn observe_amaf(&self, stat: &mut Amaf, value: f32) {
        // Past this, a 24-bit mantissa would no longer feel one more.
        const MOST: f32 = 1e6;
        if stat.count >= MOST {
            stat.count *= 0.5;
            stat.sum *= 0.5;
        }
        stat.count += 1.0;
        stat.sum += value;
    }

    fn reference_visits(&self) -> u32 {
        self.reference
    }
}
