//! Games in the Generic Game Format, the part that a player needs:
//!
//! ```text
//! (;GM[Othello]PB[…]PW[…]TY[8]BO[8 ---…*O…--- *]B[F5/0.2/1.3]W[D6]…;)
//! ```
//!
//! `BO` is the board before the first move, 64 squares of `*` (black), `O` and
//! `-`, and the side to move; `B` and `W` are moves, with an evaluation and a time.
//! [`parse`] ignores these and all other properties; crates/records reads them.

use game::error::quote;
use game::{Game, History};

/// A property of a game, `KEY[value]`.
pub type Property<'a> = (&'a str, &'a str);

/// Reads a game; the error is one line. Requires a game `G` that reads positions
/// in OBF and moves as `F5` and `PA`.
pub fn parse<G: Game>(text: &str) -> Result<History<G>, String> {
    let text = text.trim();
    let (properties, behind) = first_game(text)?;
    if !text.starts_with("(;") || !behind.is_empty() {
        return Err(no_game(text));
    }
    let mut history: Option<History<G>> = None;
    for (key, value) in properties {
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

fn no_game(text: &str) -> String {
    format!("{} is no game in (; and ;)", quote(text))
}

/// The properties of the first game of a text, and the text after the game. What comes
/// before `(;` is skipped: some files number their games.
pub fn first_game(text: &str) -> Result<(Vec<Property<'_>>, &str), String> {
    let (_, mut rest) = text.split_once("(;").ok_or_else(|| no_game(text))?;
    let mut properties = Vec::new();
    loop {
        rest = rest.trim_start();
        if let Some(behind) = rest.strip_prefix(";)") {
            return Ok((properties, behind));
        }
        let (key, value, behind) = property(rest).ok_or_else(|| no_game(text))?;
        properties.push((key, value));
        rest = behind;
    }
}

/// The first `KEY[value]`, and the text after it. Some programs write `;` between
/// properties. A bracket in the key is the next game: this one has no end.
fn property(text: &str) -> Option<(&str, &str, &str)> {
    let (key, rest) = text.split_once('[')?;
    let (value, behind) = rest.split_once(']')?;
    let key = key.trim_matches(|c: char| c == ';' || c.is_whitespace());
    (!key.contains('(')).then_some((key, value, behind))
}

/// Reads `8 ---…*O…--- *`; blanks between the rows are allowed.
pub fn board<G: Game>(value: &str) -> Result<G, String> {
    let wrong = |why: String| format!("board {}: {why}", quote(value));
    let letters: String = value.split_whitespace().skip(1).collect::<String>().replace('*', "X");
    let (squares, side) = letters
        .char_indices()
        .last()
        .map(|(last, _)| letters.split_at(last))
        .ok_or_else(|| wrong("a size, the squares and the side to move".to_string()))?;
    format!("{squares} {side}").parse().map_err(|error| wrong(format!("{error}")))
}
