//! One answer as bytes.

use crate::saiblo::Wire;
use crate::shown::Place;

/// What a bot says first in V2.
pub const HELLO: &str = "ok";

/// The text behind its length, in four bytes, the highest first.
pub fn frame(text: &str) -> Vec<u8> {
    let length = text.len() as u32;
    [&length.to_be_bytes()[..], text.as_bytes()].concat()
}

/// The framed answer: a stone is to land there.
pub fn answer(wire: Wire, (row, column): Place) -> Vec<u8> {
    match wire {
        Wire::V1 => frame(&format!("{{\"X\":{row},\"Y\":{column}}}\n")),
        Wire::V2 | Wire::V3 => frame(&format!("{row} {column}")),
    }
}
