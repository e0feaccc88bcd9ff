//! What can be wrong with a dialogue: each is one clear line.
//!
//! A [`Fault`] is a hole in the history that leaves a position, so that an
//! answer is still possible (and on a judge, any answer is better than none).
//! After an [`Error`] there is nothing to answer.

use std::error;
use std::fmt;
use std::io;

use game::{GameOver, IllegalMove};

use crate::botzone::Xy;
use crate::line::LineError;

/// The history is sound up to an entry, and this is what is wrong with it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Fault {
    /// Which entry: 0 is the first request, 1 the first response, and so on.
    pub entry: usize,
    /// What is wrong with it.
    pub problem: Problem,
}

/// What is wrong with an entry of the history.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Problem {
    /// It is not there.
    Missing,
    /// It is no pair of numbers; what it is instead, quoted.
    Unreadable(String),
    /// The game has no such move.
    OffBoard(Xy),
    /// The rules forbid it.
    Illegal(IllegalMove),
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        let (kind, number) = (["request", "response"][self.entry % 2], self.entry / 2 + 1);
        match &self.problem {
            Problem::Missing => write!(f, "{kind} {number} is missing"),
            Problem::Unreadable(text) => write!(f, "{kind} {number} is no move: {text}"),
            Problem::OffBoard(xy) => write!(f, "{kind} {number} is off the board: {xy}"),
            Problem::Illegal(illegal) => write!(f, "{kind} {number}: {illegal}"),
        }
    }
}

impl error::Error for Fault {}

/// Why a dialogue cannot go on.
#[derive(Debug)]
pub enum Error {
    /// The input ended before anything was asked.
    NoRequest,
    /// A line is longer than any judge's.
    LineTooLong,
    /// The input is neither JSON nor the simple form.
    Unreadable {
        /// The line, quoted.
        line: String,
        /// What was expected.
        why: String,
    },
    /// A move is asked for in a finished game (or in a game that was finished
    /// when the fault came).
    Over(Option<Fault>),
    /// The player found no move.
    NoMove(GameOver),
    /// The player chose a move that the rules forbid.
    IllegalAnswer(IllegalMove),
    /// Reading or writing failed.
    Io(io::Error),
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match self {
            Error::NoRequest => f.write_str("the input ended before any request"),
            Error::LineTooLong => write!(f, "{}", LineError::TooLong),
            Error::Unreadable { line, why } => write!(f, "{line} is no request: {why}"),
            Error::Over(None) => f.write_str("a move is asked for after the end of the game"),
            Error::Over(Some(fault)) => write!(f, "{fault}; and the game before it has ended"),
            Error::NoMove(over) => write!(f, "{over}"),
            Error::IllegalAnswer(illegal) => write!(f, "the player's choice is wrong: {illegal}"),
            Error::Io(error) => write!(f, "{error}"),
        }
    }
}

impl error::Error for Error {}

impl From<io::Error> for Error {
    fn from(error: io::Error) -> Self {
        Error::Io(error)
    }
}

impl From<LineError> for Error {
    fn from(error: LineError) -> Self {
        match error {
            LineError::TooLong => Error::LineTooLong,
            LineError::Io(error) => Error::Io(error),
        }
    }
}
