//! The solver: proven bounds, and what follows from them.

use game::{Game, Outcome};

use crate::evaluator::Evaluator;
use crate::node::{Bounds, Flags};
use crate::path::{Leaf, Step};
use crate::select::Select;
use crate::tree::Tree;

impl<G: Game, S: Select> Tree<G, S> {
    /// Sets the result of a node at its first visit if the game is over there.
    #[inline]
    pub(crate) fn mark_terminal(&mut self, step: Step, state: &G) -> Leaf {
        let Some(outcome) = state.outcome() else {
            return Leaf::Open;
        };
        for index in [step.edge, step.node] {
            let node = &mut self.pool[index];
            node.flags.set_bounds(Bounds::exactly(-outcome));
        }
        Leaf::Terminal
    }

    /// Sets the result of a node if the evaluator proves it. Returns true if it does.
    #[inline]
    pub(crate) fn try_prove(&mut self, step: Step, state: &G, evaluator: &mut impl Evaluator<G>) -> bool {
        if !self.solver {
            return false;
        }
        let Some(proof) = evaluator.prove(state, self.pool[step.node].visits) else {
            return false;
        };
        for index in [step.edge, step.node] {
            let node = &mut self.pool[index];
            node.flags.set_bounds(Bounds::exactly(-proof.outcome));
            node.set_plies(proof.plies.min(u8::MAX.into()) as u8);
        }
        true
    }

    /// Sets the results of the moves of a new node that end the game. Returns true
    /// if there are any.
    pub(crate) fn find_terminal_children(&mut self, node: u32, state: &G) -> bool {
        let mut found = false;
        for i in 0..self.moves.len() {
            let mut next = *state;
            next.play_unchecked(self.moves[i]);
            let Some(outcome) = next.outcome() else {
                continue;
            };
            let edge = if self.pool[node].has_unmade() {
                self.pool[node].flags.insert(Flags::UNORDERED);
                self.make_child(node, self.moves[i])
            } else {
                // All children are made, in the order of the moves.
                Some(self.pool[node].children + i as u32)
            };
            let Some(edge) = edge else {
                break;
            };
            self.pool[edge].flags.set_bounds(Bounds::exactly(-outcome));
            found = true;
        }
        found
    }

    /// Computes the bounds of a node from its children and prunes dominated
    /// children. Returns true if the bounds became tighter.
    #[cold]
    pub(crate) fn tighten(&mut self, step: Step) -> bool {
        let mut best = Bounds::exactly(Outcome::Loss);
        for child in self.pool.children(step.node) {
            let bounds = child.bounds();
            best.lower = best.lower.max(bounds.lower);
            best.upper = best.upper.max(bounds.upper);
        }
        if self.pool[step.node].has_unmade() {
            best.upper = Outcome::Win;
        }
        let before = self.pool[step.node].bounds();
        let after = before.and(best.flip());
        if after.outcome().is_none() {
            self.prune_dominated(step.node, best.lower);
        }
        if after == before {
            return false;
        }
        let plies = self.plies_to_end(step.node, after);
        for index in [step.node, step.edge] {
            self.pool[index].flags.set_bounds(after);
            self.pool[index].set_plies(plies);
        }
        true
    }

    /// Prunes the children that cannot be better than the proven lower bound.
    fn prune_dominated(&mut self, node: u32, lower: Outcome) {
        for (child, stat) in self.pool.pairs_mut(node) {
            if child.bounds().upper <= lower {
                child.flags.insert(Flags::PRUNED);
                self.select.prune(stat);
            }
        }
    }

    /// Proves the root from its children.
    pub(crate) fn prove_root(&mut self) {
        if self.solver && self.pool[0].is_expanded() {
            self.tighten(Step { edge: 0, node: 0 });
            self.pool[0].change_sum(0.0);
        }
        self.pool.update_best(0, &self.select);
    }

    /// Plies to the end for a node that was just proven: the side to move wins
    /// soonest or loses latest.
    fn plies_to_end(&self, node: u32, bounds: Bounds) -> u8 {
        let Some(outcome) = bounds.outcome() else {
            return 0;
        };
        let proven = self.pool.children(node).iter().filter(|c| c.bounds() == Bounds::exactly(-outcome));
        let plies = proven.map(|c| c.plies());
        let chosen = if outcome == Outcome::Loss { plies.min() } else { plies.max() };
        chosen.unwrap_or(0).saturating_add(1)
    }
}
