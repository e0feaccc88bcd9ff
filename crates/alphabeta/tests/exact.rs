//! A search to the end of the game has the result of plain minimax, outcome and
//! distance, in every position.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

mod common;

use alphabeta::{AlphaBeta, Options};
use clock::Budget;
use common::{EvaluatedNim, line_end, reachable, searched};
use game::example::{RandomTree, minimax};
use game::{Decision, Engine, Evaluate, Game, GameOver, History, Outcome, Proof, Rng};

/// Checks outcome and distance. Draws may have several lengths (minimax returns
/// the longest), so the length of a draw must only be that of the line. In
/// tic-tac-toe, all draws of a position are equally long.
fn assert_correct<G: Game>(state: G, decision: &Decision<G::Move>, truth: Proof) {
    let proof = decision.proof.unwrap_or_else(|| panic!("no proof in {state}"));
    assert_eq!(proof.outcome, truth.outcome, "{state}");
    assert_eq!(decision.value, truth.outcome.value(), "{state}");
    let end = line_end(state, decision);
    if truth.outcome != Outcome::Draw || G::NAME == "tictactoe" {
        assert_eq!(proof.plies, truth.plies, "{state}");
    }
    if end.outcome().is_some() {
        assert_eq!(decision.line.len(), proof.plies as usize, "{state}");
    }
    let after = minimax(&state.play(decision.chosen).unwrap());
    assert_eq!(-after.outcome, truth.outcome, "the move keeps the result of {state}");
    if truth.outcome != Outcome::Draw {
        assert_eq!(after.plies + 1, truth.plies, "the move keeps the distance in {state}");
    }
}

fn engine<G: Game + Evaluate>(table_bytes: usize) -> AlphaBeta<G> {
    AlphaBeta::new(Options { table_bytes, ..Options::default() })
}

fn decide<G: Game + Evaluate>(engine: &mut AlphaBeta<G>, state: G) -> Decision<G::Move> {
    engine.decide(&History::new(state), &Budget::default()).unwrap()
}

#[test]
fn random_trees_are_solved() {
    for seed in 0..3000 {
        let state = RandomTree::new(seed);
        assert_correct(state, &searched(state, 8), minimax(&state));
    }
}

#[test]
fn every_position_of_tic_tac_toe_is_solved_by_a_new_engine() {
    for state in reachable(tictactoe::State::start()) {
        if state.outcome().is_none() {
            let decision = searched(state, 9);
            assert_correct(state, &decision, minimax(&state));
            let end = line_end(state, &decision);
            assert!(end.outcome().is_some(), "the line of {state} goes to the end");
        }
    }
}

#[test]
fn every_position_of_tic_tac_toe_is_solved_by_one_engine_in_any_order() {
    let mut positions = reachable(tictactoe::State::start());
    for (seed, table_bytes) in [(1, 1 << 20), (2, 1 << 12), (3, 112), (4, 0)] {
        let mut engine = engine(table_bytes);
        Rng::with_seed(seed).shuffle(&mut positions);
        for &state in positions.iter().filter(|state| state.outcome().is_none()).take(1500) {
            assert_correct(state, &decide(&mut engine, state), minimax(&state));
        }
    }
}

/// Interrupted searches leave incomplete results in the table. Later searches
/// must complete them, with the right moves.
fn assert_correct_after_interrupted_searches<G: Game + Evaluate>(start: G, seed: u64, table_bytes: usize) {
    let mut rng = Rng::with_seed(seed);
    let mut positions = reachable(start);
    positions.retain(|state| state.outcome().is_none());
    let mut engine = engine(table_bytes);
    for _ in 0..4 {
        rng.shuffle(&mut positions);
        for &state in positions.iter().take(1000) {
            let budget = Budget { nodes: Some(rng.u64(0..150)), ..Budget::default() };
            let decision = engine.decide(&History::new(state), &budget).unwrap();
            let outcome = minimax(&state).outcome;
            if let Some(proof) = decision.proof {
                assert_eq!(proof.outcome, outcome, "{state}");
                let after = minimax(&state.play(decision.chosen).unwrap());
                assert_eq!(-after.outcome, outcome, "the move keeps the result of {state}");
            }
        }
    }
    for &state in positions.iter().take(1000) {
        assert_correct(state, &decide(&mut engine, state), minimax(&state));
    }
}

#[test]
fn results_after_interrupted_searches_are_correct() {
    for seed in 0..4 {
        for table_bytes in [1 << 18, 1 << 12, 1 << 8] {
            let few_stones: tictactoe::State =
                ["x../.../...", ".../.x./...", "x../..o/...", "xo./.../..."][seed as usize].parse().unwrap();
            assert_correct_after_interrupted_searches(few_stones, seed, table_bytes);
            assert_correct_after_interrupted_searches(EvaluatedNim::new([2, 3, 4]), seed, table_bytes);
        }
    }
}

#[test]
fn nim_has_the_outcome_of_its_theory_and_the_distance_of_minimax() {
    for table_bytes in [1 << 20, 1 << 10, 112] {
        let mut engine = engine(table_bytes);
        for a in 0..=4 {
            for b in a..=4 {
                for c in b..=4 {
                    let state = EvaluatedNim::new([a, b, c]);
                    if state.outcome().is_some() || a + b + c > 9 {
                        continue;
                    }
                    let decision = decide(&mut engine, state);
                    assert_eq!(decision.proof.map(|p| p.outcome == Outcome::Win), Some(state.0.is_won()));
                    assert_correct(state, &decision, minimax(&state));
                }
            }
        }
    }
}

#[test]
fn the_reports_of_the_moves_agree_with_minimax() {
    for seed in 0..300 {
        let state = RandomTree::new(seed);
        let decision = searched(state, 8);
        assert_eq!(decision.moves[0].played, decision.chosen);
        for report in &decision.moves {
            let truth = -minimax(&state.play(report.played).unwrap()).outcome;
            if let Some(proof) = report.proof {
                assert_eq!(proof.outcome, truth, "{state}");
            }
            assert!(report.value <= decision.value, "the chosen move has the best value");
        }
        let visits: u64 = decision.moves.iter().map(|report| report.visits).sum();
        assert!(visits < decision.nodes, "the root itself is also visited");
    }
}

#[test]
fn a_finished_game_has_no_decision() {
    let over: tictactoe::State = "xxx/oo./...".parse().unwrap();
    let decision = engine(1 << 10).decide(&History::new(over), &Budget::default());
    assert_eq!(decision.map(|decision| decision.chosen), Err(GameOver));
}
