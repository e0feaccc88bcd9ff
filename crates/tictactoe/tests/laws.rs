//! The optional knowledge of the game obeys its laws.

use game::Game;
use game::conformance::Conformance;
use mcts::conformance::GuideConformance;
use mcts::guide::ByWeight;
use tictactoe::State;

#[test]
fn tactics_evaluation_and_weights_obey_their_laws() {
    let suite = Conformance::new();
    suite.check_tactics(State::start());
    suite.check_evaluation(State::start());
    suite.check_heuristic(State::start());
    GuideConformance::default().check_prior(State::start(), ByWeight);
}
