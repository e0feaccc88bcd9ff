//! Positions and moves as text.
//!
//! A move is a column letter and a row number from the top (`f5`), or `pass`.
//! Readers also accept capitals and `pa`. A position is 64 characters `X`
//! (black), `O` (white) and `-` (empty), row by row from a1, then a blank and the
//! side to move. A line of an OBF file begins like this:
//!
//! ```text
//! ---------------------------OX------XO--------------------------- X
//! ```

use std::fmt::{self, Write};
use std::str::FromStr;

use game::{Game, Move, ParseError, Side};

use crate::board::{Square, State};

const COLUMNS: &[u8; 8] = b"abcdefgh";

pub(crate) fn move_text(m: Square) -> String {
    match m.place() {
        Some((row, column)) => format!("{}{}", COLUMNS[column] as char, row + 1),
        None => "pass".to_string(),
    }
}

pub(crate) fn parse_move(text: &str) -> Result<Square, ParseError> {
    if ["pass", "pa"].iter().any(|pass| text.eq_ignore_ascii_case(pass)) {
        return Ok(Square::PASS);
    }
    let square = match *text.as_bytes() {
        [column, row] => square(column, row),
        _ => None,
    };
    square.ok_or_else(|| {
        ParseError::new("move", text, "a move is a column a-h and a row 1-8, as in f5, or pass")
    })
}

/// The square with this column letter and row digit.
pub(crate) fn square(column: u8, row: u8) -> Option<Square> {
    let column = COLUMNS.iter().position(|letter| letter.eq_ignore_ascii_case(&column))?;
    Square::new(usize::from(row.checked_sub(b'1')?), column)
}

/// All squares, in the order in which they are written.
fn squares() -> impl Iterator<Item = Square> {
    Square::members(!0)
}

fn letter(side: Side) -> char {
    ['X', 'O'][side.index()]
}

fn disc(state: &State, square: Square) -> Option<char> {
    let sides = [Side::First, Side::Second];
    sides.into_iter().find(|&side| state.set(side) & square.bit() != 0).map(letter)
}

impl fmt::Display for State {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        for square in squares() {
            f.write_char(disc(self, square).unwrap_or('-'))?;
        }
        write!(f, " {}", letter(self.side()))
    }
}

impl FromStr for State {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<State, ParseError> {
        let error = |why: String| Err(ParseError::new("position", text, why));
        let mut letters = text.chars();
        let (mut black, mut white) = (0, 0);
        for square in squares() {
            let name = move_text(square);
            match letters.next() {
                Some('X' | 'x') => black |= square.bit(),
                Some('O' | 'o') => white |= square.bit(),
                Some('-') => (),
                Some(other) => return error(format!("{other:?} at {name} is none of X, O and -")),
                None => {
                    return error(format!(
                        "it ends before {name}; a position is 64 squares, a blank and the side to move"
                    ));
                }
            }
        }
        if letters.next() != Some(' ') {
            return error("after the 64 squares come a blank and the side to move".into());
        }
        let side = match letters.next() {
            Some('X' | 'x') => Side::First,
            Some('O' | 'o') => Side::Second,
            Some(other) => return error(format!("the side to move is X or O, not {other:?}")),
            None => return error("the side to move is missing: X or O".into()),
        };
        match letters.next() {
            None => Ok(State::from_discs(black, white, side)),
            Some(other) => error(format!("{other:?} comes after the side to move")),
        }
    }
}

/// Draws the board with coordinates, the last move in brackets, and the numbers
/// of discs below.
pub(crate) fn draw(state: &State, last: Option<Square>) -> String {
    let mut picture = String::from("    a  b  c  d  e  f  g  h\n");
    for square in squares() {
        let disc = disc(state, square).unwrap_or('.');
        if square.index() % 8 == 0 {
            picture.push_str(&format!(" {} ", square.index() / 8 + 1));
        }
        match last == Some(square) {
            true => picture.push_str(&format!("[{disc}]")),
            false => picture.push_str(&format!(" {disc} ")),
        }
        if square.index() % 8 == 7 {
            picture.push('\n');
        }
    }
    let passed = if last == Some(Square::PASS) { ", after a pass" } else { "" };
    let turn = match state.outcome() {
        None => format!(", {} to move{passed}", letter(state.side())),
        Some(_) => String::new(),
    };
    let [black, white] = [Side::First, Side::Second].map(|side| state.discs(side));
    picture.push_str(&format!(" X {black}, O {white}{turn}\n"));
    picture
}
