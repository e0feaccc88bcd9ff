//! Errors, one line each.

use contest::LogError;
use game::error::quote;

use crate::format::Format;

/// Why a record cannot be read or written.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// The text has no record.
    #[error("the file is empty; accepted are {}", Format::readable())]
    Empty,
    /// The text is none of the formats; its beginning.
    #[error("{} is not a record; accepted are {}", quote(.0), Format::readable())]
    Unknown(String),
    /// The record is of another game.
    #[error("the record is of {}, not of {wanted}", short(.found))]
    OtherGame {
        /// The game that the file names.
        found: String,
        /// The game that was asked for.
        wanted: &'static str,
    },
    /// A part of the file does not follow its format.
    #[error("{}{format}: {}", place(*.game, None), short(.why))]
    Malformed {
        /// The format.
        format: Format,
        /// Number of the game in the file.
        game: u64,
        /// What is wrong.
        why: String,
    },
    /// A move cannot be read or is illegal.
    #[error("{}: {}", place(*.game, Some(*.number)), short(.why))]
    Move {
        /// Number of the game in the file.
        game: u64,
        /// Number of the move, from 1; passes that the file leaves out are not counted.
        number: usize,
        /// What is wrong.
        why: String,
    },
    /// The record has fewer plies.
    #[error("{}ply {ply} does not exist; the game has {plies}", place(*.game, None))]
    NoPly {
        /// Number of the game in the file.
        game: u64,
        /// Number of plies of the game.
        plies: usize,
        /// The ply that was asked for.
        ply: usize,
    },
    /// A game that is to be an opening is over; its number.
    #[error("game {0} is over after its last move; an opening must leave something to play")]
    OpeningOver(u64),
    /// The file has no game of this number.
    #[error("there is no game {number}; the file has {games}")]
    NoGame {
        /// The number that was asked for.
        number: u64,
        /// Number of games in the file.
        games: usize,
    },
    /// The file has several games, and none was chosen; their number.
    #[error("the file has {0} games; choose one by its number")]
    ManyGames(usize),
    /// The format does not hold games of this kind.
    #[error("{format} does not hold a game of {game}; accepted are {}", Format::writable(.game))]
    NotWritten {
        /// The format.
        format: Format,
        /// The game.
        game: &'static str,
    },
    /// This game cannot be written in the format.
    #[error("game {game} cannot be written as {format}: {why}")]
    Unwritable {
        /// The format.
        format: Format,
        /// Number of the game.
        game: u64,
        /// What the format cannot hold.
        why: String,
    },
    /// The log of a contest is broken or was changed.
    #[error(transparent)]
    Log(#[from] LogError),
}

/// Number of characters of a detail, which may repeat parts of a file.
const LONGEST_DETAIL: usize = 300;

/// A detail on one line, and cut.
fn short(detail: &str) -> String {
    let mut line: String =
        detail.chars().take(LONGEST_DETAIL).map(|c| if c.is_control() { ' ' } else { c }).collect();
    if detail.chars().nth(LONGEST_DETAIL).is_some() {
        line.push('…');
    }
    line
}

/// The place of an error: game 1 is not named, since most files have one.
fn place(game: u64, number: Option<usize>) -> String {
    match (game, number) {
        (0 | 1, None) => String::new(),
        (0 | 1, Some(number)) => format!("move {number}"),
        (game, None) => format!("game {game}: "),
        (game, Some(number)) => format!("game {game}, move {number}"),
    }
}
