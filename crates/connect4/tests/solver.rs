//! The solver agrees with minimax on small boards with and without a forbidden cell, and
//! keeps to its budget on large ones.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

mod config;
mod naive;

use std::collections::HashMap;

use clock::{Budget, Deadline};
use connect4::bits::Wide;
use connect4::{Class, Column, Position, Shape, Solver};
use game::{Game, Outcome, Rng, Symmetric};
use naive::{Ending, Grid};
use proptest::prelude::*;
use proptest::strategy::ValueTree;

/// The score by definition, from all games played to their end. A line that leaves `e`
/// cells empty is worth 1 + e / 2.
fn minimax(grid: &Grid, seen: &mut HashMap<String, i32>) -> i32 {
    let empty = grid.cells.iter().flatten().filter(|cell| cell.is_none()).count();
    let empty = (empty - usize::from(grid.forbidden.is_some())) as i32;
    match grid.ending() {
        Some(Ending::Won(_)) => return -(1 + empty / 2),
        Some(Ending::Drawn) => return 0,
        None => (),
    }
    let text = grid.text();
    if let Some(score) = seen.get(&text) {
        return *score;
    }
    let best = grid.legal().into_iter().map(|(_, column)| {
        let mut next = grid.clone();
        next.drop(column);
        -minimax(&next, seen)
    });
    let best = best.max().unwrap();
    seen.insert(text, best);
    best
}

fn unlimited() -> Deadline {
    Deadline::start(&Budget::default())
}

/// Solves a position in every way and compares the results with minimax.
fn assert_solved<B: Class>(grid: &Grid, solver: &mut Solver<B>) -> Result<(), TestCaseError> {
    let state: Position<B> = grid.text().parse().unwrap();
    let mut seen = HashMap::new();
    let score = minimax(grid, &mut seen);
    let solution = solver.solve(&state, &mut unlimited()).unwrap();
    prop_assert_eq!(solution.score, score, "{}", state);
    let mut next = grid.clone();
    next.drop(solution.best.number());
    prop_assert_eq!(-minimax(&next, &mut seen), score, "{:?} in {}", solution.best, state);
    prop_assert_eq!(
        solution.proof.outcome,
        [Outcome::Loss, Outcome::Draw, Outcome::Win][(score.signum() + 1) as usize]
    );
    prop_assert_eq!(plies_by_play(state, solver), solution.proof.plies, "{}", state);

    solver.clear();
    let outcome = solver.solve_outcome(&state, &mut unlimited()).unwrap();
    prop_assert_eq!(outcome.score, score.signum(), "{}", state);
    let mut next = grid.clone();
    next.drop(outcome.best.number());
    prop_assert_eq!(-minimax(&next, &mut seen).signum(), score.signum(), "{:?} in {}", outcome.best, state);

    let image = state.transform(1);
    prop_assert_eq!(solver.solve(&image, &mut unlimited()).unwrap().score, score, "{}", image);
    Ok(())
}

/// Number of plies of the game if both sides play the solver's moves.
fn plies_by_play<B: Class>(mut state: Position<B>, solver: &mut Solver<B>) -> u16 {
    let mut plies = 0;
    while state.outcome().is_none() {
        state = state.play(solver.solve(&state, &mut unlimited()).unwrap().best).unwrap();
        plies += 1;
    }
    plies
}

/// A random position of a small board with at most 11 empty cells.
fn position() -> impl Strategy<Value = Grid> {
    let board = (4..=5usize, 4..=6usize).prop_flat_map(|(rows, columns)| {
        let cell = proptest::option::weighted(0.7, (0..rows, 0..columns));
        (Just(rows), Just(columns), cell)
    });
    (board, any::<u64>(), 1..=11usize).prop_map(|((rows, columns, forbidden), seed, left)| {
        let mut rng = Rng::with_seed(seed);
        let cells = rows * columns - usize::from(forbidden.is_some());
        // Games that end too early are discarded.
        loop {
            let mut grid = Grid::empty(rows, columns, forbidden);
            let mut stones = 0;
            while stones < cells - left && grid.ending().is_none() {
                let legal = grid.legal();
                grid.drop(legal[rng.usize(..legal.len())].1);
                stones += 1;
            }
            if grid.ending().is_none() {
                return grid;
            }
        }
    })
}

proptest! {
    #![proptest_config(config::with_cases(500))]

    #[test]
    fn the_solver_agrees_with_minimax(grid in position()) {
        assert_solved::<u64>(&grid, &mut Solver::new(1 << 16))?;
        assert_solved::<Wide>(&grid, &mut Solver::new(1 << 16))?;
    }
}

proptest! {
    #![proptest_config(config::with_cases(500))]

    /// A forced win is a win, and not shorter than the shortest win.
    #[test]
    fn forced_wins_are_wins(grid in position()) {
        let state: Position<u64> = grid.text().parse().unwrap();
        let solver = Solver::new(0);
        let score = minimax(&grid, &mut HashMap::new());
        if let Some((played, proof)) = solver.forced_win(&state, 8, &mut unlimited()) {
            prop_assert!(score > 0, "{}", state);
            let best = Solver::new(1 << 16).solve(&state, &mut unlimited()).unwrap();
            prop_assert!(proof.plies >= best.proof.plies, "{}", state);
            prop_assert!(state.is_legal(played) && proof.plies % 2 == 1);
            let mut next = grid.clone();
            next.drop(played.number());
            prop_assert!(minimax(&next, &mut HashMap::new()) < 0, "{:?} in {}", played, state);
        } else if score > 0 {
            // A win in three plies needs a double threat, which is a forced win of one
            // threat.
            let plies = Solver::new(1 << 16).solve(&state, &mut unlimited()).unwrap().proof.plies;
            prop_assert!(plies > 3, "{}", state);
        }
    }
}

/// Regression: after the last stone the opponent has no safe move, but has not lost.
#[test]
fn the_last_cell_is_not_a_forced_win() {
    let state: Position<u64> = "x#x.o/o.xoo/o.xxo/xxoox".parse().unwrap();
    assert_eq!(Solver::new(0).forced_win(&state, 8, &mut unlimited()), None);
}

#[test]
fn a_table_full_of_other_positions_does_not_change_scores() {
    let mut runner = proptest::test_runner::TestRunner::deterministic();
    let mut solver = Solver::<u64>::new(0);
    for _ in 0..300 {
        let grid = position().new_tree(&mut runner).unwrap().current();
        let state: Position<u64> = grid.text().parse().unwrap();
        let solution = solver.solve(&state, &mut unlimited()).unwrap();
        assert_eq!(solution.score, minimax(&grid, &mut HashMap::new()), "{state}");
    }
}

/// Results of whole small boards, as published.
#[test]
fn small_boards_have_their_known_results() {
    for (board, score) in
        [("4x4", 0), ("4x5", 0), ("5x4", 0), ("5x5", 0), ("4x6", -1), ("6x4", 0), ("5x6", 0), ("6x5", 0)]
    {
        let state: Position<u64> = board.parse().unwrap();
        let score_of = Solver::new(8 << 20).solve(&state, &mut unlimited()).unwrap().score;
        assert_eq!(score_of.signum(), score, "{board}");
    }
}

#[test]
fn after_a_clear_a_position_takes_the_same_number_of_nodes() {
    let state: Position<u64> = "4223133755".parse().unwrap();
    let mut solver = Solver::new(1 << 20);
    let first = solver.solve(&state, &mut unlimited()).unwrap();
    assert!(solver.solve(&state, &mut unlimited()).unwrap().nodes < first.nodes, "the table is kept");
    solver.clear();
    assert_eq!(solver.solve(&state, &mut unlimited()).unwrap(), first, "the table is empty");
    let other: Position<u64> = "6x7-0,0:4223133755".parse().unwrap();
    solver.solve(&other, &mut unlimited()).unwrap();
    assert_eq!(solver.solve(&state, &mut unlimited()).unwrap(), first, "another board clears the table");
}

#[test]
fn a_search_beyond_its_budget_returns_none() {
    let state = Position::<Wide>::empty(Shape { rows: 12, columns: 12, forbidden: None }).unwrap();
    let mut solver = Solver::new(1 << 20);
    let mut deadline = Deadline::start(&Budget::nodes(5000));
    assert_eq!(solver.solve(&state, &mut deadline), None);
    assert_eq!(solver.solve_outcome(&state, &mut Deadline::start(&Budget::nodes(5000))), None);
    // A winning move needs no search, and a finished game has no score.
    let won: Position<Wide> = "12x12:112233".parse().unwrap();
    assert_eq!(
        solver.solve(&won, &mut Deadline::start(&Budget::nodes(0))).unwrap().best,
        Column::new(3).unwrap()
    );
    let over: Position<Wide> = "12x12:1122334".parse().unwrap();
    assert_eq!(solver.solve(&over, &mut unlimited()), None);
}

/// Three stones in a row with both ends open decide the game.
#[test]
fn a_forced_win_settles_a_game() {
    let settled = |text: &str| connect4::is_settled(&text.parse::<connect4::State>().unwrap());
    assert!(!settled("9x11:"));
    assert!(settled("9x11:5161"), "x makes three in a row with both ends open");
    assert!(settled("9x11:51617"), "and o cannot stop both");
    assert!(!settled("9x11:5164"));
}
