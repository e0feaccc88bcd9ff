//! Positions and games that the user names: the one place that every command uses.
//!
//! | text | meaning |
//! |---|---|
//! | `start` | the usual starting position |
//! | a position | in the notation of the game |
//! | moves | a transcript or a list, or any other text that is a recorded game |
//! | `@FILE`, `@FILE#3` | the end of a recorded game, of game 3 of the file |
//! | `@FILE@20`, `@FILE#3@20` | the same game after 20 plies |
//!
//! `@-` reads standard input.

use std::io::Read;
use std::path::Path;

use contest::{Book, START};
use game::error::quote;
use game::{History, ParseError, Playable};
use records::lines::play_on;
use records::{Error as RecordError, Record, openings};

use crate::error::{Error, Result};

/// The position that the text names.
pub fn read<G: Playable>(position: &str) -> Result<G> {
    Ok(*read_game::<G>(position, "")?.state())
}

/// The game that the text names, continued with `moves`, which are separated by blanks
/// or commas.
pub fn read_game<G: Playable>(position: &str, moves: &str) -> Result<History<G>> {
    let history = named(position)?;
    let played = history.moves().len();
    play_on(history, moves).map_err(|error| match error {
        // The number is that of the moves which the user has typed.
        RecordError::Move { number, why, .. } => Error::usage(why).at(format_args!("move {number}")),
        other => Error::from(other).at(format_args!("after {played} plies")),
    })
}

fn named<G: Playable>(text: &str) -> Result<History<G>> {
    if let Some(reference) = text.strip_prefix('@') {
        return from_file(reference);
    }
    if text == START {
        return Ok(History::new(G::start()));
    }
    text.parse().map(History::new).or_else(|error| match records::read_one::<G>(text, None) {
        Ok(record) => Ok(record.history),
        // The text begins as a game does.
        Err(wrong @ RecordError::Move { number: 2.., .. }) => {
            Err(ParseError::new("position", text, wrong).into())
        }
        Err(_) => Err(Error::from(error)),
    })
}

/// Reads `FILE[#GAME][@PLY]`.
fn from_file<G: Playable>(reference: &str) -> Result<History<G>> {
    let (rest, ply) = split_number(reference, '@');
    let (file, number) = split_number(rest, '#');
    let path = Path::new(file);
    let record: Record<G> = record(path, &read_text(path)?, number)?;
    match ply {
        Some(ply) => {
            record.at(usize::try_from(ply).unwrap_or(usize::MAX)).map_err(|error| named_file(path, error))
        }
        None => Ok(record.history),
    }
}

/// The text before the last `mark` and the number after it, unless the text as it is
/// names a file.
pub fn split_number(text: &str, mark: char) -> (&str, Option<u64>) {
    let split = text.rsplit_once(mark).and_then(|(before, number)| Some((before, number.parse().ok()?)));
    match split.filter(|_| !Path::new(text).exists()) {
        Some((before, number)) => (before, Some(number)),
        None => (text, None),
    }
}

/// The text of a file; `-` is standard input.
pub fn read_text(path: &Path) -> Result<String> {
    let read = match path.to_str() {
        Some("-") => {
            let mut bytes = Vec::new();
            std::io::stdin().read_to_end(&mut bytes).map(|_| bytes)
        }
        _ => std::fs::read(path),
    };
    // Old files have names in other encodings.
    let bytes = read.map_err(|error| Error::unreadable(path, &error))?;
    Ok(String::from_utf8_lossy(&bytes).into_owned())
}

/// The openings of `FILE[@PLIES]`.
pub fn book<G: Playable>(reference: &str) -> Result<Book<G>> {
    let (file, plies) = split_number(reference, '@');
    let path = Path::new(file);
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    let plies = plies.map(|plies| usize::try_from(plies).unwrap_or(usize::MAX));
    openings::read_book(&name, &read_text(path)?, plies).map_err(|error| match error {
        RecordError::OpeningOver(_) => {
            named_file(path, error).hint(format_args!("{file}@8 takes the first 8 plies of each game"))
        }
        _ => named_file(path, error),
    })
}

/// One game of a file.
pub fn record<G: Playable>(path: &Path, text: &str, number: Option<u64>) -> Result<Record<G>> {
    records::read_one(text, number).map_err(|error| named_file(path, error))
}

/// The error with the name of the file, and what the user can write instead.
pub fn named_file(path: &Path, error: RecordError) -> Error {
    let name = path.display();
    match error {
        RecordError::NoGame { number, .. } => Error::Usage(format!("{name} has no game {number}")),
        RecordError::ManyGames(count) => Error::Usage(format!(
            "{name} has {count} games; choose one by its number, as in {}",
            quote(&format!("@{name}#1"))
        )),
        other => Error::from(other).at(name),
    }
}

#[cfg(test)]
mod tests {
    use tictactoe::State;

    use super::*;

    #[test]
    fn a_game_is_a_position_and_moves() {
        let game = read_game::<State>("start", "b2 a1, c3").unwrap();
        assert_eq!(game.state().to_string(), "o../.x./..x");
        assert_eq!(read_game::<State>("o../.x./..x", "").unwrap().state(), game.state());
        assert_eq!(read_game::<State>("b2a1", "c3").unwrap(), game);
        assert_eq!(read::<State>("b2 a1 c3").unwrap(), *game.state());
    }

    #[test]
    fn an_error_names_the_move() {
        let error = |position, moves| read_game::<State>(position, moves).unwrap_err().to_string();
        assert!(error("start", "b2 d9").starts_with("move 2: move 'd9': "));
        assert_eq!(error("start", "b2 b2"), "move 2: b2 is not a legal move in .../.x./...");
        assert_eq!(error("b2b2", ""), "position 'b2b2': move 2: b2 is not a legal move in .../.x./...");
        assert!(error("xxx", "").starts_with("position 'xxx': "));
    }

    #[test]
    fn a_file_is_named_with_game_and_ply() {
        let path = std::env::temp_dir().join(format!("arena-position-{}#7", std::process::id()));
        std::fs::write(&path, "b2 a1 c3\nb2 a1\n").unwrap();
        let name = path.display();
        let read = |suffix: &str| read::<State>(&format!("@{name}{suffix}")).map(|state| state.to_string());
        assert_eq!(read("#1").unwrap(), "o../.x./..x");
        assert_eq!(read("#1@1").unwrap(), ".../.x./...");
        assert_eq!(read("#2@0").unwrap(), ".../.../...");
        let error = |suffix: &str| read(suffix).unwrap_err().to_string();
        assert!(error("").contains(" has 2 games; choose one by its number"), "{}", error(""));
        assert!(error("#3").ends_with("#7 has no game 3"), "{}", error("#3"));
        assert!(error("#2@3").ends_with("ply 3 does not exist; the game has 2"), "{}", error("#2@3"));
        std::fs::remove_file(&path).unwrap();
        assert!(error("#1").starts_with("cannot read "), "{}", error("#1"));
    }
}
