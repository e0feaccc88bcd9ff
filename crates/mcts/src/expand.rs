//! Expansion: the children of a node, all at once or one by one.
//!
//! Where unvisited moves are alike (no priors, no AMAF statistics), a child is made
//! when it is first visited: most nodes of a tree have few visits, and moves that
//! were never tried take neither memory nor time. The root always has all children.

use game::{Game, Rng};

use crate::guide::Guide;
use crate::node::{Flags, Node};
use crate::select::Select;
use crate::tree::Tree;

impl<G: Game, S: Select, K: Guide<G>> Tree<G, S, K> {
    /// Expands a node: counts its moves and, unless they are made one by one, makes
    /// its children. Returns false if there is no space.
    pub(crate) fn expand(&mut self, node: u32, state: &G, rng: &mut Rng) -> bool {
        state.legal_moves(&mut self.moves);
        debug_assert!(!self.moves.is_empty(), "an unfinished game has moves: {state}");
        if !self.pool.has_room(self.moves.len()) {
            return false;
        }
        let here = &mut self.pool[node];
        here.count = self.moves.len() as u8;
        here.made = 0;
        if self.lazy && node != 0 {
            here.set_order(rng.u16(..));
            return true;
        }
        // Equal children are visited in memory order.
        rng.shuffle(&mut self.moves);
        self.make_all(node, state);
        true
    }

    /// Makes all children of a node, in the order of the list of moves.
    fn make_all(&mut self, node: u32, state: &G) {
        let value = -self.pool[node].value();
        let wants_priors = self.select.wants_priors();
        if wants_priors {
            self.estimates.clear();
            self.guide.estimate(state, &self.moves, &mut self.estimates);
        }
        let Tree { pool, moves, estimates, select, .. } = self;
        let children = moves.iter().enumerate().map(|(i, &m)| {
            let prior = if wants_priors { estimates[i] } else { 0.0 };
            (Node::new(m, prior), select.fresh(prior, value))
        });
        pool.make_children(node, children);
        self.nodes += self.moves.len() as u64;
    }

    /// Makes the next child of a node. `listed` says that the list of moves is that
    /// of this node. Returns its index, or `None` if there is no space.
    #[inline]
    pub(crate) fn make_next(&mut self, node: u32, state: &G, listed: bool) -> Option<u32> {
        if !listed {
            state.legal_moves(&mut self.moves);
        }
        let here = &self.pool[node];
        let count = self.moves.len();
        debug_assert_eq!(count, usize::from(here.count), "{state}");
        let m = if here.flags.contains(Flags::UNORDERED) {
            let unmade = |m: &G::Move| self.pool.children(node).iter().all(|child| child.played != *m);
            let mut in_order = (0..count).map(|i| self.moves[here.place_in_order(i, count)]);
            in_order.find(unmade).expect("a move has no child")
        } else {
            self.moves[here.place_in_order(usize::from(here.made), count)]
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
        let mut listed = false;
        while self.pool[0].has_unmade() && self.make_next(0, &state, listed).is_some() {
            listed = true;
        }
    }
}
