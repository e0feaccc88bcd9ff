//! Search of positions with one to four empty squares, without move lists and
//! transposition table.
//!
//! Each function is a null-window search: it returns a bound of the score on
//! the correct side of `alpha` (see [`super`]). Most nodes of an endgame search
//! are here, so these functions decide its speed.

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

/// Searches a position with two empty squares.
#[inline(always)]
fn last2<C: Cpu>(
    search: &mut Search<C>,
    own: u64,
    other: u64,
    alpha: i32,
    [first, second]: [usize; 2],
) -> i32 {
    search.nodes += 1;
    let mut best = NONE;
    if NEIGHBOURS[first] & other != 0 {
        let flips = search.cpu.flips(own, other, first);
        if flips != 0 {
            search.nodes += 1;
            best = -last1(other ^ flips, !alpha, second);
            if best > alpha {
                return best;
            }
        }
    }
    if NEIGHBOURS[second] & other != 0 {
        let flips = search.cpu.flips(own, other, second);
        if flips != 0 {
            search.nodes += 1;
            let score = -last1(other ^ flips, !alpha, first);
            if score > best {
                best = score;
            }
        }
    }
    if best != NONE {
        return best;
    }
    // A pass: the opponent minimises the score.
    let mut worst = -NONE;
    if NEIGHBOURS[first] & own != 0 {
        let flips = search.cpu.flips(other, own, first);
        if flips != 0 {
            search.nodes += 1;
            worst = last1(own ^ flips, alpha, second);
            if worst <= alpha {
                return worst;
            }
        }
    }
    if NEIGHBOURS[second] & own != 0 {
        let flips = search.cpu.flips(other, own, second);
        if flips != 0 {
            search.nodes += 1;
            let score = last1(own ^ flips, alpha, first);
            if score < worst {
                worst = score;
            }
        }
    }
    if worst != -NONE { worst } else { final_score(own, other) }
}

/// Searches a position with three empty squares.
#[inline(always)]
fn last3<C: Cpu>(
    search: &mut Search<C>,
    mut own: u64,
    mut other: u64,
    mut alpha: i32,
    [a, b, c]: [usize; 3],
) -> i32 {
    search.nodes += 1;
    let mut sign = 1;
    // At most two rounds: after a pass the opponent is to move.
    loop {
        let mut best = NONE;
        for (square, rest) in [(a, [b, c]), (b, [a, c]), (c, [a, b])] {
            if NEIGHBOURS[square] & other != 0 {
                let flips = search.cpu.flips(own, other, square);
                if flips != 0 {
                    let score = -last2(search, other ^ flips, own | flips | 1 << square, !alpha, rest);
                    if score > alpha {
                        return sign * score;
                    }
                    if score > best {
                        best = score;
                    }
                }
            }
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

/// Searches a position with four empty squares, those in `odd` first.
#[inline(always)]
pub(super) fn last4<C: Cpu>(
    search: &mut Search<C>,
    mut own: u64,
    mut other: u64,
    mut alpha: i32,
    empty: u64,
    odd: u64,
) -> i32 {
    search.nodes += 1;
    let [a, b, c, d] = odd_first(empty, odd);
    let mut sign = 1;
    loop {
        let mut best = NONE;
        for (square, rest) in [(a, [b, c, d]), (b, [a, c, d]), (c, [a, b, d]), (d, [a, b, c])] {
            if NEIGHBOURS[square] & other != 0 {
                let flips = search.cpu.flips(own, other, square);
                if flips != 0 {
                    let score = -last3(search, other ^ flips, own | flips | 1 << square, !alpha, rest);
                    if score > alpha {
                        return sign * score;
                    }
                    if score > best {
                        best = score;
                    }
                }
            }
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

/// The four members of `empty`, those in `odd` first. After one of them is
/// played, the same order still has odd quadrants first.
#[inline(always)]
fn odd_first(empty: u64, odd: u64) -> [usize; 4] {
    let mut squares = [0; 4];
    let (mut first, mut rest) = (empty & odd, empty & !odd);
    let mut n = 0;
    while first != 0 && n < 4 {
        squares[n] = first.trailing_zeros() as usize;
        first &= first - 1;
        n += 1;
    }
    while rest != 0 && n < 4 {
        squares[n] = rest.trailing_zeros() as usize;
        rest &= rest - 1;
        n += 1;
    }
    squares
}
