//! Boards of at most 7 rows and 8 columns: one word, a byte per column.

use game::bits::{byte_counts, nth_byte};

use super::{Bits, MAX_COLUMNS};

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
