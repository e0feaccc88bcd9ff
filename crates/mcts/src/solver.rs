//! The solver: what is certain, and what follows from it.

use game::{Game, Outcome};

use crate::guide::Guide;
use crate::node::{Bounds, Flags, NONE};
use crate::select::Select;
use crate::tree::{Leaf, Step, Tree};

impl<G: Game, S: Select, K: Guide<G>> Tree<G, S, K> {
    /// First visit of a node: is the game over here?
    #[inline]
    pub(crate) fn arrive(&mut self, step: Step, state: &G) -> Leaf {
        let Some(outcome) = state.outcome() else {
            return Leaf::Open;
        };
        for index in [step.edge, step.node] {
            let node = &mut self.pool[index];
            node.flags.insert(Flags::TERMINAL);
            node.flags.set_bounds(Bounds::exactly(-outcome));
        }
        Leaf::Found
    }

    /// Can the result of a node be seen without searching on?
    #[inline]
    pub(crate) fn foresee(&mut self, step: Step, state: &G) -> bool {
        if !self.solver {
            return false;
        }
        let Some(proof) = self.guide.prove(state, self.pool[step.node].visits) else {
            return false;
        };
        for index in [step.edge, step.node] {
            let node = &mut self.pool[index];
            node.flags.set_bounds(Bounds::exactly(-proof.outcome));
            node.plies = proof.plies.min(u8::MAX.into()) as u8;
        }
        true
    }

    /// Looks which children of a new block end the game. True if one does.
    pub(crate) fn find_ends(&mut self, node: u32, state: &G) -> bool {
        let mut found = false;
        for child in self.pool.children_mut(node) {
            let mut next = *state;
            next.play_unchecked(child.played);
            if let Some(outcome) = next.outcome() {
                child.flags.insert(Flags::TERMINAL);
                child.flags.set_bounds(Bounds::exactly(-outcome));
                found = true;
            }
        }
        found
    }

    /// What the children prove of their parent, and which of them need no more
    /// simulations. True if the parent's bounds became tighter.
    #[cold]
    pub(crate) fn tighten(&mut self, step: Step) -> bool {
        let mut best = Bounds::exactly(Outcome::Loss);
        for child in self.pool.children(step.node) {
            let bounds = child.bounds();
            best.lower = best.lower.max(bounds.lower);
            best.upper = best.upper.max(bounds.upper);
        }
        let before = self.pool[step.node].bounds();
        let after = before.and(best.flip());
        if after.outcome().is_none() {
            self.dismiss_hopeless(step.node, best.lower);
        }
        if after == before {
            return false;
        }
        let plies = self.plies_to_end(step.node, after);
        for index in [step.node, step.edge] {
            self.pool[index].flags.set_bounds(after);
            self.pool[index].plies = plies;
        }
        true
    }

    /// Children that cannot beat what is already certain leave selection.
    fn dismiss_hopeless(&mut self, node: u32, in_hand: Outcome) {
        for child in self.pool.children_mut(node) {
            if child.bounds().upper <= in_hand {
                child.flags.insert(Flags::DISMISSED);
                self.select.dismiss(&mut child.stat);
            }
        }
    }

    /// What the root's children prove of it.
    pub(crate) fn prove_root(&mut self) {
        if self.solver && self.pool[0].children != NONE {
            self.tighten(Step { edge: 0, node: 0 });
            self.pool[0].change_sum(0.0);
        }
    }

    /// How far the end is for a node that was just proven: the side to move
    /// wins soonest or loses latest.
    fn plies_to_end(&self, node: u32, bounds: Bounds) -> u8 {
        let Some(outcome) = bounds.outcome() else {
            return 0;
        };
        let proven = self.pool.children(node).iter().filter(|c| c.bounds() == Bounds::exactly(-outcome));
        let plies = proven.map(|c| c.plies);
        let chosen = if outcome == Outcome::Loss { plies.min() } else { plies.max() };
        chosen.unwrap_or(0).saturating_add(1)
    }
}
