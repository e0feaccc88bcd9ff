//! The rules, on sets of cells.
//!
//! A position is relative to the side to move and includes its board, so it needs
//! no other data:
//!
//! ```text
//!   own        stones of the side to move           4  .  n  n  .
//!   other      stones of the opponent               3  n  #  x  .      n = next
//!   next       where a stone would land,            2  x  o  o  n      # = forbidden
//!              one cell per column that is not full 1  o  x  x  o
//!   cells      all cells that can hold a stone
//!   forbidden  the cell that cannot, if there is one
//! ```
//!
//! A stone moves the `next` cell of its column up by one, and by one more if that
//! is the forbidden cell; above the top row it is masked out. This holds for every
//! place of the forbidden cell and needs no branch. When a line of four ends the
//! game, `next` becomes empty, so the test for the end of the game is one
//! comparison.

use game::{Game, Move, Outcome, ParseError, Rng, Shape, Side};

use crate::bits::{Bits, MAX_COLUMNS, Wide};
use crate::book;
use crate::lines::{completing, has_line};
use crate::notation;
use crate::setup::{CLASSIC, SetupError, check};
use crate::vector::{self, Task};

/// A move: the column that a stone is dropped into.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Column(u8);

impl Column {
    /// The column with this number, counted from the left, from 0.
    pub fn new(number: usize) -> Option<Column> {
        (number < MAX_COLUMNS).then_some(Column(number as u8))
    }

    /// Number of the column, counted from the left, from 0.
    #[inline]
    pub fn number(self) -> usize {
        self.0 as usize
    }
}

impl Move for Column {
    const COUNT: usize = MAX_COLUMNS;

    #[inline]
    fn index(self) -> usize {
        self.number()
    }

    fn from_index(index: usize) -> Option<Self> {
        Column::new(index)
    }
}

/// A size class: the boards that fit one word type, as a game of its own.
///
/// The word type is chosen at compile time, so that no loop depends on the size.
/// Each class has a name and a default board.
pub trait Class: Bits {
    /// See [`Game::NAME`].
    const NAME: &'static str;
    /// Default board.
    const START: Shape;

    /// Opening book of the default board, see [`book`]; empty if there is none.
    const BOOK: &'static [u8] = &[];

    /// Runs `task` with the fastest kind of set that this CPU supports.
    #[inline]
    fn dispatch<T: Task<Self>>(task: T) -> T::Output {
        task.run(|set| set)
    }
}

/// Boards of at most 7 rows and 8 columns. Default: the classic 7×6 board.
impl Class for u64 {
    const NAME: &'static str = "connect4-7x6";
    const START: Shape = CLASSIC;
    const BOOK: &'static [u8] = book::CLASSIC;
}

/// All boards. The judge's boards have 9 to 12 rows and columns and one forbidden
/// cell, all chosen at random; the default board is one of them.
impl Class for Wide {
    const NAME: &'static str = "connect4";
    const START: Shape = Shape { rows: 11, columns: 11, forbidden: Some((3, 4)) };

    #[inline]
    fn dispatch<T: Task<Wide>>(task: T) -> T::Output {
        vector::dispatch(task)
    }
}

/// A position on any board from 4×4 to 12×12.
pub type State = Position<Wide>;

/// A position on a board of at most 7 rows and 8 columns: the same game, more
/// than twice as fast.
pub type Classic = Position<u64>;

/// A position, generic over the size class of its board.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Position<B> {
    own: B,
    other: B,
    next: B,
    cells: B,
    forbidden: B,
}

impl<B: Class> Position<B> {
    /// The empty board of this shape.
    pub fn empty(shape: Shape) -> Result<Self, SetupError> {
        check::<B>(&shape)?;
        let all = |bits: u16| (0..shape.columns).fold(B::EMPTY, |set, c| set | B::from_lane(c, bits));
        let forbidden = match shape.forbidden {
            Some((row, column)) => B::cell(column, shape.rows - 1 - row),
            None => B::EMPTY,
        };
        let cells = all((1 << shape.rows) - 1) & !forbidden;
        let floor = all(1);
        let next = floor & !forbidden | (floor & forbidden).up(1);
        Ok(Position { own: B::EMPTY, other: B::EMPTY, next, cells, forbidden })
    }

    /// This board with other stones, which must obey gravity.
    pub(crate) fn with_stones(&self, own: B, other: B) -> Self {
        let taken = own | other;
        let top = |c: usize| {
            let free = (self.cells & !taken).lane(c);
            B::from_lane(c, free & free.wrapping_neg())
        };
        let next = match has_line(own) || has_line(other) {
            true => B::EMPTY,
            false => (0..self.columns()).fold(B::EMPTY, |set, c| set | top(c)),
        };
        Position { own, other, next, ..*self }
    }

    /// The same position with another kind of set.
    #[inline(always)]
    pub(crate) fn converted<F: Class>(&self, convert: impl Fn(B) -> F) -> Position<F> {
        Position {
            own: convert(self.own),
            other: convert(self.other),
            next: convert(self.next),
            cells: convert(self.cells),
            forbidden: convert(self.forbidden),
        }
    }

    /// Size and forbidden cell of the board.
    pub fn shape(&self) -> Shape {
        let forbidden = self.forbidden.first_column().map(|column| {
            let height = self.forbidden.lane(column).trailing_zeros() as usize;
            (self.rows() - 1 - height, column)
        });
        Shape { rows: self.rows(), columns: self.columns(), forbidden }
    }

    /// Number of rows of the board.
    pub fn rows(&self) -> usize {
        (self.cells | self.forbidden).lane(0).count_ones() as usize
    }

    /// Number of columns of the board.
    #[inline]
    pub fn columns(&self) -> usize {
        self.cells.width()
    }

    /// The row and column where a stone would land, rows counted from the top and
    /// columns from the left, both from 0. `None` if the column is full.
    pub fn landing(&self, m: Column) -> Option<(usize, usize)> {
        let height = self.is_legal(m).then(|| self.next.lane(m.number()).trailing_zeros())?;
        Some((self.rows() - 1 - height as usize, m.number()))
    }

    /// The owner of the stone in this row and column, rows counted from the top,
    /// both from 0. `None` if the cell is empty, forbidden or off the board.
    pub fn stone(&self, row: usize, column: usize) -> Option<Side> {
        if row >= self.rows() || column >= self.columns() {
            return None;
        }
        let cell = self.cell(row, column);
        match (self.own & cell, self.other & cell) {
            (own, _) if !own.is_empty() => Some(self.side()),
            (_, other) if !other.is_empty() => Some(self.side().other()),
            _ => None,
        }
    }

    /// Stones of the side to move.
    #[inline(always)]
    pub fn own(&self) -> B {
        self.own
    }

    /// Stones of the opponent.
    #[inline(always)]
    pub fn other(&self) -> B {
        self.other
    }

    /// The cells where the next stone can land, one per column that is not full.
    #[inline(always)]
    pub fn playable(&self) -> B {
        self.next
    }

    /// Puts a stone of the side to move on this landing cell. Does not test for a
    /// line of four.
    #[inline(always)]
    pub(crate) fn drop_stone(&mut self, stone: B) {
        let above = stone.up(1);
        let above = above | (above & self.forbidden).up(1);
        self.next = self.next ^ stone | above & self.cells;
        (self.own, self.other) = (self.other, self.own | stone);
    }

    /// Both sides' stones packed into one set: the stones of the side to move, and
    /// in every column the cell above its highest stone.
    #[inline]
    pub(crate) fn packed(&self) -> B {
        let taken = self.own | self.other;
        self.own | taken.up(1) & !taken
    }

    /// The cells with an even number of cells above them. A side that answers every
    /// stone with one on top of it ("claimeven") gets these cells of a column with
    /// an even number of empty cells.
    #[inline]
    pub(crate) fn claimeven(&self) -> B {
        let from_top = if self.rows().is_multiple_of(2) { !B::EVEN } else { B::EVEN };
        let below_forbidden = match self.forbidden.first_column() {
            Some(column) => B::from_lane(column, self.forbidden.lane(column) - 1),
            None => B::EMPTY,
        };
        (from_top ^ below_forbidden) & self.cells
    }

    /// The cells that the first and the second player get if all columns are filled
    /// in pairs. The side that places the last stone of a full board answers on top
    /// of the other side's stones.
    #[inline]
    pub(crate) fn parity_cells(&self) -> [B; 2] {
        let claimed = self.claimeven();
        let rest = self.cells & !claimed;
        if self.cells.count().is_multiple_of(2) { [rest, claimed] } else { [claimed, rest] }
    }

    /// All cells that can hold a stone.
    #[inline(always)]
    pub(crate) fn cells(&self) -> B {
        self.cells
    }

    /// The forbidden cell as a set; empty if there is none.
    #[inline(always)]
    pub(crate) fn forbidden(&self) -> B {
        self.forbidden
    }

    /// The empty cells, without the forbidden one.
    #[inline(always)]
    pub fn vacant(&self) -> B {
        self.cells & !(self.own | self.other)
    }

    /// The empty cells where a stone of the side to move would complete a line,
    /// whether it can land there now or not.
    #[inline]
    pub fn own_threats(&self) -> B {
        completing(self.own) & self.vacant()
    }

    /// The same for the opponent.
    #[inline]
    pub fn other_threats(&self) -> B {
        completing(self.other) & self.vacant()
    }

    /// The set of the cell in this row (counted from the top) and column.
    pub(crate) fn cell(&self, row: usize, column: usize) -> B {
        B::cell(column, self.rows() - 1 - row)
    }

    /// The mirror image of the position, with the forbidden cell mirrored too.
    pub(crate) fn mirrored(&self) -> Self {
        let width = self.columns();
        let flip = |set: B| set.mirror(width);
        Position {
            own: flip(self.own),
            other: flip(self.other),
            next: flip(self.next),
            cells: flip(self.cells),
            forbidden: flip(self.forbidden),
        }
    }
}

impl<B: Class> Game for Position<B> {
    type Move = Column;
    const NAME: &'static str = B::NAME;
    const MAX_MOVES: usize = B::COLUMNS;

    fn start() -> Self {
        Position::empty(B::START).expect("the default board fits its class")
    }

    fn side(&self) -> Side {
        if (self.own | self.other).count().is_multiple_of(2) { Side::First } else { Side::Second }
    }

    #[inline(always)]
    fn outcome(&self) -> Option<Outcome> {
        if !self.next.is_empty() {
            None
        } else if has_line(self.other) {
            // Only the side that has just moved can have made a line.
            Some(Outcome::Loss)
        } else {
            Some(Outcome::Draw)
        }
    }

    #[inline]
    fn legal_moves(&self, moves: &mut Vec<Column>) {
        moves.clear();
        let mut left = self.next;
        while let Some(column) = left.first_column() {
            moves.push(Column(column as u8));
            left = left & !B::column(column);
        }
    }

    #[inline]
    fn count_moves(&self, _buffer: &mut Vec<Column>) -> usize {
        self.next.count() as usize
    }

    #[inline]
    fn nth_move(&self, n: usize, _buffer: &mut Vec<Column>) -> Column {
        Column(self.next.nth_column(n) as u8)
    }

    #[inline]
    fn is_legal(&self, m: Column) -> bool {
        !(self.next & B::column(m.number())).is_empty()
    }

    #[inline]
    fn play_unchecked(&mut self, m: Column) {
        let stone = self.next & B::column(m.number());
        self.drop_stone(stone);
        if has_line(self.other) {
            self.next = B::EMPTY;
        }
    }

    /// Does not test for a line of four.
    #[inline]
    fn play_on(&mut self, m: Column) {
        let stone = self.next & B::column(m.number());
        self.drop_stone(stone);
    }

    /// Draws columns until one is not full; most columns are not.
    #[inline]
    fn random_move(&self, rng: &mut Rng) -> Column {
        let columns = self.columns() as u32;
        loop {
            let m = Column(rng.u32(0..columns) as u8);
            if self.is_legal(m) {
                return m;
            }
        }
    }

    /// Combines the stones with the board, so that equal stones on different boards
    /// have different keys.
    #[inline]
    fn key(&self) -> u64 {
        self.packed().key64() ^ self.cells.key64().wrapping_mul(0x9fb2_1c65_1e98_df25)
    }

    fn move_text(&self, m: Column) -> String {
        notation::column_text(m).to_string()
    }

    fn parse_move(&self, text: &str) -> Result<Column, ParseError> {
        notation::parse_column(text, self.columns())
    }

    fn draw(&self, last: Option<Column>) -> String {
        notation::draw(self, last)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::setup::random_shape;

    #[test]
    fn claimeven_cells_have_an_even_number_of_cells_above_them() {
        for seed in 0..2000 {
            let shape = random_shape(seed * 7919);
            let state = State::empty(shape).expect("every random shape is valid");
            let is_cell = |row, column| shape.forbidden != Some((row, column));
            for column in 0..shape.columns {
                for row in (0..shape.rows).filter(|&row| is_cell(row, column)) {
                    let above = (0..row).filter(|&row| is_cell(row, column)).count();
                    let claimed = !(state.claimeven() & state.cell(row, column)).is_empty();
                    assert_eq!(claimed, above % 2 == 0, "{row},{column} of {shape}");
                }
            }
            assert!((state.claimeven() & !state.cells).is_empty());
        }
    }
}
