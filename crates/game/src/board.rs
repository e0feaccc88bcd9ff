//! Boards of cells: where the moves of a game lie.
//!
//! Judges, graphical programs and pages name cells, not moves. A game on a
//! rectangular board gives them its [`Cells`]; a game in which stones fall to
//! the bottom gives them its [`Drops`], too. How a judge writes a cell is the
//! judge's protocol and is not known here.

use std::fmt;

use crate::{Game, Side};

/// A cell: row from the top and column from the left, both from 0.
pub type Place = (usize, usize);

/// A board without its stones.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Shape {
    /// Number of rows.
    pub rows: usize,
    /// Number of columns.
    pub columns: usize,
    /// The cell that no stone can take, if there is one.
    pub forbidden: Option<Place>,
}

impl Shape {
    /// Is this cell on the board?
    pub fn contains(&self, (row, column): Place) -> bool {
        row < self.rows && column < self.columns
    }
}

/// `9x11`, or `9x11-3,4` with a forbidden cell.
impl fmt::Display for Shape {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        write!(f, "{}x{}", self.rows, self.columns)?;
        match self.forbidden {
            Some((row, column)) => write!(f, "-{row},{column}"),
            None => Ok(()),
        }
    }
}

/// Where row 1 of a board is, for those who write its cells as a letter and a number.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum RowOrder {
    /// At the bottom, as in Go and in the standard of GTP.
    #[default]
    FromBottom,
    /// At the top, as in Othello.
    FromTop,
}

impl RowOrder {
    /// The other order.
    pub fn reversed(self) -> Self {
        match self {
            RowOrder::FromBottom => RowOrder::FromTop,
            RowOrder::FromTop => RowOrder::FromBottom,
        }
    }

    /// Converts a row from the top, from 0, into its number, from 1, on a board with
    /// this many rows. The reverse is [`RowOrder::row`].
    pub fn number(self, row: usize, rows: usize) -> Option<usize> {
        match self {
            RowOrder::FromBottom => rows.checked_sub(row),
            RowOrder::FromTop => Some(row + 1),
        }
    }

    /// Converts the number of a row, from 1, into the row from the top, from 0.
    pub fn row(self, number: usize, rows: usize) -> Option<usize> {
        match self {
            RowOrder::FromBottom => rows.checked_sub(number),
            RowOrder::FromTop => number.checked_sub(1),
        }
    }
}

/// The cells of a game's board, and the moves on them.
pub struct Cells<G: Game> {
    /// The starting position on a board of this many rows and columns; `None`
    /// if the game has no such board.
    pub start: fn(rows: usize, columns: usize) -> Option<G>,
    /// Number of rows and columns.
    pub size: fn(&G) -> (usize, usize),
    /// The cell that a legal move takes; `None` for a pass.
    pub place: fn(&G, G::Move) -> Option<Place>,
    /// The move that takes this cell, if there is one. It need not be legal.
    pub move_at: fn(&G, Place) -> Option<G::Move>,
    /// The side whose stone lies on this cell.
    pub stone: fn(&G, Place) -> Option<Side>,
    /// The pass, if the game has one.
    pub pass: Option<G::Move>,
    /// Where GTP programs of this game have row 1.
    pub rows: RowOrder,
}

impl<G: Game> Clone for Cells<G> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<G: Game> Copy for Cells<G> {}

/// Makes a position out of the stones of the first and of the second player, or
/// returns one line that says what is wrong with them.
pub type SetUp<G> = fn(&Shape, first: &[Place], second: &[Place]) -> Result<G, String>;

/// A game in which stones fall to the bottom of their column.
pub struct Drops<G: Game> {
    /// The board of a position.
    pub shape: fn(&G) -> Shape,
    /// Makes a position.
    pub set_up: SetUp<G>,
    /// The move that drops a stone into this column.
    pub column: fn(usize) -> Option<G::Move>,
    /// The cell on which the stone of a legal move comes to lie.
    pub landing: fn(&G, G::Move) -> Option<Place>,
}

impl<G: Game> Clone for Drops<G> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<G: Game> Copy for Drops<G> {}
