//! A board for playouts: it keeps the liberties of every group, so that a move needs no
//! flood fill, and what a move changes is known before it is played.
//!
//! A group knows its liberties only as three sums over all pairs of one of its stones and
//! an empty point beside it: the number of pairs, the numbers of the empty points, and
//! their squares. They are packed into one word, so that groups join by one addition and
//! a liberty is taken by one subtraction per stone beside it. All the pairs have the same
//! empty point, that is, the group has one liberty, exactly if number × squares = sum²,
//! and the liberty is then sum / number.

use std::hint::select_unpredictable;

use game::{Game, Move};

use crate::board::State;
use crate::groups;
use crate::points::{Point, Points};

/// A position with the liberties of every group. It plays the same game as [`State`], and
/// pays for a line of moves that is not taken back.
#[derive(Clone, Debug)]
pub struct LibertyBoard {
    /// The stones and the legal moves of both sides.
    state: State,
    /// Colour of the stones of the side to move: 1 or 2.
    side: u8,
    /// Colour of each point: 1 or 2 for a stone, [`EMPTY`], or [`OFF`].
    colour: [u8; SLOTS],
    /// The root of each stone's group, which is one of its stones.
    root: [u8; SLOTS],
    /// Another stone of the same group, in a ring.
    next: [u8; SLOTS],
    /// Liberties of a group, by its root.
    liberties: [Liberties; SLOTS],
}

/// Number of array slots: an index masked to seven bits is always in bounds.
const SLOTS: usize = 128;

/// Slot of no point; the fourth neighbour of a point at the edge.
const NO_SLOT: usize = SLOTS - 1;

/// Colour of an empty point.
const EMPTY: u8 = 0;

/// Colour of what is not on the board.
const OFF: u8 = 3;

/// Liberties of a group as sums over its pairs of a stone and an empty point beside it:
/// number (16 bits), numbers of the points (16 bits), their squares (32 bits).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
struct Liberties(u64);

impl Liberties {
    /// One pair with the point in this slot.
    const fn of(slot: usize) -> Liberties {
        let number = slot as u64 + 1;
        Liberties(1 | number << 16 | (number * number) << 32)
    }

    #[inline]
    fn plus(self, other: Liberties) -> Liberties {
        Liberties(self.0.wrapping_add(other.0))
    }

    #[inline]
    fn minus(self, other: Liberties) -> Liberties {
        Liberties(self.0.wrapping_sub(other.0))
    }

    /// These liberties, or none if `keep` is false; without a branch.
    #[inline]
    fn kept_if(self, keep: bool) -> Liberties {
        Liberties(select_unpredictable(keep, self.0, 0))
    }

    /// Is there just one liberty? (Or none, which no group on a board has.)
    #[inline]
    fn is_one(self) -> bool {
        let (number, sum, squares) = (self.0 & 0xffff, self.0 >> 16 & 0xffff, self.0 >> 32);
        number * squares == sum * sum
    }

    /// The only liberty.
    fn only(self) -> Points {
        let number = (self.0 >> 16 & 0xffff) / (self.0 & 0xffff).max(1);
        Point::from_index(number.wrapping_sub(1) as usize).map_or(Points::EMPTY, Point::set)
    }
}

/// [`Liberties::of`] each slot.
static PAIRS: [Liberties; SLOTS] = {
    let mut pairs = [Liberties(0); SLOTS];
    let mut slot = 0;
    while slot < SLOTS {
        pairs[slot] = Liberties::of(slot);
        slot += 1;
    }
    pairs
};

/// A move, and what it changes beside its own point.
#[derive(Clone, Copy, Debug)]
pub struct Effect {
    /// The point of the move.
    pub point: Point,
    /// Legal moves that the side that moves loses.
    pub own_lost: Points,
    /// Legal moves that its opponent loses.
    pub other_lost: Points,
}

impl Effect {
    /// How many legal moves the side that moves gains on its opponent.
    #[inline]
    pub fn lead(&self) -> i32 {
        self.other_lost.count_few() - self.own_lost.count_few()
    }
}

/// What is empty around the empty points.
#[derive(Clone, Copy, Debug)]
pub struct Surroundings {
    /// Empty points without an empty neighbour.
    none: Points,
    /// Empty points with one empty neighbour.
    one: Points,
    /// Points where a stone would have fewer than two liberties of its own, or take the
    /// last empty neighbour of an empty point.
    tight: Points,
}

/// The points beside a point.
#[derive(Clone, Copy)]
struct Beside {
    slot: [usize; 4],
    colour: [u8; 4],
    root: [usize; 4],
}

impl Beside {
    /// Number of stones of the group with this root.
    #[inline]
    fn stones_of(&self, root: usize) -> u64 {
        self.root.iter().map(|&other| u64::from(other == root)).sum()
    }

    /// Are two neighbours stones of one group? (May also be true at the edge.)
    #[inline]
    fn has_twins(&self) -> bool {
        let [a, b, c, d] = self.root;
        (a == b) | (a == c) | (a == d) | (b == c) | (b == d) | (c == d)
    }
}

impl Default for LibertyBoard {
    fn default() -> Self {
        LibertyBoard {
            state: State::start(),
            side: 1,
            colour: [OFF; SLOTS],
            root: [0; SLOTS],
            next: [0; SLOTS],
            liberties: [Liberties(0); SLOTS],
        }
    }
}

impl LibertyBoard {
    /// Replaces the position.
    pub fn set(&mut self, state: &State) {
        self.state = *state;
        self.side = 1;
        self.colour = [OFF; SLOTS];
        for slot in 0..SLOTS {
            self.root[slot] = slot as u8;
        }
        state.empty().members().for_each(|point| self.colour[slot(point)] = EMPTY);
        for (stones, colour) in [(state.own(), 1), (state.other(), 2)] {
            for group in groups::all(stones) {
                let root = group.members().next().map_or(NO_SLOT, slot);
                let mut last = root;
                let mut liberties = Liberties(0);
                for stone in group.members() {
                    let here = slot(stone);
                    (self.colour[here], self.root[here]) = (colour, root as u8);
                    self.next[last] = here as u8;
                    last = here;
                    liberties = liberties.plus(self.empty_beside(&self.beside(stone)));
                }
                self.next[last] = root as u8;
                self.liberties[root] = liberties;
            }
        }
    }

    /// The position.
    #[inline]
    pub fn state(&self) -> &State {
        &self.state
    }

    #[inline]
    fn beside(&self, point: Point) -> Beside {
        let slot = point.neighbour_slots();
        Beside {
            slot,
            colour: slot.map(|slot| self.colour[slot]),
            root: slot.map(|slot| self.root[slot] as usize & (SLOTS - 1)),
        }
    }

    /// The pairs of a stone with the empty points beside it.
    #[inline]
    fn empty_beside(&self, beside: &Beside) -> Liberties {
        (0..4).fold(Liberties(0), |sum, i| sum.plus(PAIRS[beside.slot[i]].kept_if(beside.colour[i] == EMPTY)))
    }

    /// What is empty around each point.
    #[inline]
    pub fn surroundings(&self) -> Surroundings {
        let empty = self.state.empty();
        let [some, several] = empty.neighbour_counts();
        let one = empty & some & !several;
        Surroundings { none: empty & !some, one, tight: empty & (!several | one.spread()) }
    }

    /// What the move of the side to move on `point`, which must be legal, changes.
    #[inline]
    pub fn effect(&self, point: Point, around: &Surroundings) -> Effect {
        let beside = self.beside(point);
        // Each group beside the point after the move.
        let pair = PAIRS[slot(point)];
        let mut left = beside.root.map(|root| self.liberties[root].minus(pair));
        if beside.has_twins() {
            left = beside.root.map(|root| self.left(root, point, &beside));
        }
        let is_last = |i: usize| (beside.colour[i] == 3 - self.side) & left[i].is_one();
        let last = [is_last(0), is_last(1), is_last(2), is_last(3)];
        if !(around.tight.contains(point) | last[0] | last[1] | last[2] | last[3]) {
            return Effect { point, own_lost: Points::EMPTY, other_lost: Points::EMPTY };
        }
        // Groups with one liberty after the move: their opponent may not play there.
        let mut enemy_last = Points::EMPTY;
        for i in 0..4 {
            if last[i] {
                enemy_last |= left[i].only();
            }
        }
        let new = self.joined(&beside, &left);
        let own_last = if new.is_one() { new.only() } else { Points::EMPTY };
        let state = &self.state;
        let mut effect = Effect {
            point,
            own_lost: enemy_last & state.own_legal(),
            other_lost: own_last & state.other_legal(),
        };
        let surrounded = point.neighbours() & around.one | (own_last | enemy_last) & around.none;
        let surrounded = surrounded & (state.own_legal() | state.other_legal());
        for suspect in surrounded.members() {
            self.find_suicide(suspect, &beside, new, &mut effect);
        }
        effect
    }

    /// Liberties of a group after a stone on `point`.
    #[inline]
    fn left(&self, root: usize, point: Point, beside: &Beside) -> Liberties {
        Liberties(
            self.liberties[root].0.wrapping_sub(beside.stones_of(root).wrapping_mul(PAIRS[slot(point)].0)),
        )
    }

    /// Liberties of the group of a new stone, where `left` are those of the groups beside it.
    #[inline]
    fn joined(&self, beside: &Beside, left: &[Liberties; 4]) -> Liberties {
        let mut sum = self.empty_beside(beside);
        for (i, group) in left.iter().enumerate() {
            let is_first = (0..i).fold(true, |is_first, j| is_first & (beside.root[j] != beside.root[i]));
            sum = sum.plus(group.kept_if((beside.colour[i] == self.side) & is_first));
        }
        sum
    }

    /// Adds the point `suspect`, which has no empty neighbour after the move, to what each
    /// side loses if all of its groups beside it have only this liberty. `new` are the
    /// liberties of the group of the new stone.
    fn find_suicide(&self, suspect: Point, beside: &Beside, new: Liberties, effect: &mut Effect) {
        let near = self.beside(suspect);
        let [mut own, mut other] = [false; 2];
        for i in 0..4 {
            let (colour, root) = (near.colour[i], near.root[i]);
            let joins = beside.stones_of(root) > 0;
            let is_own = colour == self.side;
            let is_new = (near.slot[i] == slot(effect.point)) | joins & is_own;
            let left = self.left(root, effect.point, beside);
            let has_other = !Liberties(select_unpredictable(is_new, new.0, left.0)).is_one();
            own |= (is_own | is_new) & has_other;
            other |= (colour == 3 - self.side) & has_other;
        }
        effect.own_lost |= (suspect.set() & self.state.own_legal()).kept_if(!own);
        effect.other_lost |= (suspect.set() & self.state.other_legal()).kept_if(!other);
    }

    /// Plays a move whose effect on this position is known.
    #[inline]
    pub fn play(&mut self, effect: &Effect) {
        let played = slot(effect.point);
        let pair = PAIRS[played];
        let beside = self.beside(effect.point);
        self.colour[played] = self.side;
        self.next[played] = played as u8;
        let mut root = played;
        self.root[played] = root as u8;
        self.liberties[played] = self.empty_beside(&beside);
        for i in 0..4 {
            // The group of no stone takes the place of what is empty.
            let is_stone = (beside.colour[i] != EMPTY) & (beside.colour[i] != OFF);
            let root_now = self.root[beside.slot[i]] as usize & (SLOTS - 1);
            let group = select_unpredictable(is_stone, root_now, NO_SLOT);
            self.liberties[group] = self.liberties[group].minus(pair);
            if beside.colour[i] == self.side && group != root {
                self.join(group, root);
                root = group;
            }
        }
        self.side = 3 - self.side;
        self.state = self.state.after(effect.point, effect.own_lost, effect.other_lost);
    }

    /// Makes the stones of the group `old` part of the group `root`.
    #[inline]
    fn join(&mut self, root: usize, old: usize) {
        self.liberties[root] = self.liberties[root].plus(self.liberties[old]);
        let mut stone = old;
        loop {
            self.root[stone] = root as u8;
            stone = self.next[stone] as usize & (SLOTS - 1);
            if stone == old {
                break;
            }
        }
        self.next.swap(root, old);
    }
}

#[inline]
fn slot(point: Point) -> usize {
    point.index() & (SLOTS - 1)
}

#[cfg(test)]
mod tests {
    use game::Rng;

    use super::*;

    /// Whole random games on several boards: the effect of every legal move, and the
    /// position after the one that is played, are those of the rules.
    #[test]
    fn every_effect_is_that_of_the_rules() {
        let mut rng = Rng::with_seed(3);
        let mut board = LibertyBoard::default();
        let mut checks = 0;
        for game in 0..60 {
            let mut state = State::cleared(2 + game % 8, 9 - game % 5);
            board.set(&state);
            while state.outcome().is_none() {
                for m in state.own_legal().members() {
                    let next = state.play(m).unwrap();
                    let effect = board.effect(m, &board.surroundings());
                    let after = state.after(m, effect.own_lost, effect.other_lost);
                    assert_eq!(after, next, "{state} {m:?}");
                    let lead = |own: Points, other: Points| own.count() as i32 - other.count() as i32;
                    let taken = i32::from(!state.other_legal().contains(m));
                    let before = lead(state.own_legal(), state.other_legal()) - taken;
                    assert_eq!(effect.lead(), lead(next.other_legal(), next.own_legal()) - before);
                    checks += 1;
                }
                let m = state.random_move(&mut rng);
                board.play(&board.effect(m, &board.surroundings()));
                state.play_unchecked(m);
                assert_eq!(*board.state(), state);
                if rng.u32(0..8) == 0 {
                    board.set(&state);
                }
            }
        }
        assert!(checks > 10_000, "only {checks}");
    }
}
