//! Positions, stones and moves from outside: every error is one line, and nothing
//! panics.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

use game::conformance::is_one_line;
use game::{Game, Side};
use nogo::{Point, SetupError, State};
use proptest::prelude::*;
use proptest::test_runner::FileFailurePersistence;

#[test]
fn errors_for_malformed_positions_name_the_mistake() {
    let cases = [
        ("", "board is 1x0; rows and columns must be 1 to 9"),
        ("nowhere", "'n' is none of x, o and .; expected rows separated by /"),
        ("é", "'é' is none of"),
        (":A1", "rows separated by /"),
        ("9by9:A1", "rows separated by /"),
        ("9x+9", "rows separated by /"),
        ("9x99999999999999999999999", "rows separated by /"),
        ("0x3", "board is 0x3; rows and columns must be 1 to 9"),
        ("10x9", "board is 10x9; rows and columns must be 1 to 9"),
        ("9x10:A1", "board is 9x10; rows and columns must be 1 to 9"),
        (
            "3x3:D1",
            "move 1: move 'D1': a move is a column, A to C without I, and a row from the bottom, 1 to 3",
        ),
        ("9x9:A1 I5", "move 2: move 'I5': a move is a column, A to J"),
        ("9x9:A0", "move 1: move 'A0'"),
        ("3x3:A1 A1", "move 2: A1 is not a legal move in .../.../x.."),
        ("1x2:A1 B1", "move 2: B1 comes after the end"),
        ("1x1:A1", "move 1: A1 comes after the end"),
        ("3x3:", ""),
        ("3x3:A1,, b2", ""),
        (".........x", "board is 1x10; rows and columns must be 1 to 9"),
        ("./././././././././.", "board is 10x1"),
        ("../.", "row 2 from the top has 1 points; row 1 has 2"),
        (".../..#/...", "'#' is none of"),
        ("..\n/...", "'\\n' is none of"),
        ("xx./.../...", "black has 2 stones and white has 0; black must have as many as white, or one more"),
        ("o../.../...", "black has 0 stones and white has 1"),
        ("xo./o../...", "the black group at A3 has no liberty"),
        (".xo/..x/..x", "the white group at C3 has no liberty"),
        ("xo", "the black group at A1 has no liberty"),
        ("x", "the black group at A1 has no liberty"),
        ("o.x", ""),
    ];
    for (text, why) in cases {
        match text.parse::<State>() {
            Ok(state) => assert!(why.is_empty() && state.to_string().parse() == Ok(state), "{text:?}"),
            Err(error) => {
                let message = error.to_string();
                assert!(is_one_line(&message), "{message}");
                let found = !why.is_empty() && message.contains(why);
                assert!(found, "{text:?}: {message}");
                assert!(message.starts_with("position '"), "{message}");
            }
        }
    }
}

#[test]
fn stones_are_set_up_by_row_and_column() {
    let state = State::set_up((5, 7), &[(0, 6), (4, 0)], &[(2, 3)]).unwrap();
    assert_eq!((state.rows(), state.columns(), state.side()), (5, 7, Side::Second));
    let stone = |row, column| state.stone(Point::new(row, column).unwrap());
    assert_eq!(
        [stone(0, 6), stone(4, 0), stone(2, 3), stone(0, 0), stone(8, 8)],
        [Some(Side::First), Some(Side::First), Some(Side::Second), None, None]
    );
    let refused = |black: &[_], white: &[_]| State::set_up((5, 7), black, white).unwrap_err();
    assert_eq!(refused(&[(5, 0)], &[]), SetupError::OffTheBoard(5, 0));
    assert_eq!(refused(&[(0, 7)], &[]), SetupError::OffTheBoard(0, 7));
    assert_eq!(refused(&[(9, 99)], &[]), SetupError::OffTheBoard(9, 99));
    let point = Point::new(0, 0).unwrap();
    assert_eq!(refused(&[(0, 0)], &[(0, 0)]), SetupError::Taken { point, rows: 5 });
    let captured = SetupError::Captured { point, side: Side::First, rows: 5 };
    assert_eq!(refused(&[(0, 0), (4, 4)], &[(0, 1), (1, 0)]), captured);
}

#[test]
fn errors_for_malformed_moves_name_the_accepted_form() {
    let state = State::start();
    for text in ["", "0", "A", "A0", "A10", "I5", "K1", "-1", "5A", " A1", "é", "A1\n", "\u{0}", "pass"] {
        let message = state.parse_move(text).unwrap_err().to_string();
        assert!(is_one_line(&message), "{message}");
        assert!(message.starts_with("move '") && message.contains("A to J without I"), "{message}");
    }
}

#[test]
fn moves_are_gtp_vertices() {
    let place = |state: &State, text: &str| state.parse_move(text).map(|p| (p.row(), p.column()));
    let start = State::start();
    let vertices = ["A1", "A9", "J1", "j9", "H5", "e5"];
    let places = [(8, 0), (0, 0), (8, 8), (0, 8), (4, 7), (4, 4)];
    assert_eq!(vertices.map(|text| place(&start, text)), places.map(Ok));
    assert_eq!(start.move_text(Point::new(0, 8).unwrap()), "J9");
    let small: State = "2x3".parse().unwrap();
    assert_eq!(place(&small, "C2"), Ok((0, 2)));
    assert_eq!(small.move_text(Point::new(0, 2).unwrap()), "C2");
}

#[test]
fn errors_for_illegal_moves_name_the_reason() {
    let state: State = "1x3:B1".parse().unwrap();
    let suicide = Point::new(0, 0).unwrap();
    assert_eq!(state.play(suicide).unwrap_err().to_string(), "A1 comes after the end of the game");
    let open: State = "3x3:A1".parse().unwrap();
    let taken = open.parse_move("A1").unwrap();
    assert_eq!(open.play(taken).unwrap_err().to_string(), "A1 is not a legal move in .../.../x..");
}

#[test]
fn the_picture_shows_coordinates_the_last_move_and_rights() {
    let state: State = ".x./xox/..o".parse().unwrap();
    let picture = state.draw(state.parse_move("B2").ok());
    let rows = [
        "    A  B  C ",
        " 3  .  x  . ",
        " 2  x [o] x ",
        " 1  .  .  o ",
        " open to both 1, to x 2, to o 1; o to move",
        "",
    ];
    assert_eq!(picture, rows.join("\n"));
    assert!("1x1".parse::<State>().unwrap().draw(None).contains("x cannot move"));
}

/// Any text, and texts that are nearly valid.
fn any_text() -> impl Strategy<Value = String> {
    prop_oneof![
        ".*",
        "[0-9]{0,2}x[0-9]{0,2}(:([A-K][0-9][ ,]?){0,20})?",
        "[xo.]{3}(/[xo.]{3}){0,4}",
        "[xo.]{1,11}",
        "([.]{9}/){8}[xoé.]{9}",
        "[A-Ka-k]?[0-9]?.?",
    ]
}

proptest! {
    #![proptest_config(ProptestConfig {
        cases: 4000,
        failure_persistence: Some(Box::new(FileFailurePersistence::WithSource("proptest-regressions"))),
        ..ProptestConfig::default()
    })]

    #[test]
    fn parsing_never_panics(text in any_text()) {
        match text.parse::<State>() {
            Ok(state) => prop_assert_eq!(state.to_string().parse(), Ok(state), "{:?}", text),
            Err(error) => prop_assert!(is_one_line(&error.to_string()), "{}", error),
        }
        match State::start().parse_move(&text) {
            Ok(m) => prop_assert_eq!(State::start().move_text(m), text.to_ascii_uppercase()),
            Err(error) => prop_assert!(is_one_line(&error.to_string()), "{}", error),
        }
    }

    #[test]
    fn setting_up_stones_never_panics(
        size in (0usize..12, 0usize..12),
        black in prop::collection::vec((0usize..12, 0usize..12), 0..6),
        white in prop::collection::vec((0usize..12, 0usize..12), 0..6),
    ) {
        match State::set_up(size, &black, &white) {
            Ok(state) => prop_assert_eq!(state.draw(None).lines().count(), size.0 + 2),
            Err(error) => prop_assert!(is_one_line(&error.to_string()), "{}", error),
        }
    }
}
