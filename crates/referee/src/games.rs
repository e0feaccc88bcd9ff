//! How the games' moves are written in the languages.

use game::Game;
use nogo::Point;
use othello::Square;
use tictactoe::Cell;

/// Moves as pairs of numbers, and back: Botzone's.
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

/// Moves as GTP's vertices, and back.
pub struct Vertices<G: Game> {
    /// Rows and columns of the board.
    pub size: usize,
    /// The move that is written so.
    pub read: fn(&str) -> Option<G::Move>,
    /// How the move is written.
    pub write: fn(G::Move) -> String,
}

impl<G: Game> Clone for Vertices<G> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<G: Game> Copy for Vertices<G> {}

/// The columns' names: no I, which looks like 1.
const LETTERS: &str = "ABCDEFGHJ";

/// Row from the top and column of a vertex, on a board of so many rows.
fn place(vertex: &str, rows: usize) -> Option<(usize, usize)> {
    let (letter, row) = vertex.split_at_checked(1)?;
    Some((rows.checked_sub(row.parse().ok()?)?, LETTERS.find(&letter.to_ascii_uppercase())?))
}

fn vertex(row: usize, column: usize, rows: usize) -> String {
    format!("{}{}", &LETTERS[column..=column], rows - row)
}

/// NoGo on the usual board.
pub const NOGO_VERTICES: Vertices<nogo::State> = Vertices {
    size: 9,
    read: |text| place(text, 9).and_then(|(row, column)| Point::new(row, column)),
    write: |point| vertex(point.row(), point.column(), 9),
};

/// Othello, with a pass.
pub const OTHELLO_VERTICES: Vertices<othello::State> = Vertices {
    size: 8,
    read: |text| match text.to_ascii_lowercase().as_str() {
        "pass" => Some(Square::PASS),
        text => place(text, 8).and_then(|(row, column)| Square::new(row, column)),
    },
    write: |square| square.place().map_or("pass".to_string(), |(row, column)| vertex(row, column, 8)),
};
