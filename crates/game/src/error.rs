//! Errors of moves and texts: one line each.

use std::error::Error;
use std::fmt;

/// Error: the rules forbid a move.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct IllegalMove {
    played: String,
    position: Option<String>,
}

impl IllegalMove {
    /// `played` is not legal in `position`.
    pub fn new(played: String, position: String) -> Self {
        let position = Some(position);
        IllegalMove { played, position }
    }

    /// `played` came after the end of the game.
    pub fn over(played: String) -> Self {
        let position = None;
        IllegalMove { played, position }
    }
}

impl fmt::Display for IllegalMove {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match &self.position {
            Some(position) => write!(f, "{} is not a legal move in {position}", self.played),
            None => write!(f, "{} comes after the end of the game", self.played),
        }
    }
}

impl Error for IllegalMove {}

/// Error: a text is not a move or not a position.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ParseError {
    message: String,
}

/// Number of characters of the input that an error quotes at most.
const QUOTED: usize = 60;

impl ParseError {
    /// `text` is not a valid `what` (move, position) because of `why`.
    pub fn new(what: &str, text: &str, why: impl fmt::Display) -> Self {
        let message = format!("{what} {}: {why}", quote(text));
        ParseError { message }
    }
}

/// Quotes a text for an error: control characters are escaped, and it is cut to
/// a length that keeps the error on one line.
pub fn quote(text: &str) -> String {
    quote_at_most(text, QUOTED)
}

/// Quotes at most `count` characters of a text; see [`quote`].
pub fn quote_at_most(text: &str, count: usize) -> String {
    let mut quoted: String = text.chars().take(count).flat_map(char::escape_debug).collect();
    if text.chars().nth(count).is_some() {
        quoted.push('…');
    }
    format!("'{quoted}'")
}

impl fmt::Display for ParseError {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl Error for ParseError {}

/// Error: an engine was asked for a move in a finished game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct GameOver;

impl fmt::Display for GameOver {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str("the game is over: there is no move to choose")
    }
}

impl Error for GameOver {}
