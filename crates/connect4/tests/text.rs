//! Text from outside: errors are one line that says what is wrong, and nothing panics.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

mod config;

use connect4::{CLASSIC, Classic, Column, SetupError, Shape, State, random_shape};
use game::conformance::is_one_line;
use game::{Game, Side};
use proptest::prelude::*;

#[test]
fn errors_of_positions_say_what_is_wrong() {
    let cases = [
        ("", "rows separated by /"),
        ("nowhere", "rows separated by /"),
        ("é", "rows separated by /"),
        (":44", "rows separated by /"),
        ("9by11:44", "rows separated by /"),
        ("9x11-3:44", "rows separated by /"),
        ("9x11-3,:44", "rows separated by /"),
        ("9x+9:44", "rows separated by /"),
        ("9x99999999999999999999999:", "rows separated by /"),
        ("3x7:44", "board is 3x7; rows must be 4 to 12, columns 4 to 12"),
        ("13x12", "board is 13x12; rows must be 4 to 12, columns 4 to 12"),
        ("9x11-9,0:", "cell 9,0 is off the board"),
        ("9x11-0,11:", "cell 0,11 is off the board"),
        ("448", "move 3: move '8': a move is a column, 1 to 7"),
        ("44 4", "move 3: move ' '"),
        ("444444", ""),
        ("4444444", "move 7: column 4 is full"),
        ("4x4-0,1:2222", "move 4: column 2 is full"),
        ("11223344", "move 8: 4 comes after the end"),
        ("..../....", "board is 2x4;"),
        ("/", "board is 2x0;"),
        ("..../..../.../....", "row 2 has 3 cells; row 0 has 4"),
        ("..../..../..z./....", "'z' in row 2; a cell is x, o, . or #"),
        ("..../..../.\n../....", "'\\n' in row 2"),
        ("#.../..../..../...#", "more than one forbidden cell"),
        ("..../..../x.../o...", ""),
        ("..../x.../..../o...", "the stone on 1,0 has an empty cell below it"),
        ("..../x.../#.../....", "the stone on 1,0 has an empty cell below it"),
        ("..../..../..../xx..", "x has 2 stones and o 0; x must have as many as o or one more"),
        ("..../..../..../o...", "x has 0 stones and o 1; x must have as many as o or one more"),
        ("..../..../oooo/xxxx", "both sides have a line"),
        ("..../..../xxx./oooo", "as many as o or one more"),
        ("..../..../xxxo/oooo", "as many as o or one more"),
        ("..../x.../xo../xo../xo..", ""),
        ("..../xo../xo../xo../xo..", "both sides have a line"),
        ("..../x.../xo../xo../xoo.", "dropped after a line of four"),
    ];
    for (text, why) in cases {
        match text.parse::<State>() {
            Ok(state) => assert!(why.is_empty() && state.to_string().parse() == Ok(state), "{text:?}"),
            Err(error) => {
                let message = error.to_string();
                assert!(is_one_line(&message), "{message}");
                assert!(!why.is_empty() && message.contains(why), "{text:?}: {message}");
                assert!(message.starts_with("position '"), "{message}");
            }
        }
    }
}

#[test]
fn lines_that_one_stone_cannot_have_made_are_refused() {
    // Two lines that share no stone: x made one of them and played on.
    let twice = Classic::set_up(
        CLASSIC,
        &[(5, 0), (5, 1), (5, 2), (5, 3), (4, 0), (4, 1), (4, 2), (4, 3)],
        &[(5, 4), (5, 5), (5, 6), (4, 4), (4, 5), (4, 6), (3, 0)],
    );
    assert_eq!(twice, Err(SetupError::PlayedOn));
}

#[test]
fn the_error_of_the_one_word_class_names_its_largest_board() {
    let message = "9x11".parse::<Classic>().unwrap_err().to_string();
    assert!(message.contains("board is 9x11; rows must be 4 to 7, columns 4 to 8"), "{message}");
    assert!("7x8-6,7:8888888".parse::<Classic>().is_err(), "six stones fill the last column");
    assert!("7x8-6,7:888888".parse::<Classic>().is_ok());
}

#[test]
fn stones_are_set_up_by_row_from_the_top_and_column() {
    let shape = Shape { rows: 9, columns: 11, forbidden: Some((8, 4)) };
    let state = State::set_up(shape, &[(7, 4), (8, 5)], &[(8, 0)]).unwrap();
    assert_eq!(state.shape(), shape);
    assert_eq!(state.side(), Side::Second);
    assert_eq!((state.stone(7, 4), state.stone(8, 0)), (Some(Side::First), Some(Side::Second)));
    assert_eq!((state.stone(8, 4), state.stone(9, 4), state.stone(0, 11)), (None, None, None));
    assert_eq!(state.landing(Column::new(4).unwrap()), Some((6, 4)));
    let refused = |first: &[_], second: &[_]| State::set_up(shape, first, second).unwrap_err();
    assert_eq!(refused(&[(8, 11)], &[]), SetupError::OffTheBoard((8, 11)));
    assert_eq!(refused(&[(9, 0)], &[]), SetupError::OffTheBoard((9, 0)));
    assert_eq!(refused(&[(8, 4)], &[]), SetupError::OnForbidden((8, 4)));
    assert_eq!(refused(&[(8, 0)], &[(8, 0)]), SetupError::Taken((8, 0)));
    assert_eq!(refused(&[(6, 4)], &[]), SetupError::Floating((6, 4)));
}

#[test]
fn errors_of_moves_say_what_is_accepted() {
    let state: State = "9x11".parse().unwrap();
    for text in ["", "0", "c", "12", "13", "-1", "b2", " 1", "01", "é", "1\n", "\u{0}", "pass"] {
        let message = state.parse_move(text).unwrap_err().to_string();
        assert!(is_one_line(&message), "{message}");
        assert!(message.starts_with("move '") && message.ends_with("a column, 1 to b"), "{message}");
    }
    let move_number = |text| state.parse_move(text).map(Column::number);
    assert_eq!(["1", "9", "a", "B", "10", "11"].map(move_number), [0, 8, 9, 10, 9, 10].map(Ok));
}

#[test]
fn errors_of_illegal_moves_say_what_is_wrong() {
    let state: State = "4x4:1111".parse().unwrap();
    let full = state.parse_move("1").unwrap();
    assert_eq!(state.play(full).unwrap_err().to_string(), "1 is not a legal move in o.../x.../o.../x...");
    let over: State = "4x4:1212121".parse().unwrap();
    let late = over.parse_move("3").unwrap();
    assert_eq!(over.play(late).unwrap_err().to_string(), "3 comes after the end of the game");
}

#[test]
fn a_position_can_be_written_as_the_moves_of_a_game() {
    let state: Classic = "4455".parse().unwrap();
    assert_eq!(state.to_string(), "......./......./......./......./...oo../...xx..");
    assert_eq!("6x7:4455".parse(), Ok(state));
    assert_eq!("4x5-2,0:1122B".parse::<State>().ok(), None);
    let skipped: State = "4x5-2,0:1122".parse().unwrap();
    assert_eq!(skipped.to_string(), "...../o..../#o.../xx...");
    assert_eq!("......./......./......./......./...OO../...XX..".parse(), Ok(state));
}

#[test]
fn the_drawing_shows_coordinates_and_the_last_move() {
    let state: State = "4x5-2,0:112".parse().unwrap();
    let picture = state.draw(state.parse_move("1").ok());
    let rows = [
        "    1  2  3  4  5 ",
        " 1  .  .  .  .  . ",
        " 2 [o] .  .  .  . ",
        " 3  #  .  .  .  . ",
        " 4  x  x  .  .  . ",
        " o to move",
        "",
    ];
    assert_eq!(picture, rows.join("\n"));
    assert_eq!(State::start().draw(Column::new(0)).matches('[').count(), 0, "an empty column has no mark");
}

/// Arbitrary text and nearly valid text.
fn any_text() -> impl Strategy<Value = String> {
    prop_oneof![
        ".*",
        "[1-9a-c]{0,50}",
        "[0-9]{0,2}x[0-9]{0,2}(-[0-9]{0,2},[0-9]{0,2})?(:[1-9a-cA-C]{0,20})?",
        "[xo.#]{4,5}(/[xo.#]{4,5}){3,4}",
        "[.]{4}(/[xo.#]{4}){3}",
        "([.]{4}/){3}[xo.#é]{4}",
    ]
}

fn check_readers<G: Game>(text: &str) {
    match text.parse::<G>() {
        Ok(state) => assert_eq!(state.to_string().parse(), Ok(state), "{text:?}"),
        Err(error) => assert!(is_one_line(&error.to_string()), "{error}"),
    }
    match G::start().parse_move(text) {
        Ok(m) => assert_eq!(G::start().parse_move(&G::start().move_text(m)), Ok(m)),
        Err(error) => assert!(is_one_line(&error.to_string()), "{error}"),
    }
}

proptest! {
    #![proptest_config(config::with_cases(4000))]

    #[test]
    fn no_text_makes_a_reader_panic(text in any_text()) {
        check_readers::<State>(&text);
        check_readers::<Classic>(&text);
    }

    #[test]
    fn no_stones_make_a_set_up_panic(
        size in (0usize..15, 0usize..15),
        forbidden in prop::option::of((0usize..15, 0usize..15)),
        first in prop::collection::vec((8usize..13, 0usize..13), 0..6),
        second in prop::collection::vec((8usize..13, 0usize..13), 0..6),
    ) {
        let shape = Shape { rows: size.0, columns: size.1, forbidden };
        if let Err(error) = State::set_up(shape, &first, &second) {
            prop_assert!(is_one_line(&error.to_string()), "{}", error);
        }
    }
}

#[test]
fn random_boards_cover_all_sizes_and_forbidden_cells() {
    let mut rng = game::Rng::with_seed(3);
    let mut counts = std::collections::HashMap::new();
    for _ in 0..100_000 {
        let shape = random_shape(rng.u64(..));
        let state = State::empty(shape).unwrap();
        assert_eq!(state.shape(), shape);
        *counts.entry(shape).or_insert(0) += 1;
    }
    // 16 sizes, and as many cells as rows times columns: 42 · 42 boards.
    assert_eq!(counts.len(), 42 * 42, "every board occurs");
    let large = counts.iter().filter(|(shape, _)| shape.rows == 12 && shape.columns == 12);
    let share = large.map(|(_, count)| count).sum::<i32>() as f32 / 100_000.0;
    assert!((share - 1.0 / 16.0).abs() < 0.005, "sizes are uniform: {share}");
}
