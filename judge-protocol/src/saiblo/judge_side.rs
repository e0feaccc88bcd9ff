//! The judge's side: writes requests and reads answers. For tests and for the
//! bots' self-test.

use game::error::quote;
use game::{Place, Shape};
use serde_json::json;

use crate::full_board::{Cell, FullBoard};
use crate::saiblo::Wire;

/// Writes the first message: the shape of the board.
pub fn start(wire: Wire, shape: &Shape) -> String {
    let (row, column) = numbers(shape.forbidden);
    match wire {
        Wire::V1 => {
            message(&json!({ "type": 0, "row": shape.rows, "col": shape.columns, "nox": row, "noy": column }))
        }
        Wire::V2 | Wire::V3 => format!("{} {} {row} {column}\n", shape.rows, shape.columns),
    }
}

/// Writes the request for a move.
pub fn turn(wire: Wire, board: &FullBoard) -> String {
    let (row, column) = numbers(board.last);
    let cells: Vec<i64> = board.cells.iter().copied().map(digit).collect();
    let list = |numbers: &[i64]| -> String { numbers.iter().map(|number| format!(" {number}")).collect() };
    let counted = |numbers: &[i64]| format!(" {}{}", numbers.len(), list(numbers));
    match wire {
        Wire::V1 => message(&json!({
            "type": 1, "top": board.tops, "board": cells, "lastx": row, "lasty": column
        })),
        Wire::V2 => format!("{row} {column}{}{}\n", counted(&board.tops), counted(&cells)),
        Wire::V3 => format!("{row} {column}{}{}\n", list(&board.tops), list(&cells)),
    }
}

fn message(value: &serde_json::Value) -> String {
    let text = value.to_string();
    format!("{:04}{text}", text.len())
}

fn numbers(place: Option<Place>) -> (i64, i64) {
    place.map_or((-1, -1), |(row, column)| (row as i64, column as i64))
}

fn digit(cell: Cell) -> i64 {
    match cell {
        Cell::Empty => 0,
        Cell::Other => 1,
        Cell::Own => 2,
    }
}

/// Reads one framed answer, and nothing else, as strictly as the site may; the error is one line.
pub fn read_answer(wire: Wire, bytes: &[u8]) -> Result<Place, String> {
    let bad = || format!("not an answer: {}", quote(&bytes.escape_ascii().to_string()));
    let (length, text) = bytes.split_first_chunk().ok_or_else(bad)?;
    let whole = u32::from_be_bytes(*length) as usize == text.len();
    let text = std::str::from_utf8(text).ok().filter(|_| whole).ok_or_else(bad)?;
    let (row, column) = match wire {
        Wire::V1 => {
            text.strip_prefix("{\"X\":").and_then(|text| text.strip_suffix("}\n")?.split_once(",\"Y\":"))
        }
        Wire::V2 | Wire::V3 => text.split_once(' '),
    }
    .ok_or_else(bad)?;
    let plain = |text: &str| text.parse().ok().filter(|number: &usize| number.to_string() == text);
    plain(row).zip(plain(column)).ok_or_else(bad)
}
