//! The bit board implements the rules: it passes the conformance suite of all games
//! and agrees with a naive implementation in random games.

mod naive;

use game::conformance::Conformance;
use game::{Game, History, Move, Outcome, Side};
use naive::{Ending, Grid, Mark};
use proptest::prelude::*;
use proptest::test_runner::FileFailurePersistence;
use tictactoe::{Cell, State};

#[test]
fn tic_tac_toe_conforms() {
    Conformance::new().check(State::start());
    Conformance::new().check_symmetry(State::start());
}

/// The naive ending as an outcome for the side to move.
fn outcome_for(turn: Mark, ending: Ending) -> Outcome {
    match ending {
        Ending::Drawn => Outcome::Draw,
        Ending::Won(mark) if mark == turn => Outcome::Win,
        Ending::Won(_) => Outcome::Loss,
    }
}

fn assert_same(state: &State, grid: &Grid) {
    assert_eq!(state.to_string(), grid.text());
    assert_eq!(state.side(), if grid.turn == Mark::X { Side::First } else { Side::Second });
    assert_eq!(state.outcome(), grid.ending().map(|ending| outcome_for(grid.turn, ending)), "{state}");
    let mut moves = Vec::new();
    state.legal_moves(&mut moves);
    let mut fast: Vec<_> = moves.iter().map(|cell| (cell.row(), cell.column())).collect();
    fast.sort_unstable();
    assert_eq!(fast, grid.legal(), "{state}");
    for cell in (0..Cell::COUNT).filter_map(Cell::from_index) {
        let legal = grid.legal().contains(&(cell.row(), cell.column()));
        assert_eq!(state.is_legal(cell), legal, "{cell:?} in {state}");
        assert_eq!(state.play(cell).is_ok(), legal, "{cell:?} in {state}");
    }
}

proptest! {
    #![proptest_config(ProptestConfig {
        cases: 2000,
        failure_persistence: Some(Box::new(FileFailurePersistence::WithSource("proptest-regressions"))),
        ..ProptestConfig::default()
    })]

    #[test]
    fn random_games_are_the_same_on_both_boards(draws in prop::collection::vec(0usize..9, 9)) {
        let mut history = History::new(State::start());
        let mut grid = Grid::empty();
        let mut path = Vec::new();
        for draw in draws {
            assert_same(history.state(), &grid);
            let legal = grid.legal();
            if legal.is_empty() {
                break;
            }
            let (row, column) = legal[draw % legal.len()];
            let cell = Cell::new(row, column).unwrap();
            let before = *history.state();
            path.push((before, cell));
            let mut unchecked = before;
            unchecked.play_unchecked(cell);
            history.play(cell).unwrap();
            prop_assert_eq!(*history.state(), unchecked);
            grid.mark(row, column);
        }
        assert_same(history.state(), &grid);
        prop_assert!(grid.ending().is_some(), "a game has at most nine plies");
        for (before, cell) in path.into_iter().rev() {
            prop_assert_eq!(history.undo(), Some(cell));
            prop_assert_eq!(*history.state(), before);
        }
        prop_assert_eq!(history.undo(), None);
    }
}

#[test]
fn a_full_board_without_a_line_is_a_draw() {
    // The course project in Java searched on after the board was full.
    let full: State = "xox/xxo/oxo".parse().unwrap();
    assert_eq!(full.outcome(), Some(Outcome::Draw));
    let mut moves = vec![Cell::new(0, 0).unwrap()];
    full.legal_moves(&mut moves);
    assert!(moves.is_empty());
}

#[test]
fn a_full_board_with_a_line_is_a_win() {
    let full: State = "xxx/oox/oxo".parse().unwrap();
    assert_eq!(full.outcome(), Some(Outcome::Loss), "O, the side to move, has lost");
}

#[test]
fn playing_on_a_copy_leaves_the_original() {
    // The course project copied boards by reference: playouts changed the real one.
    let original: State = "x.o/.x./..o".parse().unwrap();
    let (text, key) = (original.to_string(), original.key());
    let mut copy = original;
    while copy.outcome().is_none() {
        let mut moves = Vec::new();
        copy.legal_moves(&mut moves);
        copy.play_unchecked(moves[0]);
    }
    assert_ne!(copy, original);
    assert_eq!((original.to_string(), original.key()), (text, key));
}

#[test]
fn a_win_is_counted_for_the_side_that_made_the_line() {
    // The course project credited a win to the side to move after it.
    for (before, winning, winner) in [("xx./oo./...", "c1", Side::First), ("xx./oo./x..", "c2", Side::Second)]
    {
        let before: State = before.parse().unwrap();
        assert_eq!(before.side(), winner);
        let after = before.play(before.parse_move(winning).unwrap()).unwrap();
        assert_eq!(after.side(), winner.other());
        assert_eq!(after.outcome(), Some(Outcome::Loss), "for {:?}", winner.other());
    }
}
