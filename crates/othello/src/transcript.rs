//! Games as one word: `F5D6C3…`, the passes left out.
//!
//! A pass is forced, so a reader knows where one belongs: before a move of the
//! side that has just moved. One at the very end of a game that breaks off
//! there is not written and not read again.

use game::{Game, History, ParseError};

use crate::board::{Square, State};
use crate::notation;

/// The game from the usual start that a transcript tells. Blanks between the
/// moves, small letters and passes that are written out (`PA`) are read, too;
/// an error tells the number of the move.
pub fn parse(text: &str) -> Result<History<State>, ParseError> {
    parse_from(State::start(), text)
}

/// The same for a game that begins in `start`.
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

/// The moves in one word of capitals.
pub fn text(moves: &[Square]) -> String {
    let placed = moves.iter().filter(|m| **m != Square::PASS);
    placed.map(|&m| notation::move_text(m).to_ascii_uppercase()).collect()
}
