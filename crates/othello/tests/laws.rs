//! The optional knowledge of the game obeys its laws.

use game::Game;
use game::conformance::Conformance;
use mcts::conformance::GuideConformance;
use mcts::guide::ByWeight;
use othello::State;

#[test]
fn evaluation_and_weights_obey_their_laws() {
    let suite = Conformance { games: 50, ..Conformance::new() };
    suite.check_evaluation(State::start());
    suite.check_heuristic(State::start());
    GuideConformance { games: 20, ..Default::default() }.check_prior(State::start(), ByWeight);
}
