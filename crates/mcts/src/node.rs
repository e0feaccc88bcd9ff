//! A node of the tree: 24 bytes, and eight more for the selection rule, which lie
//! apart (see [`crate::pool`]).
//!
//! ```text
//!  0        8       12        16     18   19      20      21      22      23
//!  | sum    | visits| children| prior| m  | plies | pending| count| made | flags |
//!    f64      u32     u32       u16    u8   u8      u8       u8     u8     u8
//! ```
//!
//! (A move of two bytes makes it 32 bytes.) All values are for the *chooser*, the
//! side whose move led to the node. So a parent compares its children without
//! negation, and a value changes its sign once per level on its way up.

use bitflags::bitflags;
use game::{Outcome, Proof};

bitflags! {
    /// Proven bounds of a node for its chooser, and its kind.
    ///
    /// The first four are the solver's bounds: no flag means that every result is
    /// possible; a draw is `NOT_LOST | NOT_WON`.
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
        /// All of its children are made.
        const COMPLETE = 16;
        /// Pruned: it cannot improve its parent, and selection skips it.
        const PRUNED = 32;
        /// Some of its children were not made in their order.
        const UNORDERED = 64;
        /// Only one result is possible (follows from the bounds).
        const PROVEN = 128;
    }
}

/// Proven bounds of a node's value for its chooser.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Bounds {
    /// Lower bound.
    pub lower: Outcome,
    /// Upper bound.
    pub upper: Outcome,
}

impl Bounds {
    /// Nothing is known.
    pub const OPEN: Bounds = Bounds { lower: Outcome::Loss, upper: Outcome::Win };

    /// Both bounds equal.
    pub fn exactly(outcome: Outcome) -> Self {
        Bounds { lower: outcome, upper: outcome }
    }

    /// The result, if only one is possible.
    pub fn outcome(self) -> Option<Outcome> {
        (self.lower == self.upper).then_some(self.lower)
    }

    /// The intersection. Proven bounds never contradict each other.
    pub fn and(self, other: Bounds) -> Bounds {
        let both = Bounds { lower: self.lower.max(other.lower), upper: self.upper.min(other.upper) };
        debug_assert!(both.lower <= both.upper, "{self:?} contradicts {other:?}");
        both
    }

    /// The bounds for the other side.
    pub fn flip(self) -> Bounds {
        Bounds { lower: -self.upper, upper: -self.lower }
    }

    /// The possible value nearest to `value`.
    #[inline]
    pub fn clamp(self, value: f32) -> f32 {
        value.clamp(self.lower.value(), self.upper.value())
    }

    /// The possible sum of `count` values nearest to `sum`.
    pub fn clamp_sum(self, sum: f64, count: u32) -> f64 {
        let limit = |outcome: Outcome| f64::from(outcome.value()) * f64::from(count);
        sum.clamp(limit(self.lower), limit(self.upper))
    }
}

impl Flags {
    /// The flags of the bounds.
    const BOUNDS: Flags =
        Flags::NOT_LOST.union(Flags::WON).union(Flags::NOT_WON).union(Flags::LOST).union(Flags::PROVEN);

    /// The bounds of these flags.
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

    /// Replaces the bounds and keeps the other flags.
    pub fn set_bounds(&mut self, bounds: Bounds) {
        self.remove(Flags::BOUNDS);
        self.set(Flags::NOT_LOST, bounds.lower >= Outcome::Draw);
        self.set(Flags::WON, bounds.lower == Outcome::Win);
        self.set(Flags::NOT_WON, bounds.upper <= Outcome::Draw);
        self.set(Flags::LOST, bounds.upper == Outcome::Loss);
        self.set(Flags::PROVEN, bounds.lower == bounds.upper);
    }

    /// Is only one result possible?
    #[inline]
    pub fn is_proven(self) -> bool {
        self.contains(Flags::PROVEN)
    }
}

/// Link of a node without children. (Index 0 is the root, which is no child.)
pub const NONE: u32 = 0;

/// A node: a move, its statistics, and the link to its children.
///
/// A node is expanded when its moves are counted. Its children are made one by one
/// when they are first visited, or all at once (see [`crate::tree`]).
#[derive(Clone, Copy, Debug)]
#[repr(C)]
pub struct Node<M> {
    /// Sum of the values of the simulations through this node.
    pub sum: f64,
    /// Number of simulations through this node.
    pub visits: u32,
    /// Index of the first of its children, or in graph search of the shared
    /// node behind this edge; [`NONE`] if there is none.
    pub children: u32,
    prior: u16,
    /// The move that led here.
    pub played: M,
    /// Plies to the end if the result is proven, otherwise the place of the best
    /// child.
    plies_or_best: u8,
    /// Simulations below this node that are not finished (parallel search).
    pub pending: u8,
    /// Number of its moves; 0 before it is expanded.
    pub count: u8,
    /// Number of children that are made.
    pub made: u8,
    /// Proven bounds and kind.
    pub flags: Flags,
}

impl<M: Copy> Node<M> {
    /// A node without visits.
    #[inline]
    pub fn new(played: M, prior: f32) -> Self {
        const { assert!(size_of::<Self>() <= 32, "a node is at most 32 bytes") };
        Node {
            sum: 0.0,
            visits: 0,
            children: NONE,
            prior: (prior.clamp(0.0, 1.0) * f32::from(u16::MAX)) as u16,
            played,
            plies_or_best: 0,
            pending: 0,
            count: 0,
            made: 0,
            flags: Flags::empty(),
        }
    }

    /// A node for space that is not in use.
    #[inline]
    pub(crate) fn blank(&self) -> Self {
        Node::new(self.played, 0.0)
    }

    /// Sets the order in which its children will be made. Only for nodes without
    /// prior: the order takes its place.
    #[inline]
    pub(crate) fn set_order(&mut self, order: u16) {
        self.prior = order;
    }

    /// The place in a list of `count` moves of the `i`-th child to be made.
    #[inline]
    pub(crate) fn place_in_order(&self, i: usize, count: usize) -> usize {
        let place = ((usize::from(self.prior) * count) >> 16) + i;
        if place < count { place } else { place - count }
    }

    /// Plies to the end if the result is proven; 0 otherwise.
    #[inline]
    pub fn plies(&self) -> u8 {
        if self.flags.is_proven() { self.plies_or_best } else { 0 }
    }

    /// Sets the plies to the end of a node whose result is proven.
    #[inline]
    pub(crate) fn set_plies(&mut self, plies: u8) {
        self.plies_or_best = plies;
    }

    /// Place of the child with the best score, of a node that is open and complete.
    #[inline]
    pub(crate) fn best(&self) -> u32 {
        debug_assert!(self.is_open_and_complete());
        self.plies_or_best.into()
    }

    /// Sets the place of the child with the best score.
    #[inline]
    pub(crate) fn set_best(&mut self, place: u32) {
        debug_assert!(self.is_open_and_complete());
        self.plies_or_best = place as u8;
    }

    /// Are all of its children made, and is its result not proven?
    #[inline]
    pub(crate) fn is_open_and_complete(&self) -> bool {
        self.flags.intersection(Flags::COMPLETE.union(Flags::PROVEN)) == Flags::COMPLETE
    }

    /// Is the game over here? (Only of nodes that were visited or looked at.)
    pub fn is_terminal(&self) -> bool {
        self.flags.is_proven() && self.plies_or_best == 0
    }

    /// Removes its children.
    pub(crate) fn remove_children(&mut self) {
        (self.children, self.count, self.made) = (NONE, 0, 0);
        self.flags.remove(Flags::COMPLETE.union(Flags::UNORDERED));
    }

    /// Has it been expanded?
    #[inline]
    pub fn is_expanded(&self) -> bool {
        self.count != 0
    }

    /// Are there children that have not been made?
    #[inline]
    pub fn has_unmade(&self) -> bool {
        self.made < self.count
    }

    /// The prior (or win chance) that it was given, in [0, 1].
    #[inline]
    pub fn prior(&self) -> f32 {
        f32::from(self.prior) * (1.0 / f32::from(u16::MAX))
    }

    /// The estimate of the chooser's chance to win, from 0 to [`u16::MAX`]: exact if the
    /// result is proven.
    #[inline]
    pub(crate) fn estimate(&self) -> u16 {
        match self.flags.is_proven() {
            true if self.flags.contains(Flags::WON) => u16::MAX,
            true if self.flags.contains(Flags::LOST) => 0,
            true => u16::MAX / 2,
            false => self.prior,
        }
    }

    /// Replaces the estimate, which takes the place of the prior. Returns true if it
    /// changes.
    #[inline]
    pub(crate) fn set_estimate(&mut self, estimate: u16) -> bool {
        std::mem::replace(&mut self.prior, estimate) != estimate
    }

    /// Mean value of its simulations; 0 before the first.
    #[inline]
    pub fn mean(&self) -> f32 {
        (self.sum / f64::from(self.visits.max(1))) as f32
    }

    /// Proven bounds of its value.
    #[inline]
    pub fn bounds(&self) -> Bounds {
        self.flags.bounds()
    }

    /// Adds to the sum and clamps it to the proven bounds: once a node is proven,
    /// all its simulations count its true value. Returns the change of the sum.
    #[inline]
    pub fn change_sum(&mut self, change: f64) -> f64 {
        let before = self.sum;
        self.sum += change;
        if !self.flags.intersects(Flags::BOUNDS) {
            return change;
        }
        self.sum = self.bounds().clamp_sum(self.sum, self.visits);
        self.sum - before
    }

    /// The mean, clamped to the proven bounds.
    pub fn value(&self) -> f32 {
        self.bounds().clamp(self.mean())
    }

    /// Proven result for the chooser, if there is one.
    pub fn proof(&self) -> Option<Proof> {
        let outcome = self.bounds().outcome()?;
        Some(Proof { outcome, plies: self.plies_or_best.into() })
    }

    /// Indices of its children that are made.
    #[inline]
    pub fn range(&self) -> std::ops::Range<usize> {
        let first = self.children as usize;
        first..first + self.made as usize
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const OUTCOMES: [Outcome; 3] = [Outcome::Loss, Outcome::Draw, Outcome::Win];

    #[test]
    fn flags_and_bounds_convert_both_ways() {
        for lower in OUTCOMES {
            for upper in OUTCOMES.into_iter().filter(|upper| *upper >= lower) {
                let bounds = Bounds { lower, upper };
                let mut flags = Flags::COMPLETE;
                flags.set_bounds(bounds);
                assert_eq!(flags.bounds(), bounds);
                assert_eq!(flags.is_proven(), lower == upper);
                assert!(flags.contains(Flags::COMPLETE), "other flags stay");
                assert_eq!(bounds.flip().flip(), bounds);
            }
        }
    }

    #[test]
    fn a_node_is_24_bytes_or_32_with_long_moves() {
        assert_eq!(size_of::<Node<u8>>(), 24);
        assert_eq!(size_of::<Node<u16>>(), 32);
    }

    #[test]
    fn the_order_of_children_is_a_rotation_of_the_moves() {
        for order in [0, 1, 20_000, u16::MAX] {
            let mut node = Node::new(0u8, 0.0);
            node.set_order(order);
            for count in 1..=255 {
                let mut places: Vec<usize> = (0..count).map(|i| node.place_in_order(i, count)).collect();
                places.sort();
                assert!(places.into_iter().eq(0..count), "{order}, {count}");
            }
        }
    }
}
