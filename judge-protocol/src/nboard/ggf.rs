//! Games in the Generic Game Format, the part that a player needs:
//!
//! ```text
//! (;GM[Othello]PB[…]PW[…]TY[8]BO[8 ---…*O…--- *]B[F5/0.2/1.3]W[D6]…;)
//! ```
//!
//! `BO` is the board before the first move, 64 squares of `*` (black), `O` and
//! `-`, and the side to move; `B` and `W` are moves, with an evaluation and a time
//! that are ignored, as all other properties are.

use game::error::quote;
use game::{Game, History};

/// Reads a game; the error is one line. Requires a game `G` that reads positions
/// in OBF and moves as `F5` and `PA`.
pub fn parse<G: Game>(text: &str) -> Result<History<G>, String> {
    let text = text.trim();
    let inside = text.strip_prefix("(;").and_then(|text| text.strip_suffix(";)"));
    let mut rest = inside.ok_or_else(|| format!("{} is no game in (; and ;)", quote(text)))?;
    let mut history: Option<History<G>> = None;
    while let Some((key, value, behind)) = property(rest) {
        rest = behind;
        match key {
            "BO" => history = Some(History::new(board(value)?)),
            "B" | "W" => {
                let history = history.get_or_insert_with(|| History::new(G::start()));
                let word = value.split('/').next().unwrap_or_default().trim();
                let m = history.state().parse_move(word).map_err(|error| error.to_string())?;
                history.play(m).map_err(|error| error.to_string())?;
            }
            _ => (),
        }
    }
    Ok(history.unwrap_or_else(|| History::new(G::start())))
}

/// The first `KEY[value]`, and the text after it.
fn property(text: &str) -> Option<(&str, &str, &str)> {
    let (key, rest) = text.split_once('[')?;
    let (value, behind) = rest.split_once(']')?;
    Some((key.trim(), value, behind))
}

/// Reads `8 ---…*O…--- *`; blanks between the rows are allowed.
fn board<G: Game>(value: &str) -> Result<G, String> {
    let wrong = |why: String| format!("board {}: {why}", quote(value));
    let letters: String = value.split_whitespace().skip(1).collect::<String>().replace('*', "X");
    let (squares, side) = letters
        .char_indices()
        .last()
        .map(|(last, _)| letters.split_at(last))
        .ok_or_else(|| wrong("a size, the squares and the side to move".to_string()))?;
    format!("{squares} {side}").parse().map_err(|error| wrong(format!("{error}")))
}
