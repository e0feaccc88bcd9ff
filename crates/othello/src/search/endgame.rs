//! Null-window search to the end of the game.

use super::last_empties::last4;
use super::probcut::EXACT;
use super::stable::stable;
use super::table::NO_SQUARE;
use super::{CORNERS, Cpu, NONE, QUADRANT, QUADRANTS, Search, final_score};

/// With at most this many empty squares the search does not use the
/// transposition table.
const SHALLOW_EMPTIES: u32 = 9;

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

/// A move with its priority in the move order.
#[derive(Clone, Copy)]
struct Candidate {
    flips: u64,
    square: u8,
    priority: i32,
}

/// The moves of an endgame position, taken in order of priority.
struct Candidates {
    list: [Candidate; 16],
    len: usize,
}

impl Candidates {
    #[inline(always)]
    fn new() -> Self {
        Candidates { list: [Candidate { flips: 0, square: 0, priority: 0 }; 16], len: 0 }
    }

    #[inline(always)]
    fn push(&mut self, candidate: Candidate) {
        self.list[self.len & 15] = candidate;
        self.len += 1;
    }

    /// Moves the candidate with the highest priority to index `first` and
    /// returns it. Candidates before `first` are left alone.
    #[inline(always)]
    fn next(&mut self, first: usize) -> Candidate {
        let mut best = first & 15;
        for i in first + 1..self.len {
            if self.list[i & 15].priority > self.list[best].priority {
                best = i & 15;
            }
        }
        self.list.swap(first & 15, best);
        self.list[first & 15]
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

/// Searches a position with few empty squares, without transposition table.
#[inline(always)]
pub(super) fn shallow<C: Cpu>(search: &mut Search<C>, own: u64, other: u64, alpha: i32, parity: u8) -> i32 {
    search.nodes += 1;
    let empty = !(own | other);
    let empties = empty.count_ones();
    if let Some(bound) = stability_bound(search, own, other, alpha, empties) {
        return bound;
    }
    let moves = search.cpu.moves(own, other);
    if moves == 0 {
        return match search.cpu.moves(other, own) {
            0 => final_score(own, other),
            _ => -C::shallow(search, other, own, !alpha, parity),
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
                    let odd = QUADRANTS[parity as usize & 15];
                    -last4(search, next_own, next_other, !alpha, empty ^ 1 << square, odd)
                } else {
                    -C::shallow(search, next_own, next_other, !alpha, parity)
                };
                if score > alpha {
                    return score;
                }
                best = best.max(score);
            }
        }
        return best;
    }
    let mut candidates = Candidates::new();
    let mut set = moves;
    while set != 0 {
        let square = set.trailing_zeros() as usize;
        set &= set - 1;
        let flips = search.cpu.flips(own, other, square);
        let replies = search.cpu.moves(other ^ flips, own | flips | 1 << square);
        candidates.push(Candidate { flips, square: square as u8, priority: priority(replies, square, odd) });
    }
    for i in 0..candidates.len {
        let Candidate { flips, square, .. } = candidates.next(i);
        let square = square as usize & 63;
        let score =
            -C::shallow(search, other ^ flips, own | flips | 1 << square, !alpha, parity ^ QUADRANT[square]);
        if score > alpha {
            return score;
        }
        best = best.max(score);
    }
    best
}

/// Searches a position with more empty squares, with transposition table.
#[inline(always)]
pub(super) fn endgame<C: Cpu>(search: &mut Search<C>, own: u64, other: u64, alpha: i32, parity: u8) -> i32 {
    let empty = !(own | other);
    let empties = empty.count_ones();
    if empties <= SHALLOW_EMPTIES {
        return C::shallow(search, own, other, alpha, parity);
    }
    search.count();
    if search.stopped {
        return alpha;
    }
    if let Some(bound) = stability_bound(search, own, other, alpha, empties) {
        return bound;
    }
    let moves = search.cpu.moves(own, other);
    if moves == 0 {
        return match search.cpu.moves(other, own) {
            0 => final_score(own, other),
            _ => -C::endgame(search, other, own, !alpha, parity),
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
    let mut candidates = Candidates::new();
    let mut set = moves;
    while set != 0 {
        let square = set.trailing_zeros() as usize;
        set &= set - 1;
        let flips = search.cpu.flips(own, other, square);
        if flips == other {
            return 64;
        }
        let (next_own, next_other) = (other ^ flips, own | flips | 1 << square);
        let priority = if square == best_known[0] as usize {
            1 << 20
        } else if square == best_known[1] as usize {
            1 << 19
        } else {
            priority(search.cpu.moves(next_own, next_other), square, odd)
        };
        if empties > SHALLOW_EMPTIES + 1
            && let Some(known) = search.table.get(next_own, next_other)
            && known.holds_for(empties as i32 - 1, EXACT)
            && -i32::from(known.upper) > alpha
        {
            return -i32::from(known.upper);
        }
        candidates.push(Candidate { flips, square: square as u8, priority });
    }
    let mut best = NONE;
    let mut best_square = NO_SQUARE;
    for i in 0..candidates.len {
        let Candidate { flips, square, .. } = candidates.next(i);
        let index = square as usize & 63;
        let score =
            -C::endgame(search, other ^ flips, own | flips | 1 << index, !alpha, parity ^ QUADRANT[index]);
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
