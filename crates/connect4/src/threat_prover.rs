//! Proofs at the nodes of the search, by threats and by the exact solver.
//!
//! Before a node is expanded, a sequence of threats that wins by force is searched.
//! Nodes with many visits are given to the exact solver, which sees the end of a
//! game from further away than playouts do, while the search can still choose
//! another line.

use clock::{Budget, Deadline};
use game::Proof;
use mcts::guide::Prover;

use crate::board::Class;
use crate::safe_moves::{SafeMoves, safe_proof};
use crate::solver::Solver;

/// Largest number of threats in a forced win.
const MAX_THREATS: u32 = 12;
/// Node limit of a search for a forced win.
const FORCED_WIN_NODES: u64 = 200;

/// The solver runs at nodes with at least this number of visits
const MIN_VISITS: u32 = 256;
/// and at most this number of empty cells.
const MAX_EMPTY: u32 = 52;
/// Node limit of one run of the solver.
const SOLVER_NODES: u64 = 16_000;
/// Solver nodes that every new node of the search adds to the allowance. A run of
/// the solver takes [`SOLVER_NODES`] from it.
const NODES_EARNED: u64 = 8;

/// Proves positions by forced wins and by the solver.
#[derive(Clone)]
pub struct ThreatProver<B> {
    solver: Solver<B>,
    /// Nodes that the solver may still search.
    allowance: u64,
}

impl<B: Class> ThreatProver<B> {
    /// Creates a prover whose solver has a transposition table of `table` bytes.
    pub fn new(table: usize) -> Self {
        ThreatProver { solver: Solver::new(table), allowance: 0 }
    }

    fn solved(&mut self, state: &SafeMoves<B>) -> Option<Proof> {
        self.allowance = self.allowance.checked_sub(SOLVER_NODES)?;
        let mut deadline = Deadline::start(&Budget::nodes(SOLVER_NODES));
        self.solver.solve_outcome(state.position(), &mut deadline).map(|solution| solution.proof)
    }
}

impl<B: Class> Prover<SafeMoves<B>> for ThreatProver<B> {
    fn prove(&mut self, state: &SafeMoves<B>, visits: u32) -> Option<Proof> {
        let proof = match visits {
            0..=1 => {
                self.allowance += NODES_EARNED;
                self.solver.forced_win_within(state.position(), MAX_THREATS, FORCED_WIN_NODES)
            }
            MIN_VISITS.. if state.position().vacant().count() <= MAX_EMPTY => self.solved(state),
            _ => None,
        };
        proof.map(safe_proof)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bits::Bits;
    use crate::board::State;
    use crate::safe_moves::full_proof;
    use game::{Game, Outcome, Rng};

    #[test]
    fn proofs_agree_with_the_solver() {
        let mut rng = Rng::with_seed(3);
        let (mut forced, mut solved) = (0, 0);
        for game in 0..60 {
            let start = ["5x6-2,2", "6x6", "5x7-4,1"][game % 3];
            let mut state: State = start.parse().unwrap();
            let mut prover = ThreatProver::new(1 << 16);
            let mut reference = Solver::new(1 << 20);
            loop {
                let safe = SafeMoves::new(&state);
                if safe.outcome().is_some() {
                    break;
                }
                // With more empty cells the reference solver takes too long.
                if state.vacant().count() > 20 {
                    state.play_unchecked(safe.random_move(&mut rng));
                    continue;
                }
                let actual =
                    reference.solve_outcome(&state, &mut Deadline::start(&Budget::default())).unwrap();
                if let Some(proof) = prover.prove(&safe, 1) {
                    forced += 1;
                    assert_eq!(
                        (proof.outcome, actual.proof.outcome),
                        (Outcome::Win, Outcome::Win),
                        "{state}"
                    );
                }
                assert_eq!(prover.prove(&safe, 1 << 10), None, "the allowance is empty");
                prover.allowance = SOLVER_NODES;
                if let Some(proof) = prover.prove(&safe, 1 << 10) {
                    solved += 1;
                    assert_eq!(full_proof(proof), actual.proof, "{state}");
                }
                prover.allowance = 0;
                state.play_unchecked(state.random_move(&mut rng));
            }
        }
        assert!(forced > 20 && solved > 200, "{forced} forced wins, {solved} solved");
    }

    #[test]
    fn the_solver_runs_once_new_nodes_have_earned_its_allowance() {
        let mut prover = ThreatProver::new(1 << 16);
        let safe = SafeMoves::new(&"4x4".parse::<State>().unwrap());
        for _ in 0..SOLVER_NODES / NODES_EARNED {
            assert_eq!(prover.prove(&safe, MIN_VISITS), None);
            prover.prove(&safe, 1);
        }
        assert_eq!(prover.prove(&safe, MIN_VISITS - 1), None, "too few visits");
        assert!(prover.prove(&safe, MIN_VISITS).is_some());
        assert_eq!(prover.allowance, 0);
    }
}
