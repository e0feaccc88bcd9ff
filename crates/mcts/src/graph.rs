//! Graph search: one node per state instead of one per path.
//!
//! A child is then an *edge* with statistics of its own. Its `children` link
//! points to the node that all edges to the same state share, and that node's
//! link points to the block of its edges. In a plain tree edge and node are the
//! same.

use game::Game;

use crate::node::{Flags, NONE, Node};
use crate::path::{Path, Step};
use crate::select::Select;
use crate::tree::Tree;

impl<G: Game, S: Select> Tree<G, S> {
    /// The node behind an edge: in a tree the edge itself, in a graph the shared
    /// node if it exists.
    #[inline]
    pub(crate) fn behind(&self, edge: u32) -> u32 {
        match self.table {
            Some(_) if edge != 0 && self.pool[edge].children != NONE => self.pool[edge].children,
            _ => edge,
        }
    }

    /// Does the path end in an edge for which no shared node could be made? Such an
    /// edge gets no children.
    #[inline]
    pub(crate) fn is_unattached(&self, path: &Path<G::Move>) -> bool {
        self.table.is_some() && path.steps.last().is_some_and(|step| step.edge == step.node)
    }

    /// The node behind a chosen edge; in a graph it is looked up or created.
    #[inline(always)]
    pub(crate) fn attach(&mut self, edge: u32, state: &G) -> u32 {
        match self.table {
            None => edge,
            Some(_) => self.attach_shared(edge, state),
        }
    }

    #[inline(never)]
    fn attach_shared(&mut self, edge: u32, state: &G) -> u32 {
        let Some(table) = &mut self.table else {
            return edge;
        };
        if self.pool[edge].children != NONE {
            return self.pool[edge].children;
        }
        let key = state.key();
        let node = match table.get(key) {
            Some(node) => node,
            None if table.has_room() && self.pool.has_room(1) => {
                let node = Node::new(self.pool[edge].played, 0.0);
                let node = self.pool.push(node, self.select.fresh(0.0, 0.0)).expect("there is room");
                table.insert(key, node);
                self.nodes += 1;
                node
            }
            None => return edge,
        };
        self.pool[edge].children = node;
        node
    }

    /// Copies to the edges of a node what the shared nodes behind them have
    /// gathered through other edges. Returns the change of the node's sum if a
    /// bound has changed.
    pub(crate) fn update_edges(&mut self, node: u32) -> Option<f64> {
        let mut change = None;
        for edge in self.pool[node].range() {
            let edge = edge as u32;
            let behind = self.behind(edge);
            if behind == edge || self.pool[edge].flags.contains(Flags::PRUNED) {
                continue;
            }
            let (bounds, plies) = (self.pool[behind].bounds(), self.pool[behind].plies());
            // All visits of the shared node came through this edge.
            if self.pool[behind].visits == self.pool[edge].visits && bounds == self.pool[edge].bounds() {
                continue;
            }
            if self.solver && bounds != self.pool[edge].bounds() {
                let edge = &mut self.pool[edge];
                edge.flags.set_bounds(bounds);
                edge.set_plies(plies);
                *change.get_or_insert(0.0) -= edge.change_sum(0.0);
            }
            if self.pool[edge].visits > 0 {
                self.refresh(Step { edge, node: behind });
            }
        }
        change
    }
}
