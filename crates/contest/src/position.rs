//! Starting positions as text.

use game::{Game, ParseError};

/// The word for the usual starting position.
pub const START: &str = "start";

/// Reads a position; [`START`] is the usual starting position.
pub fn read<G: Game>(text: &str) -> Result<G, ParseError> {
    match text {
        START => Ok(G::start()),
        _ => text.parse(),
    }
}

/// Texts of the moves of a line from `state`, up to the first illegal one.
pub fn line_texts<G: Game>(state: &G, line: &[G::Move]) -> Vec<String> {
    let mut state = *state;
    let moves = line.iter().map_while(|&m| {
        let text = state.move_text(m);
        state = state.play(m).ok()?;
        Some(text)
    });
    moves.collect()
}
