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

use std::fmt::Debug;
use std::hash::Hash;
use std::ops::{BitAnd, BitOr, BitXor, Not};

use game::bits::{byte_counts, nth_byte};

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

impl Bits for u64 {
    const ROWS: usize = 7;
    const COLUMNS: usize = 8;
    const EMPTY: u64 = 0;
    const EVEN: u64 = 0x5555_5555_5555_5555;

    fn cell(column: usize, height: usize) -> u64 {
        1 << (8 * column + height)
    }

    #[inline]
    fn column(column: usize) -> u64 {
        const COLUMN: [u64; MAX_COLUMNS] = {
            let mut columns = [0; MAX_COLUMNS];
            let mut i = 0;
            while i < u64::COLUMNS {
                columns[i] = 0xff << (8 * i);
                i += 1;
            }
            columns
        };
        COLUMN[column]
    }

    fn lane(self, column: usize) -> u16 {
        u16::from(self.to_le_bytes()[column])
    }

    fn from_lane(column: usize, bits: u16) -> u64 {
        u64::from(bits) << (8 * column)
    }

    #[inline]
    fn right(self, columns: u32) -> u64 {
        self << (8 * columns)
    }

    #[inline]
    fn left(self, columns: u32) -> u64 {
        self >> (8 * columns)
    }

    #[inline]
    fn up(self, rows: u32) -> u64 {
        self << rows
    }

    #[inline]
    fn down(self, rows: u32) -> u64 {
        self >> rows
    }

    #[inline]
    fn mirror(self, columns: usize) -> u64 {
        self.swap_bytes() >> (8 * (Self::COLUMNS - columns))
    }

    #[inline]
    fn lesser(self, other: u64) -> u64 {
        self.min(other)
    }

    #[inline]
    fn is_empty(self) -> bool {
        self == 0
    }

    #[inline]
    fn count(self) -> u32 {
        self.count_ones()
    }

    #[inline]
    fn only_one(self) -> u64 {
        if self & self.wrapping_sub(1) == 0 { self } else { 0 }
    }

    #[inline]
    fn first_column(self) -> Option<usize> {
        (self != 0).then_some(self.trailing_zeros() as usize / 8)
    }

    #[inline]
    fn nth_column(self, n: usize) -> usize {
        nth_byte(byte_counts(self), n as u32) as usize
    }

    #[inline]
    fn width(self) -> usize {
        (71 - self.leading_zeros() as usize) / 8
    }

    #[inline]
    fn key64(self) -> u64 {
        self
    }
}

/// Three words of four columns each: holds boards of every size.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Wide([u64; 3]);

/// Number of columns in a word.
const PER_WORD: usize = 4;

impl Wide {
    /// The three words, four columns each, for vector registers.
    #[cfg(target_arch = "x86_64")]
    #[inline(always)]
    pub(crate) fn words(self) -> [u64; 3] {
        self.0
    }

    /// The set with these words.
    #[cfg(target_arch = "x86_64")]
    #[inline(always)]
    pub(crate) fn from_array(words: [u64; 3]) -> Self {
        Wide(words)
    }

    #[inline]
    fn zip(self, other: Wide, f: impl Fn(u64, u64) -> u64) -> Wide {
        let (Wide([a, b, c]), Wide([x, y, z])) = (self, other);
        Wide([f(a, x), f(b, y), f(c, z)])
    }
}

impl BitAnd for Wide {
    type Output = Wide;
    #[inline]
    fn bitand(self, other: Wide) -> Wide {
        self.zip(other, |a, b| a & b)
    }
}

impl BitOr for Wide {
    type Output = Wide;
    #[inline]
    fn bitor(self, other: Wide) -> Wide {
        self.zip(other, |a, b| a | b)
    }
}

impl BitXor for Wide {
    type Output = Wide;
    #[inline]
    fn bitxor(self, other: Wide) -> Wide {
        self.zip(other, |a, b| a ^ b)
    }
}

impl Not for Wide {
    type Output = Wide;
    #[inline]
    fn not(self) -> Wide {
        Wide(self.0.map(|word| !word))
    }
}

impl Bits for Wide {
    const ROWS: usize = 12;
    const COLUMNS: usize = MAX_COLUMNS;
    const EMPTY: Wide = Wide([0; 3]);
    const EVEN: Wide = Wide([0x5555_5555_5555_5555; 3]);

    fn cell(column: usize, height: usize) -> Wide {
        Wide::from_lane(column, 1 << height)
    }

    #[inline]
    fn column(column: usize) -> Wide {
        const COLUMN: [Wide; MAX_COLUMNS] = {
            let mut columns = [Wide([0; 3]); MAX_COLUMNS];
            let mut i = 0;
            while i < MAX_COLUMNS {
                columns[i].0[i / PER_WORD] = 0xffff << (16 * (i % PER_WORD));
                i += 1;
            }
            columns
        };
        COLUMN[column]
    }

    fn lane(self, column: usize) -> u16 {
        (self.0[column / PER_WORD] >> (16 * (column % PER_WORD))) as u16
    }

    fn from_lane(column: usize, bits: u16) -> Wide {
        let mut words = [0; 3];
        words[column / PER_WORD] = u64::from(bits) << (16 * (column % PER_WORD));
        Wide(words)
    }

    #[inline]
    fn right(self, columns: u32) -> Wide {
        let Wide([a, b, c]) = self;
        let n = 16 * columns;
        Wide([a << n, b << n | a >> (64 - n), c << n | b >> (64 - n)])
    }

    #[inline]
    fn left(self, columns: u32) -> Wide {
        let Wide([a, b, c]) = self;
        let n = 16 * columns;
        Wide([a >> n | b << (64 - n), b >> n | c << (64 - n), c >> n])
    }

    #[inline]
    fn up(self, rows: u32) -> Wide {
        Wide(self.0.map(|word| word << rows))
    }

    #[inline]
    fn down(self, rows: u32) -> Wide {
        Wide(self.0.map(|word| word >> rows))
    }

    /// Reverses the words and the columns in them, then shifts out the columns
    /// that the board does not have.
    #[inline]
    fn mirror(self, columns: usize) -> Wide {
        let swap = |word: u64| {
            let halves = word.rotate_left(32);
            (halves & 0x0000_ffff_0000_ffff) << 16 | halves >> 16 & 0x0000_ffff_0000_ffff
        };
        let Wide([a, b, c]) = self;
        let image = Wide([swap(c), swap(b), swap(a)]);
        match Self::COLUMNS - columns {
            0 => image,
            n @ 1..4 => image.left(n as u32),
            n => {
                // Four columns are one word, and a board has at least four.
                let Wide([_, b, c]) = image;
                match n - PER_WORD {
                    0 => Wide([b, c, 0]),
                    4 => Wide([c, 0, 0]),
                    n => Wide([b, c, 0]).left(n as u32),
                }
            }
        }
    }

    #[inline]
    fn lesser(self, other: Wide) -> Wide {
        if self.0 <= other.0 { self } else { other }
    }

    #[inline]
    fn is_empty(self) -> bool {
        let Wide([a, b, c]) = self;
        a | b | c == 0
    }

    #[inline]
    fn count(self) -> u32 {
        self.0.iter().map(|word| word.count_ones()).sum()
    }

    #[inline]
    fn only_one(self) -> Wide {
        let rest = self.0.iter().fold(0, |rest, word| rest | word & word.wrapping_sub(1));
        let words = self.0.iter().filter(|word| **word != 0).count();
        if rest == 0 && words <= 1 { self } else { Self::EMPTY }
    }

    #[inline]
    fn first_column(self) -> Option<usize> {
        let word = self.0.iter().position(|&word| word != 0)?;
        Some(PER_WORD * word + self.0[word].trailing_zeros() as usize / 16)
    }

    #[inline]
    fn nth_column(self, n: usize) -> usize {
        let mut left = n as u32;
        for (word, &cells) in self.0.iter().enumerate() {
            let count = cells.count_ones();
            if left < count {
                let cells = (0..left).fold(cells, |cells, _| cells & (cells - 1));
                return PER_WORD * word + cells.trailing_zeros() as usize / 16;
            }
            left -= count;
        }
        unreachable!("the set has more than {n} cells")
    }

    #[inline]
    fn width(self) -> usize {
        let Wide([a, b, c]) = self;
        let (word, before) = match (a, b, c) {
            (_, _, 1..) => (c, 2 * PER_WORD),
            (_, 1.., _) => (b, PER_WORD),
            _ => (a, 0),
        };
        before + (79 - word.leading_zeros() as usize) / 16
    }

    /// Folds two 128-bit products into 64 bits.
    #[inline]
    fn key64(self) -> u64 {
        let fold = |a: u64, b: u64| {
            let product = u128::from(a) * u128::from(b);
            product as u64 ^ (product >> 64) as u64
        };
        let Wide([a, b, c]) = self;
        let half = fold(a ^ 0x9e37_79b9_7f4a_7c15, b ^ 0xd1b5_4a32_d192_ed03);
        fold(half ^ 0x8cb9_2ba7_2f3d_8dd7, c ^ 0xaef1_7502_108e_f2d9)
    }
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
