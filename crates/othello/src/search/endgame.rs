//! Search to the end of the game.

use super::last::last4;
use super::probcut::EXACT;
use super::stable::stable;
use super::table::NO_SQUARE;
use super::{CORNERS, Cpu, NONE, QUADRANT, QUADRANTS, Search, final_score};

/// Up to so many empty squares, the table is not asked.
const SHALLOW: u32 = 9;

/// Up to so many the moves are not sorted by what they leave the opponent.
const UNSORTED: u32 = 5;

/// What the opponent's stable discs say, if it may say enough.
#[inline(always)]
pub(super) fn stability_bound<C>(
    search: &Search<C>,
    own: u64,
    other: u64,
    alpha: i32,
    empties: u32,
) -> Option<i32> {
    // Most often nothing comes of it when there is room to lose.
    if alpha < 2 * empties as i32 - 6 {
        return None;
    }
    let bound = 64 - 2 * stable(search.edges, other, own).count_ones() as i32;
    (bound <= alpha).then_some(bound)
}

/// A move, and how promising it is.
#[derive(Clone, Copy)]
struct Candidate {
    flips: u64,
    square: u8,
    promise: i32,
}

/// The moves of an endgame position, to be taken best first.
struct Candidates {
    list: [Candidate; 16],
    len: usize,
}

impl Candidates {
    #[inline(always)]
    fn new() -> Self {
        Candidates { list: [Candidate { flips: 0, square: 0, promise: 0 }; 16], len: 0 }
    }

    #[inline(always)]
    fn push(&mut self, candidate: Candidate) {
        self.list[self.len & 15] = candidate;
        self.len += 1;
    }

    /// Brings the best of those from `first` on to the front.
    #[inline(always)]
    fn next(&mut self, first: usize) -> Candidate {
        let mut best = first & 15;
        for i in first + 1..self.len {
            if self.list[i & 15].promise > self.list[best].promise {
                best = i & 15;
            }
        }
        self.list.swap(first & 15, best);
        self.list[first & 15]
    }
}

/// How promising a move is that leaves the opponent these moves: the fewer
/// the better, above all corners.
#[inline(always)]
fn promise(replies: u64, square: usize, odd: u64) -> i32 {
    let replies = replies.count_ones() as i32 + (replies & CORNERS).count_ones() as i32;
    let mut promise = -8 * replies;
    if odd >> square & 1 == 1 {
        promise += 5;
    }
    if CORNERS >> square & 1 == 1 {
        promise += 6;
    }
    promise
}

/// With few empty squares.
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
    if empties <= UNSORTED {
        // The search of the principal variation comes here with less than 5.
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
        candidates.push(Candidate { flips, square: square as u8, promise: promise(replies, square, odd) });
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

/// With more empty squares: positions are looked up and noted.
#[inline(always)]
pub(super) fn endgame<C: Cpu>(search: &mut Search<C>, own: u64, other: u64, alpha: i32, parity: u8) -> i32 {
    let empty = !(own | other);
    let empties = empty.count_ones();
    if empties <= SHALLOW {
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
    let mut remembered = [NO_SQUARE; 2];
    if let Some(known) = known {
        if known.holds_for(empties as i32, EXACT) {
            if i32::from(known.lower) > alpha {
                return known.lower.into();
            }
            if i32::from(known.upper) <= alpha {
                return known.upper.into();
            }
        }
        remembered = known.best;
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
        let promise = if square == remembered[0] as usize {
            1 << 20
        } else if square == remembered[1] as usize {
            1 << 19
        } else {
            promise(search.cpu.moves(next_own, next_other), square, odd)
        };
        if empties > SHALLOW + 1
            && let Some(known) = search.table.get(next_own, next_other)
            && known.holds_for(empties as i32 - 1, EXACT)
            && -i32::from(known.upper) > alpha
        {
            return -i32::from(known.upper);
        }
        candidates.push(Candidate { flips, square: square as u8, promise });
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
