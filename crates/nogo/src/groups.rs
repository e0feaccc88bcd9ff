//! Groups and liberties, by floods over sets of points.
//!
//! All that a move has to ask of a group is whether it has *another* liberty.
//! A flood stops as soon as it knows, and that is nearly always at its first
//! step: groups that are short of liberties are rare.

use crate::points::Points;

/// A group whose liberties have been counted as far as it mattered.
pub struct Group {
    /// Its stones, or those that the flood had reached when it stopped.
    pub stones: Points,
    /// Its liberty, if it has only one.
    pub last_liberty: Points,
}

impl Group {
    /// The group of `stones` around `seed`, which is one of them.
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

/// Would a stone on `point`, which has no empty point beside it, have a liberty
/// from the groups of `stones` that it joins?
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

/// The whole group of `stones` around `seed`.
pub fn whole(seed: Points, stones: Points) -> Points {
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
        let group = whole(left.first(), stones);
        left &= !group;
        Some(group)
    })
}
