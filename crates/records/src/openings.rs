//! Openings of contests: read from a file in any format of this crate, or built in.
//!
//! The built-in openings lie in fixtures/openings, one file per game; the first lines of
//! a file are the command that made it.

use contest::{Book, BookError};
use game::Playable;

use crate::error::Error;
use crate::read;

/// Name of the built-in openings in tables and logs.
pub const BUILT_IN: &str = "built-in";

/// Reads a book: each game or position is an opening. With `plies` only the first plies
/// of each game count, and all games must have that many.
pub fn read_book<G: Playable>(file: &str, text: &str, plies: Option<usize>) -> Result<Book<G>, Error> {
    let games = read::<G>(text)?;
    let cut = |game: &crate::Record<G>| match plies {
        Some(plies) => game.at(plies),
        None => Ok(game.history.clone()),
    };
    let openings = games.iter().map(cut).collect::<Result<Vec<_>, _>>()?;
    Book::new(file, openings).map_err(|error| match error {
        BookError::Empty => Error::Empty,
        BookError::Over(game) => Error::OpeningOver(game),
    })
}

/// The built-in openings, by game. Tic-tac-toe has none: it has twelve openings of two
/// plies, and random ones find them all.
const FILES: [(&str, &str); 4] = [
    ("othello", include_str!("../../../fixtures/openings/othello.txt")),
    ("nogo", include_str!("../../../fixtures/openings/nogo.txt")),
    ("connect4", include_str!("../../../fixtures/openings/connect4.txt")),
    ("connect4-7x6", include_str!("../../../fixtures/openings/connect4-7x6.txt")),
];

/// The built-in openings of a game, if it has some.
pub fn built_in<G: Playable>() -> Option<Book<G>> {
    let (_, text) = FILES.iter().find(|(game, _)| *game == G::NAME)?;
    Some(read_book(BUILT_IN, text, None).expect("a test reads all built-in openings"))
}
