//! An analysis gives every move its own score; in the endgame it is the exact one.
//!
//! `just check-analysis` compares more positions: their number is in the environment
//! variable ANALYSIS_POSITIONS.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

mod endgames;
mod naive;

use clock::{Budget, Deadline};
use endgames::{naive_play, naive_score};
use game::{Bound, Decision, Engine, Game, History, MoveReport, Outcome, analysis};
use naive::Board;
use othello::eval::Weights;
use othello::search::{Options, SearchLimits, Solver};
use othello::{Champion, Square, State};

const ALL: usize = usize::MAX;

fn options() -> Options {
    Options { table_bytes: 4 << 20, ..Options::default() }
}

fn analyzed(state: State, budget: &Budget, best: usize) -> Decision<Square> {
    let mut engine = Champion::new(options(), SearchLimits::NONE);
    analysis::analyze(&mut engine, &History::new(state), budget, best, &mut |_| ()).unwrap()
}

/// A position with `empties` empty squares from a game in which every third move or so is
/// random and the others are those of a search of one ply.
fn position(seed: u64, empties: u32) -> Option<(State, Board)> {
    let one_ply = SearchLimits { depth: 1, solve_from: 0, ..SearchLimits::NONE };
    let mut engine = Champion::new(options(), one_ply);
    endgames::position(seed, empties, |history, rng| match rng.u32(0..3) {
        0 => history.state().random_move(rng),
        _ => engine.decide(history, &Budget::default()).unwrap().chosen,
    })
}

/// The score of a move by the solver, from an empty table.
fn solved(state: &State, m: Square) -> i32 {
    let next = state.play(m).unwrap();
    if next.outcome().is_some() {
        let empty = next.empty().count_ones() as i32;
        let score = next.own().count_ones() as i32 - next.other().count_ones() as i32;
        return -(score + score.signum() * empty);
    }
    let deadline = Deadline::start(&Budget::default());
    let report = Solver::new(options(), Weights::shipped()).search(&next, &SearchLimits::NONE, deadline);
    let report = report.unwrap();
    assert!(report.exact);
    -report.score
}

fn points(report: &MoveReport<Square>) -> i32 {
    report.score.unwrap().points
}

/// Asserts that a report says exactly this score.
fn assert_exact(state: &State, report: &MoveReport<Square>, score: i32) {
    let place = || format!("{} in {state}: {report:?}", state.move_text(report.played));
    assert_eq!((points(report), report.bound, report.solved), (score, Bound::Exact, true), "{}", place());
    let outcome = [Outcome::Loss, Outcome::Draw, Outcome::Win][(score.signum() + 1) as usize];
    assert_eq!(report.proof.unwrap().outcome, outcome, "{}", place());
    assert_eq!(report.value, outcome.value(), "{}", place());
}

#[test]
fn every_move_of_a_late_position_has_the_score_of_a_naive_search() {
    let mut checked = 0;
    for seed in 0..60 {
        let Some((state, board)) = position(seed, 6) else { continue };
        let decision = analyzed(state, &Budget::default(), ALL);
        for report in &decision.moves {
            let mut next = board.clone();
            next.play(naive_play(report.played));
            assert_exact(&state, report, -naive_score(&next, -65, 65));
            checked += 1;
        }
        assert_eq!(decision.moves[0].played, decision.chosen);
        assert!(decision.moves.is_sorted_by_key(|report| -points(report)));
    }
    assert!(checked > 100, "{checked}");
}

#[test]
fn every_move_with_14_empty_squares_has_the_score_of_the_solver() {
    let wanted = std::env::var("ANALYSIS_POSITIONS").map_or(8, |count| count.parse().unwrap());
    let (mut positions, mut checked) = (0, 0);
    for (state, _) in (1000..).filter_map(|seed| position(seed, 14)).take(wanted) {
        let decision = analyzed(state, &Budget::default(), ALL);
        let mut legal = Vec::new();
        state.legal_moves(&mut legal);
        assert_eq!(decision.moves.len(), legal.len());
        for report in &decision.moves {
            assert_exact(&state, report, solved(&state, report.played));
            checked += 1;
        }
        positions += 1;
    }
    println!("othello: {positions} positions with 14 empty squares, all {checked} moves exact");
    assert!(checked >= wanted);
}

#[test]
fn of_the_other_moves_the_bounds_are_true() {
    let (mut exact, mut bounds) = (0, 0);
    for (state, _) in (2000..).filter_map(|seed| position(seed, 11)).take(10) {
        let decision = analyzed(state, &Budget::default(), 2);
        for (i, report) in decision.moves.iter().enumerate() {
            let score = solved(&state, report.played);
            match report.bound {
                Bound::Exact => {
                    assert_exact(&state, report, score);
                    exact += 1;
                }
                Bound::Upper => {
                    assert!(i >= 2 && score <= points(report), "{score} {state} {report:?}");
                    assert!(report.proof.is_none_or(|proof| proof.outcome == Outcome::Loss && score < 0));
                    bounds += 1;
                }
                _ => panic!("{report:?}"),
            }
        }
    }
    assert!(exact >= 20 && bounds > 20, "{exact} {bounds}");
}

/// The table showed all moves after the best one with its value, which was their bound.
#[test]
fn in_the_midgame_the_moves_have_scores_of_one_depth() {
    let mut state = State::start();
    for text in ["f5", "d6", "c3"] {
        state = state.play(state.parse_move(text).unwrap()).unwrap();
    }
    let budget = Budget { depth: Some(6), ..Budget::default() };
    let decision = analyzed(state, &budget, ALL);
    assert_eq!((decision.moves.len(), decision.depth), (4, 6));
    for report in &decision.moves {
        // The search of the move alone, one ply less deep and without pruned lines in common.
        let next = state.play(report.played).unwrap();
        let limits = SearchLimits { depth: 5, solve_from: 0, ..SearchLimits::NONE };
        let deadline = Deadline::start(&Budget::default());
        let alone = Solver::new(options(), Weights::shipped()).search(&next, &limits, deadline).unwrap();
        assert_eq!(report.bound, Bound::Exact);
        assert!((points(report) + alone.score).abs() <= 1, "{report:?} {}", -alone.score);
        assert_eq!(report.proof, None);
    }
    let play = Champion::new(options(), SearchLimits::NONE)
        .decide(&History::new(state), &Budget { exhaustive: true, ..budget })
        .unwrap();
    assert!(play.moves.iter().skip(1).any(|report| report.bound == Bound::Upper), "{play:?}");
}

#[test]
fn an_analysis_that_is_stopped_says_only_what_is_true() {
    let mut proven = 0;
    for (state, _) in (3000..).filter_map(|seed| position(seed, 13)).take(5) {
        for nodes in [1, 300, 3_000, 30_000, 300_000] {
            let decision = analyzed(state, &Budget::nodes(nodes), ALL);
            for report in decision.moves.iter().filter(|report| report.proof.is_some()) {
                let score = solved(&state, report.played);
                assert_eq!(
                    report.proof.unwrap().outcome.value(),
                    score.signum() as f32,
                    "{state} {report:?}"
                );
                assert!(!report.solved || points(report) == score, "{score} {state} {report:?}");
                proven += 1;
            }
        }
    }
    assert!(proven > 10, "{proven}");
}
