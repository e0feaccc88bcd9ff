//! Expansion: the children of a node, all at once or one by one.
//!
//! Where unvisited moves are alike (no priors, no AMAF statistics), a child is made
//! when it is first visited: most nodes of a tree have few visits, and moves that
//! were never tried take neither memory nor time. The root always has all children.

use game::{Game, Rng, random};

use crate::evaluator::{Evaluator, Query};
use crate::node::{Flags, Node};
use crate::path::{Leaf, Path};
use crate::select::Select;
use crate::tree::Tree;

impl<G: Game, S: Select> Tree<G, S> {
    /// Expands a node: counts its moves and, unless they are made one by one, makes
    /// its children. Returns false if there is no space.
    pub(crate) fn expand(
        &mut self,
        node: u32,
        state: &G,
        evaluator: &mut impl Evaluator<G>,
        rng: &mut Rng,
        path: &Path<G::Move>,
    ) -> bool {
        let lazy = self.lazy && node != 0;
        let count = if lazy && !self.lookahead {
            state.count_moves(&mut self.moves)
        } else {
            state.legal_moves(&mut self.moves);
            self.moves.len()
        };
        debug_assert!(count > 0, "an unfinished game has moves: {state}");
        if !self.pool.has_room(count) {
            return false;
        }
        let here = &mut self.pool[node];
        here.count = count as u8;
        here.made = 0;
        if lazy {
            here.set_order(rng.u16(..));
            return true;
        }
        // Equal children are visited in memory order.
        random::shuffle(rng, &mut self.moves);
        self.estimates.clear();
        if self.select.wants_priors() {
            let query =
                Query { state, root: &self.state, path: &path.trace, estimate: self.estimate_of(path) };
            evaluator.estimate(query, &self.moves, &mut self.estimates);
        }
        self.make_all(node, -self.pool[node].value());
        true
    }

    /// What the evaluator estimated for the last move of a path, if the selection
    /// rule uses estimates.
    #[inline]
    pub(crate) fn estimate_of(&self, path: &Path<G::Move>) -> Option<f32> {
        let last = path.steps[1..].last().filter(|_| self.select.wants_priors())?;
        Some(self.pool[last.edge].prior())
    }

    /// Makes the children of a leaf from moves that were evaluated together with it;
    /// `value` is its value for the side to move.
    pub(crate) fn expand_leaf(
        &mut self,
        path: &mut Path<G::Move>,
        state: &G,
        moves: &mut Vec<G::Move>,
        estimates: &mut Vec<f32>,
        value: f32,
    ) -> Leaf {
        let node = path.steps[path.steps.len() - 1].node;
        // Another simulation of a batch may have been here.
        let is_done = self.pool[node].is_expanded() || self.is_unattached(path);
        if is_done || !self.pool.has_room(moves.len()) {
            return Leaf::Open;
        }
        std::mem::swap(moves, &mut self.moves);
        std::mem::swap(estimates, &mut self.estimates);
        self.pool[node].count = self.moves.len() as u8;
        self.pool[node].made = 0;
        self.make_all(node, value);
        path.expanded = Some(node);
        if self.select.backs_up_estimates() {
            self.back_up_estimates(path, false);
        }
        match self.lookahead && self.find_terminal_children(node, state) {
            true => Leaf::Solved,
            false => Leaf::Open,
        }
    }

    /// Implicit minimax: the estimate of a node with children is the best one of the
    /// children, seen from the other side. Updates the nodes of a path whose last node has
    /// new children or, with `all`, of which any may have new bounds.
    pub(crate) fn back_up_estimates(&mut self, path: &Path<G::Move>, all: bool) {
        for step in path.steps.iter().rev() {
            let best = self.pool.children(step.node).iter().map(Node::estimate).max();
            let Some(best) = best else { continue };
            let changed = [step.node, step.edge].map(|index| self.pool[index].set_estimate(u16::MAX - best));
            if changed == [false; 2] && !all {
                return;
            }
        }
    }

    /// Makes all children of a node, in the order of the list of moves and with the
    /// listed estimates. `value` is the node's value for its side to move.
    fn make_all(&mut self, node: u32, value: f32) {
        let Tree { pool, moves, estimates, select, .. } = self;
        let children = moves.iter().enumerate().map(|(i, &m)| {
            let prior = estimates.get(i).copied().unwrap_or(0.0);
            (Node::new(m, prior), select.fresh(prior, value))
        });
        pool.make_children(node, children);
        self.nodes += self.moves.len() as u64;
    }

    /// Makes the next child of a node. Returns its index, or `None` if there is no
    /// space.
    #[inline]
    pub(crate) fn make_next(&mut self, node: u32, state: &G) -> Option<u32> {
        let here = &self.pool[node];
        let count = usize::from(here.count);
        debug_assert_eq!(count, state.count_moves(&mut self.moves), "{state}");
        let m = if here.flags.contains(Flags::UNORDERED) {
            state.legal_moves(&mut self.moves);
            let unmade = |m: &G::Move| self.pool.children(node).iter().all(|child| child.played != *m);
            let mut in_order = (0..count).map(|i| self.moves[here.place_in_order(i, count)]);
            in_order.find(unmade).expect("a move has no child")
        } else {
            state.nth_move(here.place_in_order(usize::from(here.made), count), &mut self.moves)
        };
        self.make_child(node, m)
    }

    /// Makes the child of a move.
    #[inline]
    pub(crate) fn make_child(&mut self, node: u32, m: G::Move) -> Option<u32> {
        let value = if self.unvisited_first { 0.0 } else { -self.pool[node].value() };
        let fresh = self.select.fresh(0.0, value);
        let edge = self.pool.make_child(node, Node::new(m, 0.0), fresh)?;
        self.nodes += 1;
        Some(edge)
    }

    /// Makes the children of the root that are missing; it may have been an inner
    /// node before.
    pub(crate) fn complete_root(&mut self) {
        let state = self.state;
        while self.pool[0].has_unmade() && self.make_next(0, &state).is_some() {}
    }
}
