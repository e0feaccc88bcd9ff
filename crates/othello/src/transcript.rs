//! Games as one word: `F5D6C3…`, without passes.
//!
//! A pass is forced, so the reader inserts it where the side to move has no other
//! move. A pass as the last move of an unfinished game is lost.

use game::{Game, History, ParseError};

use crate::board::{Square, State};
use crate::notation;

/// Reads a game from the start position. Blanks between the moves, small letters
/// and written passes (`PA`) are accepted. An error has the number of the move.
pub fn parse(text: &str) -> Result<History<State>, ParseError> {
    parse_from(State::start(), text)
}

/// Reads a game that begins at `start`, as [`parse`] does.
pub fn parse_from(start: State, text: &str) -> Result<History<State>, ParseError> {
    let mut history = History::new(start);
    let letters: Vec<char> = text.chars().filter(|letter| !letter.is_whitespace()).collect();
    for (i, pair) in letters.chunks(2).enumerate() {
        let word: String = pair.iter().collect();
        let number = i + 1;
        let error = |why: &dyn std::fmt::Display| {
            ParseError::new("transcript", text, format!("move {number}: {why}"))
        };
        let m = notation::parse_move(&word).map_err(|e| error(&e))?;
        if history.state().is_legal(Square::PASS) && m != Square::PASS {
            history.play(Square::PASS).map_err(|e| error(&e))?;
        }
        history.play(m).map_err(|e| error(&e))?;
    }
    Ok(history)
}

/// Writes the moves as one word of capitals.
pub fn text(moves: &[Square]) -> String {
    let placed = moves.iter().filter(|m| **m != Square::PASS);
    placed.map(|&m| notation::move_text(m).to_ascii_uppercase()).collect()
}
