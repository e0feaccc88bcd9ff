//! Boards and positions that somebody describes: what is accepted, and what
//! is wrong with the rest, in one line.

use std::error::Error;
use std::fmt;

use game::Side;

use crate::board::State;
use crate::groups;
use crate::notation::vertex;
use crate::points::{MOST, Point, Points};

/// Why there is no such board or position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum SetupError {
    /// The board is too small or too large.
    Size {
        /// Rows that were asked for.
        rows: usize,
        /// Columns that were asked for.
        columns: usize,
    },
    /// A stone is outside of the board: row from the top and column from the
    /// left, both from 0.
    OffTheBoard(usize, usize),
    /// A point has two stones.
    Taken {
        /// The point.
        point: Point,
        /// Rows of the board, which name it.
        rows: usize,
    },
    /// The sides cannot have had as many turns as this.
    Counts {
        /// Stones of black.
        black: usize,
        /// Stones of white.
        white: usize,
    },
    /// A group has no liberty: somebody captured or suffocated.
    Captured {
        /// A stone of it.
        point: Point,
        /// Whose it is.
        side: Side,
        /// Rows of the board, which name the point.
        rows: usize,
    },
}

impl fmt::Display for SetupError {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match *self {
            SetupError::Size { rows, columns } => {
                write!(f, "a board has 1 to {MOST} rows and 1 to {MOST} columns, not {rows}x{columns}")
            }
            SetupError::OffTheBoard(row, column) => {
                write!(f, "row {row}, column {column} (from the top left, from 0) is off the board")
            }
            SetupError::Taken { point, rows } => write!(f, "{} has two stones", vertex(point, rows)),
            SetupError::Counts { black, white } => {
                write!(f, "black has as many stones as white, or one more, not {black} to {white}")
            }
            SetupError::Captured { point, side, rows } => {
                let colour = ["black", "white"][side.index()];
                write!(f, "the {colour} group at {} has no liberty", vertex(point, rows))
            }
        }
    }
}

impl Error for SetupError {}

impl State {
    /// The empty board with so many rows and columns.
    pub fn empty_board(rows: usize, columns: usize) -> Result<State, SetupError> {
        match (1..=MOST).contains(&rows) && (1..=MOST).contains(&columns) {
            true => Ok(State::cleared(rows, columns)),
            false => Err(SetupError::Size { rows, columns }),
        }
    }

    /// The position with these stones of black and of white: row from the top
    /// and column from the left, both from 0.
    ///
    /// Refused is what the number of stones or a group without a liberty rules
    /// out. A game leads to every other position, in any order of its stones:
    /// a group that is not whole yet has a liberty where the rest will be.
    pub fn set_up(
        (rows, columns): (usize, usize),
        black: &[(usize, usize)],
        white: &[(usize, usize)],
    ) -> Result<State, SetupError> {
        let board = State::empty_board(rows, columns)?.board();
        let mut sets = [Points::EMPTY; 2];
        let stones = [black, white].into_iter().enumerate();
        for (side, &(row, column)) in stones.flat_map(|(side, list)| list.iter().map(move |s| (side, s))) {
            let point = Point::new(row, column).filter(|&point| board.contains(point));
            let point = point.ok_or(SetupError::OffTheBoard(row, column))?;
            if (sets[0] | sets[1]).contains(point) {
                return Err(SetupError::Taken { point, rows });
            }
            sets[side] |= point.set();
        }
        let [x, o] = sets;
        let empty = board & !(x | o);
        for (stones, side) in [(x, Side::First), (o, Side::Second)] {
            let captured = groups::all(stones).find(|group| (group.spread() & empty).is_empty());
            if let Some(point) = captured.and_then(|group| group.members().next()) {
                return Err(SetupError::Captured { point, side, rows });
            }
        }
        match black.len().wrapping_sub(white.len()) {
            0 => Ok(State::from_stones(x, o, board)),
            1 => Ok(State::from_stones(o, x, board)),
            _ => Err(SetupError::Counts { black: black.len(), white: white.len() }),
        }
    }
}
