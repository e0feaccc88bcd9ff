//! An analysis gives every move its exact score in late positions, and its proven result in
//! the positions of the book.
//!
//! `just check-analysis` compares more positions: their number is in the environment
//! variable ANALYSIS_POSITIONS.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

use clock::{Budget, Deadline};
use connect4::{Class, Classic, Column, Position, Solver, State, book};
use game::example::minimax;
use game::{Bound, Decision, Engine, Game, History, MoveReport, Outcome, Playable, Rng, analysis};

/// The champion with small tables.
const SPEC: &str = "champion:memory=8,table=4,prover_table=1";

fn analyzed<B: Class>(
    engine: &mut dyn Engine<Position<B>>,
    state: Position<B>,
    budget: &Budget,
) -> Decision<Column> {
    analysis::analyze(engine, &History::new(state), budget, usize::MAX, &mut |_| ()).unwrap()
}

fn points(report: &MoveReport<Column>) -> i32 {
    report.score.unwrap().points
}

/// A position with `empty` empty cells from a game of random moves that do not let the
/// opponent win at once, if such moves exist.
fn position<B: Class>(start: Position<B>, seed: u64, empty: u32) -> Option<Position<B>> {
    let mut rng = Rng::with_seed(seed);
    let mut state = start;
    while state.vacant().count() > empty {
        let mut legal = Vec::new();
        state.legal_moves(&mut legal);
        rng.shuffle(&mut legal);
        let quiet = |m: &&Column| {
            let next = state.play(**m).unwrap();
            next.outcome().is_none() && game::Tactics::winning_move(&next).is_none()
        };
        let m = *legal.iter().find(quiet).or(legal.first())?;
        state = state.play(m).unwrap();
    }
    state.outcome().is_none().then_some(state)
}

/// Compares all moves of positions with solutions from empty tables, and the latest ones with
/// minimax; returns the number of moves.
fn check<B: Class>(positions: impl Iterator<Item = Position<B>>, naive: bool) -> usize
where
    Position<B>: Playable + Game<Move = Column>,
{
    let mut engine = Position::<B>::strategies().build(SPEC).unwrap();
    let mut checked = 0;
    for state in positions {
        let decision = analyzed(&mut *engine, state, &Budget::default());
        let mut legal = Vec::new();
        state.legal_moves(&mut legal);
        assert_eq!(decision.moves.len(), legal.len());
        assert!(decision.moves.is_sorted_by_key(|report| -points(report)), "{state}: {decision:?}");
        for report in &decision.moves {
            let place = || format!("{:?} in {state}: {report:?}", report.played);
            let next = state.play(report.played).unwrap();
            let proof = report.proof.unwrap();
            assert_eq!((report.bound, report.solved), (Bound::Exact, true), "{}", place());
            assert_eq!(report.value, proof.outcome.value(), "{}", place());
            if let Some(solution) =
                Solver::new(1 << 20).solve(&next, &mut Deadline::start(&Budget::default()))
            {
                assert_eq!(points(report), -solution.score, "{}", place());
                assert_eq!(proof.outcome, -solution.proof.outcome, "{}", place());
                assert_eq!(proof.plies, solution.proof.plies + 1, "{}", place());
            }
            if naive {
                let truth = minimax(&next);
                assert_eq!((proof.outcome, proof.plies), (-truth.outcome, truth.plies + 1), "{}", place());
            }
            checked += 1;
        }
    }
    checked
}

#[test]
fn every_move_of_the_last_positions_has_the_result_of_minimax() {
    let classic = (0..).filter_map(|seed| position(Classic::start(), seed, 9)).take(20);
    assert!(check(classic, true) > 40);
    let boards = (0..).filter_map(|seed| position(State::random_board(seed), seed, 9)).take(10);
    assert!(check(boards, true) > 15);
}

#[test]
fn every_move_of_a_late_position_has_the_score_of_the_solver() {
    let wanted = std::env::var("ANALYSIS_POSITIONS").map_or(12, |count| count.parse().unwrap());
    let classic = (100..).filter_map(|seed| position(Classic::start(), seed, 20)).take(wanted);
    let checked = check(classic, false);
    println!("connect4-7x6: {wanted} positions with 20 empty cells, all {checked} moves exact");
    assert!(checked >= wanted);
    let boards = (100..).filter_map(|seed| position(State::random_board(seed), seed, 20)).take(wanted);
    let checked = check(boards, false);
    println!(
        "connect4: {wanted} positions with 20 empty cells on boards with a forbidden cell, all {checked} moves exact"
    );
    assert!(checked >= wanted);
}

/// The analysis of a position of the book was a move without a table and without a proof.
#[test]
fn positions_of_the_book_have_a_proven_table() {
    let mut engine = Classic::strategies().build(SPEC).unwrap();
    let decision = analyzed(&mut *engine, Classic::start(), &Budget::nodes(1));
    let outcome = |column: usize| {
        let m = Column::new(column).unwrap();
        decision.moves.iter().find(|report| report.played == m).unwrap().proof.unwrap().outcome
    };
    let known = [
        Outcome::Loss,
        Outcome::Loss,
        Outcome::Draw,
        Outcome::Win,
        Outcome::Draw,
        Outcome::Loss,
        Outcome::Loss,
    ];
    assert_eq!(std::array::from_fn(outcome), known, "the centre wins, its neighbours draw");
    assert_eq!((decision.chosen.number(), decision.value), (3, 1.0));
    assert_eq!(decision.proof.unwrap().outcome, Outcome::Win);
    // Draws are exact; a win or loss has a bound of its score until the solver has found it.
    for report in &decision.moves {
        let bound = [Bound::Upper, Bound::Exact, Bound::Lower][(points(report).signum() + 1) as usize];
        assert_eq!(report.bound, bound, "{report:?}");
        assert_eq!(points(report).signum() as f32, report.proof.unwrap().outcome.value());
    }
}

#[test]
fn what_the_book_says_about_moves_is_what_the_solver_finds() {
    let (mut checked, mut bounds) = (0, 0);
    let mut engine = Classic::strategies().build(SPEC).unwrap();
    let mut solver = Solver::new(16 << 20);
    for seed in 0..400 {
        // Games in which one side plays by the book.
        let mut rng = Rng::with_seed(seed);
        let mut state = Classic::start();
        while (state.own() | state.other()).count_ones() < 9 && state.outcome().is_none() {
            let by_book = book::lookup(&state).filter(|_| state.side().index() == seed as usize % 2);
            let m = by_book.map_or_else(|| state.random_move(&mut rng), |found| found.column);
            state = state.play(m).unwrap();
        }
        if state.outcome().is_some() || book::lookup(&state).is_none() || checked + bounds >= 24 {
            continue;
        }
        let decision = analyzed(&mut *engine, state, &Budget::nodes(1));
        for report in decision.moves.iter().filter(|m| m.proof.is_some() || m.bound == Bound::Upper) {
            let next = state.play(report.played).unwrap();
            let truth = solver.solve_outcome(&next, &mut Deadline::start(&Budget::default()));
            let truth = truth.map_or_else(|| -next.outcome().unwrap(), |solution| -solution.proof.outcome);
            if let Some(proof) = report.proof {
                assert_eq!(proof.outcome, truth, "{:?} in {state}", report.played);
                checked += 1;
            } else {
                assert!(truth.value() <= report.value, "{:?} in {state}", report.played);
                bounds += 1;
            }
        }
    }
    assert!(checked > 12, "{checked} {bounds}");
}

#[test]
fn where_the_solver_has_no_time_the_search_values_the_moves() {
    let state = State::random_board(1);
    let mut engine = State::strategies().build(SPEC).unwrap();
    let decision = analyzed(&mut *engine, state, &Budget::simulations(400));
    let visits: u64 = decision.moves.iter().map(|report| report.visits).sum();
    assert!(decision.simulations >= 400 && visits >= 390, "{decision:?}");
    for report in &decision.moves {
        assert_eq!(
            report.bound == Bound::Unknown,
            report.visits == 0 && report.proof.is_none(),
            "{report:?}"
        );
    }
    let again = analyzed(&mut *State::strategies().build(SPEC).unwrap(), state, &Budget::simulations(400));
    assert_eq!(decision.moves, again.moves, "the same budget gives the same table");
}
