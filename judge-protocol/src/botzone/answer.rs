//! One answer as bytes.

use serde_json::Value;

use crate::botzone::{Form, Xy};

/// Line that a bot in a kept process writes after each answer.
pub const KEEP_RUNNING: &str = ">>>BOTZONE_REQUEST_KEEP_RUNNING<<<";

/// Maximum length of `debug` in bytes, quotes and escapes included.
pub const LONGEST_DEBUG: usize = 1000;

/// The answer's line, with the newline. The simple form has no `debug`.
pub fn answer(form: Form, xy: Xy, debug: &str) -> String {
    let Xy { x, y } = xy;
    match form {
        Form::Simple => format!("{xy}\n"),
        Form::Json if debug.is_empty() => format!("{{\"response\":{{\"x\":{x},\"y\":{y}}}}}\n"),
        Form::Json => {
            let debug = Value::from(shorten(debug));
            format!("{{\"response\":{{\"x\":{x},\"y\":{y}}},\"debug\":{debug}}}\n")
        }
    }
}

/// The longest prefix that fits into [`LONGEST_DEBUG`] as JSON.
fn shorten(debug: &str) -> &str {
    let mut room = LONGEST_DEBUG - 2;
    let beyond = debug.char_indices().find(|&(_, c)| {
        let escaped = match c {
            '"' | '\\' => 2,
            c if c.is_control() => 6,
            c => c.len_utf8(),
        };
        let fits = escaped <= room;
        room = room.saturating_sub(escaped);
        !fits
    });
    beyond.map_or(debug, |(end, _)| &debug[..end])
}
