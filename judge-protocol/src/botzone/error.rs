//! Errors of a session, one line each.
//!
//! A [`HistoryError`] leaves a position, so that an answer is still possible; on
//! a judge any legal answer is better than none. After a [`BotzoneError`] there
//! is nothing to answer.

use std::error::Error;
use std::fmt;
use std::io;

use game::{GameOver, IllegalMove};

use crate::botzone::Xy;
use crate::line::{LONGEST, LineError};

/// An entry of the history is wrong; the entries before it are sound.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct HistoryError {
    /// Index of the entry: 0 is the first request, 1 the first response, and so
    /// on.
    pub entry: usize,
    /// What is wrong with it.
    pub problem: Problem,
}

/// What is wrong with an entry of the history.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Problem {
    /// It is missing.
    Missing,
    /// It is not a pair of numbers; the entry, quoted.
    Unreadable(String),
    /// The game has no such move.
    OffBoard(Xy),
    /// The rules forbid it.
    Illegal(IllegalMove),
}

impl fmt::Display for HistoryError {
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

impl Error for HistoryError {}

/// Why a session ends.
#[derive(Debug, thiserror::Error)]
pub enum BotzoneError {
    /// The input ended before the first request.
    #[error("the input ended before any request")]
    NoRequest,
    /// The line is longer than any judge's; its maximum length in bytes.
    #[error("the line has more than {0} bytes")]
    LineTooLong(usize),
    /// The input is neither JSON nor the simple form.
    #[error("{line} is not a request: {why}")]
    Unreadable {
        /// The line, quoted.
        line: String,
        /// What was expected.
        why: String,
    },
    /// A move is asked for in a finished game. With an error: the game was
    /// finished before the wrong entry.
    #[error("{}", over(.0.as_ref()))]
    Over(Option<HistoryError>),
    /// The engine found no move.
    #[error(transparent)]
    NoMove(GameOver),
    /// The engine chose an illegal move.
    #[error("the engine's move is illegal: {0}")]
    IllegalAnswer(IllegalMove),
    /// Reading or writing failed.
    #[error(transparent)]
    Io(#[from] io::Error),
}

fn over(error: Option<&HistoryError>) -> String {
    match error {
        None => "a move is asked for after the end of the game".to_string(),
        Some(error) => format!("{error}; the game had ended before it"),
    }
}

impl From<LineError> for BotzoneError {
    fn from(error: LineError) -> Self {
        match error {
            LineError::TooLong => BotzoneError::LineTooLong(LONGEST),
            LineError::Io(error) => BotzoneError::Io(error),
        }
    }
}
