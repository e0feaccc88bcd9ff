//! The judge's messages in each version, read but not played.

use std::io::BufRead;

use game::error::quote;
use game::{Place, Shape};
use serde_json::Value;

use crate::full_board::{Cell, FullBoard, MAX_SIDE};
use crate::saiblo::SaibloError;
use crate::saiblo::tokens::{bytes, comes, digit, number, number_text, peek_after_blanks};

/// Version of the judge's protocol.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Wire {
    /// JSON objects, each after its length in four digits.
    V1,
    /// Numbers, lists after their length; the bot sends `ok` first.
    V2,
    /// Numbers.
    V3,
}

/// Number of digits of a message's length in V1.
const LENGTH_DIGITS: usize = 4;

/// One message.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Message {
    /// A game begins on a board of this shape.
    Start(Shape),
    /// A move is asked for.
    Turn(FullBoard),
    /// The game is over.
    End,
}

/// Reads the first message, the shape of the board. With [`Wire::V3`] it also
/// recognises V1.
pub fn first(input: &mut impl BufRead, wire: Wire) -> Result<(Wire, Message), SaibloError> {
    if peek_after_blanks(input)?.is_none() {
        return Err(SaibloError::NoRequest);
    }
    let text = number_text(input)?;
    let brace = text.len() == LENGTH_DIGITS && comes(input, b'{')?;
    let rows = text.parse().unwrap_or(-1);
    match brace && wire == Wire::V3 {
        true => Ok((Wire::V1, object(input, rows)?)),
        false => Ok((wire, Message::Start(shape(rows, number(input)?, number(input)?, number(input)?)?))),
    }
}

/// Reads a later message on this board; `None` at the end of the input.
pub fn next(input: &mut impl BufRead, wire: Wire, shape: &Shape) -> Result<Option<Message>, SaibloError> {
    if peek_after_blanks(input)?.is_none() {
        return Ok(None);
    }
    match wire {
        Wire::V1 => {
            let length = number(input).map_err(|error| SaibloError::OutOfStep(error.to_string()))?;
            object(input, length).map(Some)
        }
        Wire::V2 | Wire::V3 => plain(input, wire, shape).map(|board| Some(Message::Turn(board))),
    }
}

fn plain(input: &mut impl BufRead, wire: Wire, shape: &Shape) -> Result<FullBoard, SaibloError> {
    let last = place(number(input)?, number(input)?);
    counted(input, wire, shape.columns)?;
    let tops = (0..shape.columns).map(|_| number(input)).collect::<Result<_, _>>()?;
    counted(input, wire, shape.rows * shape.columns)?;
    let cells = (0..shape.rows * shape.columns).map(|_| cell(i64::from(digit(input)?)));
    Ok(FullBoard { last, tops, cells: cells.collect::<Result<_, _>>()? })
}

/// In V2 the length of a list comes before it; checks it.
fn counted(input: &mut impl BufRead, wire: Wire, count: usize) -> Result<(), SaibloError> {
    if wire == Wire::V2 {
        let sent = number(input)?;
        if sent != count as i64 {
            return Err(SaibloError::Unreadable(sent.to_string(), "the length of the list"));
        }
    }
    Ok(())
}

fn cell(number: i64) -> Result<Cell, SaibloError> {
    match number {
        0 => Ok(Cell::Empty),
        1 => Ok(Cell::Other),
        2 => Ok(Cell::Own),
        other => Err(SaibloError::Unreadable(other.to_string(), "a cell (0, 1 or 2)")),
    }
}

fn shape(rows: i64, columns: i64, row: i64, column: i64) -> Result<Shape, SaibloError> {
    let size = |number: i64| usize::try_from(number).ok().filter(|size| (1..=MAX_SIDE).contains(size));
    match (size(rows), size(columns)) {
        (Some(rows), Some(columns)) => Ok(Shape { rows, columns, forbidden: place(row, column) }),
        _ => Err(SaibloError::Unreadable(format!("{rows} rows and {columns} columns"), "1 to 100 of each")),
    }
}

/// The cell; `None` if a number is negative, as in -1 -1.
fn place(row: i64, column: i64) -> Option<Place> {
    Some((row.try_into().ok()?, column.try_into().ok()?))
}

/// Reads an object of this length (V1).
fn object(input: &mut impl BufRead, length: i64) -> Result<Message, SaibloError> {
    let limit = 10usize.pow(LENGTH_DIGITS as u32);
    let valid = usize::try_from(length).ok().filter(|length| *length < limit);
    let length = valid
        .ok_or_else(|| SaibloError::OutOfStep(format!("found {length}, expected a length of four digits")))?;
    let text = String::from_utf8_lossy(&bytes(input, length)?).into_owned();
    let unreadable = |wanted| SaibloError::Unreadable(quote(&text), wanted);
    let value: Value = serde_json::from_str(&text).map_err(|_| unreadable("JSON"))?;
    let whole = |name: &str| value[name].as_i64().ok_or_else(|| unreadable("a message with all numbers"));
    let list = |name: &str| -> Result<Vec<i64>, SaibloError> {
        let list = value[name].as_array().ok_or_else(|| unreadable("a message with all lists"))?;
        list.iter().map(|item| item.as_i64().ok_or_else(|| unreadable("lists of numbers"))).collect()
    };
    match value["type"].as_i64() {
        Some(0) => Ok(Message::Start(shape(whole("row")?, whole("col")?, whole("nox")?, whole("noy")?)?)),
        Some(1) => Ok(Message::Turn(FullBoard {
            last: place(whole("lastx")?, whole("lasty")?),
            tops: list("top")?,
            cells: list("board")?.into_iter().map(cell).collect::<Result<_, _>>()?,
        })),
        Some(2) => Ok(Message::End),
        _ => Err(unreadable("a message of type 0, 1 or 2")),
    }
}
