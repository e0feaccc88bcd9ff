//! What the search is told about its nodes: priors from threats, and results
//! that somebody else can prove.
//!
//! Before a node gets children, a chain of threats is looked for that wins by
//! force. And nodes that many simulations have gone through are shown to the
//! exact solver, which sees the end of a game from further away than a playout:
//! so the search learns what a line leads to while it can still choose another.

use clock::{Budget, Deadline};
use game::Proof;
use mcts::guide::Prover;

use crate::board::Class;
use crate::sharp::{Sharp, seen};
use crate::solver::Solver;

/// Threats in a chain, and the positions that may be looked at for one.
const CHAIN: u32 = 12;
const PATIENCE: u64 = 200;

/// The solver is shown nodes with so many visits,
const VISITS: u32 = 256;
/// and not more empty cells than this.
const EMPTY: u32 = 52;
/// Every time it may look at so many positions,
const EFFORT: u64 = 16_000;
/// for which each new node of the search saves up this.
const SAVED: u64 = 8;

/// Priors and proofs.
#[derive(Clone)]
pub struct Insight<B> {
    solver: Solver<B>,
    /// Positions that the solver may still look at.
    savings: u64,
}

impl<B: Class> Insight<B> {
    /// With a solver that remembers so many bytes.
    pub fn new(table: usize) -> Self {
        Insight { solver: Solver::new(table), savings: 0 }
    }

    fn solved(&mut self, state: &Sharp<B>) -> Option<Proof> {
        self.savings = self.savings.checked_sub(EFFORT)?;
        let mut deadline = Deadline::start(&Budget::nodes(EFFORT));
        self.solver.solve_outcome(state.position(), &mut deadline).map(|solution| solution.proof)
    }
}

impl<B: Class> Prover<Sharp<B>> for Insight<B> {
    fn prove(&mut self, state: &Sharp<B>, visits: u32) -> Option<Proof> {
        let proof = match visits {
            0..=1 => {
                self.savings += SAVED;
                self.solver.chain(state.position(), CHAIN, PATIENCE)
            }
            VISITS.. if state.position().vacant().count() <= EMPTY => self.solved(state),
            _ => None,
        };
        proof.map(seen)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bits::Bits;
    use crate::board::State;
    use crate::sharp::real;
    use game::{Game, Outcome, Rng};

    #[test]
    fn what_it_proves_is_so() {
        let mut rng = Rng::with_seed(3);
        let (mut chains, mut solved) = (0, 0);
        for game in 0..60 {
            let start = ["5x6-2,2", "6x6", "5x7-4,1"][game % 3];
            let mut state: State = start.parse().unwrap();
            let mut insight = Insight::new(1 << 16);
            let mut truth = Solver::new(1 << 20);
            loop {
                let sharp = Sharp::new(&state);
                if sharp.outcome().is_some() {
                    break;
                }
                // Before that the truth would take too long.
                if state.vacant().count() > 20 {
                    state.play_unchecked(sharp.random_move(&mut rng));
                    continue;
                }
                let actual = truth.solve_outcome(&state, &mut Deadline::start(&Budget::default())).unwrap();
                if let Some(proof) = insight.prove(&sharp, 1) {
                    chains += 1;
                    assert_eq!(
                        (proof.outcome, actual.proof.outcome),
                        (Outcome::Win, Outcome::Win),
                        "{state}"
                    );
                }
                assert_eq!(insight.prove(&sharp, 1 << 10), None, "nothing is saved up");
                insight.savings = EFFORT;
                if let Some(proof) = insight.prove(&sharp, 1 << 10) {
                    solved += 1;
                    assert_eq!(real(proof), actual.proof, "{state}");
                }
                insight.savings = 0;
                state.play_unchecked(state.random_move(&mut rng));
            }
        }
        assert!(chains > 20 && solved > 200, "{chains} chains, {solved} solved");
    }

    #[test]
    fn it_saves_up_for_the_solver() {
        let mut insight = Insight::new(1 << 16);
        let sharp = Sharp::new(&"4x4".parse::<State>().unwrap());
        for _ in 0..EFFORT / SAVED {
            assert_eq!(insight.prove(&sharp, VISITS), None);
            insight.prove(&sharp, 1);
        }
        assert_eq!(insight.prove(&sharp, VISITS - 1), None, "too few visits");
        assert!(insight.prove(&sharp, VISITS).is_some());
        assert_eq!(insight.savings, 0);
    }
}
