//! Errors, one line each: what is wrong, and what is accepted.

use game::{GameOver, IllegalMove, ParseError, SpecError};
use mcts::MemoryError;

/// Why a request has no answer.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// The text is not a request.
    #[error("the request cannot be read: {0}")]
    Request(serde_json::Error),
    /// A position or a move cannot be read.
    #[error(transparent)]
    Text(#[from] ParseError),
    /// A move of the game cannot be read or is illegal; its number, from 1.
    #[error("move {number}: {why}")]
    Move {
        /// Number of the move, from 1.
        number: usize,
        /// What is wrong.
        why: String,
    },
    /// The rules forbid a move.
    #[error(transparent)]
    Illegal(#[from] IllegalMove),
    /// The game has too many moves to be one.
    #[error("the game has {0} moves; at most {MOST_MOVES} are accepted")]
    Long(usize),
    /// The stones make no position.
    #[error("{0}")]
    SetUp(String),
    /// The game is over.
    #[error("the game is over in this position")]
    Over,
    /// The strategy cannot be built.
    #[error(transparent)]
    Spec(#[from] SpecError),
    /// A recorded game cannot be read or written.
    #[error(transparent)]
    Record(#[from] records::Error),
    /// The name of a format is not known.
    #[error("{0}")]
    Format(String),
    /// A search cannot be built.
    #[error(transparent)]
    Memory(#[from] MemoryError),
    /// No watched search has this number.
    #[error("there is no search {0}; begin one first")]
    NoSearch(u32),
}

/// Most moves of a game in a request.
pub const MOST_MOVES: usize = 1000;

impl From<GameOver> for Error {
    fn from(_: GameOver) -> Self {
        Error::Over
    }
}
