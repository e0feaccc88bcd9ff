//! Positions and moves as text.
//!
//! A move is a vertex as in GTP: a letter for the column, without I, and the
//! row counted from the bottom (`E5`; small letters are read as well). A
//! position is written as its rows from the top, split by slashes, with `x`
//! for black's stones, `o` for white's and `.` for an empty point: whose turn
//! it is follows from the count. Read are also a size, and the moves of a game:
//!
//! ```text
//!   ..x/.o./...      a position, as it is written
//!   3x3              the empty board of 3 rows and 3 columns
//!   3x3:C3 B2        these moves on it (blanks or commas between them)
//! ```

use std::fmt;
use std::str::FromStr;

use game::{Game, ParseError, Side};

use crate::board::State;
use crate::points::{MOST, Point};
use crate::setup::SetupError;

/// The columns' names, in order: no I, which looks like 1.
const COLUMNS: &[u8; MOST] = b"ABCDEFGHJ";

/// The point's name on a board of so many rows.
pub(crate) fn vertex(point: Point, rows: usize) -> String {
    // A point below a smaller board has no name of its own.
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

/// The points of a row.
fn row_points(state: &State, row: usize) -> impl Iterator<Item = Point> {
    (0..state.columns()).filter_map(move |column| Point::new(row, column))
}

impl fmt::Display for State {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        for row in 0..self.rows() {
            let split = if row == 0 { "" } else { "/" };
            let letters: String = row_points(self, row).map(|point| letter(self, point)).collect();
            write!(f, "{split}{letters}")?;
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

const FORMS: &str = "it is rows split by / as in ..x/.o./..., or a size and moves as in 3x3:C3 B2";

fn read_game(size: &str, moves: &str) -> Result<State, String> {
    // Plain digits only: a sign or a blank is a mistake.
    let number = |text: &str| match text.bytes().all(|byte| byte.is_ascii_digit()) {
        true => text.parse().ok(),
        false => None,
    };
    let size = size.split_once('x').and_then(|(rows, columns)| number(rows).zip(number(columns)));
    let (rows, columns) = size.ok_or(FORMS)?;
    let mut state = State::empty_board(rows, columns).map_err(|error| error.to_string())?;
    let texts = moves.split([' ', ',']).filter(|text| !text.is_empty());
    for (i, text) in texts.enumerate() {
        let wrong = |error: &dyn fmt::Display| format!("move {}: {error}", i + 1);
        let point = state.parse_move(text).map_err(|error| wrong(&error))?;
        state = state.play(point).map_err(|error| wrong(&error))?;
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
        if letters.chars().count() != columns {
            return Err(format!("row {row} is not as long as row 0"));
        }
    }
    State::set_up((rows.len(), columns), &black, &white).map_err(|error: SetupError| error.to_string())
}

/// The board with coordinates; the last move is in brackets. Below stands how
/// many points both may still play, and how many only one side may.
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
