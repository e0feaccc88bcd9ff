//! Lines of OBF files: a position with its score or the scores of its moves.
//!
//! ```text
//! -XX-OOO-X-XXOO--XXXXXOOOXXXOXXOOXXOOOOXOXXOXOXXX--OOXOXX--OOOOOO X; G2:-24; H2:-34; B8:-34;
//! --OOOOOOOOOOOOOOXOOXXXOOXOOOOOOOXOXOXOXXXOOOOXX-XXXOX-X-X-X----X X; -6
//! ```
//!
//! After the position comes the score for the side to move, or moves with the
//! score of each. Squares that stay empty count for the winner. In some files an
//! entry `--` stands for no move; such entries are skipped.

use std::str::FromStr;

use game::{Game, ParseError};

use crate::{Square, State};

/// A position with its score and its best moves.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Line {
    /// The position.
    pub state: State,
    /// Score for the side to move, if the line has one.
    pub score: Option<i32>,
    /// The moves with the best score; empty if the line has no moves.
    pub best: Vec<Square>,
}

impl FromStr for Line {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<Line, ParseError> {
        let mut parts = text.split(';').map(str::trim);
        let state: State = parts.next().unwrap_or_default().parse()?;
        let mut line = Line { state, score: None, best: Vec::new() };
        for part in parts.filter(|part| !part.is_empty()) {
            let (played, score) = match part.split_once(':') {
                Some(("--", _)) => continue,
                Some((played, score)) => (Some(state.parse_move(played.trim())?), score.trim()),
                None => (None, part),
            };
            let score =
                score.parse().ok().filter(|score| (-64..=64).contains(score)).ok_or_else(|| {
                    ParseError::new("score", score, "a score is a whole number from -64 to 64")
                })?;
            if let Some(m) = played.filter(|&m| !state.is_legal(m)) {
                return Err(ParseError::new("move", &state.move_text(m), "it is not legal in this position"));
            }
            if line.score.is_none_or(|best| score > best) {
                line.score = Some(score);
                line.best.clear();
            }
            if line.score == Some(score) {
                line.best.extend(played);
            }
        }
        Ok(line)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const START: &str = "---------------------------OX------XO--------------------------- X";

    fn read(rest: &str) -> Result<Line, String> {
        format!("{START}{rest}").parse().map_err(|error: ParseError| error.to_string())
    }

    #[test]
    fn positions_scores_and_moves_are_read() {
        let start = State::start();
        let squares = |names: &[&str]| -> Vec<Square> {
            names.iter().map(|name| start.parse_move(name).expect("a square")).collect()
        };
        assert_eq!(read(""), Ok(Line { state: start, score: None, best: vec![] }));
        assert_eq!(read("; +2"), Ok(Line { state: start, score: Some(2), best: vec![] }));
        let best = squares(&["f5", "c4"]);
        assert_eq!(read("; D3:-4; F5:+0; C4:0; --:-127;"), Ok(Line { state: start, score: Some(0), best }));
    }

    #[test]
    fn errors_name_the_invalid_part() {
        let error = |rest| read(rest).expect_err("the line is invalid");
        assert_eq!(error("; many"), "score 'many': a score is a whole number from -64 to 64");
        assert_eq!(error("; F5:+70"), "score '+70': a score is a whole number from -64 to 64");
        assert_eq!(error("; A1:+2"), "move 'a1': it is not legal in this position");
        assert_eq!(error("; Z9:+2"), "move 'Z9': a move is a column a-h and a row 1-8, as in f5, or pass");
        assert!(error("X").contains("'X' comes after the side to move"), "{}", error("X"));
    }
}
