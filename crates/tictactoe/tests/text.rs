//! Input text: every error is reported in one line, and no text causes a panic.

use game::conformance::is_one_line;
use game::{Game, Move};
use proptest::prelude::*;
use proptest::test_runner::FileFailurePersistence;
use tictactoe::{Cell, State};

#[test]
fn errors_of_malformed_positions_say_what_is_wrong() {
    let cases = [
        ("", "three rows of three cells"),
        ("xo", "three rows of three cells"),
        ("x.o/.x.", "three rows of three cells"),
        ("x.o/.x./.../...", "three rows of three cells"),
        ("x.o/.x./....", "three rows of three cells"),
        ("x.o\n.x.\n...", "three rows of three cells"),
        ("x.o/.z./...", "unknown cell 'z'; cells are x, o and ."),
        ("x.o/.é/...", "unknown cell 'é'; cells are x, o and ."),
        ("x.o/\n\n\n/...", "unknown cell '\\n'; cells are x, o and ."),
        ("o../.../...", "as many stones"),
        ("xxx/.../...", "as many stones"),
        ("xxx/ooo/...", "after a line of three"),
        ("xxx/oo./o..", "after a line of three"),
    ];
    for (text, why) in cases {
        let message = text.parse::<State>().unwrap_err().to_string();
        assert!(is_one_line(&message), "{message}");
        assert!(message.contains(why), "{text:?}: {message}");
        assert!(message.starts_with("position '"), "{message}");
    }
}

#[test]
fn errors_of_malformed_moves_say_what_is_accepted() {
    for text in ["", "b", "b4", "b0", "d1", "2b", "b2 ", "b22", "é", "b2\n", "\u{0}1", "pass"] {
        let message = State::start().parse_move(text).unwrap_err().to_string();
        assert!(is_one_line(&message), "{message}");
        assert!(message.starts_with("move '") && message.contains("a column a-c and a row 1-3"), "{message}");
    }
}

#[test]
fn errors_of_illegal_moves_name_the_move_and_the_position() {
    let state: State = "x../.o./...".parse().unwrap();
    let taken = state.parse_move("b2").unwrap();
    assert_eq!(state.play(taken).unwrap_err().to_string(), "b2 is not a legal move in x../.o./...");
    let over: State = "xxx/oo./...".parse().unwrap();
    let late = over.parse_move("c3").unwrap();
    assert_eq!(over.play(late).unwrap_err().to_string(), "c3 comes after the end of the game");
}

#[test]
fn capital_letters_are_accepted_but_not_written() {
    let state: State = "X.O/.x./...".parse().unwrap();
    assert_eq!(state.to_string(), "x.o/.x./...");
    assert_eq!(state.parse_move("B2"), state.parse_move("b2"));
}

#[test]
fn exactly_the_reachable_positions_are_accepted() {
    let texts = (0..3usize.pow(9)).map(|number| {
        let letter = |place: u32| ['.', 'x', 'o'][number / 3usize.pow(place) % 3];
        let row = |row: u32| (3 * row..3 * row + 3).map(letter).collect::<String>();
        [row(0), row(1), row(2)].join("/")
    });
    assert_eq!(texts.filter(|text| text.parse::<State>().is_ok()).count(), 5478);
}

#[test]
fn the_drawing_shows_coordinates_and_the_last_move() {
    let state: State = "x../.o./...".parse().unwrap();
    let drawing = state.draw(state.parse_move("b2").ok());
    assert_eq!(drawing, "    a  b  c\n 1  x  .  . \n 2  . [o] . \n 3  .  .  . \n x to move\n");
}

/// Arbitrary texts, and texts that are almost correct.
fn any_text() -> impl Strategy<Value = String> {
    prop_oneof![".*", "[xo./]{0,14}", "[xo.é]{3}/[xo.]{3}/[xo. ]{3}", "[a-dA-D]?[0-4]?.?"]
}

proptest! {
    #![proptest_config(ProptestConfig {
        cases: 2000,
        failure_persistence: Some(Box::new(FileFailurePersistence::WithSource("proptest-regressions"))),
        ..ProptestConfig::default()
    })]

    #[test]
    fn no_text_causes_a_panic(text in any_text()) {
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
