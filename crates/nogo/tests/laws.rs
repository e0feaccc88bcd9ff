//! The optional knowledge of the game obeys its laws.

use game::Game;
use game::conformance::Conformance;
use mcts::conformance::GuideConformance;
use mcts::guide::ByWeight;
use mcts::playout::Full;
use nogo::State;
use nogo::learned::{ByLearned, LearnedChances, Mixed};
use nogo::playout::SharedFirst;

#[test]
fn tactics_evaluation_and_weights_obey_their_laws() {
    let small = State::empty_board(4, 5).unwrap();
    for start in [small, State::start()] {
        let suite = Conformance { games: 5, ..Conformance::new() };
        suite.check_tactics(start);
        suite.check_evaluation(start);
        suite.check_heuristic(start);
    }
}

#[test]
fn learned_priors_sum_to_one_and_win_chances_are_chances() {
    let suite = GuideConformance { games: 5, ..Default::default() };
    suite.check_prior(State::start(), ByWeight);
    suite.check_prior(State::start(), ByLearned { temperature: 0.2 });
    suite.check_chances(State::start(), LearnedChances);
}

#[test]
fn the_learned_value_of_a_leaf_is_the_one_that_its_parent_knows() {
    let mixed = Mixed { playout: Full::new(SharedFirst), share: 0.6 };
    GuideConformance { games: 5, ..Default::default() }.check_evaluator(State::start(), mixed);
}
