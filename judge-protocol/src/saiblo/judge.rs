//! The other end of the wire: requests written, answers read. For tests, and
//! for playing against foreign bots that speak Saiblo's language.

use game::error::quote;
use serde_json::json;

use crate::saiblo::Wire;
use crate::shown::{Cell, Grid, Place, Shown};

/// Says what board it is.
pub fn start(wire: Wire, grid: &Grid) -> String {
    let (row, column) = numbers(grid.forbidden);
    match wire {
        Wire::V1 => {
            message(&json!({ "type": 0, "row": grid.rows, "col": grid.columns, "nox": row, "noy": column }))
        }
        Wire::V2 | Wire::V3 => format!("{} {} {row} {column}\n", grid.rows, grid.columns),
    }
}

/// Asks for a move.
pub fn turn(wire: Wire, shown: &Shown) -> String {
    let (row, column) = numbers(shown.last);
    let cells: Vec<i64> = shown.cells.iter().copied().map(digit).collect();
    let list = |numbers: &[i64]| -> String { numbers.iter().map(|number| format!(" {number}")).collect() };
    let counted = |numbers: &[i64]| format!(" {}{}", numbers.len(), list(numbers));
    match wire {
        Wire::V1 => message(&json!({
            "type": 1, "top": shown.tops, "board": cells, "lastx": row, "lasty": column
        })),
        Wire::V2 => format!("{row} {column}{}{}\n", counted(&shown.tops), counted(&cells)),
        Wire::V3 => format!("{row} {column}{}{}\n", list(&shown.tops), list(&cells)),
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

/// Reads one framed answer, and nothing else, as strictly as the site may.
pub fn read_answer(wire: Wire, bytes: &[u8]) -> Result<Place, String> {
    let bad = || format!("no answer: {}", quote(&bytes.escape_ascii().to_string()));
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
