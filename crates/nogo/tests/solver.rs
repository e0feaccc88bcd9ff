//! The exact solver says what is known of small boards, and what a naive one
//! says of the ends of games.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

mod naive;

use std::collections::HashMap;

use game::{Game, Rng, Symmetric};
use naive::Grid;
use nogo::{Solver, State};

/// Boards, rows × columns, by the player who wins from the empty one.
const FIRST: [&str; 14] =
    ["1x2", "1x3", "1x5", "1x6", "1x7", "1x8", "1x9", "2x2", "2x5", "2x6", "2x7", "3x3", "3x5", "3x6"];
const SECOND: [&str; 6] = ["1x1", "1x4", "2x3", "2x4", "3x4", "4x4"];

fn wins(state: &State) -> bool {
    Solver::default().solve(state).wins
}

#[test]
fn empty_boards_are_won_by_whom_it_is_known() {
    for (boards, first) in [(FIRST.as_slice(), true), (&SECOND, false)] {
        for board in boards {
            let state: State = board.parse().unwrap();
            assert_eq!(wins(&state), first, "{board}");
            let (rows, columns) = board.split_once('x').unwrap();
            let turned: State = format!("{columns}x{rows}").parse().unwrap();
            assert_eq!(wins(&turned), first, "{board} on its side");
        }
    }
}

/// The move of a verdict keeps what the verdict promises.
#[test]
fn a_winning_move_leaves_a_lost_position() {
    let mut rng = Rng::with_seed(1);
    let (mut won, mut lost) = (0, 0);
    for board in ["3x3", "2x5", "4x4", "3x5"] {
        for _ in 0..10 {
            let mut state: State = board.parse().unwrap();
            for _ in 0..4 {
                state.play_unchecked(state.random_move(&mut rng));
            }
            let mut solver = Solver::default();
            let verdict = solver.solve(&state);
            let best = verdict.best.unwrap();
            if verdict.wins {
                won += 1;
                assert!(!wins(&state.play(best).unwrap()), "{state}");
            } else {
                lost += 1;
                assert!(state.own_legal().members().all(|m| wins(&state.play(m).unwrap())), "{state}");
            }
            for s in 0..state.symmetries() {
                assert_eq!(solver.solve(&state.transform(s)).wins, verdict.wins, "{state} turned by {s}");
            }
        }
    }
    assert!(won > 5 && lost > 5, "{won} won, {lost} lost");
}

/// Does the side to move win? By trying everything once.
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

/// Random games on random boards, up to where both sides together have no
/// more than this many legal moves.
fn random_end(most: u32, rng: &mut Rng) -> (State, Grid) {
    loop {
        let (rows, columns) = (rng.usize(2..=9), rng.usize(2..=9));
        let mut state = State::empty_board(rows, columns).unwrap();
        let mut grid = Grid::empty(rows, columns);
        while state.outcome().is_none() {
            let legal = state.own_legal().count() + state.other_legal().count();
            if legal <= most {
                return (state, grid);
            }
            let m = state.random_move(rng);
            state.play_unchecked(m);
            grid.play((m.row(), m.column()));
        }
    }
}

#[test]
fn the_ends_of_games_are_won_by_whom_the_naive_solver_says() {
    let mut rng = Rng::with_seed(7);
    let mut solver = Solver::new(1 << 20);
    let mut won = 0;
    for most in [6, 8, 10, 12, 14, 16, 18, 20] {
        for _ in 0..12 {
            let (state, grid) = random_end(most, &mut rng);
            let wins = naive_wins(&grid, &mut HashMap::new());
            assert_eq!(solver.solve(&state).wins, wins, "{state}");
            won += u32::from(wins);
        }
    }
    assert!((20..76).contains(&won), "both results occur: {won} of 96 are won");
}

/// The same against the plain search on the fast board, which goes further.
#[test]
fn the_ends_of_games_are_won_by_whom_a_plain_search_says() {
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
        let (state, _) = random_end(20, &mut rng);
        assert_eq!(solver.solve(&state).wins, plain(&state, &mut HashMap::new()), "{state}");
    }
}

#[test]
fn a_limit_is_kept_and_what_is_finished_has_a_verdict() {
    let mut solver = Solver::new(1 << 20);
    assert_eq!(solver.solve_within(&State::start(), 1000), None);
    assert!(solver.nodes() < 1200, "{}", solver.nodes());
    let over: State = "1x1".parse().unwrap();
    let verdict = solver.solve_within(&over, 0).unwrap();
    assert_eq!((verdict.wins, verdict.best), (false, None));
    // What was begun is not lost: the same question again and again is answered.
    let board: State = "3x4".parse().unwrap();
    let answer = (0..100).find_map(|_| solver.solve_within(&board, 1000));
    assert_eq!(answer.map(|verdict| verdict.wins), Some(false));
}
