//! Search of positions with one to four empty squares, without move lists and
//! transposition table.
//!
//! Each function is a null-window search: it returns a bound of the score on
//! the correct side of `alpha` (see [`super`]). Most nodes of an endgame search
//! are here, so these functions decide its speed.

use super::parity::by_parity;
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bits;
    use crate::cpu::Portable;
    use crate::eval::Weights;
    use crate::search::team::Team;
    use crate::search::{Options, Solver};
    use clock::{Budget, Deadline};
    use game::Rng;
    use game::cpu::Avx2;

    /// The score by minimax, without pruning.
    fn naive(own: u64, other: u64) -> i32 {
        let moves = bits::moves(own, other);
        if moves == 0 {
            return match bits::moves(other, own) {
                0 => final_score(own, other),
                _ => -naive(other, own),
            };
        }
        let score = |square: usize| {
            let flips = bits::flips(own, other, square);
            -naive(other ^ flips, own | flips | 1 << square)
        };
        (0..64).filter(|&square| moves >> square & 1 == 1).map(score).max().unwrap_or(NONE)
    }

    /// Random discs with `count` empty squares. Half of them have few own discs, so that
    /// passes and games that end early are frequent.
    fn position(rng: &mut Rng, count: u32) -> (u64, u64) {
        let mut empty = 0u64;
        while empty.count_ones() < count {
            empty |= 1 << rng.u32(0..64);
        }
        let own = if rng.bool() { rng.u64(..) } else { rng.u64(..) & rng.u64(..) & rng.u64(..) };
        let (own, other) = (own & !empty, !own & !empty);
        if rng.bool() { (own, other) } else { (other, own) }
    }

    fn bounds_are_true<C: Cpu>(cpu: C) {
        let mut solver =
            Solver::new(Options { table_bytes: 1 << 12, ..Options::default() }, Weights::shipped());
        let team = Team::new(1);
        let mut search = solver.start(cpu, Deadline::start(&Budget::default()), &team).remove(0);
        let mut rng = Rng::with_seed(9);
        let (mut above, mut passes) = (0, 0);
        for i in 0..30_000 {
            let count = 3 + i % 2;
            let (own, other) = position(&mut rng, count);
            let empty = !(own | other);
            let score = naive(own, other);
            passes += u32::from(bits::moves(own, other) == 0);
            let near = score + rng.i32(-3..=2);
            for alpha in [near, rng.i32(-65..=64)] {
                let bound = if count == 4 {
                    last4(&mut search, own, other, alpha, empty)
                } else {
                    let mut squares = (0..64).filter(|&square| empty >> square & 1 == 1);
                    let squares = [(); 3].map(|()| squares.next().unwrap_or_default());
                    C::last3(&mut search, own, other, alpha, squares)
                };
                let right = if bound > alpha { score >= bound } else { score <= bound };
                assert!(right, "{own:#x}, {other:#x}: {score}, not {bound}, for {alpha}");
                above += u32::from(bound > alpha);
            }
        }
        assert!((20_000..40_000).contains(&above) && passes > 1000, "{above}, {passes}");
    }

    #[test]
    fn bounds_of_the_last_moves_are_those_of_minimax() {
        bounds_are_true(Portable);
        match Avx2::detect() {
            Some(cpu) => bounds_are_true(cpu),
            None => eprintln!("partly skipped: this CPU has no AVX2 and BMI2"),
        }
    }
}
