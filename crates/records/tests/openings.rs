//! The built-in openings of the games.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

use std::collections::HashSet;

use game::Playable;
use records::Error;
use records::openings::{built_in, read_book};

/// Checks the built-in openings of a game and returns their number.
fn check<G: Playable>(plies: usize) -> usize {
    let book = built_in::<G>().unwrap();
    assert_eq!(book.start(), Some(&G::start()), "{}: programs of judges know no other start", G::NAME);
    let mut seen = HashSet::new();
    for opening in book.openings() {
        assert_eq!(opening.moves().len(), plies, "{}", G::NAME);
        assert!(!opening.state().is_settled(), "{}: {}", G::NAME, opening.state());
        assert!(seen.insert(opening.state().symmetry_key()), "{}: {} twice", G::NAME, opening.state());
    }
    seen.len()
}

#[test]
fn built_in_openings_are_many_different_and_not_decided() {
    let counts = [
        check::<othello::State>(8),
        check::<nogo::State>(8),
        check::<connect4::State>(6),
        check::<connect4::Classic>(8),
    ];
    assert_eq!(counts, [500, 400, 300, 300]);
    assert!(built_in::<tictactoe::State>().is_none());
}

/// Three images of one position and another one.
#[test]
fn the_key_of_a_position_is_that_of_its_images() {
    let key =
        |line| read_book::<othello::State>("x", line, None).unwrap().openings()[0].state().symmetry_key();
    assert_eq!([key("C4"), key("E6"), key("F5")], [key("D3"); 3]);
    assert_ne!(key("D3C3"), key("D3E3"));
    let key =
        |line| read_book::<connect4::Classic>("x", line, None).unwrap().openings()[0].state().symmetry_key();
    assert_eq!(key("1 2"), key("7 6"));
    assert_ne!(key("1 2"), key("2 1"));
}

#[test]
fn a_book_takes_the_first_plies_of_games() {
    let text = "# a comment\nF5D6C3D3C4\nf5 f6 e6 f4\n";
    let plies = |plies| read_book::<othello::State>("x", text, plies).map(|book| book.longest());
    assert_eq!((plies(None).unwrap(), plies(Some(2)).unwrap()), (5, 2));
    assert!(matches!(plies(Some(5)).unwrap_err(), Error::NoPly { game: 2, plies: 4, ply: 5 }));
    let over = read_book::<tictactoe::State>("x", "b2\na1 b1 a2 b2 a3\n", None).unwrap_err();
    assert_eq!(
        over.to_string(),
        "game 2 is over after its last move; an opening must leave something to play"
    );
    assert!(read_book::<tictactoe::State>("x", "# nothing\n", None).is_err());
}
