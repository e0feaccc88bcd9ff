//! Sessions with typed input.

use tictactoe::State;

use super::*;

/// The output of a session against perfect play in which the user types this.
fn play(from: &str, person: Side, typed: &[u8]) -> String {
    let mut output = Vec::new();
    let build = || tictactoe::strategies().build("minimax:seed=1").unwrap();
    let session = Session {
        history: History::new(position::read::<State>(from).unwrap()),
        person,
        opponent: Box::new(EngineOpponent { engine: build(), budget: Budget::default() }),
        adviser: build(),
        advice: "minimax",
        budget: Budget::default(),
        echo: false,
        colours: false,
        input: typed,
        output: &mut output,
    };
    session.run("test").unwrap();
    String::from_utf8(output).unwrap()
}

#[test]
fn a_winning_move_wins() {
    let seen = play("xx./oo./...", Side::First, b"c1\n");
    assert!(seen.contains(" 1  x  x [x]"), "{seen}");
    assert!(seen.ends_with("you win\n"), "{seen}");
}

#[test]
fn the_engine_answers_and_its_move_is_marked() {
    let seen = play("xx./oo./...", Side::Second, b"");
    assert!(seen.contains("engine: c1  (value +1.00, win in 1, expects c1)"), "{seen}");
    let standing = format!("you [{}] engine\n", "-".repeat(30));
    assert!(seen.contains(&standing), "all is the engine's: {seen}");
    assert!(seen.contains("[x]") && seen.ends_with("you lose\n"), "{seen}");
}

#[test]
fn input_that_is_not_a_move_gives_one_line_and_the_question_again() {
    let seen = play("xx./oo./...", Side::First, b"z9\na1\n\n\xff\xfe\nc1\n");
    assert!(seen.contains("move 'z9': a move is a column a-c and a row 1-3, as in b2; ? for help\n"));
    assert!(seen.contains("a1 is not a legal move here\n"), "{seen}");
    assert_eq!(seen.matches("your move").count(), 5, "{seen}");
    assert!(seen.ends_with("you win\n"), "{seen}");
}

#[test]
fn undo_takes_both_plies_back() {
    let seen = play("start", Side::First, b"u\na1\nu\nm\nq\n");
    assert!(seen.contains("there is no move of yours to take back"), "{seen}");
    assert!(seen.contains("a1 b1 c1 a2 b2 c2 a3 b3 c3\n"), "all is free again: {seen}");
}

#[test]
fn the_first_move_of_the_engine_cannot_be_taken_back() {
    let seen = play("start", Side::Second, b"u\nq\n");
    assert!(seen.contains("there is no move of yours to take back"), "{seen}");
}

#[test]
fn a_hint_ranks_the_moves() {
    let seen = play("xx./oo./...", Side::First, b"h\n");
    let table = seen.split("proven (plies)\n").nth(1).unwrap();
    assert!(table.starts_with("c1 ") && table.lines().next().unwrap().ends_with("wins in 1"), "{seen}");
}

#[test]
fn the_end_of_the_input_is_a_clean_end() {
    assert!(play("start", Side::First, b"").ends_with(": \n"));
    assert!(play("start", Side::First, &[b'x'; 10_000]).ends_with(": \n"));
}
