//! Boards and positions that somebody describes: what is accepted, and what
//! is wrong with the rest, in one line.
//!
//! Cells are told as the judge does: row from the top, column from the left,
//! both from 0.

use std::error::Error;
use std::fmt;

use crate::bits::{Bits, Wide};
use crate::board::{Class, Position};
use crate::lines::has_line;

/// The least rows and columns of a board: a line must fit in every direction.
pub const LEAST: usize = 4;

/// A board without stones.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Layout {
    /// How many rows.
    pub rows: usize,
    /// How many columns.
    pub columns: usize,
    /// The cell that no stone can take.
    pub forbidden: Option<(usize, usize)>,
}

impl Layout {
    /// The game as it is sold: six rows, seven columns.
    pub const CLASSIC: Layout = Layout { rows: 6, columns: 7, forbidden: None };

    /// The board that the judge would draw with this lot: 9 to 12 rows and
    /// columns and one forbidden cell, each as likely as the next.
    pub fn judges(lot: u64) -> Layout {
        const LEAST: u64 = 9;
        const SIZES: u64 = 4;
        let (rows, lot) = (LEAST + lot % SIZES, lot / SIZES);
        let (columns, lot) = (LEAST + lot % SIZES, lot / SIZES);
        let cell = lot % (rows * columns);
        let forbidden = Some(((cell / columns) as usize, (cell % columns) as usize));
        Layout { rows: rows as usize, columns: columns as usize, forbidden }
    }

    /// Is there such a board, in this size class?
    pub(crate) fn check<B: Bits>(&self) -> Result<(), SetupError> {
        let Layout { rows, columns, forbidden } = *self;
        if !(LEAST..=B::ROWS).contains(&rows) || !(LEAST..=B::COLUMNS).contains(&columns) {
            return Err(SetupError::Size { rows, columns, most: (B::ROWS, B::COLUMNS) });
        }
        match forbidden {
            Some(cell) if !self.has(cell) => Err(SetupError::OffTheBoard(cell)),
            _ => Ok(()),
        }
    }

    fn has(&self, (row, column): (usize, usize)) -> bool {
        row < self.rows && column < self.columns
    }
}

/// `9x11`, or `9x11-3,4` with a forbidden cell.
impl fmt::Display for Layout {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        write!(f, "{}x{}", self.rows, self.columns)?;
        match self.forbidden {
            Some((row, column)) => write!(f, "-{row},{column}"),
            None => Ok(()),
        }
    }
}

/// Why there is no such board or position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum SetupError {
    /// The board is too small or too large.
    Size {
        /// Rows that were asked for.
        rows: usize,
        /// Columns that were asked for.
        columns: usize,
        /// The most rows and columns.
        most: (usize, usize),
    },
    /// A stone or the forbidden cell is outside of the board.
    OffTheBoard((usize, usize)),
    /// A stone is on the forbidden cell.
    OnForbidden((usize, usize)),
    /// A cell has two stones.
    Taken((usize, usize)),
    /// A stone has an empty cell below it.
    Floating((usize, usize)),
    /// The sides cannot have had as many turns as this.
    Counts {
        /// Stones of the first player.
        first: usize,
        /// Stones of the second.
        second: usize,
    },
    /// Both sides have a line.
    TwoWinners,
    /// There are stones that were dropped after a line of four.
    WentOn,
}

impl fmt::Display for SetupError {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match *self {
            SetupError::Size { rows, columns, most } => write!(
                f,
                "the board has {LEAST} to {} rows and {LEAST} to {} columns, not {rows}x{columns}",
                most.0, most.1
            ),
            SetupError::OffTheBoard((row, column)) => write!(f, "cell {row},{column} is off the board"),
            SetupError::OnForbidden((row, column)) => {
                write!(f, "a stone is on the forbidden cell {row},{column}")
            }
            SetupError::Taken((row, column)) => write!(f, "cell {row},{column} has two stones"),
            SetupError::Floating((row, column)) => {
                write!(f, "the stone on {row},{column} has an empty cell below it")
            }
            SetupError::Counts { first, second } => {
                write!(f, "x has as many stones as o, or one more, not {first} to {second}")
            }
            SetupError::TwoWinners => f.write_str("both sides have a line of four"),
            SetupError::WentOn => f.write_str("the game went on after a line of four"),
        }
    }
}

impl Error for SetupError {}

impl Position<Wide> {
    /// The empty board that the judge would draw with this lot.
    pub fn judges_board(lot: u64) -> Self {
        Position::empty(Layout::judges(lot)).expect("this class holds all of the judge's boards")
    }
}

impl<B: Class> Position<B> {
    /// The position with these stones of the first player and the second.
    ///
    /// Refused is what gravity, the number of stones or a line of four rules
    /// out; that a game leads here is not proven beyond that.
    pub fn set_up(
        layout: Layout,
        first: &[(usize, usize)],
        second: &[(usize, usize)],
    ) -> Result<Self, SetupError> {
        let empty = Position::<B>::empty(layout)?;
        let mut sets = [B::EMPTY; 2];
        let stones = [first, second].into_iter().enumerate();
        for (side, &(row, column)) in stones.flat_map(|(side, list)| list.iter().map(move |c| (side, c))) {
            if !layout.has((row, column)) {
                return Err(SetupError::OffTheBoard((row, column)));
            }
            if layout.forbidden == Some((row, column)) {
                return Err(SetupError::OnForbidden((row, column)));
            }
            let cell = empty.cell(row, column);
            if !((sets[0] | sets[1]) & cell).is_empty() {
                return Err(SetupError::Taken((row, column)));
            }
            sets[side] = sets[side] | cell;
        }
        let [x, o] = sets;
        let taken = x | o;
        for &(row, column) in first.iter().chain(second) {
            let mut below = (row + 1..layout.rows).filter(|&row| layout.forbidden != Some((row, column)));
            if below.any(|row| (empty.cell(row, column) & taken).is_empty()) {
                return Err(SetupError::Floating((row, column)));
            }
        }
        let state = match first.len().wrapping_sub(second.len()) {
            0 => empty.with_stones(x, o),
            1 => empty.with_stones(o, x),
            _ => return Err(SetupError::Counts { first: first.len(), second: second.len() }),
        };
        match (has_line(state.own()), has_line(state.other())) {
            (true, true) => Err(SetupError::TwoWinners),
            (true, false) => Err(SetupError::WentOn),
            (false, true) if !state.has_last_stone() => Err(SetupError::WentOn),
            _ => Ok(state),
        }
    }

    /// Is there a stone on top of a column without which the winner has no
    /// line? Else no last move can have made all of the lines.
    fn has_last_stone(&self) -> bool {
        (0..self.columns()).any(|column| {
            let taken = (self.own() | self.other()).lane(column);
            let top = B::from_lane(column, taken.checked_ilog2().map_or(0, |height| 1 << height));
            !(top & self.other()).is_empty() && !has_line(self.other() & !top)
        })
    }
}
