//! The optional knowledge of the game obeys its laws.

use connect4::prior::ThreatPrior;
use connect4::safe_moves::SafeMoves;
use connect4::{Classic, State};
use game::Game;
use game::conformance::Conformance;
use mcts::conformance::GuideConformance;
use mcts::guide::ByWeight;

#[test]
fn tactics_evaluation_and_weights_obey_their_laws() {
    let suite = Conformance { games: 50, ..Conformance::new() };
    for start in [State::start(), State::random_board(7), State::random_board(8)] {
        suite.check_tactics(start);
        suite.check_evaluation(start);
        suite.check_heuristic(start);
    }
    suite.check_tactics(Classic::start());
}

#[test]
fn priors_are_probabilities() {
    let suite = GuideConformance { games: 20, ..Default::default() };
    suite.check_prior(State::start(), ByWeight);
    for seed in 0..5 {
        suite.check_prior(SafeMoves::new(&State::random_board(seed)), ThreatPrior::default());
    }
}
