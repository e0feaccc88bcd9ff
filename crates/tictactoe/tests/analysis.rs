//! An analysis gives every move of every position its proven result.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

use std::collections::HashSet;

use alphabeta::{AlphaBeta, Options};
use clock::Budget;
use game::example::minimax;
use game::{Bound, Engine, Game, History, Outcome, Proof, analysis};
use tictactoe::State;
use tictactoe::minimax::Minimax;

/// All positions in which the game goes on.
fn positions() -> Vec<State> {
    let (mut seen, mut found, mut moves) = (HashSet::new(), vec![State::start()], Vec::new());
    let mut next = 0;
    while next < found.len() {
        let state = found[next];
        state.legal_moves(&mut moves);
        for &m in &moves {
            let after = state.play(m).unwrap();
            if after.outcome().is_none() && seen.insert(after) {
                found.push(after);
            }
        }
        next += 1;
    }
    found
}

fn check(engine: &mut dyn Engine<State>) {
    let mut checked = 0;
    for state in positions() {
        let history = History::new(state);
        let decision =
            analysis::analyze(engine, &history, &Budget::default(), usize::MAX, &mut |_| ()).unwrap();
        let mut legal = Vec::new();
        state.legal_moves(&mut legal);
        assert_eq!(decision.moves.len(), legal.len());
        for report in &decision.moves {
            let Proof { outcome, plies } = minimax(&state.play(report.played).unwrap());
            let proof = report.proof.unwrap();
            assert_eq!(proof.outcome, -outcome, "{:?} in {state}", report.played);
            assert!(
                proof.outcome == Outcome::Draw || proof.plies == plies + 1,
                "{:?} in {state}",
                report.played
            );
            assert_eq!(
                (report.value, report.bound, report.solved),
                (proof.outcome.value(), Bound::Exact, true)
            );
            checked += 1;
        }
        assert_eq!(decision.proof.unwrap().outcome, minimax(&state).outcome);
    }
    // 16,167 moves lead from the 4,520 positions.
    assert_eq!(checked, 16_167);
    println!("tictactoe: 4520 positions, all {checked} moves exact");
}

#[test]
fn minimax_proves_every_move_of_every_position() {
    check(&mut Minimax::new(0));
}

#[test]
fn alpha_beta_proves_every_move_of_every_position() {
    check(&mut AlphaBeta::new(Options { table_bytes: 1 << 20, ..Options::default() }));
}
