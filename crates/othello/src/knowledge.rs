//! Simple knowledge of the game: values of squares, mobility, wins in one move,
//! and the symmetries of the board.
//!
//! Squares that a symmetry maps to each other have the same value, so there are
//! ten kinds of squares, numbered as in this corner of the board:
//!
//! ```text
//!      a  b  c  d
//!   1  0  1  2  3       0 is a corner; 1 and 4, next to it, give it away;
//!   2  1  4  5  6       2 and 3 are the edge; 7, 8 and 9 are the centre
//!   3  2  5  7  8
//!   4  3  6  8  9
//! ```

use game::{Evaluate, Game, Heuristic, Move, Symmetric};

use crate::board::{Square, State};

/// Value of a disc on a square of each kind: the classic table.
const WORTH: [i32; 10] = [100, -25, 10, 5, -50, -3, -3, 1, 0, 0];

/// Value of each move that a side has more than the opponent.
const MOBILITY: i32 = 8;

/// Sum of values whose evaluation is 0.5.
const HALF: f32 = 200.0;

/// Weight of a square of each kind in weighted playouts.
const WEIGHT: [f32; 10] = [20.0, 0.4, 1.5, 1.2, 0.15, 0.8, 0.8, 1.1, 1.0, 1.0];

/// The kind of each square.
const KIND: [u8; 64] = {
    let corner = [[0, 1, 2, 3], [1, 4, 5, 6], [2, 5, 7, 8], [3, 6, 8, 9]];
    let mut table = [0; 64];
    let mut square = 0;
    while square < 64 {
        table[square] = corner[near(square / 8)][near(square % 8)];
        square += 1;
    }
    table
};

/// The row or column of the corner that corresponds to this one.
const fn near(line: usize) -> usize {
    if line < 4 { line } else { 7 - line }
}

/// The squares of each kind.
const SQUARES: [u64; 10] = {
    let mut sets = [0; 10];
    let mut square = 0;
    while square < 64 {
        sets[KIND[square] as usize] |= 1 << square;
        square += 1;
    }
    sets
};

/// Sum of the values of all discs, own minus the opponent's.
fn material(own: u64, other: u64) -> i32 {
    let count = |discs: u64| discs.count_ones() as i32;
    let worth = |(squares, worth): (&u64, &i32)| worth * (count(own & squares) - count(other & squares));
    SQUARES.iter().zip(&WORTH).map(worth).sum()
}

/// Values of the squares, and mobility.
impl Evaluate for State {
    fn evaluate(&self) -> f32 {
        let count = |squares: u64| squares.count_ones() as i32;
        let mobility = count(self.placements()) - count(self.replies());
        let sum = (material(self.own(), self.other()) + MOBILITY * mobility) as f32;
        sum / (sum.abs() + HALF)
    }
}

/// The weight of the square's kind.
impl Heuristic for State {
    fn weight(&self, m: Square) -> f32 {
        KIND.get(m.index()).map_or(1.0, |&kind| WEIGHT[kind as usize])
    }
}

/// The four rotations, each also mirrored. (Only four of them map the start
/// position to itself, since its two diagonals have different colours.)
impl Symmetric for State {
    fn symmetries(&self) -> usize {
        8
    }

    fn transform(&self, s: usize) -> State {
        State::from_relative(self.side(), map(self.own(), s), map(self.other(), s))
    }

    fn transform_move(&self, m: Square, s: usize) -> Square {
        Square::members(map(m.bit(), s)).next().unwrap_or(Square::PASS)
    }
}

/// The inverse of symmetry `s`: the opposite rotation. A mirrored symmetry is its
/// own inverse.
pub(crate) fn inverse(s: usize) -> usize {
    if s < 4 { (4 - s) % 4 } else { s }
}

/// Maps a set by symmetry `s`: mirrored if `s` is at least 4, then rotated by `s`
/// quarter turns to the right.
pub(crate) fn map(set: u64, s: usize) -> u64 {
    let mirrored = if s >= 4 { mirror(set) } else { set };
    match s % 4 {
        0 => mirrored,
        1 => mirror(transpose(mirrored)),
        2 => mirrored.reverse_bits(),
        _ => transpose(mirror(mirrored)),
    }
}

/// Exchanges left and right.
fn mirror(set: u64) -> u64 {
    set.reverse_bits().swap_bytes()
}

/// Exchanges rows and columns: first single squares, then blocks of 2×2 and of
/// 4×4.
fn transpose(set: u64) -> u64 {
    let exchange = |set: u64, right: u64, by: u32| {
        let changed = (set ^ set >> by) & right;
        set ^ changed ^ changed << by
    };
    let set = exchange(set, 0x00aa_00aa_00aa_00aa, 7);
    let set = exchange(set, 0x0000_cccc_0000_cccc, 14);
    exchange(set, 0x0000_0000_f0f0_f0f0, 28)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_symmetry_and_its_inverse_cancel_and_all_eight_differ() {
        let set = 0x0123_4567_89ab_cdef;
        let images: std::collections::HashSet<_> = (0..8).map(|s| map(set, s)).collect();
        assert_eq!(images.len(), 8);
        assert!((0..8).all(|s| map(map(set, s), inverse(s)) == set));
    }

    #[test]
    fn every_square_has_one_kind() {
        assert_eq!(SQUARES.iter().fold(0, |all, squares| all ^ squares), !0);
        assert_eq!(SQUARES.map(u64::count_ones), [4, 8, 8, 8, 4, 8, 8, 4, 8, 4]);
    }
}
