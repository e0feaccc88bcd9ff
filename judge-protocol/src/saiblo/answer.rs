//! One answer as bytes.

use game::Place;

use crate::saiblo::Wire;

/// The bot's first message in V2.
pub const HELLO: &str = "ok";

/// Puts the length before the text, as four big-endian bytes.
pub fn frame(text: &str) -> Vec<u8> {
    let length = text.len() as u32;
    [&length.to_be_bytes()[..], text.as_bytes()].concat()
}

/// The framed answer: the cell on which the stone lands.
pub fn answer(wire: Wire, (row, column): Place) -> Vec<u8> {
    match wire {
        Wire::V1 => frame(&format!("{{\"X\":{row},\"Y\":{column}}}\n")),
        Wire::V2 | Wire::V3 => frame(&format!("{row} {column}")),
    }
}
