//! Positions and moves as the user gives them.

use anyhow::{Context, Result};
use game::{Game, History};

/// The word for the usual starting position.
pub const START: &str = "start";

/// The position that `text` stands for, [`START`] included.
pub fn read<G: Game>(text: &str) -> Result<G> {
    match text {
        START => Ok(G::start()),
        _ => Ok(text.parse()?),
    }
}

/// The game that begins in `position` and goes on with `moves`, which blanks
/// or commas keep apart.
pub fn read_game<G: Game>(position: &str, moves: &str) -> Result<History<G>> {
    let mut history = History::new(read::<G>(position)?);
    let texts = moves.split([' ', ',', '\t', '\n']).filter(|text| !text.is_empty());
    for (i, text) in texts.enumerate() {
        let m = history.state().parse_move(text).map_err(anyhow::Error::from);
        m.and_then(|m| Ok(history.play(m)?)).with_context(|| format!("move {}", i + 1))?;
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
    fn what_is_wrong_is_said_with_its_place() {
        let error = |position, moves| format!("{:#}", read_game::<State>(position, moves).unwrap_err());
        assert!(error("start", "b2 d9").starts_with("move 2: move 'd9': "));
        assert_eq!(error("start", "b2 b2"), "move 2: b2 is not a legal move in .../.x./...");
        assert!(error("xxx", "").starts_with("position 'xxx': "));
    }
}
