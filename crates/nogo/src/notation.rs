//! Positions and moves as text.
//!
//! A move is a GTP vertex: a letter for the column (I is skipped) and the row
//! counted from the bottom, as in `E5`. Lower-case letters are accepted.
//!
//! A position is written as its rows from the top, separated by slashes: `x` is a
//! black stone, `o` a white stone, `.` an empty point. The side to move follows
//! from the number of stones. The parser also accepts a size, and a size with the
//! moves of a game:
//!
//! ```text
//!   ..x/.o./...      a position, as it is written
//!   3x3              the empty board of 3 rows and 3 columns
//!   3x3:C3 B2        that board after these moves (separated by spaces or commas)
//! ```

use std::fmt;
use std::str::FromStr;

use game::{Game, ParseError, Side};

use crate::board::State;
use crate::points::{MAX_SIZE, Point};
use crate::setup::SetupError;

/// Letters of the columns. I is skipped because it looks like 1.
const COLUMNS: &[u8; MAX_SIZE] = b"ABCDEFGHJ";

/// Vertex of a point on a board with this number of rows.
pub(crate) fn vertex(point: Point, rows: usize) -> String {
    // A point below the last row of a smaller board has no vertex.
    match rows.checked_sub(point.row()) {
        Some(row @ 1..) => format!("{}{row}", char::from(COLUMNS[point.column()])),
        _ => format!("({}, {})", point.column(), point.row()),
    }
}

pub(crate) fn parse_vertex(text: &str, rows: usize, columns: usize) -> Result<Point, ParseError> {
    let point = || match *text.as_bytes() {
        [letter, digit @ b'1'..=b'9'] => {
            let column = COLUMNS[..columns].iter().position(|name| name.eq_ignore_ascii_case(&letter))?;
            let row = rows.checked_sub(usize::from(digit - b'0'))?;
            Point::new(row, column)
        }
        _ => None,
    };
    let last = char::from(COLUMNS[columns - 1]);
    point().ok_or_else(|| {
        let why =
            format!("a move is a column, A to {last} without I, and a row from the bottom, 1 to {rows}");
        ParseError::new("move", text, why)
    })
}

fn letter(state: &State, point: Point) -> char {
    match state.stone(point) {
        Some(Side::First) => 'x',
        Some(Side::Second) => 'o',
        None => '.',
    }
}

/// Points of a row.
fn row_points(state: &State, row: usize) -> impl Iterator<Item = Point> {
    (0..state.columns()).filter_map(move |column| Point::new(row, column))
}

impl fmt::Display for State {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        for row in 0..self.rows() {
            let separator = if row == 0 { "" } else { "/" };
            let letters: String = row_points(self, row).map(|point| letter(self, point)).collect();
            write!(f, "{separator}{letters}")?;
        }
        Ok(())
    }
}

impl FromStr for State {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<Self, ParseError> {
        let position = match text.split_once(':') {
            Some((size, moves)) => read_game(size, moves),
            None if text.starts_with(|c: char| c.is_ascii_digit()) => read_game(text, ""),
            None => read_grid(text),
        };
        position.map_err(|why| ParseError::new("position", text, why))
    }
}

const FORMS: &str = "expected rows separated by / as in ..x/.o./..., or a size and moves as in 3x3:C3 B2";

fn read_game(size: &str, moves: &str) -> Result<State, String> {
    // `parse` alone would accept a sign.
    let number = |text: &str| match text.bytes().all(|byte| byte.is_ascii_digit()) {
        true => text.parse().ok(),
        false => None,
    };
    let size = size.split_once('x').and_then(|(rows, columns)| number(rows).zip(number(columns)));
    let (rows, columns) = size.ok_or(FORMS)?;
    let mut state = State::empty_board(rows, columns).map_err(|error| error.to_string())?;
    let texts = moves.split([' ', ',']).filter(|text| !text.is_empty());
    for (i, text) in texts.enumerate() {
        let at_move = |error: &dyn fmt::Display| format!("move {}: {error}", i + 1);
        let point = state.parse_move(text).map_err(|error| at_move(&error))?;
        state = state.play(point).map_err(|error| at_move(&error))?;
    }
    Ok(state)
}

fn read_grid(text: &str) -> Result<State, String> {
    let (mut black, mut white) = (Vec::new(), Vec::new());
    let rows: Vec<&str> = text.split('/').collect();
    let columns = rows[0].chars().count();
    for (row, letters) in rows.iter().enumerate() {
        for (column, letter) in letters.chars().enumerate() {
            match letter {
                'x' | 'X' => black.push((row, column)),
                'o' | 'O' => white.push((row, column)),
                '.' => (),
                other => return Err(format!("{other:?} is none of x, o and .; {FORMS}")),
            }
        }
        let count = letters.chars().count();
        if count != columns {
            let row = row + 1;
            return Err(format!("row {row} from the top has {count} points; row 1 has {columns}"));
        }
    }
    State::set_up((rows.len(), columns), &black, &white).map_err(|error: SetupError| error.to_string())
}

/// The board with coordinates and the last move in brackets. The line below it
/// shows the number of shared points, the rights of both sides and the side to
/// move.
pub(crate) fn draw(state: &State, last: Option<Point>) -> String {
    let names = COLUMNS[..state.columns()].iter().map(|&name| format!(" {} ", char::from(name)));
    let mut picture = format!("   {}\n", names.collect::<String>());
    for row in 0..state.rows() {
        picture.push_str(&format!("{:2} ", state.rows() - row));
        for point in row_points(state, row) {
            let letter = letter(state, point);
            match last == Some(point) {
                true => picture.push_str(&format!("[{letter}]")),
                false => picture.push_str(&format!(" {letter} ")),
            }
        }
        picture.push('\n');
    }
    let black_moves = state.side() == Side::First;
    let (own, other) = (state.own_rights().count(), state.other_rights().count());
    let (black, white) = if black_moves { (own, other) } else { (other, own) };
    let turn = match (state.outcome(), black_moves) {
        (Some(_), true) => "x cannot move",
        (Some(_), false) => "o cannot move",
        (None, true) => "x to move",
        (None, false) => "o to move",
    };
    let shared = state.shared().count();
    picture.push_str(&format!(" open to both {shared}, to x {black}, to o {white}; {turn}\n"));
    picture
}
