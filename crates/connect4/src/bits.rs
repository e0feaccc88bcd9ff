//! Sets of cells, one word type per size class of boards.
//!
//! ```text
//!   u64: a column is a byte                 Wide: a column is 16 bits of three u64
//!
//!    7 15 23 31 39 47 55 63   guard          13  29 … 61 │ 77  … 125 │ 141 … 189
//!    6 14 22 30 38 46 54 62                  12  28 … 60 │ 76  … 124 │ 140 … 188   guard
//!    5 13 21 29 37 45 53 61                  11  27 … 59 │ 75  … 123 │ 139 … 187
//!    …                                        …
//!    1  9 17 25 33 41 49 57                   1  17 … 49 │ 65  … 113 │ 129 … 177
//!    0  8 16 24 32 40 48 56                   0  16 … 48 │ 64  … 112 │ 128 … 176
//! ```
//!
//! Bit 0 of a column is its lowest cell. Above the highest row there is a guard
//! bit that is never set: a line that leaves the board runs into it (or beyond
//! the last column), so shifts need no mask. The distance between columns is a
//! constant of the class and does not depend on the size of the board, so every
//! shift is by a constant. With three words, a shift within the columns moves no
//! bit from one word to another.

mod one_word;
mod wide;

use std::fmt::Debug;
use std::hash::Hash;
use std::ops::{BitAnd, BitOr, BitXor, Not};

pub use wide::Wide;

/// Largest number of columns of any class.
pub const MAX_COLUMNS: usize = 12;

/// A set of cells of a board, for one size class of boards.
pub trait Bits:
    Copy
    + Eq
    + Hash
    + Debug
    + BitAnd<Output = Self>
    + BitOr<Output = Self>
    + BitXor<Output = Self>
    + Not<Output = Self>
    + Send
    + Sync
    + 'static
{
    /// Largest number of rows of a board.
    const ROWS: usize;
    /// Largest number of columns of a board.
    const COLUMNS: usize;
    /// The empty set.
    const EMPTY: Self;
    /// The lowest cell of every column and every second cell above it.
    const EVEN: Self;

    /// The set of one cell, by its column and its height (0 is the lowest).
    fn cell(column: usize, height: usize) -> Self;

    /// All cells of a column and its guard bit; empty beyond the last column.
    fn column(column: usize) -> Self;

    /// The bits of a column, its lowest cell first.
    fn lane(self, column: usize) -> u16;

    /// The set with these bits in this column and no other bits.
    fn from_lane(column: usize, bits: u16) -> Self;

    /// Moves every cell right by 1 to 3 columns.
    fn right(self, columns: u32) -> Self;

    /// Moves every cell left by 1 to 3 columns.
    fn left(self, columns: u32) -> Self;

    /// Moves every cell up by 1 to 3 rows. A bit that leaves its column is in the
    /// guard or beyond it, where it cannot be part of a line.
    fn up(self, rows: u32) -> Self;

    /// Moves every cell down by 1 to 3 rows; the same holds.
    fn down(self, rows: u32) -> Self;

    /// The mirror image of the set on a board of `columns` columns.
    fn mirror(self, columns: usize) -> Self;

    /// The smaller of two sets in a fixed total order.
    fn lesser(self, other: Self) -> Self;

    /// Whether the set is empty.
    fn is_empty(self) -> bool;

    /// Number of cells in the set.
    fn count(self) -> u32;

    /// The set itself if it has exactly one cell, else the empty set.
    fn only_one(self) -> Self;

    /// The leftmost column with a cell; `None` if the set is empty.
    fn first_column(self) -> Option<usize>;

    /// The column of cell number `n`, from 0 at the left, of a set that has at most
    /// one cell in a column and more than `n` cells.
    fn nth_column(self, n: usize) -> usize;

    /// Number of columns up to the rightmost cell.
    fn width(self) -> usize;

    /// A 64-bit key: the word itself for a class of one word, else a hash.
    fn key64(self) -> u64;
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sets_and_columns_agree<B: Bits>() {
        for column in 0..B::COLUMNS {
            for height in 0..=B::ROWS {
                let cell = B::cell(column, height);
                assert_eq!(cell.lane(column), 1 << height);
                assert_eq!(B::from_lane(column, 1 << height), cell);
                assert_eq!(cell & B::column(column), cell);
                assert_eq!((cell.count(), cell.first_column(), cell.width()), (1, Some(column), column + 1));
                let two = cell | B::cell((column + 1) % B::COLUMNS, 0);
                assert_eq!((cell.only_one(), two.only_one()), (cell, B::EMPTY));
            }
        }
        for columns in 1..1u32 << B::COLUMNS {
            let list: Vec<usize> = (0..B::COLUMNS).filter(|c| columns >> c & 1 == 1).collect();
            let set = list.iter().fold(B::EMPTY, |set, &c| set | B::cell(c, c % B::ROWS));
            let found: Vec<usize> = (0..list.len()).map(|n| set.nth_column(n)).collect();
            assert_eq!(found, list);
        }
        assert!(B::EMPTY.is_empty() && B::EMPTY.first_column().is_none() && B::EMPTY.width() == 0);
        assert!((B::COLUMNS..MAX_COLUMNS).all(|column| B::column(column).is_empty()));
    }

    fn shifts_move_by_rows_and_columns<B: Bits>() {
        for (column, height) in [(0, 0), (2, 3), (3, 1), (4, 2)] {
            let cell = B::cell(column, height);
            for steps in 1..=3 {
                let n = steps as u32;
                assert_eq!(cell.right(n), B::cell(column + steps, height));
                assert_eq!(cell.up(n), B::cell(column, height + steps));
                assert_eq!(cell.right(n).up(n).left(n).down(n), cell);
            }
        }
    }

    fn mirroring_reverses_the_columns<B: Bits>() {
        for columns in 4..=B::COLUMNS {
            for column in 0..columns {
                let lanes = B::from_lane(column, 0b1011) | B::from_lane(0, 0b100);
                let image = B::from_lane(columns - 1 - column, 0b1011) | B::from_lane(columns - 1, 0b100);
                assert_eq!(lanes.mirror(columns), image, "column {column} of {columns}");
                assert_eq!(
                    lanes.lesser(image),
                    image.lesser(lanes),
                    "the order does not depend on the sides"
                );
            }
        }
    }

    #[test]
    fn both_word_types_are_correct_sets_of_cells() {
        mirroring_reverses_the_columns::<u64>();
        mirroring_reverses_the_columns::<Wide>();
        sets_and_columns_agree::<u64>();
        sets_and_columns_agree::<Wide>();
        shifts_move_by_rows_and_columns::<u64>();
        shifts_move_by_rows_and_columns::<Wide>();
    }
}
