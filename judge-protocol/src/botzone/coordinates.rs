//! Moves as Botzone writes them: `x` is the column and `y` the row, both from 0
//! at the top left, and (-1, -1) is a pass.

use std::fmt;

use game::{Cells, Game};

/// A move as Botzone writes it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Xy {
    /// Column, or -1.
    pub x: i64,
    /// Row, or -1.
    pub y: i64,
}

impl Xy {
    /// No cell: "you begin" as the first request of a game, a pass later.
    pub const NONE: Xy = Xy::new(-1, -1);

    /// A pair of coordinates.
    pub const fn new(x: i64, y: i64) -> Xy {
        Xy { x, y }
    }

    /// Writes a legal move.
    pub fn of_move<G: Game>(cells: &Cells<G>, state: &G, m: G::Move) -> Xy {
        (cells.place)(state, m).map_or(Xy::NONE, |(row, column)| Xy::new(column as i64, row as i64))
    }

    /// The move in this state, if the game has one with these coordinates. It
    /// need not be legal.
    ///
    /// [`Xy::NONE`] is a pass here. As the first request of a game it means "you
    /// begin", and [`Replay`](super::Replay) handles that.
    pub fn to_move<G: Game>(self, cells: &Cells<G>, state: &G) -> Option<G::Move> {
        match self {
            Xy::NONE => cells.pass,
            Xy { x, y } => (cells.move_at)(state, (y.try_into().ok()?, x.try_into().ok()?)),
        }
    }
}

/// The simple form: `x y`.
impl fmt::Display for Xy {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        write!(f, "{} {}", self.x, self.y)
    }
}
