//! Positions and moves as text.
//!
//! A move is a column letter and a row number from the top: `b2` is the centre. A
//! position is three rows of `x`, `o` and `.`, separated by slashes: `x.o/.x./...`.
//! The number of stones determines the side to move. Capital letters are also
//! accepted.

use std::fmt;
use std::str::FromStr;

use game::{Game, ParseError};

use crate::board::{Cell, State};

/// Writes a move, as in `b2`.
pub(crate) fn cell_text(cell: Cell) -> String {
    format!("{}{}", ["a", "b", "c"][cell.column()], cell.row() + 1)
}

/// Reads a move, as in `b2` or `B2`.
pub(crate) fn parse_cell(text: &str) -> Result<Cell, ParseError> {
    let bytes = text.as_bytes();
    let cell = match *bytes {
        [column, row @ b'1'..=b'3'] => match column.to_ascii_lowercase() {
            column @ b'a'..=b'c' => Cell::new((row - b'1') as usize, (column - b'a') as usize),
            _ => None,
        },
        _ => None,
    };
    cell.ok_or_else(|| ParseError::new("move", text, "a move is a column a-c and a row 1-3, as in b2"))
}

/// All cells, row by row from the top.
fn cells() -> impl Iterator<Item = Cell> {
    (0..3).flat_map(|row| (0..3).filter_map(move |column| Cell::new(row, column)))
}

/// The character for a cell: `x`, `o` or `.`.
fn stone(state: &State, cell: Cell) -> char {
    let (x, o) = state.stones();
    match (x & cell.bit() != 0, o & cell.bit() != 0) {
        (true, _) => 'x',
        (_, true) => 'o',
        _ => '.',
    }
}

impl fmt::Display for State {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        for cell in cells() {
            if cell.column() == 0 && cell.row() > 0 {
                f.write_str("/")?;
            }
            write!(f, "{}", stone(self, cell))?;
        }
        Ok(())
    }
}

impl FromStr for State {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<State, ParseError> {
        let error = |why: &str| ParseError::new("position", text, why);
        let rows: Vec<&str> = text.split('/').collect();
        if rows.len() != 3 || rows.iter().any(|row| row.len() != 3) {
            return Err(error("must be three rows of three cells, as in x.o/.x./..."));
        }
        let (mut x, mut o) = (0, 0);
        for (cell, stone) in cells().zip(rows.concat().chars()) {
            match stone {
                'x' | 'X' => x |= cell.bit(),
                'o' | 'O' => o |= cell.bit(),
                '.' => (),
                other => return Err(error(&format!("unknown cell {other:?}; cells are x, o and ."))),
            }
        }
        State::from_stones(x, o).map_err(error)
    }
}

/// Draws the board with coordinates; the last move is in brackets.
pub(crate) fn draw(state: &State, last: Option<Cell>) -> String {
    let mut drawing = String::from("    a  b  c\n");
    for row in 0..3 {
        drawing.push_str(&format!(" {} ", row + 1));
        for cell in cells().filter(|cell| cell.row() == row) {
            let stone = stone(state, cell);
            match last == Some(cell) {
                true => drawing.push_str(&format!("[{stone}]")),
                false => drawing.push_str(&format!(" {stone} ")),
            }
        }
        drawing.push('\n');
    }
    if state.outcome().is_none() {
        drawing.push_str(&format!(" {} to move\n", ["x", "o"][state.side().index()]));
    }
    drawing
}
