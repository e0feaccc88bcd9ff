//! Replays of Saiblo's Connect-4.
//!
//! The site's own format is not documented; this is a guess (see docs/formats.md). It
//! takes the names that the judge's protocol uses: an object with the size of the board
//! and the forbidden cell, and the list of stones.
//!
//! ```text
//! {"row":9,"col":11,"nox":3,"noy":4,"steps":[{"x":8,"y":5},{"x":8,"y":6}],"winner":0}
//! ```
//!
//! `x` is the row and `y` the column, both from 0 at the top left. A list of frames, the
//! first of which has the board, is accepted as well.

use game::{Drops, Outcome, Place, Playable, Shape};
use serde_json::Value;

use crate::Games;
use crate::builder::Builder;
use crate::error::Error;
use crate::format::Format;
use crate::json;
use crate::record::{Note, Record};

/// Names of the board's fields, most usual first.
const ROWS: &[&str] = &["row", "rows", "M", "m"];
const COLUMNS: &[&str] = &["col", "columns", "N", "n"];
const FORBIDDEN: [&[&str]; 2] = [&["nox", "noX", "no_x"], &["noy", "noY", "no_y"]];
/// Names of the list of stones, of a stone's row and of its column.
const STEPS: &[&str] = &["steps", "moves", "log", "replay", "frames"];
const STEP: [&[&str]; 2] = [&["x", "X"], &["y", "Y"]];

fn number(value: &Value, names: &[&str]) -> Option<i64> {
    names.iter().find_map(|name| value.get(name)?.as_i64())
}

fn shape(value: &Value) -> Option<Shape> {
    let side = |names| number(value, names).and_then(|n| usize::try_from(n).ok()).filter(|n| *n <= 100);
    let [row, column] = FORBIDDEN.map(|names| number(value, names));
    let cell = |(row, column)| Some((usize::try_from(row).ok()?, usize::try_from(column).ok()?));
    Some(Shape { rows: side(ROWS)?, columns: side(COLUMNS)?, forbidden: row.zip(column).and_then(cell) })
}

/// The board and what follows it.
fn parts(value: &Value) -> Option<(Shape, &[Value])> {
    match value {
        Value::Array(frames) => {
            let (first, rest) = frames.split_first()?;
            Some((shape(first)?, rest))
        }
        _ => {
            let steps = STEPS.iter().find_map(|name| value.get(name)?.as_array())?;
            Some((shape(value)?, steps))
        }
    }
}

pub(crate) fn is_replay(value: &Value) -> bool {
    parts(value).is_some()
}

pub(crate) fn read<G: Playable>(text: &str) -> Result<Games<G>, Error> {
    let drops = G::DROPS.ok_or(Error::OtherGame { found: "connect4".to_string(), wanted: G::NAME })?;
    let games = json::values(text).zip(1..).map(|(value, game)| {
        let malformed = |why: String| Error::Malformed { format: Format::Saiblo, game, why };
        read_game(game, &value.map_err(malformed)?, &drops)
    });
    Ok(games.collect())
}

fn read_game<G: Playable>(game: u64, value: &Value, drops: &Drops<G>) -> Result<Record<G>, Error> {
    let malformed = |why: String| Error::Malformed { format: Format::Saiblo, game, why };
    let (shape, steps) =
        parts(value).ok_or_else(|| malformed("the board or the steps are missing".to_string()))?;
    let start = (drops.set_up)(&shape, &[], &[]).map_err(malformed)?;
    let mut builder = Builder::new(Format::Saiblo, game, start);
    for step in steps {
        let Some((row, column)) = place(step) else {
            // Frames without a stone: the end of the game.
            if step.is_object() && STEP.iter().all(|names| number(step, names).is_none()) {
                continue;
            }
            return Err(builder.wrong_move("a step has no row x and column y from 0"));
        };
        let m = (drops.column)(column).filter(|_| column < shape.columns);
        let m = m.ok_or_else(|| builder.wrong_move(format!("there is no column {column}")))?;
        match (drops.landing)(builder.state(), m) {
            Some(landing) if landing != (row, column) && builder.state().outcome().is_none() => {
                let why = format!(
                    "the stone is on row {row} of column {column}, but it falls to row {}",
                    landing.0
                );
                return Err(builder.wrong_move(why));
            }
            _ => builder.play(m, Note::default())?,
        }
    }
    let winner = value.get("winner").and_then(Value::as_i64);
    let claimed = match winner {
        Some(0) => Some(Outcome::Win),
        Some(1) => Some(Outcome::Loss),
        _ => None,
    };
    let reason = claimed.map(|_| "the judge ended the game".to_string());
    Ok(builder.finish(claimed, reason))
}

fn place(step: &Value) -> Option<Place> {
    let at = |i: usize| match step {
        Value::Array(list) => list.get(i)?.as_i64(),
        _ => number(step, STEP[i]),
    };
    Some((usize::try_from(at(0)?).ok()?, usize::try_from(at(1)?).ok()?))
}
