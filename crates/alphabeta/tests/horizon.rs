//! A search to a limited depth has the value of plain negamax to the same depth,
//! and its proofs are correct.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

mod common;

use alphabeta::{AlphaBeta, Options};
use clock::Budget;
use common::{EvaluatedNim, Plain, line_end, plain, reachable, searched};
use game::example::{RandomTree, minimax};
use game::{Engine, Evaluate, Game, History, Outcome, Rng};
use proptest::prelude::*;
use proptest::test_runner::FileFailurePersistence;

/// The search rounds evaluations to 1/20,000.
const TOLERANCE: f32 = 1e-4;

fn assert_equals_plain<G: Game + Evaluate>(state: G, depth: u32) {
    let decision = searched(state, depth);
    let truth = plain(&state, depth);
    match truth {
        Plain::Evaluated(value) => {
            assert!((decision.value - value).abs() < TOLERANCE, "{state} to depth {depth}");
            assert_eq!(decision.proof, None, "{state} to depth {depth}");
            assert_eq!(decision.line.len(), depth as usize, "{state}: the line reaches the horizon");
        }
        Plain::Decided(proof) => {
            assert_eq!(decision.value, proof.outcome.value(), "{state} to depth {depth}");
            if proof.outcome != Outcome::Draw {
                assert_eq!(decision.proof, Some(proof), "{state} to depth {depth}");
            }
        }
    }
    line_end(state, &decision);
}

#[test]
fn random_trees_have_the_value_of_plain_negamax_at_every_depth() {
    for seed in 0..1000 {
        for depth in 1..=7 {
            assert_equals_plain(RandomTree::new(seed), depth);
        }
    }
}

#[test]
fn tic_tac_toe_has_the_value_of_plain_negamax_at_every_depth() {
    let mut positions = reachable(tictactoe::State::start());
    Rng::with_seed(5).shuffle(&mut positions);
    for state in positions.into_iter().filter(|state| state.outcome().is_none()).take(400) {
        for depth in 1..=4 {
            assert_equals_plain(state, depth);
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig {
        cases: 1000,
        failure_persistence: Some(Box::new(FileFailurePersistence::WithSource("proptest-regressions"))),
        ..ProptestConfig::default()
    })]

    #[test]
    fn no_option_changes_the_value(
        seed: u64,
        max_depth in 1u32..8,
        table_bytes in 0usize..4096,
        aspiration in prop_oneof![Just(0.0), Just(f32::NAN), Just(-1.0), 0f32..2.0],
    ) {
        let state = RandomTree::new(seed);
        let mut engine = AlphaBeta::new(Options { max_depth, table_bytes, aspiration });
        let budget = Budget { exhaustive: true, ..Budget::default() };
        let decision = engine.decide(&History::new(state), &budget).unwrap();
        let default = searched(state, max_depth);
        prop_assert_eq!(decision.value, default.value);
        // Before the end of the game is reached, whether a draw is *proven* depends
        // on whether its refutations were proven or evaluated.
        match decision.proof.or(default.proof) {
            Some(proof) if proof.outcome == Outcome::Draw => {
                prop_assert_eq!(minimax(&state).outcome, Outcome::Draw);
            }
            _ => prop_assert_eq!(decision.proof, default.proof),
        }
    }
}

/// Searches many positions in any order with engines that keep their tables: the
/// entries of one search must not lead to a false proof in another.
fn assert_no_false_proof<G: Game + Evaluate>(positions: &[G], table_bytes: usize) {
    let mut engines: Vec<_> = (1..=3)
        .map(|max_depth| AlphaBeta::new(Options { max_depth, table_bytes, ..Options::default() }))
        .collect();
    let mut rng = Rng::with_seed(9);
    let mut proofs = 0;
    for &state in positions.iter().filter(|state| state.outcome().is_none()) {
        let engine = &mut engines[rng.usize(0..3)];
        let nodes = Budget::nodes(rng.u64(1..200));
        let decision = engine.decide(&History::new(state), &nodes).unwrap();
        let outcome = minimax(&state).outcome;
        if let Some(proof) = decision.proof {
            assert_eq!(proof.outcome, outcome, "{state}");
            proofs += 1;
        }
        for report in decision.moves {
            if let Some(proof) = report.proof {
                let truth = -minimax(&state.play(report.played).unwrap()).outcome;
                assert_eq!(proof.outcome, truth, "a move of {state}");
            }
        }
        line_end(state, &engine.decide(&History::new(state), &nodes).unwrap());
    }
    assert!(proofs > positions.len() / 20, "only {proofs} proofs were checked");
}

#[test]
fn proofs_are_never_false() {
    let mut rng = Rng::with_seed(3);
    let mut tic_tac_toe = reachable(tictactoe::State::start());
    tic_tac_toe.retain(|state| state.to_string().matches('.').count() <= 7);
    let mut nim = reachable(EvaluatedNim::new([2, 3, 4]));
    let random_trees: Vec<_> =
        (0..300).flat_map(|seed| reachable(RandomTree::new(seed)).into_iter().take(20)).collect();
    for table_bytes in [112, 1 << 10, 1 << 18] {
        rng.shuffle(&mut tic_tac_toe);
        rng.shuffle(&mut nim);
        assert_no_false_proof(&tic_tac_toe, table_bytes);
        assert_no_false_proof(&nim, table_bytes);
        assert_no_false_proof(&random_trees, table_bytes);
    }
}
