//! Sessions with typed input.

use game::Game;
use tictactoe::State;

use super::opponent::EngineOpponent;
use super::*;

fn seat(spec: &str, limits: &MoveLimits) -> Result<Seat<State>> {
    let (engine, budget) = prepare::engine(spec, None, limits)?;
    let (adviser, advice_budget) = prepare::engine(spec, None, limits)?;
    Ok(Seat {
        spec: spec.to_string(),
        limits: limits.clone(),
        opponent: Box::new(EngineOpponent { engine, budget }),
        adviser,
        advice: "minimax".to_string(),
        budget: advice_budget,
    })
}

/// The output of a session against perfect play in which the user types this.
fn play(from: &str, person: Side, typed: &[u8]) -> String {
    let mut output = Vec::new();
    let seats = |spec: &str, limits: &MoveLimits, _: &State| seat(spec, limits);
    let session = Session {
        history: position::read_game::<State>(from, "").unwrap(),
        undone: Vec::new(),
        person,
        seat: seats("minimax:seed=1", &MoveLimits::default(), &State::start()).unwrap(),
        seats: &seats,
        colours: false,
        saved: None,
        input: Box::new(Piped { input: typed, echo: false }),
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
    let standing = format!("you [{}] engine, 0 %\n", "-".repeat(30));
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

#[test]
fn a_move_that_was_taken_back_can_be_played_again() {
    let seen = play("start", Side::First, b"r\na1\nu\nr\nm\nu\nb2\nr\nq\n");
    assert_eq!(seen.matches("there is no move to play again").count(), 2, "a new move ends it: {seen}");
    let boards: Vec<&str> = seen.split("to move").collect();
    assert!(boards[4].contains("x") && boards[4].contains("[o]"), "{seen}");
}

#[test]
fn the_user_can_change_sides_engine_and_limits() {
    let seen = play("start", Side::First, b"side\nengine random\ntime 20ms\ntime soon\nengine none\nq\n");
    assert!(seen.contains("you are the second player now\n\n"), "{seen}");
    assert!(seen.contains("engine: "), "the engine moves at once: {seen}");
    assert!(seen.contains("you play against random, "), "{seen}");
    assert!(seen.contains("you play against random, 20ms a move\n"), "{seen}");
    assert!(seen.contains("time soon: "), "{seen}");
    assert!(seen.contains("tictactoe has no strategy 'none'; there are: "), "{seen}");
}

#[test]
fn a_position_can_be_set_up_and_legal_moves_are_marked() {
    let seen = play("start", Side::First, b"setup xx./oo./...\nsetup nothing\nl\nc1\n");
    assert!(seen.contains(" 1  x  x  * \n 2  o  o  * \n 3  *  *  * \n"), "{seen}");
    assert!(seen.contains("position 'nothing': "), "{seen}");
    assert!(seen.ends_with("you win\n"), "{seen}");
}

#[test]
fn a_game_can_be_saved_loaded_and_reviewed() {
    let path = std::env::temp_dir().join(format!("arena-play-{}.json", std::process::id()));
    let name = path.display();
    let typed = format!("save\nb2\nsave {name}\nsave {name}\nsetup start\nload {name}\nreview\nq\n");
    let seen = play("start", Side::First, typed.as_bytes());
    assert!(seen.contains("save needs a file, as in save game.txt; ? for help"), "{seen}");
    let saved = format!("saved as json; to review it: arena review tictactoe {name}\n");
    assert_eq!(seen.matches(&saved).count(), 2, "its own file is replaced: {seen}");
    assert!(seen.contains("no mistakes\n\nplayer "), "{seen}");
    let record = records::read::<State>(&std::fs::read_to_string(&path).unwrap()).unwrap().remove(0);
    assert_eq!(record.history.moves().len(), 2);
    assert_eq!(record.players, [Some("user".to_string()), Some("minimax:seed=1".to_string())]);
    let other = play("start", Side::First, format!("save {name}\nq\n").as_bytes());
    assert!(other.contains(" exists; choose another name\n"), "{other}");
    std::fs::remove_file(&path).unwrap();
}
