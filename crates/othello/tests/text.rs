//! Reading text: every error is one line that says what is wrong, and no input
//! panics.

use game::conformance::is_one_line;
use game::{Game, Move, Rng};
use othello::{Square, State, transcript};
use proptest::prelude::*;
use proptest::test_runner::FileFailurePersistence;

const START: &str = "---------------------------OX------XO--------------------------- X";

#[test]
fn the_start_has_the_usual_notation() {
    assert_eq!(State::start().to_string(), START);
    assert_eq!(START.parse(), Ok(State::start()));
    assert_eq!(START.to_lowercase().parse(), Ok(State::start()));
}

#[test]
fn errors_of_positions_say_what_is_wrong_and_where() {
    let squares = &START[..64];
    let cases = [
        (String::new(), "it ends before a1"),
        (squares[..20].into(), "it ends before e3"),
        (squares.into(), "a blank and the side to move"),
        (format!("{squares}X"), "a blank and the side to move"),
        (format!("{squares}- X"), "a blank and the side to move"),
        (format!("{squares} "), "the side to move is missing"),
        (format!("{squares} Z"), "X or O, not 'Z'"),
        (format!("{squares} X;"), "';' comes after the side to move"),
        (format!("{squares} X\n"), "'\\n' comes after the side to move"),
        (squares.replacen("OX", "O*", 1), "'*' at e4 is none of X, O and -"),
        (squares.replacen("--", "é-", 1), "'é' at a1 is none of X, O and -"),
        (squares.replacen("XO", "\nO", 1), "'\\n' at d5 is none of X, O and -"),
        ("-".repeat(100_000), "a blank and the side to move"),
    ];
    for (text, why) in cases {
        let message = text.parse::<State>().unwrap_err().to_string();
        assert!(is_one_line(&message), "{message}");
        assert!(message.contains(why), "{text:?}: {message}");
        assert!(message.starts_with("position '"), "{message}");
    }
}

#[test]
fn errors_of_moves_say_what_is_accepted() {
    for text in ["", "f", "f9", "f0", "i1", "5f", "f5 ", "f55", "é", "f5\n", "\u{0}1", "p", "passe", "--"] {
        let message = State::start().parse_move(text).unwrap_err().to_string();
        assert!(is_one_line(&message), "{message}");
        assert!(message.starts_with("move '") && message.contains("a column a-h and a row 1-8"), "{message}");
    }
}

#[test]
fn moves_are_read_in_any_case_and_written_in_small_letters() {
    let state = State::start();
    let f5 = state.parse_move("F5").unwrap();
    assert_eq!((f5, f5.place()), (state.parse_move("f5").unwrap(), Some((4, 5))));
    assert_eq!(state.move_text(f5), "f5");
    for pass in ["pass", "PASS", "Pass", "pa", "PA"] {
        assert_eq!(state.parse_move(pass), Ok(Square::PASS));
    }
    assert_eq!(state.move_text(Square::PASS), "pass");
}

#[test]
fn errors_of_illegal_moves_name_the_move_and_the_position() {
    let taken = State::start().parse_move("d4").unwrap();
    let message = State::start().play(taken).unwrap_err().to_string();
    assert_eq!(message, format!("d4 is not a legal move in {START}"));
}

#[test]
fn transcripts_have_no_passes_and_readers_insert_them() {
    let mut rng = Rng::with_seed(1);
    let mut passes = 0;
    for _ in 0..300 {
        let mut state = State::start();
        let mut moves = Vec::new();
        while state.outcome().is_none() {
            let m = state.random_move(&mut rng);
            moves.push(m);
            state.play_unchecked(m);
        }
        let text = transcript::text(&moves);
        let read = transcript::parse(&text).unwrap();
        assert_eq!((read.moves(), read.state()), (moves.as_slice(), &state));
        passes += moves.iter().filter(|m| **m == Square::PASS).count();
        let words: Vec<_> = moves.iter().map(|&m| state.move_text(m).replace("pass", "pa")).collect();
        assert_eq!(transcript::parse(&words.join(" ")).unwrap(), read, "passes may be written out");
    }
    assert!(passes > 50);
}

#[test]
fn transcripts_have_the_usual_notation() {
    let game = transcript::parse("f5d6C3 D3").unwrap();
    assert_eq!(transcript::text(game.moves()), "F5D6C3D3");
    assert_eq!(transcript::parse("").unwrap().state(), &State::start());
}

#[test]
fn errors_of_transcripts_have_the_number_of_the_move() {
    let cases = [
        ("F5D6X3", "move 3: move 'X3': a move is a column"),
        ("F5D6C", "move 3: move 'C': a move is a column"),
        ("F5D6D6", "move 3: d6 is not a legal move in"),
        ("F5PA", "move 2: pass is not a legal move in"),
        ("E6F4E3F6G5D6E7F5C5D3", "move 10: d3 comes after the end of the game"),
    ];
    for (text, why) in cases {
        let message = transcript::parse(text).unwrap_err().to_string();
        assert!(is_one_line(&message) && message.starts_with("transcript '"), "{message}");
        assert!(message.contains(why), "{message}");
    }
}

#[test]
fn a_drawing_has_coordinates_the_last_move_and_the_numbers_of_discs() {
    let start = State::start();
    let f5 = start.parse_move("f5").unwrap();
    let picture = start.play(f5).unwrap().draw(Some(f5));
    let expected = "
    a  b  c  d  e  f  g  h
 1  .  .  .  .  .  .  .  . 
 2  .  .  .  .  .  .  .  . 
 3  .  .  .  .  .  .  .  . 
 4  .  .  .  O  X  .  .  . 
 5  .  .  .  X  X [X] .  . 
 6  .  .  .  .  .  .  .  . 
 7  .  .  .  .  .  .  .  . 
 8  .  .  .  .  .  .  .  . 
 X 4, O 1, O to move
";
    assert_eq!(picture, expected[1..]);
    let passed: State = format!("{}OX X", "-".repeat(62)).parse().unwrap();
    assert!(passed.draw(Some(Square::PASS)).ends_with(" X 1, O 1, X to move, after a pass\n"));
    let over: State = format!("{}X O", "-".repeat(63)).parse().unwrap();
    assert!(over.draw(None).ends_with(" X 1, O 0\n"));
}

/// Any text, and text that is nearly valid.
fn any_text() -> impl Strategy<Value = String> {
    prop_oneof![
        ".*",
        "[XO-]{60,66} ?[XO]?.?",
        "[xoXO-]{64} [xoXO]",
        "[a-iA-I]?[0-9]?.?",
        "([A-H][1-8]){0,9}.?"
    ]
}

proptest! {
    #![proptest_config(ProptestConfig {
        cases: 2000,
        failure_persistence: Some(Box::new(FileFailurePersistence::WithSource("proptest-regressions"))),
        ..ProptestConfig::default()
    })]

    #[test]
    fn no_text_makes_a_reader_panic(text in any_text()) {
        match text.parse::<State>() {
            Ok(state) => prop_assert_eq!(state.to_string(), text.to_ascii_uppercase()),
            Err(error) => prop_assert!(is_one_line(&error.to_string()), "{}", error),
        }
        match State::start().parse_move(&text) {
            Ok(Square::PASS) => prop_assert!(text.len() <= 4),
            Ok(square) => prop_assert_eq!(State::start().move_text(square), text.to_ascii_lowercase()),
            Err(error) => prop_assert!(is_one_line(&error.to_string()), "{}", error),
        }
        if let Err(error) = transcript::parse(&text) {
            prop_assert!(is_one_line(&error.to_string()), "{}", error);
        }
    }

    #[test]
    fn every_move_is_read_as_written(index in 0..Square::COUNT) {
        let square = Square::from_index(index).unwrap();
        let text = State::start().move_text(square);
        prop_assert_eq!(State::start().parse_move(&text).unwrap(), square);
    }

    #[test]
    fn every_position_can_be_drawn(squares in "[XO-]{64}", side in "[XO]", last in 0..Square::COUNT) {
        let state: State = format!("{squares} {side}").parse().unwrap();
        prop_assert_eq!(state.draw(Square::from_index(last)).lines().count(), 10);
    }
}
