//! Game records of judges and programs.
//!
//! [`read`] finds the format of a text by its content and plays every move by the
//! rules; [`write()`] writes records in a format that holds them. A [`Record`] has the
//! starting position, the moves, and what the file says about players, result, values
//! and times. docs/formats.md lists the formats.
//!
//! ```
//! use othello::State;
//! use records::{Format, read, write};
//!
//! let games = read::<State>("F5D6C3D3C4")?;
//! assert_eq!(games[0].history.moves().len(), 5);
//! let ggf = write(&games, Format::Ggf)?;
//! assert!(ggf.starts_with("(;GM[Othello]"));
//! assert_eq!(read::<State>(&ggf)?[0].history, games[0].history);
//! # Ok::<(), records::Error>(())
//! ```
//!
//! | module | what it holds |
//! |---|---|
//! | [`record`] | a recorded game |
//! | [`mod@format`] | names of the formats, detection |
//! | [`mod@lines`] | moves, transcripts, columns and positions, one game per line |
//! | `ggf`, `sgf` | Othello's and Go's formats |
//! | `botzone`, `saiblo` | what the judges' sites give |
//! | `json`, `logs` | our own JSON, logs of contests |
//! | [`openings`] | openings of contests, from a file or built in |
//! | [`review`] | the mistakes of a game, by size |
//! | [`error`] | errors |
//!
//! All input is untrusted: no text makes this crate panic.

#![cfg_attr(test, allow(clippy::unwrap_used, reason = "a test fails by panicking"))]

mod botzone;
mod builder;
pub mod error;
pub mod format;
mod ggf;
mod json;
pub mod lines;
mod logs;
pub mod openings;
pub mod record;
pub mod review;
mod saiblo;
mod sgf;

use game::Playable;

pub use error::Error;
pub use format::Format;
pub use record::{Note, Record};

/// Reads all games of a text. The first mistake is the error.
pub fn read<G: Playable>(text: &str) -> Result<Vec<Record<G>>, Error> {
    read_each(text)?.into_iter().collect()
}

/// Games of a file, each read or wrong.
pub type Games<G> = Vec<Result<Record<G>, Error>>;

/// Reads the games of a text one by one, so that a wrong one does not hide the others.
/// Fails if the text as a whole is no record.
pub fn read_each<G: Playable>(text: &str) -> Result<Games<G>, Error> {
    let whole = text;
    let text = format::clean(text);
    let games = match detect(text)? {
        Format::Botzone => botzone::read_matches(text)?,
        Format::BotzoneRequest => vec![botzone::read_request(text)],
        Format::Saiblo => saiblo::read(text)?,
        Format::Ggf => ggf::read(text)?,
        Format::Sgf => sgf::read(text)?,
        Format::Moves | Format::Transcript | Format::Columns => lines::read(text),
        Format::Json => json::read(text)?,
        Format::Log => logs::read(whole)?,
    };
    if games.is_empty() { Err(Error::Empty) } else { Ok(games) }
}

/// The format of a text, or why it has none.
pub fn detect(text: &str) -> Result<Format, Error> {
    let text = format::clean(text);
    match Format::of(text) {
        Some(format) => Ok(format),
        None if text.is_empty() => Err(Error::Empty),
        None => Err(json::mistake(text).unwrap_or_else(|| Error::Unknown(text.to_string()))),
    }
}

/// Reads one game of a text: game `number`, or the only one.
pub fn read_one<G: Playable>(text: &str, number: Option<u64>) -> Result<Record<G>, Error> {
    let mut games = read_each::<G>(text)?;
    let count = games.len();
    let number = match number {
        None if count == 1 => return games.swap_remove(0),
        None => return Err(Error::ManyGames(count)),
        Some(number) => number,
    };
    let at = |(i, game): (usize, &Result<Record<G>, Error>)| match game {
        Ok(record) => record.number == number,
        Err(_) => i as u64 + 1 == number,
    };
    let found = games.iter().enumerate().position(at);
    games.swap_remove(found.ok_or(Error::NoGame { number, games: count })?)
}

/// Writes games in a format that holds them.
pub fn write<G: Playable>(records: &[Record<G>], format: Format) -> Result<String, Error> {
    if !format.writes(G::NAME) {
        return Err(Error::NotWritten { format, game: G::NAME });
    }
    let one = |record: &Record<G>| match format {
        Format::Ggf => ggf::write(record),
        Format::Sgf => sgf::write(record),
        Format::Transcript => lines::transcript(record),
        Format::Columns => lines::columns(record),
        Format::Json => Ok(json::write(record)),
        _ => Ok(lines::moves(record)),
    };
    let texts = records.iter().map(|record| Ok(one(record)? + "\n"));
    texts.collect()
}
