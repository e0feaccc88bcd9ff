//! Boards of every size: three words, 16 bits per column.

use std::ops::{BitAnd, BitOr, BitXor, Not};

use super::{Bits, MAX_COLUMNS};

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
