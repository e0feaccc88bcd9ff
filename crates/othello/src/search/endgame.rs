//! Null-window search to the end of the game.

use super::cache::Cache;
use super::last_empties::last4;
use super::probcut::EXACT;
use super::stable::stable;
use super::table::NO_SQUARE;
use super::{CORNERS, Cpu, NONE, QUADRANT, QUADRANTS, Search, final_score};

/// With at most this many empty squares the search does not use the
/// transposition table.
const SHALLOW_EMPTIES: u32 = 9;

/// With at least this many, it uses the small cache instead.
const CACHED_EMPTIES: u32 = 6;

/// With at most this many empty squares moves are not sorted by mobility.
const UNSORTED_EMPTIES: u32 = 5;

/// Upper bound of the score from the opponent's stable discs, if it is at most
/// `alpha`.
#[inline(always)]
pub(super) fn stability_bound<C>(
    search: &Search<C>,
    own: u64,
    other: u64,
    alpha: i32,
    empties: u32,
) -> Option<i32> {
    // A low `alpha` needs many stable discs, which are rare: do not count them.
    if alpha < 2 * empties as i32 - 6 {
        return None;
    }
    let bound = 64 - 2 * stable(search.edges, other, own).count_ones() as i32;
    (bound <= alpha).then_some(bound)
}

/// A move of the endgame search.
#[derive(Clone, Copy)]
pub(super) struct Candidate {
    square: u8,
    /// Place of the position after it in the transposition table.
    place: u32,
    flips: u64,
    /// The moves of the opponent after it.
    replies: u64,
}

/// The move lists of the current line, by the number of empty squares of the position.
pub(super) type Lists = [[Candidate; LENGTH]; LENGTH];

/// Largest number of moves in a list, and of lists: the number of empty squares is below it.
const LENGTH: usize = 16;

/// Lists without moves.
pub(super) const NO_LISTS: Lists =
    [[Candidate { square: 0, place: 0, flips: 0, replies: 0 }; LENGTH]; LENGTH];

/// The priorities of the moves of a list.
struct Priorities {
    /// The priority of each move, with its index in the lowest bits.
    keys: [i32; LENGTH],
    len: usize,
    /// The highest key, [`Self::NONE`] if it is not known.
    best: i32,
}

impl Priorities {
    /// Less than any key.
    const NONE: i32 = i32::MIN;

    #[inline(always)]
    fn new() -> Self {
        Priorities { keys: [Self::NONE; LENGTH], len: 0, best: Self::NONE }
    }

    /// Adds a move with this priority and returns its index.
    #[inline(always)]
    fn push(&mut self, priority: i32) -> usize {
        let index = self.len % LENGTH;
        let key = priority * LENGTH as i32 + index as i32;
        self.keys[index] = key;
        self.best = self.best.max(key);
        self.len += 1;
        index
    }

    /// Removes the move with the highest priority and returns its index.
    #[inline(always)]
    fn next(&mut self) -> Option<usize> {
        // The first move often is the last that is searched: its key is known without a look
        // at the others.
        if self.best == Self::NONE {
            for &key in &self.keys[..self.len.min(LENGTH)] {
                self.best = self.best.max(key);
            }
        }
        let best = std::mem::replace(&mut self.best, Self::NONE);
        let index = best as usize % LENGTH;
        self.keys[index] = Self::NONE;
        (best != Self::NONE).then_some(index)
    }
}

/// Priority of a move after which the opponent has the moves `replies`: higher
/// for fewer replies, where a corner counts twice.
#[inline(always)]
fn priority(replies: u64, square: usize, odd: u64) -> i32 {
    let replies = replies.count_ones() as i32 + (replies & CORNERS).count_ones() as i32;
    let mut priority = -8 * replies;
    if odd >> square & 1 == 1 {
        priority += 5;
    }
    if CORNERS >> square & 1 == 1 {
        priority += 6;
    }
    priority
}

/// Searches a position with few empty squares, without transposition table. `moves` are
/// the moves of the side to move.
#[inline(always)]
pub(super) fn shallow<C: Cpu>(
    search: &mut Search<C>,
    own: u64,
    other: u64,
    alpha: i32,
    parity: u8,
    moves: u64,
) -> i32 {
    search.nodes += 1;
    let empty = !(own | other);
    let empties = empty.count_ones();
    if let Some(bound) = stability_bound(search, own, other, alpha, empties) {
        return bound;
    }
    if moves == 0 {
        return match search.cpu.moves(other, own) {
            0 => final_score(own, other),
            replies => -C::shallow(search, other, own, !alpha, parity, replies),
        };
    }
    let odd = QUADRANTS[parity as usize & 15];
    let mut best = NONE;
    if empties <= UNSORTED_EMPTIES {
        // `last4` needs exactly four empty squares; the principal variation
        // search may call this function with fewer than five.
        let last = empties == 5;
        for mut set in [moves & odd, moves & !odd] {
            while set != 0 {
                let square = set.trailing_zeros() as usize;
                set &= set - 1;
                let flips = search.cpu.flips(own, other, square);
                let (next_own, next_other) = (other ^ flips, own | flips | 1 << square);
                let parity = parity ^ QUADRANT[square];
                let score = if last {
                    -last4(search, next_own, next_other, !alpha, empty ^ 1 << square)
                } else {
                    let replies = search.cpu.moves(next_own, next_other);
                    -C::shallow(search, next_own, next_other, !alpha, parity, replies)
                };
                if score > alpha {
                    return score;
                }
                best = best.max(score);
            }
        }
        return best;
    }
    let cached = empties >= CACHED_EMPTIES;
    let place = Cache::place(own, other);
    let mut bounds = (-64, 64);
    if cached {
        bounds = search.cache.get(place, own, other);
        if bounds.0 > alpha {
            return bounds.0;
        }
        if bounds.1 <= alpha {
            return bounds.1;
        }
    }
    let list = empties as usize % LENGTH;
    let mut priorities = Priorities::new();
    let mut set = moves;
    while set != 0 {
        let square = set.trailing_zeros() as usize;
        set &= set - 1;
        let flips = search.cpu.flips(own, other, square);
        let (next_own, next_other) = (other ^ flips, own | flips | 1 << square);
        if empties > CACHED_EMPTIES {
            let (_, upper) = search.cache.get(Cache::place(next_own, next_other), next_own, next_other);
            if -upper > alpha {
                return -upper;
            }
        }
        let replies = search.cpu.moves(next_own, next_other);
        let index = priorities.push(priority(replies, square, odd));
        search.lists[list][index] = Candidate { square: square as u8, place: 0, flips, replies };
    }
    while let Some(index) = priorities.next() {
        let Candidate { square, flips, replies, .. } = search.lists[list][index];
        let square = square as usize & 63;
        let (next_own, next_other) = (other ^ flips, own | flips | 1 << square);
        let score = -C::shallow(search, next_own, next_other, !alpha, parity ^ QUADRANT[square], replies);
        best = best.max(score);
        if best > alpha {
            break;
        }
    }
    if cached {
        let bounds = if best > alpha { (best, bounds.1) } else { (bounds.0, best) };
        search.cache.put(place, own, other, bounds);
    }
    best
}

/// Searches a position with more empty squares, with transposition table. `moves` are the
/// moves of the side to move.
#[inline(always)]
pub(super) fn endgame<C: Cpu>(
    search: &mut Search<C>,
    own: u64,
    other: u64,
    alpha: i32,
    parity: u8,
    moves: u64,
) -> i32 {
    let empty = !(own | other);
    let empties = empty.count_ones();
    if empties <= SHALLOW_EMPTIES {
        return C::shallow(search, own, other, alpha, parity, moves);
    }
    search.count();
    if search.stopped {
        return alpha;
    }
    if let Some(bound) = stability_bound(search, own, other, alpha, empties) {
        return bound;
    }
    if moves == 0 {
        return match search.cpu.moves(other, own) {
            0 => final_score(own, other),
            replies => -C::endgame(search, other, own, !alpha, parity, replies),
        };
    }
    let known = search.table.get(own, other);
    let mut best_known = [NO_SQUARE; 2];
    if let Some(known) = known {
        if known.holds_for(empties as i32, EXACT) {
            if i32::from(known.lower) > alpha {
                return known.lower.into();
            }
            if i32::from(known.upper) <= alpha {
                return known.upper.into();
            }
        }
        best_known = known.best;
    }
    let odd = QUADRANTS[parity as usize & 15];
    let list = empties as usize % LENGTH;
    let mut count = 0;
    let mut set = moves;
    while set != 0 {
        let square = set.trailing_zeros() as usize;
        set &= set - 1;
        let flips = search.cpu.flips(own, other, square);
        if flips == other {
            return 64;
        }
        let place = search.table.prefetch(other ^ flips, own | flips | 1 << square) as u32;
        search.lists[list][count % LENGTH] = Candidate { square: square as u8, place, flips, replies: 0 };
        count += 1;
    }
    let mut priorities = Priorities::new();
    for candidate in &mut search.lists[list][..count] {
        let Candidate { square, flips, .. } = *candidate;
        let index = square as usize & 63;
        candidate.replies = search.cpu.moves(other ^ flips, own | flips | 1 << index);
        priorities.push(if square == best_known[0] {
            1 << 20
        } else if square == best_known[1] {
            1 << 19
        } else {
            priority(candidate.replies, index, odd)
        });
    }
    if empties > SHALLOW_EMPTIES + 1 {
        for candidate in &search.lists[list][..count] {
            let Candidate { square, place, flips, .. } = *candidate;
            let (next_own, next_other) = (other ^ flips, own | flips | 1 << (square & 63));
            if let Some(known) = search.table.get_in(place as usize, next_own, next_other)
                && known.holds_for(empties as i32 - 1, EXACT)
                && -i32::from(known.upper) > alpha
            {
                return -i32::from(known.upper);
            }
        }
    }
    let mut best = NONE;
    let mut best_square = NO_SQUARE;
    while let Some(index) = priorities.next() {
        let Candidate { square, flips, replies, .. } = search.lists[list][index];
        let quadrant = QUADRANT[square as usize & 63];
        let (next_own, next_other) = (other ^ flips, own | flips | 1 << (square & 63));
        let score = -C::endgame(search, next_own, next_other, !alpha, parity ^ quadrant, replies);
        if score > best {
            (best, best_square) = (score, square);
            if best > alpha {
                break;
            }
        }
    }
    if !search.stopped {
        search.table.put(own, other, empties as i32, EXACT, alpha, alpha + 1, best, best_square);
    }
    best
}
