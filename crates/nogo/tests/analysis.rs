//! An analysis proves every move of a small board.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

use clock::Budget;
use game::example::minimax;
use game::{Bound, Game, History, Playable, Rng, analysis};
use nogo::State;

#[test]
fn every_move_of_a_small_board_has_the_result_of_minimax() {
    let mut engine = State::strategies().build("champion").unwrap();
    let mut rng = Rng::with_seed(1);
    let mut checked = 0;
    for text in ["2x3", "3x3", "3x4"] {
        for _ in 0..10 {
            let mut state: State = text.parse().unwrap();
            for _ in 0..state.empty().count() / 3 {
                state = state.play(state.random_move(&mut rng)).unwrap();
            }
            if state.outcome().is_some() {
                continue;
            }
            let history = History::new(state);
            let budget = Budget::simulations(100);
            let decision =
                analysis::analyze(&mut *engine, &history, &budget, usize::MAX, &mut |_| ()).unwrap();
            for report in &decision.moves {
                let truth = minimax(&state.play(report.played).unwrap());
                let proof = report.proof.unwrap();
                assert_eq!(proof.outcome, -truth.outcome, "{:?} in {state}", report.played);
                assert!(proof.plies > truth.plies, "the number is enough: {report:?}");
                assert_eq!((report.value, report.bound), (proof.outcome.value(), Bound::Exact));
                checked += 1;
            }
            assert_eq!(decision.proof.unwrap().outcome, minimax(&state).outcome);
        }
    }
    assert!(checked > 60, "{checked}");
}
