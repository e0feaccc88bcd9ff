//! The rules, on two sets of nine bits each.
//!
//! ```text
//!      a b c          bit of a cell: 3 * row + column
//!   1  0 1 2
//!   2  3 4 5          own   = stones of the side to move
//!   3  6 7 8          other = stones of the opponent
//! ```
//!
//! The state is relative to the side to move: a move sets a bit in `own` and swaps
//! the two sets. No code needs to know whether X or O is to move.

use game::{Game, Move, Outcome, ParseError, Rng, Side};

use crate::notation;

/// A cell of the board. It is also the move that puts a stone there.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Cell(u8);

impl Cell {
    /// The cell at a row (from the top) and a column (from the left), both 0 to 2.
    /// `None` outside of the board.
    pub fn new(row: usize, column: usize) -> Option<Cell> {
        (row < 3 && column < 3).then(|| Cell((3 * row + column) as u8))
    }

    /// Row from the top, 0 to 2.
    pub fn row(self) -> usize {
        self.0 as usize / 3
    }

    /// Column from the left, 0 to 2.
    pub fn column(self) -> usize {
        self.0 as usize % 3
    }

    /// The set that contains only this cell.
    pub(crate) fn bit(self) -> u16 {
        1 << self.0
    }

    /// The cell with the lowest number in a set; `None` if the set is empty.
    pub(crate) fn first(cells: u16) -> Option<Cell> {
        (cells != 0).then_some(Cell(cells.trailing_zeros() as u8))
    }
}

impl Move for Cell {
    const COUNT: usize = 9;

    #[inline]
    fn index(self) -> usize {
        self.0 as usize
    }

    fn from_index(index: usize) -> Option<Self> {
        (index < Self::COUNT).then_some(Cell(index as u8))
    }
}

/// The set of all nine cells.
pub(crate) const FULL: u16 = 0o777;

/// The eight lines of three: rows, columns, diagonals.
pub(crate) const LINES: [u16; 8] = [0o007, 0o070, 0o700, 0o111, 0o222, 0o444, 0o421, 0o124];

/// For each of the 512 sets of cells: whether it contains a line.
const HAS_LINE: [bool; 512] = {
    let mut table = [false; 512];
    let mut cells = 0;
    while cells < 512 {
        let mut line = 0;
        while line < LINES.len() {
            table[cells] |= cells as u16 & LINES[line] == LINES[line];
            line += 1;
        }
        cells += 1;
    }
    table
};

/// The n-th cell of each set of cells, so that a random move is one table look-up.
const NTH: [[u8; 16]; 512] = {
    let mut table = [[0; 16]; 512];
    let mut cells = 0;
    while cells < 512 {
        let (mut cell, mut n) = (0, 0);
        while cell < 9 {
            if cells >> cell & 1 == 1 {
                table[cells][n] = cell;
                n += 1;
            }
            cell += 1;
        }
        cells += 1;
    }
    table
};

/// A position of tic-tac-toe.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct State {
    own: u16,
    other: u16,
}

impl State {
    /// The position with these stones. X moves first. The error is the reason why no
    /// game reaches this position.
    pub(crate) fn from_stones(x: u16, o: u16) -> Result<State, &'static str> {
        let state = match x.count_ones().wrapping_sub(o.count_ones()) {
            0 => State { own: x, other: o },
            1 => State { own: o, other: x },
            _ => return Err("x must have as many stones as o, or one more"),
        };
        if has_line(state.own) {
            return Err("a stone was placed after a line of three");
        }
        Ok(state)
    }

    /// Stones of the first player (X) and of the second (O).
    pub(crate) fn stones(&self) -> (u16, u16) {
        match self.side() {
            Side::First => (self.own, self.other),
            Side::Second => (self.other, self.own),
        }
    }

    /// Stones of the side to move.
    pub(crate) fn own(&self) -> u16 {
        self.own
    }

    /// Stones of the opponent.
    pub(crate) fn other(&self) -> u16 {
        self.other
    }

    /// Empty cells.
    #[inline]
    pub(crate) fn empty(&self) -> u16 {
        FULL & !(self.own | self.other)
    }
}

/// Returns true if a set of cells contains a line of three.
#[inline]
pub(crate) fn has_line(cells: u16) -> bool {
    HAS_LINE[(cells & FULL) as usize]
}

impl Game for State {
    type Move = Cell;
    const NAME: &'static str = "tictactoe";
    const MAX_MOVES: usize = 9;

    fn start() -> Self {
        State { own: 0, other: 0 }
    }

    fn side(&self) -> Side {
        if self.empty().count_ones() % 2 == 1 { Side::First } else { Side::Second }
    }

    #[inline]
    fn outcome(&self) -> Option<Outcome> {
        // Only the last move can have completed a line, and the opponent made it.
        if has_line(self.other) {
            Some(Outcome::Loss)
        } else if self.empty() == 0 {
            Some(Outcome::Draw)
        } else {
            None
        }
    }

    fn legal_moves(&self, moves: &mut Vec<Cell>) {
        moves.clear();
        let mut cells = if has_line(self.other) { 0 } else { self.empty() };
        while let Some(cell) = Cell::first(cells) {
            moves.push(cell);
            cells &= cells - 1;
        }
    }

    #[inline]
    fn count_moves(&self, _buffer: &mut Vec<Cell>) -> usize {
        if has_line(self.other) { 0 } else { self.empty().count_ones() as usize }
    }

    #[inline]
    fn nth_move(&self, n: usize, _buffer: &mut Vec<Cell>) -> Cell {
        Cell(NTH[self.empty() as usize][n & 15])
    }

    fn is_legal(&self, m: Cell) -> bool {
        self.empty() & m.bit() != 0 && !has_line(self.other)
    }

    #[inline]
    fn play_unchecked(&mut self, m: Cell) {
        *self = State { own: self.other, other: self.own | m.bit() };
    }

    #[inline]
    fn random_move(&self, rng: &mut Rng) -> Cell {
        let empty = self.empty();
        let nth = rng.u32(0..empty.count_ones());
        Cell(NTH[empty as usize][nth as usize & 15])
    }

    #[inline]
    fn key(&self) -> u64 {
        u64::from(self.own) | u64::from(self.other) << 9
    }

    fn move_text(&self, m: Cell) -> String {
        notation::cell_text(m)
    }

    fn parse_move(&self, text: &str) -> Result<Cell, ParseError> {
        notation::parse_cell(text)
    }

    fn draw(&self, last: Option<Cell>) -> String {
        notation::draw(self, last)
    }
}
