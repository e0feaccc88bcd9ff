//! The solver finds the exact score of endgames, and the champion plays its moves.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

mod endgames;
mod naive;

use clock::{Budget, Deadline};
use endgames::{naive_play, naive_score};
use game::cpu::Avx2;
use game::{Engine, Game, GameOver, History, Outcome, Rng};
use naive::Board;
use othello::eval::Weights;
use othello::obf::Line;
use othello::search::{Options, SearchLimits, Solver};
use othello::{Champion, Square, State};
use proptest::prelude::*;
use proptest::test_runner::FileFailurePersistence;

fn no_limit() -> Deadline {
    Deadline::start(&Budget::nodes(u64::MAX))
}

fn solver(portable: bool) -> Solver<'static> {
    Solver::new(Options { table_bytes: 1 << 20, portable, ..Options::default() }, Weights::shipped())
}

/// The position of a random game with `empties` empty squares, on both boards;
/// `None` if the game ends before.
fn random_position(seed: u64, empties: u32) -> Option<(State, Board)> {
    endgames::position(seed, empties, |history, rng| history.state().random_move(rng))
}

proptest! {
    #![proptest_config(ProptestConfig {
        cases: 400,
        failure_persistence: Some(Box::new(FileFailurePersistence::WithSource("proptest-regressions"))),
        ..ProptestConfig::default()
    })]

    #[test]
    fn the_solver_agrees_with_a_naive_search(seed: u64, empties in 1u32..=8, portable: bool) {
        let Some((state, board)) = random_position(seed, empties) else { return Ok(()) };
        let report = solver(portable).search(&state, &SearchLimits::NONE, no_limit()).unwrap();
        prop_assert!(report.exact);
        prop_assert_eq!(report.score, naive_score(&board, -65, 65), "{}", state);
        // The best move has that score.
        let mut next = board.clone();
        next.play(naive_play(report.best));
        prop_assert_eq!(-naive_score(&next, -65, 65), report.score, "{} {:?}", state, report.best);
    }
}

#[test]
fn positions_with_ten_empty_squares_are_solved_correctly() {
    let mut right = 0;
    for (seed, portable) in (0..60).zip([false, true].into_iter().cycle()) {
        let Some((state, board)) = random_position(seed, 10) else { continue };
        let report = solver(portable).search(&state, &SearchLimits::NONE, no_limit()).unwrap();
        assert_eq!(report.score, naive_score(&board, -65, 65), "{state}");
        right += 1;
    }
    assert!(right > 40, "{right}");
}

/// Two and three threads find the scores of one.
#[test]
fn threads_that_share_a_table_find_the_exact_score() {
    let mut solved = 0;
    for seed in 0..10 {
        let Some((state, _)) = random_position(seed, 16) else { continue };
        let alone = solver(false).search(&state, &SearchLimits::NONE, no_limit()).unwrap();
        for threads in [2, 3] {
            let options = Options { table_bytes: 1 << 20, threads, ..Options::default() };
            let mut solver = Solver::new(options, Weights::shipped());
            for _ in 0..2 {
                let report = solver.search(&state, &SearchLimits::NONE, no_limit()).unwrap();
                assert_eq!((report.score, report.exact), (alone.score, true), "{state}, {threads} threads");
                solver.clear();
            }
            let ranked = solver.search_ranked(&state, &SearchLimits::NONE, 3, no_limit(), &mut |_| ());
            assert_eq!(ranked.unwrap().score, alone.score, "{state}, {threads} threads");
            solved += 1;
        }
    }
    assert!(solved > 12, "{solved}");
}

/// The limit is one of all threads together, which look at it every hundred nodes.
#[test]
fn threads_stop_at_the_limit_of_nodes() {
    let options = Options { table_bytes: 1 << 20, threads: 3, ..Options::default() };
    let mut solver = Solver::new(options, Weights::shipped());
    for nodes in [1_000, 50_000, 300_000] {
        let deadline = Deadline::start(&Budget::nodes(nodes));
        let report = solver.search(&State::start(), &SearchLimits::NONE, deadline).unwrap();
        assert!((nodes..nodes + 5_000).contains(&report.nodes), "{} of {nodes}", report.nodes);
        assert!(!report.exact);
        solver.clear();
    }
}

/// A selective search ends in the same score as an exact one, and both kinds of
/// CPU search the same tree.
#[test]
fn selective_searches_end_in_the_exact_score() {
    if Avx2::detect().is_none() {
        eprintln!("partly skipped: this CPU has no AVX2 and BMI2, so both searches are the portable one");
    }
    let mut searched = 0;
    for seed in 0..12 {
        let Some((state, _)) = random_position(seed, 16) else { continue };
        let reports = [false, true]
            .map(|portable| solver(portable).search(&state, &SearchLimits::NONE, no_limit()).unwrap());
        assert_eq!(reports[0].nodes, reports[1].nodes, "{state}");
        let at_once = SearchLimits { first_level: 5, ..SearchLimits::NONE };
        let plain = solver(false).search(&state, &at_once, no_limit()).unwrap();
        assert_eq!(reports[0].score, plain.score, "{state}");
        assert!(reports[0].exact && plain.exact);
        searched += 1;
    }
    assert!(searched > 6, "{searched}");
}

/// Every position of the principal variation has the score of the first.
#[test]
fn the_principal_variation_keeps_the_score() {
    let mut lines = 0;
    for seed in 100..130 {
        let Some((mut state, _)) = random_position(seed, 12) else { continue };
        let report = solver(false).search(&state, &SearchLimits::NONE, no_limit()).unwrap();
        let (side, score) = (state.side(), report.score);
        assert_eq!(report.line.first(), Some(&report.best));
        for m in report.line {
            assert!(state.is_legal(m), "{state} {m:?}");
            state.play_unchecked(m);
            let Some(next) = solver(false).search(&state, &SearchLimits::NONE, no_limit()) else { break };
            assert_eq!(next.score, if state.side() == side { score } else { -score }, "{state}");
            lines += 1;
        }
    }
    assert!(lines > 50, "{lines}");
}

#[test]
fn the_champion_proves_endgames_and_stops_at_the_limit_of_nodes() {
    let mut champion =
        Champion::new(Options { table_bytes: 1 << 20, ..Options::default() }, SearchLimits::NONE);
    let mut proven = 0;
    for seed in 0..20 {
        let Some((state, board)) = random_position(seed, 9) else { continue };
        let decision = champion.decide(&History::new(state), &Budget::nodes(10_000_000)).unwrap();
        let score = naive_score(&board, -65, 65);
        let outcome = match score.signum() {
            -1 => Outcome::Loss,
            0 => Outcome::Draw,
            _ => Outcome::Win,
        };
        let mut legal = Vec::new();
        state.legal_moves(&mut legal);
        if legal.len() > 1 {
            assert_eq!(decision.proof.map(|proof| proof.outcome), Some(outcome), "{state}");
            proven += 1;
        }
    }
    assert!(proven > 10, "{proven}");

    let decision = champion.decide(&History::new(State::start()), &Budget::nodes(20_000)).unwrap();
    assert!(decision.nodes < 21_000, "{}", decision.nodes);
    assert!(State::start().is_legal(decision.chosen));
    assert!(decision.proof.is_none() && decision.value.abs() < 1.0);

    let mut over = State::start();
    let mut rng = Rng::with_seed(1);
    while over.outcome().is_none() {
        over.play_unchecked(over.random_move(&mut rng));
    }
    assert_eq!(champion.decide(&History::new(over), &Budget::nodes(1)).err(), Some(GameOver));
}

#[test]
fn the_champion_passes_when_it_has_no_move() {
    let row = |discs: &str| -> State { format!("{discs}{} O", "-".repeat(56)).parse().unwrap() };
    let mut champion =
        Champion::new(Options { table_bytes: 1 << 20, ..Options::default() }, SearchLimits::NONE);
    let mut decide = |state: State| champion.decide(&History::new(state), &Budget::nodes(1_000_000)).unwrap();
    // White has one move, which turns all discs.
    let state = row("OX------");
    assert_eq!(state.move_text(decide(state).chosen), "c1");
    // White has no move; black has one.
    let state = row("------OX");
    assert_eq!(decide(state).chosen, Square::PASS);
}

/// Positions with 10 to 19 empty squares from self-play games. The score of each
/// move was found by a search without evaluation.
#[test]
fn known_endgames_are_solved() {
    let text = include_str!("../../../fixtures/othello-endgames.obf");
    let mut solved = 0;
    for line in text.lines() {
        let Line { state, score, best } = line.parse().unwrap();
        let report = solver(solved % 2 == 1).search(&state, &SearchLimits::NONE, no_limit()).unwrap();
        assert_eq!(Some(report.score), score, "{state}");
        assert!(best.contains(&report.best), "{state} {:?}", report.best);
        solved += 1;
    }
    assert_eq!(solved, 39);
}
