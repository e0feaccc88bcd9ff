//! A board for playouts: it keeps the liberties of every group, so that a move needs no
//! flood fill, and what a move changes is known before it is played.

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
    liberties: [Points; SLOTS],
}

/// Number of array slots: an index masked to seven bits is always in bounds.
const SLOTS: usize = 128;

/// Slot of no point; the fourth neighbour of a point at the edge.
const NO_SLOT: usize = SLOTS - 1;

/// Colour of an empty point.
const EMPTY: u8 = 0;

/// Colour of what is not on the board.
const OFF: u8 = 3;

/// `f` of 0 to 3. [`std::array::from_fn`] is not always inlined, and only inlined code uses the
/// instructions of the function around it.
#[inline(always)]
fn four<T>(f: impl Fn(usize) -> T) -> [T; 4] {
    [f(0), f(1), f(2), f(3)]
}

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
    #[inline(always)]
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
    /// Is a stone of the group with this root among them?
    #[inline(always)]
    fn has(&self, root: usize) -> bool {
        (self.root[0] == root) | (self.root[1] == root) | (self.root[2] == root) | (self.root[3] == root)
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
            liberties: [Points::EMPTY; SLOTS],
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
                for stone in group.members() {
                    let here = slot(stone);
                    (self.colour[here], self.root[here]) = (colour, root as u8);
                    self.next[last] = here as u8;
                    last = here;
                }
                self.next[last] = root as u8;
                self.liberties[root] = group.spread() & state.empty();
            }
        }
    }

    /// The position.
    #[inline(always)]
    pub fn state(&self) -> &State {
        &self.state
    }

    #[inline(always)]
    fn beside(&self, point: Point) -> Beside {
        let slot = point.neighbour_slots();
        Beside {
            slot,
            colour: four(|i| self.colour[slot[i]]),
            root: four(|i| self.root[slot[i]] as usize & (SLOTS - 1)),
        }
    }

    /// What is empty around each point.
    #[inline(always)]
    pub fn surroundings(&self) -> Surroundings {
        let empty = self.state.empty();
        let [some, several] = empty.neighbour_counts();
        let one = empty & some & !several;
        Surroundings { none: empty & !some, one, tight: empty & (!several | one.spread()) }
    }

    /// What the move of the side to move on `point`, which must be legal, changes.
    #[inline(always)]
    pub fn effect(&self, point: Point, around: &Surroundings) -> Effect {
        let beside = self.beside(point);
        // Each group beside the point after the move.
        let left = four(|i| self.left(beside.root[i], point));
        let last = four(|i| (beside.colour[i] == 3 - self.side) & left[i].has_one());
        let [a, b, c, d]: [bool; 4] = last;
        if !(around.tight.contains(point) | a | b | c | d) {
            return Effect { point, own_lost: Points::EMPTY, other_lost: Points::EMPTY };
        }
        // Groups with one liberty after the move: their opponent may not play there.
        let mut enemy_last = Points::EMPTY;
        let mut new = point.neighbours() & self.state.empty();
        for i in 0..4 {
            enemy_last |= left[i].kept_if(last[i]);
            new |= left[i].kept_if(beside.colour[i] == self.side);
        }
        let own_last = new.kept_if(new.has_one());
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
    #[inline(always)]
    fn left(&self, root: usize, point: Point) -> Points {
        self.liberties[root] & !point.set()
    }

    /// Adds the point `suspect`, which has no empty neighbour after the move, to what each
    /// side loses if all of its groups beside it have only this liberty. `new` are the
    /// liberties of the group of the new stone.
    #[inline(always)]
    fn find_suicide(&self, suspect: Point, beside: &Beside, new: Points, effect: &mut Effect) {
        let near = self.beside(suspect);
        let [mut own, mut other] = [false; 2];
        for i in 0..4 {
            let (colour, root) = (near.colour[i], near.root[i]);
            let is_own = colour == self.side;
            let is_new = (near.slot[i] == slot(effect.point)) | beside.has(root) & is_own;
            let left = self.left(root, effect.point);
            let has_other = !new.or_if(!is_new, left).has_one();
            own |= (is_own | is_new) & has_other;
            other |= (colour == 3 - self.side) & has_other;
        }
        effect.own_lost |= (suspect.set() & self.state.own_legal()).kept_if(!own);
        effect.other_lost |= (suspect.set() & self.state.other_legal()).kept_if(!other);
    }

    /// Plays a move whose effect on this position is known.
    #[inline(always)]
    pub fn play(&mut self, effect: &Effect) {
        let played = slot(effect.point);
        let beside = self.beside(effect.point);
        self.colour[played] = self.side;
        self.next[played] = played as u8;
        let mut root = played;
        self.root[played] = root as u8;
        self.liberties[played] = effect.point.neighbours() & self.state.empty();
        for i in 0..4 {
            // The group of no stone takes the place of what is empty.
            let is_stone = (beside.colour[i] != EMPTY) & (beside.colour[i] != OFF);
            let root_now = self.root[beside.slot[i]] as usize & (SLOTS - 1);
            let group = select_unpredictable(is_stone, root_now, NO_SLOT);
            self.liberties[group] = self.left(group, effect.point);
            if beside.colour[i] == self.side && group != root {
                self.join(group, root);
                root = group;
            }
        }
        self.side = 3 - self.side;
        self.state = self.state.after(effect.point, effect.own_lost, effect.other_lost);
    }

    /// Makes the stones of the group `old` part of the group `root`.
    #[inline(always)]
    fn join(&mut self, root: usize, old: usize) {
        self.liberties[root] |= self.liberties[old];
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

#[inline(always)]
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
