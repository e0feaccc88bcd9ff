//! In an analysis every move has its own value, or a bound that is true.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

mod common;

use alphabeta::{AlphaBeta, Options};
use clock::{Budget, Stop};
use common::{EvaluatedNim, Plain, plain, reachable};
use game::example::{RandomTree, minimax};
use game::{Bound, Decision, Engine, Evaluate, Game, History, MoveReport, Proof};

fn analyzed<G: Game + Evaluate>(state: G, depth: u32, best: usize) -> Decision<G::Move> {
    let mut engine = AlphaBeta::new(Options { max_depth: depth, table_bytes: 1 << 16, ..Options::default() });
    engine.analyze(&History::new(state), &Budget::default(), best, &mut |_| ()).unwrap()
}

/// The value of a move by plain negamax.
fn plain_move<G: Game + Evaluate>(state: &G, m: G::Move, depth: u32) -> Plain {
    match plain(&state.play(m).unwrap(), depth - 1) {
        Plain::Evaluated(value) => Plain::Evaluated(-value),
        Plain::Decided(Proof { outcome, plies }) => {
            Plain::Decided(Proof { outcome: -outcome, plies: plies + 1 })
        }
    }
}

/// Checks one report; returns true if it is exact.
fn check<G: Game + Evaluate>(state: &G, report: &MoveReport<G::Move>, depth: u32) -> bool {
    let place = || format!("{:?} in {state} to depth {depth}: {report:?}", report.played);
    let truth = plain_move(state, report.played, depth);
    let value = match truth {
        Plain::Evaluated(value) => value,
        Plain::Decided(proof) => proof.outcome.value(),
    };
    match report.bound {
        Bound::Exact => {
            assert!((report.value - value).abs() < 1e-4, "{value} {}", place());
            if let (Some(proof), Plain::Decided(truth)) = (report.proof, truth) {
                assert_eq!(proof.outcome, truth.outcome, "{}", place());
            }
        }
        Bound::Upper => assert!(value <= report.value + 1e-4, "{value} {}", place()),
        Bound::Lower => assert!(value >= report.value - 1e-4, "{value} {}", place()),
        Bound::Unknown => panic!("nothing is known: {}", place()),
    }
    report.bound == Bound::Exact
}

#[test]
fn every_move_has_the_value_of_plain_negamax_at_every_depth() {
    let mut checked = 0;
    for seed in 0..40 {
        let start = RandomTree::new(seed);
        for depth in 1..=5 {
            let decision = analyzed(start, depth, usize::MAX);
            let mut legal = Vec::new();
            start.legal_moves(&mut legal);
            assert_eq!(decision.moves.len(), legal.len());
            for report in &decision.moves {
                assert!(check(&start, report, depth), "a bound: {report:?}");
                checked += 1;
            }
            assert!(decision.moves.is_sorted_by(|a, b| a.value >= b.value));
            assert_eq!(decision.moves[0].played, decision.chosen);
        }
    }
    assert!(checked > 300, "{checked}");
}

#[test]
fn the_best_moves_are_exact_and_the_others_have_true_bounds() {
    let (mut exact, mut bounds) = (0, 0);
    for state in reachable(EvaluatedNim::new([3, 4, 2])) {
        if state.outcome().is_some() {
            continue;
        }
        for (depth, best) in [(1, 1), (3, 1), (3, 2), (9, 2)] {
            let decision = analyzed(state, depth, best);
            let here: Vec<_> = decision.moves.iter().map(|report| check(&state, report, depth)).collect();
            let first = here.iter().take_while(|exact| **exact).count();
            assert!(first >= best.min(here.len()), "{state}: {decision:?}");
            exact += first;
            bounds += here.len() - first;
        }
    }
    assert!(exact > 300 && bounds > 300, "{exact} {bounds}");
}

#[test]
fn solved_moves_have_the_shortest_win_and_the_longest_loss() {
    let mut checked = 0;
    for seed in 0..60 {
        let start = RandomTree::new(seed);
        let decision = analyzed(start, 60, usize::MAX);
        for report in &decision.moves {
            let Proof { outcome, plies } = minimax(&start.play(report.played).unwrap());
            let proof = report.proof.unwrap();
            assert!(report.solved, "{report:?}");
            assert_eq!(proof.outcome, -outcome);
            if proof.outcome != game::Outcome::Draw {
                assert_eq!(proof.plies, plies + 1, "{report:?}");
            }
            checked += 1;
        }
        assert_eq!(decision.proof.unwrap().outcome, minimax(&start).outcome);
    }
    assert!(checked > 100, "{checked}");
}

#[test]
fn a_stopped_analysis_keeps_the_last_depth() {
    let start = RandomTree::new(3);
    for nodes in [1, 2, 5, 20, 100] {
        let mut engine = AlphaBeta::new(Options { table_bytes: 1 << 16, ..Options::default() });
        let decision =
            engine.analyze(&History::new(start), &Budget::nodes(nodes), usize::MAX, &mut |_| ()).unwrap();
        assert!(decision.nodes <= nodes);
        for report in &decision.moves {
            // Solved moves are exact at any depth.
            if report.solved {
                assert_eq!(
                    report.proof.unwrap().outcome,
                    -minimax(&start.play(report.played).unwrap()).outcome
                );
            } else if decision.depth > 0 {
                check(&start, report, decision.depth);
            }
        }
    }
    let stop = Stop::new();
    stop.stop();
    let budget = Budget { stop: Some(stop), ..Budget::default() };
    let mut engine = AlphaBeta::new(Options::default());
    let decision = engine.analyze(&History::new(start), &budget, usize::MAX, &mut |_| ()).unwrap();
    assert!(start.is_legal(decision.chosen));
}

/// The table of moves showed the bound of a refuted move as if it were its value.
#[test]
fn play_reports_bounds_as_bounds() {
    let mut bounds = 0;
    for seed in 0..40 {
        let start = RandomTree::new(seed);
        for depth in 1..=4 {
            let decision = common::searched(start, depth);
            bounds += decision.moves.iter().filter(|report| !check(&start, report, depth)).count();
        }
    }
    assert!(bounds > 50, "{bounds}");
}
