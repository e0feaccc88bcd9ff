//! Positions and moves that the user types.

use contest::position;
use game::{Game, History};

use crate::error::{Error, Result};

/// The game that begins in `position` and goes on with `moves`, which are
/// separated by blanks or commas.
pub fn read_game<G: Game>(position: &str, moves: &str) -> Result<History<G>> {
    let mut history = History::new(position::read::<G>(position)?);
    let texts = moves.split([' ', ',', '\t', '\n']).filter(|text| !text.is_empty());
    for (i, text) in texts.enumerate() {
        let at = |error: Error| error.at(format_args!("move {}", i + 1));
        let m = history.state().parse_move(text).map_err(|error| at(error.into()))?;
        history.play(m).map_err(|error| at(error.into()))?;
    }
    Ok(history)
}

#[cfg(test)]
mod tests {
    use tictactoe::State;

    use super::*;

    #[test]
    fn a_game_is_a_position_and_moves() {
        let game = read_game::<State>("start", "b2 a1, c3").unwrap();
        assert_eq!(game.state().to_string(), "o../.x./..x");
        assert_eq!(read_game::<State>("o../.x./..x", "").unwrap().state(), game.state());
    }

    #[test]
    fn an_error_names_the_move() {
        let error = |position, moves| read_game::<State>(position, moves).unwrap_err().to_string();
        assert!(error("start", "b2 d9").starts_with("move 2: move 'd9': "));
        assert_eq!(error("start", "b2 b2"), "move 2: b2 is not a legal move in .../.x./...");
        assert!(error("xxx", "").starts_with("position 'xxx': "));
    }
}
