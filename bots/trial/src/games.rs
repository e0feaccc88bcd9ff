//! How the games' moves are written on Botzone.

use game::Game;
use nogo::Point;
use othello::Square;
use tictactoe::Cell;

/// Moves as pairs of numbers, and back.
pub struct Pairs<G: Game> {
    /// The move that is written so.
    pub read: fn(i64, i64) -> Option<G::Move>,
    /// How the move is written.
    pub write: fn(G::Move) -> (i64, i64),
}

impl<G: Game> Clone for Pairs<G> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<G: Game> Copy for Pairs<G> {}

fn index(number: i64) -> Option<usize> {
    number.try_into().ok()
}

/// `x` is the column, `y` the row.
pub const TICTACTOE: Pairs<tictactoe::State> = Pairs {
    read: |x, y| Cell::new(index(y)?, index(x)?),
    write: |cell| (cell.column() as i64, cell.row() as i64),
};

/// The same; nobody's square is a pass.
pub const OTHELLO: Pairs<othello::State> = Pairs {
    read: |x, y| if (x, y) == (-1, -1) { Some(Square::PASS) } else { Square::new(index(y)?, index(x)?) },
    write: |square| square.place().map_or((-1, -1), |(row, column)| (column as i64, row as i64)),
};

/// `x` is the column, `y` the row.
pub const NOGO: Pairs<nogo::State> = Pairs {
    read: |x, y| Point::new(index(y)?, index(x)?),
    write: |point| (point.column() as i64, point.row() as i64),
};
