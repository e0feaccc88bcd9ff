//! A node of the tree: 32 bytes, half a cache line.
//!
//! ```text
//!  0        8        16      20        24     26  28       29       30     31
//!  | stat   | sum    | visits| children| prior| m | plies  | pending| count| flags |
//!    8 B      f64      u32     u32       u16   ≤2   u8       u8       u8     u8
//! ```
//!
//! All of it is written from the view of the *chooser*: the side whose move
//! led here. A parent compares its children as they are, and a value changes
//! its sign once per level on its way up.

use bitflags::bitflags;
use game::{Outcome, Proof};

bitflags! {
    /// What is known for certain of a node, for its chooser, and what it is.
    ///
    /// The first four are the solver's bounds: no flag means anything is
    /// possible, all that can be said of a draw is `NOT_LOST | NOT_WON`.
    #[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
    pub struct Flags: u8 {
        /// At least a draw.
        const NOT_LOST = 1;
        /// A win (implies `NOT_LOST`).
        const WON = 2;
        /// At most a draw.
        const NOT_WON = 4;
        /// A loss (implies `NOT_WON`).
        const LOST = 8;
        /// The game is over here.
        const TERMINAL = 16;
        /// Cannot improve its parent any more: it has left selection.
        const DISMISSED = 32;
    }
}

/// Between what limits a node's value for its chooser must be.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Bounds {
    /// The chooser gets this at least.
    pub lower: Outcome,
    /// The chooser gets no more than this.
    pub upper: Outcome,
}

impl Bounds {
    /// Nothing is known.
    pub const OPEN: Bounds = Bounds { lower: Outcome::Loss, upper: Outcome::Win };

    /// Exactly this.
    pub fn exactly(outcome: Outcome) -> Self {
        Bounds { lower: outcome, upper: outcome }
    }

    /// The result, if only one is left.
    pub fn outcome(self) -> Option<Outcome> {
        (self.lower == self.upper).then_some(self.lower)
    }

    /// What both say. Facts never contradict each other.
    pub fn and(self, other: Bounds) -> Bounds {
        let both = Bounds { lower: self.lower.max(other.lower), upper: self.upper.min(other.upper) };
        debug_assert!(both.lower <= both.upper, "{self:?} contradicts {other:?}");
        both
    }

    /// The same for the other side.
    pub fn flip(self) -> Bounds {
        Bounds { lower: -self.upper, upper: -self.lower }
    }

    /// The value nearest to `value` that is possible.
    #[inline]
    pub fn clamp(self, value: f32) -> f32 {
        value.clamp(self.lower.value(), self.upper.value())
    }

    /// The sum of so many values nearest to `sum` that is possible.
    pub fn clamp_sum(self, sum: f64, count: u32) -> f64 {
        let limit = |outcome: Outcome| f64::from(outcome.value()) * f64::from(count);
        sum.clamp(limit(self.lower), limit(self.upper))
    }
}

impl Flags {
    /// The flags that say what a bound says.
    const BOUNDS: Flags = Flags::NOT_LOST.union(Flags::WON).union(Flags::NOT_WON).union(Flags::LOST);

    /// The bounds that these flags stand for.
    pub fn bounds(self) -> Bounds {
        let lower = match (self.contains(Flags::WON), self.contains(Flags::NOT_LOST)) {
            (true, _) => Outcome::Win,
            (_, true) => Outcome::Draw,
            _ => Outcome::Loss,
        };
        let upper = match (self.contains(Flags::LOST), self.contains(Flags::NOT_WON)) {
            (true, _) => Outcome::Loss,
            (_, true) => Outcome::Draw,
            _ => Outcome::Win,
        };
        Bounds { lower, upper }
    }

    /// Replaces the bounds, keeps the rest.
    pub fn set_bounds(&mut self, bounds: Bounds) {
        self.remove(Flags::BOUNDS);
        self.set(Flags::NOT_LOST, bounds.lower >= Outcome::Draw);
        self.set(Flags::WON, bounds.lower == Outcome::Win);
        self.set(Flags::NOT_WON, bounds.upper <= Outcome::Draw);
        self.set(Flags::LOST, bounds.upper == Outcome::Loss);
    }

    /// Is only one result left?
    #[inline]
    pub fn is_proven(self) -> bool {
        self.intersects(Flags::WON.union(Flags::LOST)) || self.contains(Flags::NOT_LOST.union(Flags::NOT_WON))
    }
}

/// The link of a node without children. (The root is at 0 and nobody's child.)
pub const NONE: u32 = 0;

/// A node: a move, what came of it, and where its replies are.
#[derive(Clone, Copy, Debug)]
#[repr(C, align(32))]
pub struct Node<M, T> {
    /// What the selection rule keeps of its own.
    pub stat: T,
    /// Sum of the values of the simulations that count here.
    pub sum: f64,
    /// How many they are.
    pub visits: u32,
    /// The first of `count` children, or in graph search the shared node
    /// behind this edge; [`NONE`] if there is none yet.
    pub children: u32,
    prior: u16,
    /// The move that led here.
    pub played: M,
    /// Plies to the end, once the result is proven.
    pub plies: u8,
    /// Simulations that went by and are not back yet (parallel search).
    pub pending: u8,
    /// Number of children.
    pub count: u8,
    /// What is known for certain.
    pub flags: Flags,
}

impl<M: Copy, T: Copy> Node<M, T> {
    /// A node nobody has visited.
    pub fn new(played: M, prior: f32, stat: T) -> Self {
        const { assert!(size_of::<Self>() <= 32, "a node is at most 32 bytes") };
        Node {
            stat,
            sum: 0.0,
            visits: 0,
            children: NONE,
            prior: (prior.clamp(0.0, 1.0) * f32::from(u16::MAX)) as u16,
            played,
            plies: 0,
            pending: 0,
            count: 0,
            flags: Flags::empty(),
        }
    }

    /// The prior that it was given, in [0, 1].
    #[inline]
    pub fn prior(&self) -> f32 {
        f32::from(self.prior) * (1.0 / f32::from(u16::MAX))
    }

    /// Mean value of its simulations; 0 before the first.
    #[inline]
    pub fn mean(&self) -> f32 {
        (self.sum / f64::from(self.visits.max(1))) as f32
    }

    /// What is known of its value.
    #[inline]
    pub fn bounds(&self) -> Bounds {
        self.flags.bounds()
    }

    /// Adds to the sum, and keeps it to what is possible: once a node is
    /// certain, all its simulations count what it is really worth. Gives by
    /// how much the sum has changed.
    #[inline]
    pub fn change_sum(&mut self, change: f64) -> f64 {
        let before = self.sum;
        self.sum += change;
        if !self.flags.is_empty() {
            self.sum = self.bounds().clamp_sum(self.sum, self.visits);
        }
        self.sum - before
    }

    /// What it is worth: the mean, or what is certain if nobody was here yet.
    pub fn value(&self) -> f32 {
        self.bounds().clamp(self.mean())
    }

    /// Its result for the chooser, if proven.
    pub fn proof(&self) -> Option<Proof> {
        let outcome = self.bounds().outcome()?;
        Some(Proof { outcome, plies: self.plies.into() })
    }

    /// The indices of its children.
    #[inline]
    pub fn range(&self) -> std::ops::Range<usize> {
        let first = self.children as usize;
        first..first + self.count as usize
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const OUTCOMES: [Outcome; 3] = [Outcome::Loss, Outcome::Draw, Outcome::Win];

    #[test]
    fn flags_and_bounds_say_the_same() {
        for lower in OUTCOMES {
            for upper in OUTCOMES.into_iter().filter(|upper| *upper >= lower) {
                let bounds = Bounds { lower, upper };
                let mut flags = Flags::TERMINAL;
                flags.set_bounds(bounds);
                assert_eq!(flags.bounds(), bounds);
                assert_eq!(flags.is_proven(), lower == upper);
                assert!(flags.contains(Flags::TERMINAL), "other flags stay");
                assert_eq!(bounds.flip().flip(), bounds);
            }
        }
    }

    #[test]
    fn a_node_is_32_bytes() {
        assert_eq!(size_of::<Node<u8, [f32; 2]>>(), 32);
        assert_eq!(size_of::<Node<u16, [f32; 2]>>(), 32);
    }
}
