//! The fast board passes the conformance suite, and agrees with the naive board
//! in random games.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

mod naive;

use game::conformance::Conformance;
use game::{Game, History, Move, Outcome, Rng, Side};
use naive::{Board, Disc, Play};
use othello::{Square, State};
use proptest::prelude::*;
use proptest::test_runner::FileFailurePersistence;

#[test]
fn othello_conforms() {
    Conformance::new().check(State::start());
}

fn square(play: Play) -> Square {
    match play {
        Play::Put(row, column) => Square::new(row, column).unwrap(),
        Play::Pass => Square::PASS,
    }
}

fn assert_same(state: &State, board: &Board) {
    assert_eq!(state.to_string(), board.text());
    assert_eq!(state.side(), if board.turn == Disc::Black { Side::First } else { Side::Second });
    let counts = [Side::First, Side::Second].map(|side| state.discs(side) as i32);
    assert_eq!(counts, [board.count(Disc::Black), board.count(Disc::White)]);

    let result = board.result().map(|result| if board.turn == Disc::Black { result } else { -result });
    assert_eq!(state.score(), result, "{state}");
    let outcome = |margin: i32| match margin.signum() {
        -1 => Outcome::Loss,
        0 => Outcome::Draw,
        _ => Outcome::Win,
    };
    assert_eq!(state.outcome(), result.map(outcome), "{state}");

    let legal: Vec<_> = board.legal().into_iter().map(square).collect();
    let mut moves = Vec::new();
    state.legal_moves(&mut moves);
    assert_eq!(moves, legal, "{state}");
    for m in (0..Square::COUNT).filter_map(Square::from_index) {
        assert_eq!(state.is_legal(m), legal.contains(&m), "{m:?} in {state}");
    }
}

/// Special cases of the rules that a game contained.
#[derive(Default)]
struct Seen {
    passes: usize,
    empty_at_the_end: u32,
    wiped_out: bool,
}

/// Plays the same game on both boards and compares them at every ply; then undoes
/// all moves and compares again.
fn play_on_both(start: State, mut board: Board, mut draw: impl FnMut(usize) -> usize) -> Seen {
    let mut history = History::new(start);
    let mut played = Vec::new();
    let mut seen = Seen::default();
    loop {
        assert_same(history.state(), &board);
        let legal = board.legal();
        if legal.is_empty() {
            break;
        }
        let play = legal[draw(legal.len())];
        let m = square(play);
        let before = *history.state();
        let mut unchecked = before;
        unchecked.play_unchecked(m);
        history.play(m).unwrap();
        assert_eq!(*history.state(), unchecked);
        board.play(play);
        seen.passes += usize::from(m == Square::PASS);
        played.push((before, m));
    }
    let end = history.state();
    seen.empty_at_the_end = end.empty().count_ones();
    seen.wiped_out = end.own() == 0 || end.other() == 0;
    for (before, m) in played.into_iter().rev() {
        assert_eq!(history.undo(), Some(m));
        assert_eq!(*history.state(), before);
    }
    assert_eq!(history.undo(), None);
    seen
}

/// Any arrangement of discs, with few or many of them.
fn any_board() -> impl Strategy<Value = Board> {
    let disc = |fill: u32| {
        prop_oneof![
            (100 - fill) => Just(None),
            fill => prop_oneof![Just(Some(Disc::Black)), Just(Some(Disc::White))],
        ]
    };
    let rows = (2u32..99).prop_flat_map(move |fill| prop::array::uniform8(prop::array::uniform8(disc(fill))));
    let turn = prop_oneof![Just(Disc::Black), Just(Disc::White)];
    (rows, turn).prop_map(|(squares, turn)| Board { squares, turn })
}

proptest! {
    #![proptest_config(ProptestConfig {
        cases: 600,
        failure_persistence: Some(Box::new(FileFailurePersistence::WithSource("proptest-regressions"))),
        ..ProptestConfig::default()
    })]

    #[test]
    fn random_games_are_the_same_on_both_boards(seed in any::<u64>()) {
        let mut rng = Rng::with_seed(seed);
        play_on_both(State::start(), Board::start(), |count| rng.usize(0..count));
    }

    #[test]
    fn games_from_any_position_are_the_same_on_both_boards(board in any_board(), seed in any::<u64>()) {
        let mut rng = Rng::with_seed(seed);
        play_on_both(board.text().parse().unwrap(), board, |count| rng.usize(0..count));
    }
}

#[test]
fn random_games_contain_every_special_case_of_the_rules() {
    let mut rng = Rng::with_seed(1);
    let mut play = || play_on_both(State::start(), Board::start(), |count| rng.usize(0..count));
    let games: Vec<_> = (0..1500).map(|_| play()).collect();
    let count = |what: fn(&Seen) -> bool| games.iter().filter(|game| what(game)).count();
    let empty = count(|game| game.empty_at_the_end > 0);
    let (one_pass, many) = (count(|game| game.passes > 0), count(|game| game.passes > 2));
    let wiped_out = count(|game| game.wiped_out);
    println!(
        "of {}: {one_pass} with a pass, {many} with many, {empty} not full, {wiped_out} wiped out",
        games.len()
    );
    assert!(one_pass > 300 && many > 20 && empty > 10 && wiped_out > 0);
}

fn play_all(text: &str) -> State {
    let mut state = State::start();
    for m in text.split(' ') {
        state = state.play(state.parse_move(m).unwrap()).unwrap();
    }
    state
}

#[test]
fn the_shortest_game_wipes_white_out_in_nine_plies() {
    let end = play_all("e6 f4 e3 f6 g5 d6 e7 f5 c5");
    assert_eq!((end.discs(Side::First), end.discs(Side::Second)), (13, 0));
    assert_eq!((end.side(), end.outcome()), (Side::Second, Some(Outcome::Loss)));
    assert_eq!(end.score(), Some(-13), "empty squares count for neither side");
    assert!(end.play(Square::PASS).is_err(), "a finished game has no pass");
}

/// The position with these eight rows.
fn position(rows: &str, side: &str) -> State {
    let squares: String = rows.split_whitespace().collect();
    format!("{squares} {side}").parse().unwrap()
}

#[test]
fn a_side_without_a_move_passes_and_the_opponent_moves() {
    let rows = "OX------ -------- -------- -------- -------- -------- -------- --------";
    let state = position(rows, "X");
    let mut moves = Vec::new();
    state.legal_moves(&mut moves);
    assert_eq!((moves.as_slice(), state.outcome()), (&[Square::PASS][..], None));
    let after = state.play(Square::PASS).unwrap();
    assert_eq!(after, position(rows, "O"), "a pass changes the side and nothing else");
    after.legal_moves(&mut moves);
    assert_eq!(moves, [after.parse_move("c1").unwrap()]);
    let end = after.play(moves[0]).unwrap();
    assert_eq!((end.side(), end.score()), (Side::First, Some(-3)));
}

#[test]
fn a_side_with_a_move_may_not_pass() {
    assert!(State::start().play(Square::PASS).is_err());
    let rows = "-OX----- -------- -------- -------- -------- -------- -------- OO------";
    assert!(!position(rows, "X").is_legal(Square::PASS), "a1 is a move");
}

#[test]
fn a_side_may_move_several_times_while_the_other_passes() {
    let rows = "OXXXXX-- -------- OXXXX--- -------- OXXX---- -------- -------- --------";
    let mut state = position(rows, "O");
    for m in ["g1", "pass", "f3", "pass", "e5"] {
        assert_eq!(state.outcome(), None, "{state}");
        state = state.play(state.parse_move(m).unwrap()).unwrap();
    }
    assert_eq!((state.side(), state.score()), (Side::First, Some(-18)));
}

#[test]
fn the_game_ends_when_neither_side_can_move_with_empty_squares_left() {
    let rows = "X------- -------- -------- -------- -------- -------- -------- -------O";
    for side in ["X", "O"] {
        let state = position(rows, side);
        assert_eq!((state.outcome(), state.score()), (Some(Outcome::Draw), Some(0)));
        assert!(!state.is_legal(Square::PASS));
    }
}

#[test]
fn lines_do_not_wrap_around_the_edges() {
    // Each of these has an empty square at the end of a line only if lines wrap
    // around the edge.
    for rows in [
        "-----XOO -------- -------- -------- -------- -------- -------- --------",
        "-------X OOO----- -------- -------- -------- -------- -------- --------",
        "-------- -------X -------- O------- -------- -------- -------- --------",
        "-------- -------- O------X -------- -------- -------- -------- --------",
        "-------- -------- -------- -------- X------- O------- O------- O-------",
    ] {
        assert_eq!(position(rows, "X").placements(), 0, "{rows}");
    }
}

#[test]
fn a_move_turns_discs_in_all_eight_directions_at_once() {
    let rows = "
        X--X--X-
        -O-O-O--
        --OOO---
        XOO-OOOX
        --OOO---
        -O-O-O--
        X--O--O-
        ---X---X";
    let state = position(rows, "X");
    let d4 = state.parse_move("d4").unwrap();
    assert_eq!(state.flips(d4).count_ones(), 2 + 2 + 2 + 3 + 2 + 2 + 3 + 3);
    let end = state.play(d4).unwrap();
    assert_eq!(end.discs(Side::Second), 0, "white has no disc left");
    assert_eq!(end.outcome(), Some(Outcome::Loss));
}

#[test]
fn different_positions_have_different_keys() {
    let mut rng = Rng::with_seed(3);
    let mut keys = std::collections::HashMap::new();
    for _ in 0..10_000 {
        let mut state = State::start();
        while state.outcome().is_none() {
            let first = *keys.entry(state.key()).or_insert(state);
            assert_eq!(first, state);
            state.play_unchecked(state.random_move(&mut rng));
        }
    }
    let text = State::start().to_string();
    let other_side: State = text.replace(" X", " O").parse().unwrap();
    assert_ne!(other_side.key(), State::start().key());
}
