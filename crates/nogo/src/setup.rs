//! Empty boards of any size and positions from lists of stones, validated.

use std::error::Error;
use std::fmt;

use game::Side;

use crate::board::State;
use crate::groups;
use crate::notation::vertex;
use crate::points::{MAX_SIZE, Point, Points};

/// Why a board or a position is invalid.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum SetupError {
    /// The board is too small or too large.
    Size {
        /// Requested number of rows.
        rows: usize,
        /// Requested number of columns.
        columns: usize,
    },
    /// A stone is off the board: its row from the top and its column from the
    /// left, both counted from 0.
    OffTheBoard(usize, usize),
    /// A point has two stones.
    Taken {
        /// The point.
        point: Point,
        /// Number of rows of the board, to print the point.
        rows: usize,
    },
    /// The numbers of stones do not fit alternate turns.
    Counts {
        /// Number of black stones.
        black: usize,
        /// Number of white stones.
        white: usize,
    },
    /// A group has no liberty: the last move was a capture or suicide.
    Captured {
        /// A stone of the group.
        point: Point,
        /// Side that owns the group.
        side: Side,
        /// Number of rows of the board, to print the point.
        rows: usize,
    },
}

impl fmt::Display for SetupError {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match *self {
            SetupError::Size { rows, columns } => {
                write!(f, "board is {rows}x{columns}; rows and columns must be 1 to {MAX_SIZE}")
            }
            SetupError::OffTheBoard(row, column) => {
                write!(f, "row {row}, column {column} (counted from 0 at the top left) is off the board")
            }
            SetupError::Taken { point, rows } => write!(f, "{} has two stones", vertex(point, rows)),
            SetupError::Counts { black, white } => {
                let counts = format!("black has {black} stones and white has {white}");
                write!(f, "{counts}; black must have as many as white, or one more")
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
    /// Empty board with this number of rows and columns, both 1 to 9.
    pub fn empty_board(rows: usize, columns: usize) -> Result<State, SetupError> {
        match (1..=MAX_SIZE).contains(&rows) && (1..=MAX_SIZE).contains(&columns) {
            true => Ok(State::cleared(rows, columns)),
            false => Err(SetupError::Size { rows, columns }),
        }
    }

    /// Position on a board of (rows, columns) with these black and white stones,
    /// each as its row from the top and its column from the left, both from 0.
    ///
    /// An error if the numbers of stones do not fit alternate turns or a group has
    /// no liberty. Every other position can be reached by a game, with its stones
    /// played in any order: a part of a group has a liberty where the rest of the
    /// group is still missing, or where the whole group has one.
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
        let [black_stones, white_stones] = sets;
        let empty = board & !(black_stones | white_stones);
        for (stones, side) in [(black_stones, Side::First), (white_stones, Side::Second)] {
            let captured = groups::all(stones).find(|group| (group.spread() & empty).is_empty());
            if let Some(point) = captured.and_then(|group| group.members().next()) {
                return Err(SetupError::Captured { point, side, rows });
            }
        }
        match black.len().wrapping_sub(white.len()) {
            0 => Ok(State::from_stones(black_stones, white_stones, board)),
            1 => Ok(State::from_stones(white_stones, black_stones, board)),
            _ => Err(SetupError::Counts { black: black.len(), white: white.len() }),
        }
    }
}
