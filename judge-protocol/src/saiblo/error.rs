//! Why a dialogue cannot go on: each is one clear line.

use std::error;
use std::fmt;
use std::io;

use game::{GameOver, IllegalMove};

use crate::shown::NoPosition;

/// Why a dialogue cannot go on.
#[derive(Debug)]
pub enum Error {
    /// The input ended before anything was asked.
    NoRequest,
    /// This is not what the judge should say; the first part is what it says
    /// instead, quoted.
    Unreadable(String, &'static str),
    /// This is no length in V1: nothing tells where the next message begins.
    OutOfStep(String),
    /// There is no position to answer in.
    NoPosition(NoPosition),
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
            Error::Unreadable(what, wanted) => write!(f, "{what} instead of {wanted}"),
            Error::OutOfStep(what) => f.write_str(what),
            Error::NoPosition(why) => write!(f, "{why}"),
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
