//! Points of the board, and sets of points in two machine words.
//!
//! ```text
//!            A  B  C  D  E  F  G  H  J        bit of a point: 10 * row + column
//!         0  0  1  2  3  4  5  6  7  8 │ 9
//!         1 10 11 12 13 14 15 16 17 18 │ 19   right neighbour: << 1
//!  upper  2 20 21 22 23 24 25 26 27 28 │ 29   lower neighbour: << 10
//!         3 30 31 32 33 34 35 36 37 38 │ 39
//!         4 40 41 42 43 44 45 46 47 48 │ 49   from row 4 to row 5: >> 40
//!         ─────────────────────────────┼──
//!         5  0  1  2  3  4  5  6  7  8 │ 9
//!  lower  …                            │      │ = guard column, in no set
//!         8 30 31 32 33 34 35 36 37 38 │ 39
//! ```
//!
//! Smaller boards lie in the top left corner. The guard column keeps a shift to
//! the side from reaching the next row. Two words are faster than one `u128`: a
//! shift to the side stays within a word, while every shift of a `u128` is a
//! double shift.

pub(crate) mod draw;

use std::hint::select_unpredictable;
use std::ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, BitXor, Not};

use game::bits::{byte_counts, mix, nth_member};
use game::{Move, Rng};

/// Maximum number of rows, and of columns, of a board.
pub const MAX_SIZE: usize = 9;

/// Distance in bits from one row to the next: the columns and the guard.
const STRIDE: usize = MAX_SIZE + 1;

/// Number of rows in the upper word.
const UPPER_ROWS: usize = 5;

/// Distance in bits from the first to the last row of the upper word. A shift by
/// it maps the last row of the upper word to the first row of the lower word.
const SEAM: usize = STRIDE * (UPPER_ROWS - 1);

/// A point of the board, and the move that puts a stone on it.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Point(u8);

impl Point {
    /// Point in this row (from the top) and column (from the left), both 0 to 8.
    pub const fn new(row: usize, column: usize) -> Option<Point> {
        if row < MAX_SIZE && column < MAX_SIZE { Some(Point((MAX_SIZE * row + column) as u8)) } else { None }
    }

    /// Row, counted from the top, from 0.
    pub fn row(self) -> usize {
        self.0 as usize / MAX_SIZE
    }

    /// Column, counted from the left, from 0.
    pub fn column(self) -> usize {
        self.0 as usize % MAX_SIZE
    }

    /// Set that contains only this point.
    #[inline]
    pub fn set(self) -> Points {
        TABLES.set[self.0 as usize & 127]
    }

    /// Indices of the four adjacent points; one that is off the board is 127, the index
    /// of no point.
    #[inline]
    pub(crate) fn neighbour_slots(self) -> [usize; 4] {
        let [a, b, c, d] = TABLES.beside[self.0 as usize & 127];
        [a as usize & 127, b as usize & 127, c as usize & 127, d as usize & 127]
    }

    /// Adjacent points on the largest board.
    #[inline]
    pub fn neighbours(self) -> Points {
        TABLES.neighbours[self.0 as usize & 127]
    }
}

impl Move for Point {
    const COUNT: usize = MAX_SIZE * MAX_SIZE;

    #[inline]
    fn index(self) -> usize {
        self.0 as usize
    }

    fn from_index(index: usize) -> Option<Self> {
        (index < Self::COUNT).then_some(Point(index as u8))
    }
}

/// Lookup tables by the index of a point. They have 128 entries so that an index
/// masked to seven bits is always in bounds.
struct Tables {
    set: [Points; 128],
    neighbours: [Points; 128],
    /// See [`Point::neighbour_slots`].
    beside: [[u8; 4]; 128],
    /// Point of each bit; the bits of the lower word start at 64.
    of_bit: [Point; 128],
}

static TABLES: Tables = {
    let mut tables = Tables {
        set: [Points::EMPTY; 128],
        neighbours: [Points::EMPTY; 128],
        beside: [[127; 4]; 128],
        of_bit: [Point(0); 128],
    };
    let mut index = 0;
    while index < Point::COUNT {
        let (row, column) = (index / MAX_SIZE, index % MAX_SIZE);
        tables.set[index] = Points::at(row, column);
        tables.neighbours[index] =
            Points::at(row, column).spread().intersection(Points::board(MAX_SIZE, MAX_SIZE));
        let places = [
            (row.wrapping_sub(1), column),
            (row, column.wrapping_sub(1)),
            (row, column + 1),
            (row + 1, column),
        ];
        let mut i = 0;
        while i < 4 {
            if let Some(point) = Point::new(places[i].0, places[i].1) {
                tables.beside[index][i] = point.0;
            }
            i += 1;
        }
        let bit =
            if row < UPPER_ROWS { STRIDE * row + column } else { 64 + STRIDE * (row - UPPER_ROWS) + column };
        tables.of_bit[bit] = Point(index as u8);
        index += 1;
    }
    tables
};

/// A set of points.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Points {
    upper: u64,
    lower: u64,
}

impl Points {
    /// The empty set.
    pub const EMPTY: Points = Points { upper: 0, lower: 0 };

    const fn at(row: usize, column: usize) -> Points {
        if row < UPPER_ROWS {
            Points { upper: 1 << (STRIDE * row + column), lower: 0 }
        } else {
            Points { upper: 0, lower: 1 << (STRIDE * (row - UPPER_ROWS) + column) }
        }
    }

    /// All points of a board with this number of rows and columns.
    pub const fn board(rows: usize, columns: usize) -> Points {
        let mut all = Points::EMPTY;
        let mut index = 0;
        while index < rows * columns {
            let point = Points::at(index / columns, index % columns);
            all = Points { upper: all.upper | point.upper, lower: all.lower | point.lower };
            index += 1;
        }
        all
    }

    const fn intersection(self, other: Points) -> Points {
        Points { upper: self.upper & other.upper, lower: self.lower & other.lower }
    }

    /// All points adjacent to a point of the set. The result may also contain bits
    /// off the board: the caller must intersect it with a set of points.
    #[inline]
    pub const fn spread(self) -> Points {
        let Points { upper, lower } = self;
        Points {
            upper: upper << 1 | upper >> 1 | upper << STRIDE | upper >> STRIDE | lower << SEAM,
            lower: lower << 1 | lower >> 1 | lower << STRIDE | lower >> STRIDE | upper >> SEAM,
        }
    }

    /// Points with at least one neighbour in the set, and points with at least two. Both
    /// may also contain bits off the board.
    #[inline]
    pub(crate) fn neighbour_counts(self) -> [Points; 2] {
        let Points { upper, lower } = self;
        let word = |left: u64, right: u64, above: u64, below: u64| {
            let (sides, ends) = (left | right, above | below);
            [sides | ends, left & right | above & below | sides & ends]
        };
        let [some, several] = word(upper << 1, upper >> 1, upper << STRIDE, upper >> STRIDE | lower << SEAM);
        let [some_low, several_low] =
            word(lower << 1, lower >> 1, lower << STRIDE | upper >> SEAM, lower >> STRIDE);
        [Points { upper: some, lower: some_low }, Points { upper: several, lower: several_low }]
    }

    /// Whether the set has no point.
    #[inline]
    pub fn is_empty(self) -> bool {
        self.upper | self.lower == 0
    }

    /// Whether `point` is in the set.
    #[inline]
    pub fn contains(self, point: Point) -> bool {
        !(self & point.set()).is_empty()
    }

    /// Whether all of `others` are in the set.
    #[inline]
    pub fn contains_all(self, others: Points) -> bool {
        (others & !self).is_empty()
    }

    /// Whether the set has two or more points.
    #[inline]
    pub fn has_two(self) -> bool {
        let Points { upper, lower } = self;
        let twice = upper & upper.wrapping_sub(1) | lower & lower.wrapping_sub(1);
        twice != 0 || (upper != 0 && lower != 0)
    }

    /// Whether the set, which must not be empty, has just one point; without a branch.
    #[inline(always)]
    pub(crate) fn has_one(self) -> bool {
        let Points { upper, lower } = self;
        let twice = upper & upper.wrapping_sub(1) | lower & lower.wrapping_sub(1);
        (twice == 0) & ((upper == 0) | (lower == 0))
    }

    /// The set, or `other` if `replace` is true; without a branch.
    #[inline(always)]
    pub(crate) fn or_if(self, replace: bool, other: Points) -> Points {
        Points {
            upper: select_unpredictable(replace, other.upper, self.upper),
            lower: select_unpredictable(replace, other.lower, self.lower),
        }
    }

    /// Number of points in the set.
    #[inline]
    pub fn count(self) -> u32 {
        self.upper.count_ones() + self.lower.count_ones()
    }

    /// Number of points in a set that has few: one step per point, which is less work than
    /// [`Points::count`] on a CPU without an instruction for it.
    #[inline]
    pub fn count_few(mut self) -> i32 {
        let mut count = 0;
        while self.upper != 0 {
            self.upper &= self.upper - 1;
            count += 1;
        }
        while self.lower != 0 {
            self.lower &= self.lower - 1;
            count += 1;
        }
        count
    }

    /// The set, or the empty set if `keep` is false; without a branch.
    #[inline]
    pub(crate) fn kept_if(self, keep: bool) -> Points {
        Points {
            upper: select_unpredictable(keep, self.upper, 0),
            lower: select_unpredictable(keep, self.lower, 0),
        }
    }

    /// Set of the first point only; empty if the set is empty.
    #[inline]
    pub fn first(self) -> Points {
        let Points { upper, lower } = self;
        let lower = if upper == 0 { lower & lower.wrapping_neg() } else { 0 };
        Points { upper: upper & upper.wrapping_neg(), lower }
    }

    /// Points of the set, row by row.
    #[inline]
    pub fn members(mut self) -> impl Iterator<Item = Point> {
        std::iter::from_fn(move || {
            if self.is_empty() {
                return None;
            }
            let bit = match self.upper {
                0 => 64 + self.lower.trailing_zeros(),
                upper => upper.trailing_zeros(),
            };
            self = self & !self.first();
            Some(TABLES.of_bit[bit as usize & 127])
        })
    }

    /// Point of the set, uniformly at random. The set must not be empty.
    #[inline]
    pub fn random_member(self, rng: &mut Rng) -> Point {
        self.random_members(rng)()
    }

    /// Draws points of the set, each uniformly at random. The set must not be empty.
    #[inline]
    pub fn random_members(self, rng: &mut Rng) -> impl FnMut() -> Point {
        let counts = [self.upper, self.lower].map(byte_counts);
        let all = counts.iter().map(|counts| (counts >> 56) as u32).sum();
        move || self.nth_with(counts, rng.u32(0..all))
    }

    /// Member number `n`, from 0, in the order of [`Points::members`]. The set must have
    /// more than `n` members.
    #[inline]
    pub fn nth_member(self, n: u32) -> Point {
        self.nth_with([self.upper, self.lower].map(byte_counts), n)
    }

    #[inline]
    fn nth_with(self, [upper, lower]: [u64; 2], n: u32) -> Point {
        // The word is chosen without a branch, which no CPU could predict.
        let above = (upper >> 56) as u32;
        let is_below = n >= above;
        let mask = u64::from(is_below).wrapping_neg();
        let choose = |a: u64, b: u64| a ^ (a ^ b) & mask;
        let bit = nth_member(choose(self.upper, self.lower), choose(upper, lower), n - (above & mask as u32));
        TABLES.of_bit[(bit | u32::from(is_below) << 6) as usize & 127]
    }

    /// 64-bit hash of a list of sets.
    #[inline]
    pub(crate) fn hash<const N: usize>(sets: [Points; N]) -> u64 {
        let words = sets.iter().flat_map(|set| [set.upper, set.lower]);
        words.fold(0x243f_6a88_85a3_08d3, |hash, word| mix(hash ^ word))
    }
}

impl FromIterator<Point> for Points {
    fn from_iter<I: IntoIterator<Item = Point>>(points: I) -> Points {
        points.into_iter().fold(Points::EMPTY, |set, point| set | point.set())
    }
}

impl BitAnd for Points {
    type Output = Points;
    #[inline]
    fn bitand(self, other: Points) -> Points {
        self.intersection(other)
    }
}

impl BitOr for Points {
    type Output = Points;
    #[inline]
    fn bitor(self, other: Points) -> Points {
        Points { upper: self.upper | other.upper, lower: self.lower | other.lower }
    }
}

impl BitXor for Points {
    type Output = Points;
    #[inline]
    fn bitxor(self, other: Points) -> Points {
        Points { upper: self.upper ^ other.upper, lower: self.lower ^ other.lower }
    }
}

impl Not for Points {
    type Output = Points;
    #[inline]
    fn not(self) -> Points {
        Points { upper: !self.upper, lower: !self.lower }
    }
}

impl BitAndAssign for Points {
    #[inline]
    fn bitand_assign(&mut self, other: Points) {
        *self = *self & other;
    }
}

impl BitOrAssign for Points {
    #[inline]
    fn bitor_assign(&mut self, other: Points) {
        *self = *self | other;
    }
}

/// 64-bit hash of a number.
#[inline]
pub(crate) fn hash(number: usize) -> u64 {
    mix(number as u64 + 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn all() -> impl Iterator<Item = Point> {
        (0..Point::COUNT).filter_map(Point::from_index)
    }

    #[test]
    fn neighbours_are_one_step_away() {
        for point in all() {
            let near = |other: &Point| {
                point.row().abs_diff(other.row()) + point.column().abs_diff(other.column()) == 1
            };
            assert_eq!(point.neighbours(), all().filter(near).collect(), "{point:?}");
            assert_eq!(point.set().spread() & Points::board(MAX_SIZE, MAX_SIZE), point.neighbours());
            assert_eq!(Point::new(point.row(), point.column()), Some(point));
        }
        assert_eq!((Point::new(9, 0), Point::new(0, 9)), (None, None));
    }

    #[test]
    fn a_set_has_exactly_its_members() {
        let mut rng = Rng::with_seed(1);
        for size in 0..=81 {
            for _ in 0..20 {
                let mut list: Vec<Point> = all().collect();
                rng.shuffle(&mut list);
                list.truncate(size);
                list.sort_unstable();
                let set: Points = list.iter().copied().collect();
                assert_eq!(set.members().collect::<Vec<_>>(), list);
                assert_eq!(
                    (set.count() as usize, set.is_empty(), set.has_two()),
                    (size, size == 0, size > 1)
                );
                assert_eq!(set.first(), list.iter().copied().take(1).collect());
                assert!(all().all(|point| set.contains(point) == list.contains(&point)));
                assert!(set.contains_all(set.first()) && (size == 0 || !Points::EMPTY.contains_all(set)));
            }
        }
    }

    #[test]
    fn boards_lie_in_the_top_left_corner() {
        for (rows, columns) in [(1, 1), (1, 9), (9, 1), (3, 7), (5, 5), (6, 2), (9, 9)] {
            let on_board = all().filter(|p| p.row() < rows && p.column() < columns);
            assert_eq!(Points::board(rows, columns), on_board.collect());
        }
    }
}
