//! Errors of a session, one line each.

use std::io;

use game::{GameOver, IllegalMove};

use crate::full_board::NoPosition;

/// Why a session ends.
#[derive(Debug, thiserror::Error)]
pub enum SaibloError {
    /// The input ended before the first request.
    #[error("the input ended before any request")]
    NoRequest,
    /// The judge's message cannot be read: what was found, quoted, and what was
    /// expected.
    #[error("found {0}, expected {1}")]
    Unreadable(String, &'static str),
    /// A length in V1 cannot be read, so that the start of the next message is
    /// unknown.
    #[error("{0}")]
    OutOfStep(String),
    /// There is no position to answer in.
    #[error(transparent)]
    NoPosition(NoPosition),
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
