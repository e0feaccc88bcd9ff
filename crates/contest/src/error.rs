//! Errors. The texts name no options of a program: a program that has options
//! adds them.

use std::io;
use std::path::PathBuf;

use game::error::quote;
use game::{IllegalMove, ParseError, SpecError};

/// Greatest number of characters of a detail that may repeat parts of a file.
const LONGEST_DETAIL: usize = 150;

/// A detail that may repeat parts of a file, on one line and cut.
fn short(detail: &str) -> String {
    let line = |c: char| if c.is_control() { c.escape_debug().to_string() } else { c.to_string() };
    let whole: String = detail.chars().take(LONGEST_DETAIL + 1).map(line).collect();
    match whole.char_indices().nth(LONGEST_DETAIL) {
        Some((end, _)) => format!("{}…", &whole[..end]),
        None => whole,
    }
}

/// Error of a contest.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// The terms cannot be played.
    #[error(transparent)]
    Terms(#[from] TermsError),
    /// An entrant cannot play.
    #[error(transparent)]
    Entrant(#[from] EntrantError),
    /// The log cannot be read or written.
    #[error(transparent)]
    Log(#[from] LogError),
}

/// Error: no contest has these terms.
#[derive(Clone, PartialEq, Debug, thiserror::Error)]
pub enum TermsError {
    /// The games do not come in pairs, or an opponent is missing.
    #[error(
        "{games} games of {engines} engines are not a contest; it has pairs of games and at least 2 engines"
    )]
    NoContest {
        /// Number of games.
        games: u64,
        /// Number of engines.
        engines: usize,
    },
    /// More games than a contest may have.
    #[error("{games} games are too many; a contest has at most {most}")]
    TooManyGames {
        /// Number of games.
        games: u64,
        /// Largest number of games.
        most: u64,
    },
    /// The starting position is not a position of the game.
    #[error(transparent)]
    Position(#[from] ParseError),
    /// The game does not choose its boards at random.
    #[error("{0} has only one board; boards cannot be chosen at random")]
    OneBoard(&'static str),
    /// The game is over in the starting position.
    #[error("the game is over in {0}")]
    Over(String),
    /// The terms name a book of openings, which the caller has not given.
    #[error("the openings of {} are needed", quote(.0))]
    NoBook(String),
    /// No opening has the wanted length.
    #[error("no game from {start} goes on after {plies} random plies")]
    Opening {
        /// Starting position.
        start: String,
        /// Number of random plies.
        plies: usize,
    },
}

/// Error: an entrant cannot play the contest.
#[derive(Clone, PartialEq, Debug, thiserror::Error)]
pub enum EntrantError {
    /// The spec does not name a strategy of the game, or not its parameters.
    #[error(transparent)]
    Spec(#[from] SpecError),
    /// Only simulations limit an engine that makes none.
    #[error("{0} makes no simulations; limit its time or its nodes")]
    NoSimulations(String),
    /// Another reason.
    #[error("{0}")]
    Other(String),
}

/// Error of a log file.
#[derive(Debug, thiserror::Error)]
pub enum LogError {
    /// A log that is only read cannot be read.
    #[error("cannot read {}: {source}", path.display())]
    Unreadable {
        /// The file.
        path: PathBuf,
        /// The reason.
        source: io::Error,
    },
    /// A log that is written cannot be opened, locked, repaired or written.
    #[error("cannot {action} {}: {source}", path.display())]
    Io {
        /// What failed, as a verb.
        action: &'static str,
        /// The file.
        path: PathBuf,
        /// The reason.
        source: io::Error,
    },
    /// The log would be a folder, a pipe or a device.
    #[error("{} is not a file; a log must be one", .0.display())]
    NotAFile(PathBuf),
    /// A new log would replace a file.
    #[error("{} exists", .0.display())]
    Exists(PathBuf),
    /// Another process writes the log.
    #[error("another process is writing {}", .0.display())]
    Locked(PathBuf),
    /// The file is not a log.
    #[error("{} is not a log of a contest", .0.display())]
    NotALog(PathBuf),
    /// The log has a format that this version does not read.
    #[error("{} has log format {found}; this version reads format {known}", path.display())]
    Format {
        /// The file.
        path: PathBuf,
        /// Its format.
        found: u64,
        /// The format that can be read.
        known: u32,
    },
    /// The header has the right format and misses something.
    #[error("line 1 of {}: {}", path.display(), short(why))]
    Header {
        /// The file.
        path: PathBuf,
        /// What is wrong.
        why: String,
    },
    /// The log has other terms.
    #[error("{} is the log of another contest: {}", path.display(), short(difference))]
    OtherContest {
        /// The file.
        path: PathBuf,
        /// The first difference.
        difference: String,
    },
    /// The log has more games than are wanted.
    #[error(
        "{} is the log of a contest of {has} games and cannot be shortened to {wanted}; more are possible",
        path.display()
    )]
    Shorter {
        /// The file.
        path: PathBuf,
        /// Number of games of each pairing that it has.
        has: u64,
        /// Number that is wanted.
        wanted: u64,
    },
    /// A line is not a game of the contest.
    #[error("line {line} of {}: {why}", path.display())]
    Line {
        /// The file.
        path: PathBuf,
        /// Number of the line, from 1.
        line: usize,
        /// What is wrong.
        why: RecordError,
    },
}

/// Error: a line of a log is not a game of the contest.
#[derive(Clone, PartialEq, Debug, thiserror::Error)]
pub enum RecordError {
    /// The line has no checksum.
    #[error("the line is broken: {}", quote(.0))]
    Broken(String),
    /// The checksum is wrong.
    #[error("the line was altered")]
    Altered,
    /// The line has a right checksum and is not the record of a game.
    #[error("not a game: {}", short(.0))]
    NotAGame(String),
    /// A line would make the contest longer and does not.
    #[error("{0} games do not make the contest longer")]
    NotLonger(u64),
    /// The number of the game is not one of this log.
    #[error("game {0} is not part of this log")]
    NotPart(u64),
    /// The log has the game twice.
    #[error("game {game} is there twice, first in line {first}")]
    Twice {
        /// Number of the game, from 1.
        game: u64,
        /// Line of the other record.
        first: usize,
    },
    /// Another log has the game, too.
    #[error("game {0} is also in another log")]
    InAnotherLog(u64),
    /// The record breaks the rules or the terms.
    #[error("game {game}: {why}")]
    Game {
        /// Number of the game, from 1.
        game: u64,
        /// What is wrong.
        why: GameError,
    },
}

/// Error: a record is not the game that the terms and the rules lead to.
#[derive(Clone, PartialEq, Debug, thiserror::Error)]
pub enum GameError {
    /// Other engines played.
    #[error("{} against {} is another game", short(first), short(second))]
    Engines {
        /// Engine of the first side.
        first: String,
        /// Engine of the second side.
        second: String,
    },
    /// The opening or the seeds do not follow from the seed of the contest.
    #[error("its opening or its seeds do not follow from the seed of the contest")]
    Opening,
    /// The starting position cannot be read.
    #[error(transparent)]
    Start(ParseError),
    /// A move cannot be read.
    #[error("move {number}: {why}")]
    Move {
        /// Number of the move, from 1.
        number: usize,
        /// What is wrong.
        why: ParseError,
    },
    /// A move is illegal.
    #[error("move {number}: {why}")]
    Illegal {
        /// Number of the move, from 1.
        number: usize,
        /// What is wrong.
        why: IllegalMove,
    },
    /// The game goes on after the last move.
    #[error("it is not over after its last move")]
    NotOver,
    /// The terms, the rules or a missing proof do not allow to end the game early.
    #[error("it was adjudicated without a reason")]
    Adjudicated,
    /// A finished game has a forfeit.
    #[error("it is over and has a forfeit")]
    OverAndForfeit,
    /// The winner does not follow from the moves.
    #[error("its result does not follow from its moves")]
    Result,
    /// The lists of times, values, simulations and nodes differ in length.
    #[error("its lists differ in length")]
    Lists,
    /// The number of times does not fit the number of moves.
    #[error("it has {moves} moves and {times} times")]
    Times {
        /// Number of moves.
        moves: usize,
        /// Number of times.
        times: usize,
    },
    /// The proof comes after the end.
    #[error("it was proven after its end")]
    Proof,
}
