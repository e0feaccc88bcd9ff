//! Positions and moves as text.
//!
//! A move is the number of a column from the left: `1` to `9`, then `a`, `b`,
//! `c` for the tenth to twelfth (`10`, `11`, `12` are read as well). A
//! position is written as its rows from the top, separated by slashes, with `x`
//! for the first player's stones, `o` for the second's, `.` for an empty and
//! `#` for the forbidden cell. The side to move follows from the number of stones.
//! The moves of a game are read as well:
//!
//! ```text
//!   ..../.#../x.../oxo.   a position, as it is written
//!   4455                  these moves on the classic board of 6 rows and 7 columns
//!   9x11:66a              on a board of 9 rows and 11 columns (9x11 alone: the empty one)
//!   9x11-3,4:66a          on one with a forbidden cell: row 3 from the top and
//!                         column 4 from the left, both counted from 0
//! ```

use std::fmt;
use std::str::FromStr;

use game::{Game, ParseError, Shape, Side};

use crate::board::{Class, Column, Position};
use crate::setup::{SetupError, check};

/// One-character names of the columns, from the left.
const NAMES: &[u8] = b"123456789abc";

pub(crate) fn column_text(column: Column) -> char {
    char::from(NAMES[column.number()])
}

/// The column with this one-character name.
fn column_named(name: char) -> Option<Column> {
    let name = u8::try_from(name.to_ascii_lowercase()).ok()?;
    NAMES.iter().position(|&n| n == name).and_then(Column::new)
}

pub(crate) fn parse_column(text: &str, columns: usize) -> Result<Column, ParseError> {
    let mut letters = text.chars();
    let column = match (letters.next(), letters.next()) {
        (Some(name), None) => column_named(name),
        _ => ["10", "11", "12"].iter().position(|n| *n == text).and_then(|i| Column::new(9 + i)),
    };
    let last = char::from(NAMES[columns - 1]);
    column
        .filter(|column| column.number() < columns)
        .ok_or_else(|| ParseError::new("move", text, format!("a move is a column, 1 to {last}")))
}

/// The character of a cell.
fn letter<B: Class>(state: &Position<B>, shape: &Shape, row: usize, column: usize) -> char {
    match state.stone(row, column) {
        Some(Side::First) => 'x',
        Some(Side::Second) => 'o',
        None if shape.forbidden == Some((row, column)) => '#',
        None => '.',
    }
}

impl<B: Class> fmt::Display for Position<B> {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        let shape = self.shape();
        for row in 0..shape.rows {
            let letters = (0..shape.columns).map(|column| letter(self, &shape, row, column));
            write!(f, "{}{}", if row > 0 { "/" } else { "" }, letters.collect::<String>())?;
        }
        Ok(())
    }
}

impl<B: Class> FromStr for Position<B> {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<Self, ParseError> {
        let position = match text.split_once(':') {
            _ if text.contains('/') => read_grid(text),
            Some((shape, moves)) => read_game(shape, moves),
            None if text.contains('x') => read_game(text, ""),
            None if text.starts_with(|c| column_named(c).is_some()) => read_game("6x7", text),
            None => Err(FORMS.to_string()),
        };
        position.map_err(|why| ParseError::new("position", text, why))
    }
}

const FORMS: &str =
    "a position is rows separated by /, as in ..../.#../x.../oxo., or moves, as in 4455 or 9x11-3,4:66a";

fn parse_shape(text: &str) -> Result<Shape, String> {
    // `parse` alone would accept a plus sign.
    let number = |text: &str| match text.bytes().all(|byte| byte.is_ascii_digit()) {
        true => text.parse().ok(),
        false => None,
    };
    let pair = |text: &str, by: char| {
        let (first, second) = text.split_once(by)?;
        Some((number(first)?, number(second)?))
    };
    let shape = match text.split_once('-') {
        None => pair(text, 'x').map(|size| (size, None)),
        Some((size, cell)) => pair(size, 'x').zip(pair(cell, ',').map(Some)),
    };
    let ((rows, columns), forbidden) = shape.ok_or(FORMS)?;
    Ok(Shape { rows, columns, forbidden })
}

fn read_game<B: Class>(shape: &str, moves: &str) -> Result<Position<B>, String> {
    let mut state = Position::empty(parse_shape(shape)?).map_err(|error| error.to_string())?;
    for (i, name) in moves.chars().enumerate() {
        let wrong = |error: &dyn fmt::Display| format!("move {}: {error}", i + 1);
        let column = state.parse_move(name.encode_utf8(&mut [0; 4])).map_err(|error| wrong(&error))?;
        state = match state.play(column) {
            Ok(next) => next,
            Err(error) if state.outcome().is_some() => return Err(wrong(&error)),
            Err(_) => return Err(wrong(&format!("column {name} is full"))),
        };
    }
    Ok(state)
}

fn read_grid<B: Class>(text: &str) -> Result<Position<B>, String> {
    let rows: Vec<Vec<char>> = text.split('/').map(|row| row.chars().collect()).collect();
    let mut shape = Shape { rows: rows.len(), columns: rows[0].len(), forbidden: None };
    check::<B>(&shape).map_err(|error| error.to_string())?;
    if let Some(row) = rows.iter().position(|row| row.len() != shape.columns) {
        return Err(format!("row {row} has {} cells; row 0 has {}", rows[row].len(), shape.columns));
    }
    let (mut first, mut second) = (Vec::new(), Vec::new());
    for (row, letters) in rows.iter().enumerate() {
        for (column, letter) in letters.iter().enumerate() {
            let cell = (row, column);
            match letter {
                'x' | 'X' => first.push(cell),
                'o' | 'O' => second.push(cell),
                '#' if shape.forbidden.is_none() => shape.forbidden = Some(cell),
                '#' => return Err("more than one forbidden cell; at most one is allowed".into()),
                '.' => (),
                other => return Err(format!("{other:?} in row {row}; a cell is x, o, . or #")),
            }
        }
    }
    Position::set_up(shape, &first, &second).map_err(|error: SetupError| error.to_string())
}

/// Draws the board with the names of its columns and its rows numbered from the
/// top; the last move is in brackets.
pub(crate) fn draw<B: Class>(state: &Position<B>, last: Option<Column>) -> String {
    let shape = state.shape();
    let last = last.and_then(|column| {
        let row = (0..shape.rows).find(|&row| state.stone(row, column.number()).is_some())?;
        Some((row, column.number()))
    });
    let names = NAMES[..shape.columns].iter().map(|&name| format!(" {} ", char::from(name)));
    let mut picture = format!("   {}\n", names.collect::<String>());
    for row in 0..shape.rows {
        picture.push_str(&format!("{:2} ", row + 1));
        for column in 0..shape.columns {
            let letter = letter(state, &shape, row, column);
            match last == Some((row, column)) {
                true => picture.push_str(&format!("[{letter}]")),
                false => picture.push_str(&format!(" {letter} ")),
            }
        }
        picture.push('\n');
    }
    if state.outcome().is_none() {
        picture.push_str(&format!(" {} to move\n", ["x", "o"][state.side().index()]));
    }
    picture
}
