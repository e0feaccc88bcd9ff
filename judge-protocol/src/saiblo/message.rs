//! What the judge says, in each of its ways, not yet played.

use std::io::BufRead;

use game::error::quote;
use serde_json::Value;

use crate::saiblo::Error;
use crate::saiblo::tokens::{bytes, comes, digit, number, number_text, peek_behind_blanks};
use crate::shown::{Cell, Grid, MOST, Place, Shown};

/// How the judge talks.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Wire {
    /// Objects of JSON behind a length of four digits.
    V1,
    /// Numbers; lists behind their length, and the bot says `ok` first.
    V2,
    /// Numbers.
    V3,
}

/// Digits of a message's length in V1.
const LENGTH_DIGITS: usize = 4;

/// One message.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Message {
    /// A game begins on this board.
    Start(Grid),
    /// A move is asked for.
    Turn(Shown),
    /// The game is over.
    End,
}

/// Reads the first message, which says what board it is, and finds out which
/// wire it is (if it is one that need not be said).
pub fn first(input: &mut impl BufRead, wire: Wire) -> Result<(Wire, Message), Error> {
    if peek_behind_blanks(input)?.is_none() {
        return Err(Error::NoRequest);
    }
    let text = number_text(input)?;
    let brace = text.len() == LENGTH_DIGITS && comes(input, b'{')?;
    let rows = text.parse().unwrap_or(-1);
    match brace && wire == Wire::V3 {
        true => Ok((Wire::V1, object(input, rows)?)),
        false => Ok((wire, Message::Start(grid(rows, number(input)?, number(input)?, number(input)?)?))),
    }
}

/// Reads a later message on this board; `None` at the end of the input.
pub fn next(input: &mut impl BufRead, wire: Wire, grid: &Grid) -> Result<Option<Message>, Error> {
    if peek_behind_blanks(input)?.is_none() {
        return Ok(None);
    }
    match wire {
        Wire::V1 => {
            let length = number(input).map_err(|error| Error::OutOfStep(error.to_string()))?;
            object(input, length).map(Some)
        }
        Wire::V2 | Wire::V3 => plain(input, wire, grid).map(|shown| Some(Message::Turn(shown))),
    }
}

fn plain(input: &mut impl BufRead, wire: Wire, grid: &Grid) -> Result<Shown, Error> {
    let last = place(number(input)?, number(input)?);
    counted(input, wire, grid.columns)?;
    let tops = (0..grid.columns).map(|_| number(input)).collect::<Result<_, _>>()?;
    counted(input, wire, grid.rows * grid.columns)?;
    let cells = (0..grid.rows * grid.columns).map(|_| cell(i64::from(digit(input)?)));
    Ok(Shown { last, tops, cells: cells.collect::<Result<_, _>>()? })
}

/// V2 says how long a list is before it comes, and there is but one right
/// length.
fn counted(input: &mut impl BufRead, wire: Wire, count: usize) -> Result<(), Error> {
    if wire == Wire::V2 {
        let told = number(input)?;
        if told != count as i64 {
            return Err(Error::Unreadable(told.to_string(), "the length of the list"));
        }
    }
    Ok(())
}

fn cell(number: i64) -> Result<Cell, Error> {
    match number {
        0 => Ok(Cell::Empty),
        1 => Ok(Cell::Other),
        2 => Ok(Cell::Own),
        other => Err(Error::Unreadable(other.to_string(), "a cell, which is 0, 1 or 2")),
    }
}

fn grid(rows: i64, columns: i64, row: i64, column: i64) -> Result<Grid, Error> {
    let size = |number: i64| usize::try_from(number).ok().filter(|size| (1..=MOST).contains(size));
    match (size(rows), size(columns)) {
        (Some(rows), Some(columns)) => Ok(Grid { rows, columns, forbidden: place(row, column) }),
        _ => Err(Error::Unreadable(format!("{rows} rows and {columns} columns"), "a board's size")),
    }
}

/// The cell, unless it is none (as -1 -1 is).
fn place(row: i64, column: i64) -> Option<Place> {
    Some((row.try_into().ok()?, column.try_into().ok()?))
}

/// V1: an object of this length.
fn object(input: &mut impl BufRead, length: i64) -> Result<Message, Error> {
    let most = 10usize.pow(LENGTH_DIGITS as u32);
    let told = usize::try_from(length).ok().filter(|length| *length < most);
    let length =
        told.ok_or_else(|| Error::OutOfStep(format!("{length} instead of a length of four digits")))?;
    let text = String::from_utf8_lossy(&bytes(input, length)?).into_owned();
    let unreadable = |wanted| Error::Unreadable(quote(&text), wanted);
    let value: Value = serde_json::from_str(&text).map_err(|_| unreadable("JSON"))?;
    let whole = |name: &str| value[name].as_i64().ok_or_else(|| unreadable("a message with all its numbers"));
    let list = |name: &str| -> Result<Vec<i64>, Error> {
        let list = value[name].as_array().ok_or_else(|| unreadable("a message with all its lists"))?;
        list.iter().map(|item| item.as_i64().ok_or_else(|| unreadable("lists of numbers"))).collect()
    };
    match value["type"].as_i64() {
        Some(0) => Ok(Message::Start(grid(whole("row")?, whole("col")?, whole("nox")?, whole("noy")?)?)),
        Some(1) => Ok(Message::Turn(Shown {
            last: place(whole("lastx")?, whole("lasty")?),
            tops: list("top")?,
            cells: list("board")?.into_iter().map(cell).collect::<Result<_, _>>()?,
        })),
        Some(2) => Ok(Message::End),
        _ => Err(unreadable("a message of type 0, 1 or 2")),
    }
}
