//! Search of positions with one to four empty squares, without move lists and
//! transposition table.
//!
//! Each function is a null-window search: it returns a bound of the score on
//! the correct side of `alpha` (see [`super`]). Most nodes of an endgame search
//! are here, so these functions decide its speed.

use super::stable::stable;
use super::{Cpu, NONE, Search, final_score};

/// The neighbours of each square. A move is legal only if a neighbour has a disc
/// of the opponent.
pub(super) static NEIGHBOURS: [u64; 64] = {
    let mut table = [0; 64];
    let mut square = 0;
    while square < 64 {
        let (row, column) = (square as i32 / 8, square as i32 % 8);
        let mut i = 0;
        while i < 9 {
            let (r, c) = (row + i / 3 - 1, column + i % 3 - 1);
            if i != 4 && 0 <= r && r < 8 && 0 <= c && c < 8 {
                table[square] |= 1 << (8 * r + c);
            }
            i += 1;
        }
        square += 1;
    }
    table
};

/// Twice the number of discs that a move turns along one line of eight squares,
/// by the square's place on the line and the mover's discs on it. The opponent
/// has all other squares of the line.
static TURNED: [[u8; 256]; 8] = {
    let mut table = [[0; 256]; 8];
    let mut place = 0;
    while place < 8 {
        let mut discs = 0;
        while discs < 256 {
            let mut turned = 0;
            // The nearest own discs below and above the place.
            let below = discs & ((1 << place) - 1);
            if below != 0 {
                turned += place - 1 - (31 - (below as u32).leading_zeros() as usize);
            }
            let above = discs >> (place + 1);
            if above != 0 {
                turned += (above as u32).trailing_zeros() as usize;
            }
            table[place][discs] = 2 * turned as u8;
            discs += 1;
        }
        place += 1;
    }
    table
};

/// The two diagonals through each square, without the square itself.
static DIAGONALS: [[u64; 2]; 64] = {
    let mut table = [[0; 2]; 64];
    let mut square = 0;
    while square < 64 {
        let rays = &crate::bits::RAYS_TABLE[square];
        table[square] = [rays.up[3] | rays.down[3], rays.up[1] | rays.down[1]];
        square += 1;
    }
    table
};

/// Twice the number of discs that a move to the last empty square turns.
///
/// A diagonal is indexed by its columns. Columns beyond its ends have no own
/// disc, so nothing is enclosed there.
#[inline(always)]
fn turned(own: u64, square: usize) -> i32 {
    const COLUMN: u64 = 0x0101_0101_0101_0101;
    let (row, column) = (square >> 3 & 7, square & 7);
    let [falling, rising] = DIAGONALS[square & 63];
    let by_column = &TURNED[column];
    let row_discs = (own >> (8 * row) & 0xff) as usize;
    let column_discs = ((own >> column & COLUMN).wrapping_mul(0x0102_0408_1020_4080) >> 56) as usize;
    let falling_discs = ((own & falling).wrapping_mul(COLUMN) >> 56) as usize;
    let rising_discs = ((own & rising).wrapping_mul(COLUMN) >> 56) as usize;
    i32::from(by_column[row_discs])
        + i32::from(TURNED[row][column_discs])
        + i32::from(by_column[falling_discs])
        + i32::from(by_column[rising_discs])
}

/// Searches a position with one empty square.
#[inline(always)]
fn last1(own: u64, alpha: i32, square: usize) -> i32 {
    // The score if the side to move gets the square: 2 * (discs + 1) - 64.
    let with = 2 * own.count_ones() as i32 - 62;
    let turns = turned(own, square);
    if turns > 0 {
        return with + turns;
    }
    // The side to move passes: the opponent gets the square if it can move
    // there, otherwise the winner gets it.
    if with <= alpha {
        return with;
    }
    match turned(!own & !(1 << square), square) {
        0 if with > 0 => with,
        turns => with - 2 - turns,
    }
}

/// The position after a move to `square`, for the opponent; `None` if the move is illegal.
#[inline(always)]
fn after<C: Cpu>(search: &Search<C>, own: u64, other: u64, square: usize) -> Option<(u64, u64)> {
    if NEIGHBOURS[square & 63] & other == 0 {
        return None;
    }
    let flips = search.cpu.flips(own, other, square);
    (flips != 0).then_some((other ^ flips, own | flips | 1 << (square & 63)))
}

/// Searches a position with two empty squares.
#[inline(always)]
fn last2<C: Cpu>(search: &mut Search<C>, own: u64, other: u64, alpha: i32, [a, b]: [usize; 2]) -> i32 {
    search.nodes += 1;
    let mut best = NONE;
    if let Some((next, _)) = after(search, own, other, a) {
        search.nodes += 1;
        best = -last1(next, !alpha, b);
        if best > alpha {
            return best;
        }
    }
    if let Some((next, _)) = after(search, own, other, b) {
        search.nodes += 1;
        best = best.max(-last1(next, !alpha, a));
    }
    if best != NONE {
        return best;
    }
    // A pass: the opponent minimises the score.
    let mut worst = -NONE;
    if let Some((next, _)) = after(search, other, own, a) {
        search.nodes += 1;
        worst = last1(next, alpha, b);
        if worst <= alpha {
            return worst;
        }
    }
    if let Some((next, _)) = after(search, other, own, b) {
        search.nodes += 1;
        worst = worst.min(last1(next, alpha, a));
    }
    if worst != -NONE { worst } else { final_score(own, other) }
}

/// Searches a position with three empty squares.
#[inline(always)]
pub(super) fn last3<C: Cpu>(
    search: &mut Search<C>,
    mut own: u64,
    mut other: u64,
    mut alpha: i32,
    squares: [u8; 3],
) -> i32 {
    search.nodes += 1;
    let [a, b, c] = squares.map(usize::from);
    let mut sign = 1;
    // At most two rounds: after a pass the opponent is to move.
    loop {
        let mut best = NONE;
        if let Some((next, passive)) = after(search, own, other, a) {
            best = -last2(search, next, passive, !alpha, [b, c]);
            if best > alpha {
                return sign * best;
            }
        }
        if let Some((next, passive)) = after(search, own, other, b) {
            best = best.max(-last2(search, next, passive, !alpha, [a, c]));
            if best > alpha {
                return sign * best;
            }
        }
        if let Some((next, passive)) = after(search, own, other, c) {
            best = best.max(-last2(search, next, passive, !alpha, [a, b]));
        }
        if best != NONE {
            return sign * best;
        }
        if sign < 0 {
            return final_score(other, own);
        }
        (own, other, alpha, sign) = (other, own, !alpha, -1);
    }
}

/// Stable discs are counted if `alpha` is at least this: a lower one needs more of them
/// than most positions have.
const STABILITY_ALPHA: i32 = 6;

/// Searches a position with four empty squares.
#[inline(always)]
pub(super) fn last4<C: Cpu>(
    search: &mut Search<C>,
    mut own: u64,
    mut other: u64,
    mut alpha: i32,
    empty: u64,
) -> i32 {
    search.nodes += 1;
    if alpha >= STABILITY_ALPHA {
        let bound = 64 - 2 * stable(search.edges, other, own).count_ones() as i32;
        if bound <= alpha {
            return bound;
        }
    }
    let (pairs, squares) = by_parity(empty);
    let [a, b, c, d] = squares;
    let mut sign = 1;
    loop {
        let mut best = NONE;
        if let Some((next, passive)) = after(search, own, other, a.into()) {
            best = -C::last3(search, next, passive, !alpha, [b, c, d]);
            if best > alpha {
                return sign * best;
            }
        }
        if let Some((next, passive)) = after(search, own, other, b.into()) {
            best = best.max(-C::last3(search, next, passive, !alpha, [a, c, d]));
            if best > alpha {
                return sign * best;
            }
        }
        if let Some((next, passive)) = after(search, own, other, c.into()) {
            let rest = if pairs { [d, a, b] } else { [a, b, d] };
            best = best.max(-C::last3(search, next, passive, !alpha, rest));
            if best > alpha {
                return sign * best;
            }
        }
        if let Some((next, passive)) = after(search, own, other, d.into()) {
            let rest = if pairs { [c, a, b] } else { [a, b, c] };
            best = best.max(-C::last3(search, next, passive, !alpha, rest));
        }
        if best != NONE {
            return sign * best;
        }
        if sign < 0 {
            return final_score(other, own);
        }
        (own, other, alpha, sign) = (other, own, !alpha, -1);
    }
}

/// How four empty squares are ordered, by their quadrants: bits 2 * i and 2 * i + 1 of the
/// index are the quadrant of square i. Bits 2 * i and 2 * i + 1 of the element are the
/// number of the square at place i; bit 8 is set if two quadrants have two squares each.
///
/// Squares that are alone in their quadrant come first. Then squares of the same quadrant
/// are neighbours in the order.
static ORDERS: [u16; 256] = {
    let mut table = [0; 256];
    let mut index = 0;
    while index < 256 {
        let mut sizes = [0; 4];
        let mut square = 0;
        while square < 4 {
            sizes[index >> (2 * square) & 3] += 1;
            square += 1;
        }
        let (mut order, mut place, mut pairs) = (0, 0, 0);
        let mut size = 1;
        while size <= 4 {
            let mut quadrant = 0;
            while quadrant < 4 {
                let mut square = 0;
                while square < 4 && sizes[quadrant] == size {
                    if index >> (2 * square) & 3 == quadrant {
                        order |= (square as u16) << (2 * place);
                        place += 1;
                    }
                    square += 1;
                }
                if sizes[quadrant] == 2 && size == 2 {
                    pairs += 1;
                }
                quadrant += 1;
            }
            size += 1;
        }
        table[index] = order | if pairs == 2 { 1 << 8 } else { 0 };
        index += 1;
    }
    table
};

/// The four members of `empty`, in the order of [`ORDERS`], and whether they are two pairs.
#[inline(always)]
fn by_parity(mut empty: u64) -> (bool, [u8; 4]) {
    let mut index = 0;
    let mut squares = 0;
    for i in 0..4 {
        let square = empty.trailing_zeros();
        empty &= empty.wrapping_sub(1);
        index |= (square >> 4 & 2 | square >> 2 & 1) << (2 * i);
        squares |= square << (8 * i);
    }
    let order = u32::from(ORDERS[index as usize & 255]);
    let place = |i: u32| (squares >> (8 * (order >> (2 * i) & 3)) & 63) as u8;
    (order >> 8 != 0, [place(0), place(1), place(2), place(3)])
}
