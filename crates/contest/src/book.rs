//! Books: openings that a contest takes from a list instead of drawing them at random.
//!
//! Pair k of a contest begins with opening k of the list, in an order that the seed
//! decides. When all were used, the list begins again in the same order.

use game::{Game, History};
use serde::{Deserialize, Serialize};

use crate::opening;
use crate::position;

/// A list of openings. None of them ends its game.
#[derive(Clone, PartialEq, Debug)]
pub struct Book<G: Game> {
    id: BookId,
    openings: Vec<History<G>>,
}

/// What the terms say about a book: enough to recognise it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct BookId {
    /// Name of the file, without its folder.
    pub file: String,
    /// Number of openings.
    pub count: u64,
    /// A hash of all openings.
    pub fingerprint: String,
}

/// Error: these openings are not a book.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum BookError {
    /// There is no opening.
    #[error("there are no openings")]
    Empty,
    /// An opening ends the game; its number, from 1.
    #[error("opening {0} ends its game; a contest would have nothing to play")]
    Over(u64),
}

impl<G: Game> Book<G> {
    /// The book of these openings.
    pub fn new(file: impl Into<String>, openings: Vec<History<G>>) -> Result<Book<G>, BookError> {
        let over = openings.iter().position(|opening| opening.state().outcome().is_some());
        match over {
            Some(at) => return Err(BookError::Over(at as u64 + 1)),
            None if openings.is_empty() => return Err(BookError::Empty),
            None => (),
        }
        let count = openings.len() as u64;
        let id = BookId { file: file.into(), count, fingerprint: fingerprint(&openings) };
        Ok(Book { id, openings })
    }

    /// What the terms say about the book.
    pub fn id(&self) -> &BookId {
        &self.id
    }

    /// The openings, in the order of the list.
    pub fn openings(&self) -> &[History<G>] {
        &self.openings
    }

    /// The position in which all openings begin, if there is one.
    pub fn start(&self) -> Option<&G> {
        let first = self.openings.first()?.start();
        self.openings.iter().all(|opening| opening.start() == first).then_some(first)
    }

    /// Number of plies of the longest opening.
    pub fn longest(&self) -> usize {
        self.openings.iter().map(|opening| opening.moves().len()).max().unwrap_or(0)
    }

    /// The same openings in the order in which a contest with this seed uses them.
    pub fn shuffled(mut self, seed: u64) -> Book<G> {
        opening::shuffle(&mut self.openings, seed);
        self
    }

    /// The opening of pair number `pair`, from 0.
    pub fn of_pair(&self, pair: u64) -> &History<G> {
        &self.openings[(pair % self.id.count) as usize]
    }
}

/// FNV-1a over the texts of all starts and moves.
fn fingerprint<G: Game>(openings: &[History<G>]) -> String {
    let line = |opening: &History<G>| {
        let moves = position::line_texts(opening.start(), opening.moves()).join(" ");
        format!("{}: {moves}\n", opening.start())
    };
    let bytes = openings.iter().flat_map(|opening| line(opening).into_bytes());
    let hash = bytes.fold(0xcbf2_9ce4_8422_2325_u64, |hash, byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
    });
    format!("{hash:016x}")
}

#[cfg(test)]
mod tests {
    use tictactoe::State;

    use super::*;

    fn history(moves: &str) -> History<State> {
        let mut history = History::new(State::start());
        for word in moves.split_whitespace() {
            history.play(history.state().parse_move(word).unwrap()).unwrap();
        }
        history
    }

    #[test]
    fn a_seed_shuffles_a_book_and_every_pass_uses_each_opening_once() {
        let cells = ["a1", "b1", "c1", "a2", "b2", "c2", "a3", "b3", "c3"];
        let book = Book::new("cells", cells.map(history).to_vec()).unwrap();
        let order = |seed| {
            let book = book.clone().shuffled(seed);
            (0..18).map(|pair| book.of_pair(pair).state().to_string()).collect::<Vec<_>>()
        };
        let [one, two] = [order(1), order(2)];
        assert_eq!(one, order(1));
        assert_ne!(one, two);
        assert_eq!(one[..9], one[9..], "the list begins again");
        let mut sorted = one[..9].to_vec();
        sorted.sort();
        sorted.dedup();
        assert_eq!(sorted.len(), 9);
    }

    #[test]
    fn a_fingerprint_depends_on_every_move_and_on_the_order() {
        let fingerprint = |openings: &[&str]| {
            let book = Book::new("x", openings.iter().map(|moves| history(moves)).collect()).unwrap();
            book.id().fingerprint.clone()
        };
        let one = fingerprint(&["a1 b2", "c3"]);
        assert_eq!(one, fingerprint(&["a1 b2", "c3"]));
        for other in [&["a1 b3", "c3"][..], &["c3", "a1 b2"], &["a1 b2"], &["a1 b2", "c3", "c3"]] {
            assert_ne!(one, fingerprint(other), "{other:?}");
        }
    }

    #[test]
    fn a_book_has_openings_and_none_ends_its_game() {
        assert_eq!(Book::<State>::new("x", vec![]).unwrap_err(), BookError::Empty);
        let over = history("a1 b1 a2 b2 a3");
        assert_eq!(Book::new("x", vec![history("a1"), over]).unwrap_err(), BookError::Over(2));
    }
}
