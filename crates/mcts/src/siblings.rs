//! Expansion of all children at once: after the first child of a new block, the
//! others.

use game::Game;

use crate::node::{Flags, Node};
use crate::path::{Leaf, Path, Step};
use crate::select::Select;
use crate::tree::Tree;

impl<G: Game, S: Select> Tree<G, S> {
    /// The first unvisited sibling of the path's end.
    fn unvisited_sibling(&self, path: &Path<G::Move>) -> Option<u32> {
        let parent = path.steps.len().checked_sub(2).map(|depth| path.steps[depth].node)?;
        let new = |node: &Node<_>| node.visits == 0 && !node.flags.contains(Flags::PRUNED);
        self.pool[parent].range().map(|edge| edge as u32).find(|&edge| new(&self.pool[edge]))
    }

    /// Is there an unvisited sibling of the path's end?
    pub(crate) fn has_unvisited_sibling(&self, path: &Path<G::Move>) -> bool {
        self.unvisited_sibling(path).is_some()
    }

    /// Changes the path's last step to the unvisited sibling. There must be one.
    pub(crate) fn descend_to_sibling(&mut self, path: &mut Path<G::Move>, record: bool) -> (G, Leaf) {
        let edge = self.unvisited_sibling(path).expect("there is an unvisited sibling");
        path.steps.pop();
        let mut state = self.state;
        path.trace.clear();
        path.expanded = None;
        path.correction = 0.0;
        for step in &path.steps[1..] {
            let played = self.pool[step.edge].played;
            state.play_unchecked(played);
            if record {
                path.trace.push(played);
            }
        }
        let played = self.pool[edge].played;
        state.play_unchecked(played);
        if record {
            path.trace.push(played);
        }
        let node = self.attach(edge, &state);
        let seen = self.pool[node].visits > 0;
        self.enter(path, Step { edge, node });
        let leaf = if seen { Leaf::Open } else { self.mark_terminal(Step { edge, node }, &state) };
        (state, leaf)
    }
}
