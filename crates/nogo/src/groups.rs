//! Groups and liberties, by flood fills over sets of points.
//!
//! To update the legal moves it is enough to know whether a group has *another*
//! liberty. A flood fill stops as soon as that is decided. This is nearly always
//! its first step, because groups with few liberties are rare.

use crate::points::Points;

/// A group and its last liberty.
pub struct Group {
    /// Stones of the group that the flood fill reached: all of them if the group
    /// has fewer than two liberties.
    pub stones: Points,
    /// The only liberty of the group; empty if it has none, or two or more.
    pub last_liberty: Points,
}

impl Group {
    /// Finds the group of `stones` that contains `seed`.
    #[inline]
    pub fn around(seed: Points, stones: Points, empty: Points) -> Group {
        let mut group = seed;
        loop {
            let next = group.spread();
            let liberties = next & empty;
            if liberties.has_two() {
                return Group { stones: group, last_liberty: Points::EMPTY };
            }
            let grown = group | next & stones;
            if grown == group {
                return Group { stones: group, last_liberty: liberties };
            }
            group = grown;
        }
    }
}

/// Whether a stone on `point`, which has no empty neighbour, would have a liberty
/// through the groups of `stones` that it joins.
#[inline]
pub fn joins_liberties(point: Points, stones: Points, empty: Points) -> bool {
    let elsewhere = empty & !point;
    let mut group = point.spread() & stones;
    loop {
        let next = group.spread();
        if !(next & elsewhere).is_empty() {
            return true;
        }
        let grown = group | next & stones;
        if grown == group {
            return false;
        }
        group = grown;
    }
}

/// All stones of the group of `stones` that contains `seed`.
pub fn containing(seed: Points, stones: Points) -> Points {
    let mut group = seed;
    loop {
        let grown = group | group.spread() & stones;
        if grown == group {
            return group;
        }
        group = grown;
    }
}

/// All groups of `stones`.
pub fn all(stones: Points) -> impl Iterator<Item = Points> {
    let mut left = stones;
    std::iter::from_fn(move || {
        if left.is_empty() {
            return None;
        }
        let group = containing(left.first(), stones);
        left &= !group;
        Some(group)
    })
}
