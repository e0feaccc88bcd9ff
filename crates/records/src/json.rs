//! Our own JSON: one object per game and line.
//!
//! ```text
//! {"tesuji_record":1,"game":"othello","players":["a",null],"start":"…","moves":["f5","d6"],
//!  "notes":[{"value":0.1,"nanoseconds":1000},null],"result":"first","reason":"too late"}
//! ```
//!
//! `start`, `notes`, `players`, `result`, `reason` and `comment` may be missing.

use std::time::Duration;

use contest::{START, Winner};
use game::Playable;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::Games;
use crate::builder::{Builder, start};
use crate::error::Error;
use crate::format::Format;
use crate::record::{Note, Record};

/// Number of this form.
const FORM: u32 = 1;

#[derive(Serialize, Deserialize)]
struct JsonRecord {
    tesuji_record: u32,
    game: String,
    #[serde(default, skip_serializing_if = "is_default")]
    players: [Option<String>; 2],
    #[serde(default, skip_serializing_if = "Option::is_none")]
    start: Option<String>,
    moves: Vec<String>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    notes: Vec<Option<JsonNote>>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    result: Option<Winner>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    reason: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    comment: Option<String>,
}

#[derive(Serialize, Deserialize)]
struct JsonNote {
    #[serde(default, skip_serializing_if = "Option::is_none")]
    value: Option<f64>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    score: Option<f64>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    nanoseconds: Option<u64>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    nanoseconds_left: Option<u64>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    comment: Option<String>,
}

fn is_default<T: Default + PartialEq>(value: &T) -> bool {
    *value == T::default()
}

/// The JSON values of a text, one after the other; the last may be a mistake.
pub(crate) fn values(text: &str) -> impl Iterator<Item = Result<Value, String>> {
    let values = serde_json::Deserializer::from_str(text).into_iter::<Value>();
    values.map(|value| value.map_err(|error| error.to_string()))
}

/// The mistake in a text that begins as JSON does.
pub(crate) fn mistake(text: &str) -> Option<Error> {
    let why = text.starts_with(['{', '[']).then(|| values(text).find_map(Result::err))??;
    Some(Error::Malformed { format: Format::Json, game: 1, why })
}

pub(crate) fn is_record(value: &Value) -> bool {
    value.get("tesuji_record").is_some()
}

pub(crate) fn read<G: Playable>(text: &str) -> Result<Games<G>, Error> {
    let mut games = Vec::new();
    for value in values(text) {
        let list = match value {
            Ok(Value::Array(list)) => list,
            Ok(value) => vec![value],
            Err(why) => {
                games.push(Err(malformed(games.len() as u64 + 1, why)));
                break;
            }
        };
        for value in list {
            games.push(read_value(games.len() as u64 + 1, value));
        }
    }
    Ok(games)
}

fn malformed(game: u64, why: String) -> Error {
    Error::Malformed { format: Format::Json, game, why }
}

fn read_value<G: Playable>(number: u64, value: Value) -> Result<Record<G>, Error> {
    let wrong = |error: serde_json::Error| malformed(number, error.to_string());
    let read: JsonRecord = serde_json::from_value(value).map_err(wrong)?;
    if read.tesuji_record != FORM {
        return Err(malformed(
            number,
            format!("form {} is unknown; this program knows {FORM}", read.tesuji_record),
        ));
    }
    if read.game != G::NAME {
        return Err(Error::OtherGame { found: read.game, wanted: G::NAME });
    }
    if read.notes.len() > read.moves.len() {
        return Err(malformed(number, format!("{} notes for {} moves", read.notes.len(), read.moves.len())));
    }
    let from = start(read.start.as_deref().unwrap_or(START)).map_err(|why| malformed(number, why))?;
    let mut builder = Builder::new(Format::Json, number, from);
    let notes = read.notes.into_iter().map(|note| note.map_or(Note::default(), Note::from));
    for (word, note) in read.moves.iter().zip(notes.chain(std::iter::repeat(Note::default()))) {
        builder.play_word(word, note)?;
    }
    builder.record().players = read.players;
    builder.record().comment = read.comment;
    Ok(builder.finish(read.result.map(Winner::outcome), read.reason))
}

impl From<JsonNote> for Note {
    fn from(note: JsonNote) -> Note {
        let JsonNote { value, score, nanoseconds, nanoseconds_left, comment } = note;
        let [time, left] = [nanoseconds, nanoseconds_left].map(|time| time.map(Duration::from_nanos));
        Note { value, score, time, left, comment }
    }
}

pub(crate) fn write<G: Playable>(record: &Record<G>) -> String {
    let note = |note: &Note| {
        let Note { value, score, time, left, comment } = note.clone();
        let nanoseconds = |time: Duration| u64::try_from(time.as_nanos()).unwrap_or(u64::MAX);
        let [nanoseconds, nanoseconds_left] = [time, left].map(|time| time.map(nanoseconds));
        (!note.is_empty()).then_some(JsonNote { value, score, nanoseconds, nanoseconds_left, comment })
    };
    let start = record.history.start();
    let written = JsonRecord {
        tesuji_record: FORM,
        game: G::NAME.to_string(),
        players: record.players.clone(),
        start: (*start != G::start()).then(|| start.to_string()),
        moves: record.move_texts(),
        notes: match record.notes.iter().all(Note::is_empty) {
            true => Vec::new(),
            false => record.notes.iter().map(note).collect(),
        },
        result: record.outcome.map(Winner::from),
        reason: record.reason.clone(),
        comment: record.comment.clone(),
    };
    serde_json::to_string(&written).expect("a record is plain data")
}
