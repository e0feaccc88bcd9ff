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

/// The quoted text, and the name that may have been meant by it: `'otello' (did you mean
/// othello?)`.
pub fn quote_misspelled<'a>(text: &str, names: impl IntoIterator<Item = &'a str>) -> String {
    let near = names.into_iter().map(|name| (edits(text, name), name)).min();
    match near {
        Some((edits, name)) if edits > 0 && edits <= text.chars().count() / 3 => {
            format!("{} (did you mean {name}?)", quote(text))
        }
        _ => quote(text),
    }
}

/// Number of characters to insert, remove, replace or swap with their neighbour that
/// turn `a` into `b`, ignoring ASCII case.
fn edits(a: &str, b: &str) -> usize {
    // Names are short; a long text is none of them.
    const LONGEST: usize = 40;
    let [a, b] = [a, b].map(|text| text.to_ascii_lowercase().chars().take(LONGEST).collect::<Vec<_>>());
    let mut rows = vec![(0..=b.len()).collect::<Vec<_>>()];
    for i in 1..=a.len() {
        let mut row = vec![i];
        for j in 1..=b.len() {
            let replaced = rows[i - 1][j - 1] + usize::from(a[i - 1] != b[j - 1]);
            let mut least = replaced.min(rows[i - 1][j] + 1).min(row[j - 1] + 1);
            if i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1] {
                least = least.min(rows[i - 2][j - 2] + 1);
            }
            row.push(least);
        }
        rows.push(row);
    }
    rows[a.len()][b.len()]
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_misspelled_name_is_recognised_and_another_word_is_not() {
        let names = || ["champion", "uct", "positional", "random"];
        for (text, found) in [
            ("champoin", "'champoin' (did you mean champion?)"),
            ("CHAMPIONS", "'CHAMPIONS' (did you mean champion?)"),
            ("randoom", "'randoom' (did you mean random?)"),
            ("utc", "'utc' (did you mean uct?)"),
            ("u", "'u'"),
            ("alphabeta", "'alphabeta'"),
            ("", "''"),
        ] {
            assert_eq!(quote_misspelled(text, names()), found);
        }
        assert_eq!(edits("kitten", "sitting"), 3);
    }
}
