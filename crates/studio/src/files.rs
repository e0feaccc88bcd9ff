//! Recorded games in and out.

use game::{History, Outcome, Playable};
use records::{Format, Record};
use serde_json::{Value, json};

use crate::error::Error;
use crate::view;

/// Most games of a file that are listed.
const MOST_GAMES: usize = 500;

/// Reads the games of a text. A wrong game is listed with its error.
pub fn read<G: Playable>(text: &str) -> Result<Value, Error> {
    // The text may name another game.
    if let Some(named) = Format::game_of(text).filter(|named| named != G::NAME) {
        return Err(records::Error::OtherGame { found: named, wanted: G::NAME }.into());
    }
    let games = records::read_each::<G>(text)?;
    let total = games.len();
    let listed = games.iter().take(MOST_GAMES).zip(1..).map(|(read, number)| match read {
        Ok(record) => game(record),
        Err(error) => json!({ "number": number, "error": error.to_string() }),
    });
    let listed: Vec<Value> = listed.collect();
    // A file with one game says what is wrong with it.
    if let [Err(_)] = games.as_slice() {
        return Err(games.into_iter().find_map(Result::err).map_or(Error::Over, Error::from));
    }
    Ok(json!({ "total": total, "games": listed }))
}

fn game<G: Playable>(record: &Record<G>) -> Value {
    let notes = record.notes.iter().map(|note| {
        json!({
            "value": note.value,
            "score": note.score,
            "ms": note.time.map(|time| time.as_secs_f64() * 1000.0),
            "comment": note.comment,
        })
    });
    json!({
        "number": record.number,
        "players": record.players,
        "start": record.history.start().to_string(),
        "moves": view::line(record.history.start(), record.history.moves()),
        "notes": notes.collect::<Vec<_>>(),
        "outcome": record.outcome.map(for_first),
        "reason": record.reason,
        "comment": record.comment,
    })
}

/// The result for the first side.
fn for_first(outcome: Outcome) -> i32 {
    match outcome {
        Outcome::Win => 1,
        Outcome::Draw => 0,
        Outcome::Loss => -1,
    }
}

/// Writes a game.
pub fn write<G: Playable>(
    history: History<G>,
    players: [Option<String>; 2],
    format: &str,
) -> Result<Value, Error> {
    let format: Format = format.parse().map_err(Error::Format)?;
    let record = Record { players, ..Record::new(history) };
    Ok(json!({ "text": records::write(&[record], format)? }))
}
