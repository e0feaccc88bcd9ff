//! Text from outside: what is wrong is told in one line, and nothing panics.

use game::{Game, Move};
use proptest::prelude::*;
use tictactoe::{Cell, State};

/// One line, of a length that fits on one.
fn is_one_line(message: &str) -> bool {
    !message.contains(['\n', '\r']) && (1..400).contains(&message.chars().count())
}

#[test]
fn malformed_positions_are_told_what_is_wrong() {
    let cases = [
        ("", "three rows of three"),
        ("xo", "three rows of three"),
        ("x.o/.x.", "three rows of three"),
        ("x.o/.x./.../...", "three rows of three"),
        ("x.o/.x./....", "three rows of three"),
        ("x.o\n.x.\n...", "three rows of three"),
        ("x.o/.z./...", "'z' is none of x, o and ."),
        ("x.o/.é/...", "'é' is none of x, o and ."),
        ("x.o/\n\n\n/...", "'\\n' is none of x, o and ."),
        ("o../.../...", "as many stones"),
        ("xxx/.../...", "as many stones"),
        ("xxx/ooo/...", "after a line"),
        ("xxx/oo./o..", "after a line"),
    ];
    for (text, why) in cases {
        let message = text.parse::<State>().unwrap_err().to_string();
        assert!(is_one_line(&message), "{message}");
        assert!(message.contains(why), "{text:?}: {message}");
        assert!(message.starts_with("position '"), "{message}");
    }
}

#[test]
fn malformed_moves_are_told_what_is_wrong() {
    for text in ["", "b", "b4", "b0", "d1", "2b", "b2 ", "b22", "é", "b2\n", "\u{0}1", "pass"] {
        let message = State::start().parse_move(text).unwrap_err().to_string();
        assert!(is_one_line(&message), "{message}");
        assert!(message.starts_with("move '") && message.contains("a column a-c and a row 1-3"), "{message}");
    }
}

#[test]
fn illegal_moves_are_told_what_is_wrong() {
    let state: State = "x../.o./...".parse().unwrap();
    let taken = state.parse_move("b2").unwrap();
    assert_eq!(state.play(taken).unwrap_err().to_string(), "b2 is not a legal move in x../.o./...");
    let over: State = "xxx/oo./...".parse().unwrap();
    let late = over.parse_move("c3").unwrap();
    assert_eq!(over.play(late).unwrap_err().to_string(), "c3 comes after the end of the game");
}

#[test]
fn capitals_are_read_and_not_written() {
    let state: State = "X.O/.x./...".parse().unwrap();
    assert_eq!(state.to_string(), "x.o/.x./...");
    assert_eq!(state.parse_move("B2"), state.parse_move("b2"));
}

#[test]
fn just_the_positions_of_games_are_accepted() {
    let texts = (0..3usize.pow(9)).map(|number| {
        let letter = |place: u32| ['.', 'x', 'o'][number / 3usize.pow(place) % 3];
        let row = |row: u32| (3 * row..3 * row + 3).map(letter).collect::<String>();
        [row(0), row(1), row(2)].join("/")
    });
    assert_eq!(texts.filter(|text| text.parse::<State>().is_ok()).count(), 5478);
}

#[test]
fn the_picture_shows_coordinates_and_the_last_move() {
    let state: State = "x../.o./...".parse().unwrap();
    let picture = state.draw(state.parse_move("b2").ok());
    assert_eq!(picture, "    a  b  c\n 1  x  .  . \n 2  . [o] . \n 3  .  .  . \n x to move\n");
}

/// Anything, and things that are nearly right.
fn any_text() -> impl Strategy<Value = String> {
    prop_oneof![".*", "[xo./]{0,14}", "[xo.é]{3}/[xo.]{3}/[xo. ]{3}", "[a-dA-D]?[0-4]?.?"]
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 2000, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn no_text_makes_a_reader_panic(text in any_text()) {
        match text.parse::<State>() {
            Ok(state) => prop_assert_eq!(state.to_string(), text.to_ascii_lowercase()),
            Err(error) => prop_assert!(is_one_line(&error.to_string()), "{}", error),
        }
        match State::start().parse_move(&text) {
            Ok(cell) => prop_assert_eq!(State::start().move_text(cell), text.to_ascii_lowercase()),
            Err(error) => prop_assert!(is_one_line(&error.to_string()), "{}", error),
        }
    }

    #[test]
    fn every_move_is_read_as_written(index in 0..Cell::COUNT) {
        let cell = Cell::from_index(index).unwrap();
        let text = State::start().move_text(cell);
        prop_assert_eq!(State::start().parse_move(&text).unwrap(), cell);
    }
}
