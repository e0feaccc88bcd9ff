//! Boards and positions from outside of the crate, checked.
//!
//! Cells are given as rows counted from the top and columns counted from the left,
//! both from 0, as the judge does.

use std::error::Error;
use std::fmt;

use game::Shape;

use crate::bits::{Bits, Wide};
use crate::board::{Class, Position};
use crate::lines::has_line;

/// Smallest number of rows and columns: a line must fit in every direction.
pub const MIN_SIZE: usize = 4;

/// The classic board: six rows, seven columns, no forbidden cell.
pub const CLASSIC: Shape = Shape { rows: 6, columns: 7, forbidden: None };

/// A random board as the judge draws them: 9 to 12 rows, 9 to 12 columns and one
/// forbidden cell, all uniformly distributed if `random` is.
pub fn random_shape(random: u64) -> Shape {
    const MIN: u64 = 9;
    const SIZES: u64 = 4;
    let (rows, rest) = (MIN + random % SIZES, random / SIZES);
    let (columns, rest) = (MIN + rest % SIZES, rest / SIZES);
    let cell = rest % (rows * columns);
    let forbidden = Some(((cell / columns) as usize, (cell % columns) as usize));
    Shape { rows: rows as usize, columns: columns as usize, forbidden }
}

/// Checks that this size class has such a board.
pub(crate) fn check<B: Bits>(shape: &Shape) -> Result<(), SetupError> {
    let Shape { rows, columns, forbidden } = *shape;
    if !(MIN_SIZE..=B::ROWS).contains(&rows) || !(MIN_SIZE..=B::COLUMNS).contains(&columns) {
        return Err(SetupError::Size { rows, columns, max: (B::ROWS, B::COLUMNS) });
    }
    match forbidden {
        Some(cell) if !shape.contains(cell) => Err(SetupError::OffTheBoard(cell)),
        _ => Ok(()),
    }
}

/// Why a board or position is invalid.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum SetupError {
    /// The board is too small or too large.
    Size {
        /// Requested rows.
        rows: usize,
        /// Requested columns.
        columns: usize,
        /// Largest number of rows and of columns.
        max: (usize, usize),
    },
    /// A stone or the forbidden cell is off the board.
    OffTheBoard((usize, usize)),
    /// A stone is on the forbidden cell.
    OnForbidden((usize, usize)),
    /// A cell has two stones.
    Taken((usize, usize)),
    /// A stone has an empty cell below it.
    Floating((usize, usize)),
    /// The numbers of stones do not fit alternating turns.
    Counts {
        /// Stones of the first player.
        first: usize,
        /// Stones of the second player.
        second: usize,
    },
    /// Both sides have a line.
    TwoWinners,
    /// Stones were dropped after a line of four.
    PlayedOn,
}

impl fmt::Display for SetupError {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match *self {
            SetupError::Size { rows, columns, max } => write!(
                f,
                "board is {rows}x{columns}; rows must be {MIN_SIZE} to {}, columns {MIN_SIZE} to {}",
                max.0, max.1
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
                write!(f, "x has {first} stones and o {second}; x must have as many as o or one more")
            }
            SetupError::TwoWinners => f.write_str("both sides have a line of four"),
            SetupError::PlayedOn => f.write_str("stones were dropped after a line of four"),
        }
    }
}

impl Error for SetupError {}

impl Position<Wide> {
    /// An empty board of the shape [`random_shape`].
    pub fn random_board(random: u64) -> Self {
        Position::empty(random_shape(random)).expect("this class holds boards of every size")
    }
}

impl<B: Class> Position<B> {
    /// The position with these stones of the first and the second player.
    ///
    /// Fails if the stones contradict gravity, the order of turns or the end of the
    /// game at a line of four. Does not check beyond that whether a game can reach
    /// the position.
    pub fn set_up(
        shape: Shape,
        first: &[(usize, usize)],
        second: &[(usize, usize)],
    ) -> Result<Self, SetupError> {
        let empty = Position::<B>::empty(shape)?;
        let mut sets = [B::EMPTY; 2];
        let stones = [first, second].into_iter().enumerate();
        for (side, &(row, column)) in stones.flat_map(|(side, list)| list.iter().map(move |c| (side, c))) {
            if !shape.contains((row, column)) {
                return Err(SetupError::OffTheBoard((row, column)));
            }
            if shape.forbidden == Some((row, column)) {
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
            let mut below = (row + 1..shape.rows).filter(|&row| shape.forbidden != Some((row, column)));
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
            (true, false) => Err(SetupError::PlayedOn),
            (false, true) if !state.has_last_stone() => Err(SetupError::PlayedOn),
            _ => Ok(state),
        }
    }

    /// Whether one move can have made all lines of the winner: some stone on top of a
    /// column is part of all of them.
    fn has_last_stone(&self) -> bool {
        (0..self.columns()).any(|column| {
            let taken = (self.own() | self.other()).lane(column);
            let top = B::from_lane(column, taken.checked_ilog2().map_or(0, |height| 1 << height));
            !(top & self.other()).is_empty() && !has_line(self.other() & !top)
        })
    }
}
