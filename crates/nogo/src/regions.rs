//! Splits a position into independent regions and removes the decided ones, for
//! the exact solver.
//!
//! The side that cannot move loses, so a position whose board has independent
//! parts is a sum of games in the sense of combinatorial game theory. The parts
//! follow from three facts, each of which stays true until the end of the game:
//!
//! - A point that is illegal for both sides is **dead**: it stays empty.
//! - A group beside a dead point always has that liberty. It is **immortal**: it
//!   makes no move illegal, and its own side may always play on its liberties. All
//!   other groups are **mortal**.
//! - Two legal points depend on each other if they are neighbours or liberties of
//!   the same mortal group. The connected components of this relation are the
//!   **regions**.
//!
//! A region that only one side may play is a number of **free moves** of that
//! side. A region of a single shared point (a *star*) is worth the same to both
//! sides, and two of them cancel. The regions that are left are **hot**.
//! [`ReducedPosition`] describes them: equal descriptions are equal games, even if
//! the stones differ.

use game::Game;

use crate::board::State;
use crate::groups;
use crate::points::Points;

/// Maximum number of points of a one-sided region whose free moves are counted.
/// The count tries all orders of moves; larger regions stay hot.
const MAX_COUNTED_POINTS: u32 = 5;

/// A position without its decided regions.
#[derive(Clone, Copy, Debug)]
pub struct ReducedPosition {
    /// The position, with only the points of hot regions and the star legal.
    pub hot: State,
    /// Number of free moves of the side to move, minus those of the opponent.
    pub tempo: i32,
    /// Lower bound on the moves in the hot regions that the opponent cannot take
    /// from the side to move.
    pub own_safe: i32,
    /// The same for the opponent.
    pub other_safe: i32,
    /// Hash of the hot regions, the star and the free moves.
    pub key: u64,
}

/// Upper bound on the number of groups of both sides on a board.
const MAX_GROUPS: usize = 81;

/// Groups that may still lose all but one of their liberties.
struct MortalGroups {
    /// Liberties of each group, those of the side to move first.
    liberties: [Points; MAX_GROUPS],
    /// Number of groups of the side to move.
    own: usize,
    /// Number of groups of both sides.
    all: usize,
}

/// Immortal groups of one side.
#[derive(Clone, Copy)]
struct ImmortalGroups {
    stones: Points,
    /// Points where a stone of this side always has a liberty.
    support: Points,
}

impl ReducedPosition {
    /// Reduces `state`, where the side to move has `tempo` more free moves than
    /// the opponent in regions that were removed before.
    pub fn new(state: &State, mut tempo: i32) -> ReducedPosition {
        let dead = state.empty() & !(state.own_legal() | state.other_legal());
        let mut mortals = MortalGroups { liberties: [Points::EMPTY; MAX_GROUPS], own: 0, all: 0 };
        let own = mortals.add(state.own(), state.empty(), dead);
        mortals.own = mortals.all;
        let other = mortals.add(state.other(), state.empty(), dead);

        let (mut hot, mut star) = (Points::EMPTY, Points::EMPTY);
        let mut left = state.own_legal() | state.other_legal();
        while !left.is_empty() {
            let region = mortals.region_of(left.first(), left);
            left &= !region;
            let (mine, theirs) = (region & state.own_legal(), region & state.other_legal());
            if theirs.is_empty() && mine.count() <= MAX_COUNTED_POINTS {
                tempo += max_moves(state, mine);
            } else if mine.is_empty() && theirs.count() <= MAX_COUNTED_POINTS {
                tempo -= max_moves(&state.passed(), theirs);
            } else if region.has_two() {
                hot |= region;
            } else {
                // A star: two stars cancel.
                star = if star.is_empty() { region } else { Points::EMPTY };
            }
        }
        let hash = Points::hash([
            state.own_legal() & hot,
            state.other_legal() & hot,
            own.support & hot,
            other.support & hot,
        ]);
        let [mine, theirs] = mortals.hashes(hot);
        let rest = (2 * tempo + i32::from(!star.is_empty())) as u64;
        let key =
            hash ^ mine.rotate_left(1) ^ theirs.rotate_left(2) ^ rest.wrapping_mul(0x9e37_79b9_7f4a_7c15);
        let hot = state.restricted_to(hot | star);
        ReducedPosition {
            own_safe: safe_moves(&hot, other.stones),
            other_safe: safe_moves(&hot.passed(), own.stones),
            hot,
            tempo,
            key,
        }
    }

    /// Whether the side to move wins, if counting moves is enough to decide it.
    pub fn decided_by_count(&self) -> Option<bool> {
        let own_max = self.hot.own_legal().count() as i32;
        let other_max = self.hot.other_legal().count() as i32;
        if self.tempo + self.own_safe > other_max {
            // The first move, and then one for each move of the opponent.
            return Some(true);
        }
        if self.other_safe - self.tempo >= own_max {
            return Some(false);
        }
        None
    }
}

impl MortalGroups {
    /// Adds the mortal groups of `stones` and returns the immortal ones.
    fn add(&mut self, stones: Points, empty: Points, dead: Points) -> ImmortalGroups {
        let mut immortals = ImmortalGroups { stones: Points::EMPTY, support: dead.spread() };
        for group in groups::all(stones) {
            let liberties = group.spread() & empty;
            if (liberties & dead).is_empty() {
                self.liberties[self.all] = liberties;
                self.all += 1;
            } else {
                immortals.stones |= group;
                immortals.support |= liberties;
            }
        }
        immortals
    }

    /// The region that contains `seed`, out of the `playable` points.
    fn region_of(&self, seed: Points, playable: Points) -> Points {
        let mut region = seed;
        loop {
            let mut grown = region | region.spread() & playable;
            for &liberties in &self.liberties[..self.all] {
                if !(liberties & grown).is_empty() {
                    grown |= liberties;
                }
            }
            if grown == region {
                return region;
            }
            region = grown;
        }
    }

    /// Hash of each side's mortal groups in these regions. Groups of a side with
    /// the same liberties count once: they always have the same liberties.
    fn hashes(&self, regions: Points) -> [u64; 2] {
        let (own, other) = self.liberties[..self.all].split_at(self.own);
        [own, other].map(|groups| {
            let here = groups.iter().enumerate().filter(|(i, liberties)| {
                regions.contains_all(**liberties) && !groups[..*i].contains(liberties)
            });
            here.fold(0, |sum: u64, (_, &liberties)| sum.wrapping_add(Points::hash([liberties])))
        })
    }
}

/// Maximum number of moves that the side to move can make on `points` if the
/// opponent never plays there.
fn max_moves(state: &State, points: Points) -> i32 {
    let playable = state.own_legal() & points;
    let bound = playable.count() as i32;
    let mut max = bound.min(1);
    if bound > 1 {
        for m in playable.members() {
            let mut next = *state;
            next.play_unchecked(m);
            max = max.max(1 + max_moves(&next.passed(), points));
            if max == bound {
                break;
            }
        }
    }
    max
}

/// Lower bound on the moves that the opponent cannot take from the side to move.
/// It fills points that the opponent may not play and that are adjacent neither to
/// a legal move of the opponent nor to one of its mortal groups, as long as the
/// group of the new stone keeps another liberty that the opponent may not play.
///
/// `immortal` are the opponent's stones in immortal groups: a stone beside them
/// captures nothing.
fn safe_moves(state: &State, immortal: Points) -> i32 {
    let mut private = state.empty() & !state.other_legal();
    let danger = (state.other_legal() | state.other() & !immortal).spread();
    let mut stones = state.own();
    let mut moves = 0;
    for point in (state.own_legal() & private & !danger).members() {
        let stone = point.set();
        let group = groups::containing(stone, stones | stone);
        if !(group.spread() & private & !stone).is_empty() {
            stones |= stone;
            private &= !stone;
            moves += 1;
        }
    }
    moves
}
