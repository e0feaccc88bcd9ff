//! The laws of evaluators and of the knowledge that guides a tree, as a test suite.
//!
//! ```
//! use game::Game;
//! use game::example::Nim;
//! use mcts::conformance::GuideConformance;
//! use mcts::guide::Even;
//! GuideConformance::default().check_prior(Nim::start(), Even);
//! ```
//!
//! A broken law panics with the law, the position and the difference.

use game::{Game, Proof, Rng};

use crate::evaluator::{Evaluator, Query, Request};
use crate::guide::{Prior, Prover, WinChances};
use crate::node::Node;

/// Thoroughness of the suite.
#[derive(Clone, Debug)]
pub struct GuideConformance {
    /// Number of random games from the starting position.
    pub games: usize,
    /// Seed of the random games.
    pub seed: u64,
}

impl Default for GuideConformance {
    fn default() -> Self {
        GuideConformance { games: 50, seed: 1 }
    }
}

/// Largest difference from 1 of the sum of 255 rounded priors.
const ROUNDING: f32 = 1e-3;

impl GuideConformance {
    /// Checks that priors are probabilities: none negative, their sum 1.
    pub fn check_prior<G: Game>(&self, start: G, mut prior: impl Prior<G>) {
        self.each_state(start, |state, moves| {
            let priors = appended(moves, |out| prior.priors(state, moves, out));
            assert!(priors.iter().all(|p| *p >= 0.0), "a prior is negative in {state}: {priors:?}");
            let sum: f32 = priors.iter().sum();
            assert!((sum - 1.0).abs() < ROUNDING, "the priors of {state} sum to {sum}: {priors:?}");
        });
    }

    /// Checks that win chances lie in [0, 1].
    pub fn check_chances<G: Game>(&self, start: G, mut chances: impl WinChances<G>) {
        self.each_state(start, |state, moves| {
            let chances = appended(moves, |out| chances.chances(state, moves, out));
            assert!(chances.iter().all(|c| (0.0..=1.0).contains(c)), "chances in {state}: {chances:?}");
        });
    }

    /// Checks every proof against `solve`, an independent solver that returns
    /// the result for the side to move, or `None` if it cannot tell. Returns
    /// the number of proofs that were checked.
    pub fn check_prover<G: Game>(
        &self,
        start: G,
        mut prover: impl Prover<G>,
        visits: u32,
        mut solve: impl FnMut(&G) -> Option<game::Outcome>,
    ) -> usize {
        let mut checked = 0;
        self.each_state(start, |state, _| {
            if let Some(Proof { outcome, .. }) = prover.prove(state, visits)
                && let Some(solved) = solve(state)
            {
                assert_eq!(outcome, solved, "a false proof in {state}");
                checked += 1;
            }
        });
        checked
    }

    /// Checks that the answers of an evaluator agree with each other: values lie in
    /// [−1, 1] and estimates in [0, 1]; one call for both gives the same as two; a
    /// batch gives the same as one by one; and neither the path to a position nor the
    /// estimate of its move changes its value by more than rounding does.
    pub fn check_evaluator<G: Game, E: Evaluator<G>>(&self, start: G, evaluator: E) {
        // The evaluator that follows the games, and one that knows no path.
        let (mut following, alone) = (evaluator.clone(), evaluator);
        let mut rng = Rng::with_seed(self.seed);
        let mut moves = Vec::with_capacity(G::MAX_MOVES);
        for _ in 0..self.games {
            let (mut state, mut path, mut estimate) = (start, Vec::new(), None);
            let (mut requests, mut values) = (Vec::new(), Vec::new());
            let batch_seed = rng.u64(..);
            let mut batch_rng = Rng::with_seed(batch_seed);
            while state.outcome().is_none() {
                state.legal_moves(&mut moves);
                let seed = rng.u64(..);
                let known = Query { state: &state, root: &start, path: &path, estimate };
                let estimates = appended(&moves, |out| following.estimate(known, &moves, out));
                assert!(estimates.iter().all(|e| (0.0..=1.0).contains(e)), "{state}: {estimates:?}");
                let value = |evaluator: &mut E, query| {
                    let mut trace = Vec::new();
                    (evaluator.value(query, &mut Rng::with_seed(seed), &mut trace), trace)
                };
                let followed = value(&mut following, known);
                let by_itself = value(&mut alone.clone(), Query::alone(&state));
                assert!(followed.0.abs() <= 1.0, "the value of {state} is {}", followed.0);
                assert!((followed.0 - by_itself.0).abs() < 1e-3, "{state}: {followed:?}, {by_itself:?}");
                assert_eq!(followed.1, by_itself.1, "the playout from {state}");
                let mut trace = Vec::new();
                let together = appended(&moves, |out| {
                    let mut rng = Rng::with_seed(seed);
                    let value = following.evaluate(known, &moves, out, &mut rng, &mut trace);
                    assert_eq!(value, followed.0, "value with estimates in {state}");
                });
                assert_eq!(together, estimates, "estimates with the value in {state}");
                let wants_moves = rng.bool();
                let mut request = Request { path: path.clone(), estimate, ..Request::new(state) };
                if wants_moves {
                    request.moves.clone_from(&moves);
                }
                requests.push(request);
                let mut trace = Vec::new();
                let value = match wants_moves {
                    true => {
                        alone.clone().evaluate(known, &moves, &mut Vec::new(), &mut batch_rng, &mut trace)
                    }
                    false => alone.clone().value(known, &mut batch_rng, &mut trace),
                };
                values.push((value, trace, if wants_moves { estimates.clone() } else { Vec::new() }));
                let chosen = rng.usize(..moves.len());
                estimate = Some(Node::new(moves[chosen], estimates[chosen]).prior());
                path.push(moves[chosen]);
                state.play_unchecked(moves[chosen]);
            }
            following.evaluate_batch(&start, &mut requests, &mut Rng::with_seed(batch_seed));
            for (request, (value, trace, estimates)) in requests.iter().zip(values) {
                let state = request.state;
                assert!((request.value - value).abs() < 1e-5, "{state}: {} for {value}", request.value);
                assert_eq!((&request.trace, &request.estimates), (&trace, &estimates), "{state}");
            }
        }
    }

    /// Calls `check` with every unfinished state of random games.
    fn each_state<G: Game>(&self, start: G, mut check: impl FnMut(&G, &[G::Move])) {
        let mut rng = Rng::with_seed(self.seed);
        let mut moves = Vec::with_capacity(G::MAX_MOVES);
        for _ in 0..self.games {
            let mut state = start;
            while state.outcome().is_none() {
                state.legal_moves(&mut moves);
                check(&state, &moves);
                state.play_unchecked(state.random_move(&mut rng));
            }
        }
    }
}

/// What a source appends to a list that is not empty: one number per move,
/// the old content unchanged.
fn appended<M>(moves: &[M], fill: impl FnOnce(&mut Vec<f32>)) -> Vec<f32> {
    const OLD: f32 = 0.125;
    let mut list = vec![OLD];
    fill(&mut list);
    assert_eq!(list[0], OLD, "old content of the list has changed");
    assert_eq!(list.len(), moves.len() + 1, "one number per move is wanted");
    list.split_off(1)
}

#[cfg(test)]
mod tests {
    use std::panic::catch_unwind;

    use game::example::{Nim, RandomTree};

    use super::*;
    use crate::guide::{ByEvaluation, ByWeight, Even};

    #[derive(Clone)]
    struct TooMuch;

    impl<G: Game> Prior<G> for TooMuch {
        fn priors(&mut self, _: &G, moves: &[G::Move], priors: &mut Vec<f32>) {
            priors.extend(moves.iter().map(|_| 0.9));
        }
    }

    impl<G: Game> WinChances<G> for TooMuch {
        fn chances(&mut self, _: &G, moves: &[G::Move], chances: &mut Vec<f32>) {
            chances.extend(moves.iter().map(|_| 1.1));
        }
    }

    #[test]
    fn the_built_in_priors_are_probabilities() {
        for seed in 0..10 {
            GuideConformance::default().check_prior(RandomTree::new(seed), Even);
            GuideConformance::default().check_prior(RandomTree::new(seed), ByWeight);
        }
    }

    #[test]
    fn the_built_in_win_chances_are_probabilities() {
        for seed in 0..10 {
            GuideConformance::default().check_chances(RandomTree::new(seed), Even);
            GuideConformance::default().check_chances(RandomTree::new(seed), ByEvaluation);
        }
    }

    #[test]
    fn the_suite_catches_broken_laws() {
        let suite = GuideConformance::default();
        assert!(catch_unwind(|| suite.check_prior(Nim::start(), TooMuch)).is_err());
        assert!(catch_unwind(|| suite.check_chances(Nim::start(), TooMuch)).is_err());
    }
}
