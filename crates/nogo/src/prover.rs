//! The exact solver inside the search tree.

use game::{Outcome, Proof};
use mcts::guide::Prover;

use crate::board::State;
use crate::solver::Solver;
use crate::solver_first::max_plies;

/// Most positions of one attempt, so that a search under a clock is not late: 20 ms on
/// a slow machine.
const MAX_NODES: u64 = 8192;

/// Proves endings by the exact solver, with an effort that grows with the visits.
#[derive(Clone)]
pub struct EndingProver {
    solver: Solver,
    /// Positions that the solver searches per visit of the node.
    effort: u64,
    /// Maximum number of legal moves, of both sides together.
    max_legal: u32,
}

impl EndingProver {
    /// A prover with a table of `table` bytes. At a node with n visits (4, 32, 256 and
    /// so on) it searches at most n · `effort` positions, but not more than 8,192, and
    /// none if both sides together have more than `max_legal` legal moves. An effort of
    /// 0 disables it.
    pub fn new(table: usize, effort: u64, max_legal: u32) -> Self {
        EndingProver { solver: Solver::new(table), effort, max_legal }
    }
}

impl Prover<State> for EndingProver {
    fn prove(&mut self, state: &State, visits: u32) -> Option<Proof> {
        // The tree asks at every power of two; a failed attempt is worth repeating only
        // with much more effort.
        let asked = visits.max(4).ilog2() % 3 == 2;
        if self.effort == 0
            || !asked
            || state.own_legal().count() + state.other_legal().count() > self.max_legal
        {
            return None;
        }
        let wins = self.solver.wins_within(state, (self.effort * u64::from(visits.max(1))).min(MAX_NODES))?;
        let outcome = if wins { Outcome::Win } else { Outcome::Loss };
        Some(Proof { outcome, plies: max_plies(state) })
    }
}

#[cfg(test)]
mod tests {
    use game::Game;
    use mcts::conformance::GuideConformance;

    use super::*;

    #[test]
    fn proofs_agree_with_a_solver_that_has_no_limit() {
        let mut solver = Solver::new(1 << 20);
        let solve = |state: &State| match solver.solve(state).wins {
            true => Some(Outcome::Win),
            false => Some(Outcome::Loss),
        };
        let suite = GuideConformance { games: 20, ..GuideConformance::default() };
        let checked = suite.check_prover(State::start(), EndingProver::new(1 << 20, 64, 30), 32, solve);
        assert!(checked > 100, "only {checked} proofs");
    }

    #[test]
    fn an_effort_of_0_and_few_visits_between_two_attempts_prove_nothing() {
        let mut state = State::start();
        let mut rng = game::Rng::with_seed(5);
        while state.own_legal().count() + state.other_legal().count() > 16 {
            state.play_unchecked(state.random_move(&mut rng));
        }
        assert!(EndingProver::new(1 << 20, 0, 40).prove(&state, 32).is_none());
        assert!(EndingProver::new(1 << 20, 64, 40).prove(&state, 8).is_none());
        assert!(EndingProver::new(1 << 20, 64, 40).prove(&state, 32).is_some());
    }
}
