//! The exact solver: known results of small boards, and comparisons with naive
//! solvers on endings.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

mod naive;

use std::collections::HashMap;

use game::{Game, Rng, Symmetric};
use naive::Grid;
use nogo::{Solver, State};

/// Empty boards, rows × columns, that the first player wins.
const FIRST_WINS: [&str; 14] =
    ["1x2", "1x3", "1x5", "1x6", "1x7", "1x8", "1x9", "2x2", "2x5", "2x6", "2x7", "3x3", "3x5", "3x6"];
/// Empty boards that the second player wins.
const SECOND_WINS: [&str; 6] = ["1x1", "1x4", "2x3", "2x4", "3x4", "4x4"];

fn wins(state: &State) -> bool {
    Solver::default().solve(state).wins
}

#[test]
fn empty_boards_have_the_known_winner() {
    for (boards, first_wins) in [(FIRST_WINS.as_slice(), true), (&SECOND_WINS, false)] {
        for board in boards {
            let state: State = board.parse().unwrap();
            assert_eq!(wins(&state), first_wins, "{board}");
            let (rows, columns) = board.split_once('x').unwrap();
            let transposed: State = format!("{columns}x{rows}").parse().unwrap();
            assert_eq!(wins(&transposed), first_wins, "{board} transposed");
        }
    }
}

#[test]
fn a_winning_move_leads_to_a_lost_position() {
    let mut rng = Rng::with_seed(1);
    let (mut won, mut lost) = (0, 0);
    for board in ["3x3", "2x5", "4x4", "3x5"] {
        for _ in 0..10 {
            let mut state: State = board.parse().unwrap();
            for _ in 0..4 {
                state.play_unchecked(state.random_move(&mut rng));
            }
            let mut solver = Solver::default();
            let solution = solver.solve(&state);
            let best = solution.best.unwrap();
            if solution.wins {
                won += 1;
                assert!(!wins(&state.play(best).unwrap()), "{state}");
            } else {
                lost += 1;
                assert!(state.own_legal().members().all(|m| wins(&state.play(m).unwrap())), "{state}");
            }
            for s in 0..state.symmetries() {
                assert_eq!(solver.solve(&state.transform(s)).wins, solution.wins, "symmetry {s} of {state}");
            }
        }
    }
    assert!(won > 5 && lost > 5, "{won} won, {lost} lost");
}

/// Whether the side to move wins, by a search of the whole tree with memory.
fn naive_wins(grid: &Grid, known: &mut HashMap<Grid, bool>) -> bool {
    if let Some(&wins) = known.get(grid) {
        return wins;
    }
    let mut wins = false;
    for point in grid.legal(grid.turn) {
        let mut after = grid.clone();
        after.play(point);
        if !naive_wins(&after, known) {
            wins = true;
            break;
        }
    }
    known.insert(grid.clone(), wins);
    wins
}

/// Plays random games on random boards until both sides together have at most
/// `max_legal` legal moves in an unfinished game.
fn random_ending(max_legal: u32, rng: &mut Rng) -> (State, Grid) {
    loop {
        let (rows, columns) = (rng.usize(2..=9), rng.usize(2..=9));
        let mut state = State::empty_board(rows, columns).unwrap();
        let mut grid = Grid::empty(rows, columns);
        while state.outcome().is_none() {
            let legal = state.own_legal().count() + state.other_legal().count();
            if legal <= max_legal {
                return (state, grid);
            }
            let m = state.random_move(rng);
            state.play_unchecked(m);
            grid.play((m.row(), m.column()));
        }
    }
}

#[test]
fn endings_have_the_winner_that_a_naive_solver_finds() {
    let mut rng = Rng::with_seed(7);
    let mut solver = Solver::new(1 << 20);
    let mut won = 0;
    for max_legal in [6, 8, 10, 12, 14, 16, 18, 20] {
        for _ in 0..12 {
            let (state, grid) = random_ending(max_legal, &mut rng);
            let wins = naive_wins(&grid, &mut HashMap::new());
            assert_eq!(solver.solve(&state).wins, wins, "{state}");
            won += u32::from(wins);
        }
    }
    assert!((20..76).contains(&won), "both results must occur: {won} of 96 are won");
}

/// The plain search uses the fast board, so it can solve more positions.
#[test]
fn endings_have_the_winner_that_a_plain_search_finds() {
    fn plain(state: &State, known: &mut HashMap<State, bool>) -> bool {
        if let Some(&wins) = known.get(state) {
            return wins;
        }
        let wins = state.own_legal().members().any(|m| !plain(&state.play(m).unwrap(), known));
        known.insert(*state, wins);
        wins
    }
    let mut rng = Rng::with_seed(8);
    let mut solver = Solver::new(1 << 20);
    for _ in 0..400 {
        let (state, _) = random_ending(20, &mut rng);
        assert_eq!(solver.solve(&state).wins, plain(&state, &mut HashMap::new()), "{state}");
    }
}

#[test]
fn the_node_limit_is_kept_and_a_finished_game_has_a_result() {
    let mut solver = Solver::new(1 << 20);
    assert_eq!(solver.solve_within(&State::start(), 1000), None);
    assert!(solver.nodes() < 1200, "{}", solver.nodes());
    let over: State = "1x1".parse().unwrap();
    let solution = solver.solve_within(&over, 0).unwrap();
    assert_eq!((solution.wins, solution.best), (false, None));
    // The table is kept between calls, so repeated calls solve the board.
    let board: State = "3x4".parse().unwrap();
    let solution = (0..100).find_map(|_| solver.solve_within(&board, 1000));
    assert_eq!(solution.map(|solution| solution.wins), Some(false));
}
