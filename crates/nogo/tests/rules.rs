//! The rules: the conformance suite of all games, and comparisons with a naive
//! implementation on all board sizes.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

mod naive;

use game::conformance::Conformance;
use game::{Evaluate, Game, Heuristic, History, Outcome, Rng, Side, Symmetric, Tactics};
use naive::{Grid, Stone};
use nogo::{Point, Points, State};
use proptest::prelude::*;
use proptest::test_runner::FileFailurePersistence;

#[test]
fn nogo_passes_the_conformance_suite_on_many_boards() {
    for (board, games) in [("9x9", 20), ("1x1", 1), ("1x9", 60), ("2x2", 60), ("5x5", 40), ("6x3", 40)] {
        let laws = Conformance { games, ..Conformance::new() };
        let start: State = board.parse().unwrap();
        laws.check(start);
        laws.check_symmetry(start);
    }
}

#[test]
fn a_state_has_80_bytes() {
    assert_eq!(size_of::<State>(), 80);
}

fn places(set: Points) -> Vec<(usize, usize)> {
    set.members().map(|point| (point.row(), point.column())).collect()
}

fn assert_same(state: &State, grid: &Grid) {
    assert_eq!(state.to_string(), grid.text());
    assert_eq!(state.side(), if grid.turn == Stone::Black { Side::First } else { Side::Second });
    assert_eq!((state.rows(), state.columns()), (grid.rows(), grid.columns()));
    assert_eq!(places(state.own_legal()), grid.legal(grid.turn), "for the side to move in {state}");
    assert_eq!(places(state.other_legal()), grid.legal(grid.turn.other()), "for the opponent in {state}");
    let won = |winner| if winner == grid.turn { Outcome::Win } else { Outcome::Loss };
    assert_eq!(state.outcome(), grid.winner().map(won), "{state}");
    let mut moves = Vec::new();
    state.legal_moves(&mut moves);
    assert_eq!(moves, state.own_legal().members().collect::<Vec<_>>());
}

/// The state built from the stones must equal the one built by the moves.
fn assert_set_up_is_equal(state: &State) {
    assert_eq!(state.to_string().parse(), Ok(*state));
}

/// Plays a game on both boards, with moves chosen by the numbers in `choices`, and
/// then undoes it.
fn play_both(rows: usize, columns: usize, choices: &[usize]) {
    let mut history = History::new(State::empty_board(rows, columns).unwrap());
    let mut grid = Grid::empty(rows, columns);
    let mut path = Vec::new();
    for choice in choices {
        assert_same(history.state(), &grid);
        assert_set_up_is_equal(history.state());
        let legal = grid.legal(grid.turn);
        if legal.is_empty() {
            break;
        }
        let (row, column) = legal[choice % legal.len()];
        let m = Point::new(row, column).unwrap();
        let before = *history.state();
        path.push((before, m));
        history.play(m).unwrap();
        grid.play((row, column));
    }
    assert!(grid.winner().is_some(), "the choices must be enough for a whole game");
    for (before, m) in path.into_iter().rev() {
        assert_eq!(history.undo(), Some(m));
        assert_eq!(*history.state(), before);
    }
}

proptest! {
    #![proptest_config(ProptestConfig {
        cases: 200,
        failure_persistence: Some(Box::new(FileFailurePersistence::WithSource("proptest-regressions"))),
        ..ProptestConfig::default()
    })]

    #[test]
    fn random_games_are_equal_on_both_boards(
        rows in 1usize..=9,
        columns in 1usize..=9,
        choices in prop::collection::vec(0usize..27720, 82),
    ) {
        play_both(rows, columns, &choices);
    }

    #[test]
    fn an_illegal_point_stays_illegal(
        rows in 1usize..=9,
        columns in 1usize..=9,
        seed in any::<u64>(),
    ) {
        let mut rng = Rng::with_seed(seed);
        let mut state = State::empty_board(rows, columns).unwrap();
        while state.outcome().is_none() {
            let before = state;
            state.play_unchecked(state.random_move(&mut rng));
            prop_assert!(before.own_legal().contains_all(state.other_legal()), "{before} -> {state}");
            prop_assert!(before.other_legal().contains_all(state.own_legal()), "{before} -> {state}");
        }
    }

    #[test]
    fn every_point_is_in_exactly_one_of_six_states(seed in any::<u64>()) {
        let mut rng = Rng::with_seed(seed);
        let mut state = State::start();
        while state.outcome().is_none() {
            let neither = state.empty() & !(state.own_legal() | state.other_legal());
            let six =
                [state.own(), state.other(), state.shared(), state.own_rights(), state.other_rights(), neither];
            let count: u32 = six.iter().map(|set| set.count()).sum();
            let all = six.iter().fold(Points::EMPTY, |all, &set| all | set);
            prop_assert_eq!((all, count), (state.board(), 81));
            state.play_unchecked(state.random_move(&mut rng));
        }
    }

    #[test]
    fn legal_moves_are_symmetric(rows in 1usize..=9, columns in 1usize..=9, seed in any::<u64>()) {
        let mut rng = Rng::with_seed(seed);
        let mut state = State::empty_board(rows, columns).unwrap();
        prop_assert_eq!(state.symmetries(), if rows == columns { 8 } else { 4 });
        while state.outcome().is_none() {
            for s in 0..state.symmetries() {
                let image = state.transform(s);
                let transformed = |set: Points| set.members().map(|m| state.transform_move(m, s)).collect::<Points>();
                prop_assert_eq!(image.to_string().parse(), Ok(image));
                prop_assert_eq!(image.own_legal(), transformed(state.own_legal()));
                prop_assert_eq!(image.other_legal(), transformed(state.other_legal()));
            }
            state.play_unchecked(state.random_move(&mut rng));
        }
    }

    #[test]
    fn winning_moves_are_found_and_blocking_moves_block(rows in 1usize..=5, columns in 1usize..=5, seed in any::<u64>()) {
        let mut rng = Rng::with_seed(seed);
        let mut state = State::empty_board(rows, columns).unwrap();
        while state.outcome().is_none() {
            let wins = |state: &State| {
                let ends_game = |m| state.play(m).unwrap().outcome().is_some();
                state.own_legal().members().find(|&m| ends_game(m))
            };
            prop_assert_eq!(state.winning_move(), wins(&state), "{}", state);
            if let Some(block) = state.blocking_move() {
                prop_assert_eq!(wins(&state.play(block).unwrap()), None);
            }
            prop_assert!(state.evaluate().abs() < 1.0);
            prop_assert!(state.own_legal().members().all(|m| state.weight(m) > 0.0));
            state.play_unchecked(state.random_move(&mut rng));
        }
    }
}

/// Parses a position or a game in the crate's notation.
fn after(text: &str) -> State {
    text.parse().unwrap()
}

fn legal_text(state: &State, set: Points) -> String {
    set.members().map(|m| state.move_text(m)).collect::<Vec<_>>().join(" ")
}

#[test]
fn suicide_and_capture_are_forbidden() {
    let state = after(".x./xox/..o");
    assert_eq!(state.side(), Side::Second);
    assert_eq!(
        legal_text(&state, state.own_legal()),
        "A1 B1",
        "a white stone in the upper corners is suicide"
    );
    assert_eq!(legal_text(&state, state.other_legal()), "A3 C3 A1", "black would capture at B1");
}

#[test]
fn a_long_group_is_one_group() {
    // Black's wall crosses both words of a set and has one liberty, at its end.
    let wall = after("xo...../xo...../xo...../xo...../xo...../xo...../.......");
    let end = wall.parse_move("A1").unwrap();
    assert_eq!((wall.side(), wall.own_legal().contains(end)), (Side::First, true));
    assert!(!wall.other_legal().contains(end), "white would capture six stones");
}

#[test]
fn the_game_ends_at_once_on_1x1_and_after_one_move_on_1x2() {
    assert_eq!(after("1x1").outcome(), Some(Outcome::Loss), "a single stone has no liberty");
    let pair = after("1x2").play(Point::new(0, 0).unwrap()).unwrap();
    assert_eq!(pair.outcome(), Some(Outcome::Loss), "the second stone would capture");
}

#[test]
fn the_same_stones_on_different_boards_have_different_keys() {
    let mut keys: Vec<u64> =
        ["1x9:A1", "9x1:A9", "2x9:A2", "9x9:A9", "3x3:A3", "3x3:A1", "3x3"].map(|t| after(t).key()).to_vec();
    keys.sort_unstable();
    keys.dedup();
    assert_eq!(keys.len(), 7);
}
