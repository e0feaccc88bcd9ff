//! What a position is worth to an exact search: the parts of the board that
//! no longer touch each other.
//!
//! Who cannot move has lost: NoGo is a sum of games in the sense of
//! combinatorial game theory, wherever the board falls apart. It does so by
//! three things that never change again:
//!
//! - A point that neither side may play is **dead** and stays empty for ever.
//! - A group beside a dead point always has that liberty. It is **immortal**,
//!   forbids nothing to anybody, and lets its own side play beside it.
//! - Two points that can be played hang together if they are neighbours or
//!   liberties of the same mortal group; what does not hang together are
//!   **regions** of their own.
//!
//! A region that only one side may play is a number of free moves, a single
//! point that both may play is worth the same to both and cancels with another
//! one. What is left is *hot*, and [`Survey`] is its description: equal ones
//! are the same game, however different the stones.

use game::Game;

use crate::board::State;
use crate::groups;
use crate::points::Points;

/// Regions of one side with more points than this stay as they are: counting
/// their moves tries all orders.
const MOST_COUNTED: u32 = 5;

/// A position without what is settled in it.
#[derive(Clone, Copy, Debug)]
pub struct Survey {
    /// The position; only hot points are legal in it.
    pub hot: State,
    /// Free moves of the side to move, less those of the opponent.
    pub tempo: i32,
    /// Moves in the hot regions that nothing can take from the side to move.
    pub own_safe: i32,
    /// The same for the opponent.
    pub other_safe: i32,
    /// The name of all this.
    pub key: u64,
}

/// More groups of both sides than a board can hold.
const MOST_GROUPS: usize = 81;

/// The groups that can still run out of liberties.
struct Mortals {
    /// Their liberties, those of the side to move first.
    liberties: [Points; MOST_GROUPS],
    own: usize,
    all: usize,
}

/// The groups that cannot.
#[derive(Clone, Copy)]
struct Immortals {
    stones: Points,
    /// Where a stone of their side always has a liberty.
    support: Points,
}

impl Survey {
    /// Looks at a position in which the side to move has `tempo` free moves
    /// more than the opponent besides.
    pub fn new(state: &State, mut tempo: i32) -> Survey {
        let dead = state.empty() & !(state.own_legal() | state.other_legal());
        let mut mortals = Mortals { liberties: [Points::EMPTY; MOST_GROUPS], own: 0, all: 0 };
        let own = mortals.add(state.own(), state.empty(), dead);
        mortals.own = mortals.all;
        let other = mortals.add(state.other(), state.empty(), dead);

        let (mut hot, mut star) = (Points::EMPTY, Points::EMPTY);
        let mut left = state.own_legal() | state.other_legal();
        while !left.is_empty() {
            let region = mortals.region_of(left.first(), left);
            left &= !region;
            let (mine, theirs) = (region & state.own_legal(), region & state.other_legal());
            if theirs.is_empty() && mine.count() <= MOST_COUNTED {
                tempo += most_moves(state, mine);
            } else if mine.is_empty() && theirs.count() <= MOST_COUNTED {
                tempo -= most_moves(&state.passed(), theirs);
            } else if region.has_two() {
                hot |= region;
            } else {
                // A point for both: two of a kind are nothing.
                star = if star.is_empty() { region } else { Points::EMPTY };
            }
        }
        let name = Points::name([
            state.own_legal() & hot,
            state.other_legal() & hot,
            own.support & hot,
            other.support & hot,
        ]);
        let [mine, theirs] = mortals.names(hot);
        let rest = (2 * tempo + i32::from(!star.is_empty())) as u64;
        let key =
            name ^ mine.rotate_left(1) ^ theirs.rotate_left(2) ^ rest.wrapping_mul(0x9e37_79b9_7f4a_7c15);
        let hot = state.limited_to(hot | star);
        Survey {
            own_safe: safe_moves(&hot, other.stones),
            other_safe: safe_moves(&hot.passed(), own.stones),
            hot,
            tempo,
            key,
        }
    }

    /// Does the side to move win, as far as counting tells?
    pub fn verdict(&self) -> Option<bool> {
        let own_most = self.hot.own_legal().count() as i32;
        let other_most = self.hot.other_legal().count() as i32;
        if self.tempo + self.own_safe > other_most {
            // A free or safe move for each of the opponent's, and the first.
            return Some(true);
        }
        if self.other_safe - self.tempo >= own_most {
            return Some(false);
        }
        None
    }
}

impl Mortals {
    /// Adds the mortal ones of these stones' groups, and gives the others.
    fn add(&mut self, stones: Points, empty: Points, dead: Points) -> Immortals {
        let mut immortals = Immortals { stones: Points::EMPTY, support: dead.spread() };
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

    /// All playable points that hang together with `seed`.
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

    /// A name for each side's groups in these regions. Groups with the same
    /// liberties live and die together: they are one.
    fn names(&self, regions: Points) -> [u64; 2] {
        let (own, other) = self.liberties[..self.all].split_at(self.own);
        [own, other].map(|groups| {
            let here = groups.iter().enumerate().filter(|(i, liberties)| {
                regions.contains_all(**liberties) && !groups[..*i].contains(liberties)
            });
            here.fold(0, |sum: u64, (_, &liberties)| sum.wrapping_add(Points::name([liberties])))
        })
    }
}

/// The most moves that the side to move can make on these points, if nobody
/// else plays there.
fn most_moves(state: &State, points: Points) -> i32 {
    let playable = state.own_legal() & points;
    let bound = playable.count() as i32;
    let mut most = bound.min(1);
    if bound > 1 {
        for m in playable.members() {
            let mut next = *state;
            next.play_unchecked(m);
            most = most.max(1 + most_moves(&next.passed(), points));
            if most == bound {
                break;
            }
        }
    }
    most
}

/// Moves that nothing can take from the side to move: points that the opponent
/// may not play and never get beside, filled one by one while the group that
/// they make keeps a liberty which the opponent may not play either.
///
/// `immortal` are the opponent's stones that need no liberty: to play beside
/// them captures nothing.
fn safe_moves(state: &State, immortal: Points) -> i32 {
    let mut private = state.empty() & !state.other_legal();
    let danger = (state.other_legal() | state.other() & !immortal).spread();
    let mut stones = state.own();
    let mut moves = 0;
    for point in (state.own_legal() & private & !danger).members() {
        let stone = point.set();
        let group = groups::whole(stone, stones | stone);
        if !(group.spread() & private & !stone).is_empty() {
            stones |= stone;
            private &= !stone;
            moves += 1;
        }
    }
    moves
}
