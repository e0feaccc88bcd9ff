//! Growing within a fixed memory, and moving the root with the game.

use std::time::Duration;

use game::Game;

use crate::node::Flags;
use crate::select::Select;
use crate::table::Table;
use crate::tree::Tree;

/// Upper estimate of the cost of recycling per node of the pool. A judge's machine
/// may be slow.
const RECYCLE_NANOS: u64 = 60;

impl<G: Game, S: Select> Tree<G, S> {
    /// Bytes of the nodes, without space that was never used.
    pub fn used_bytes(&self) -> usize {
        self.pool.used_bytes()
    }

    /// Bytes allocated, used or not.
    pub fn bytes(&self) -> usize {
        self.pool.bytes() + self.table.as_ref().map_or(0, Table::bytes)
    }

    /// Could the next expansion fail for lack of space?
    #[inline]
    pub fn is_full(&self) -> bool {
        !self.pool.has_room(G::MAX_MOVES + 1) || self.table.as_ref().is_some_and(|t| !t.has_room())
    }

    /// Upper estimate of the time that [`Tree::recycle`] takes. A search with less
    /// time left goes on without recycling.
    pub fn recycle_time(&self) -> Duration {
        Duration::from_nanos(self.pool.size() as u64 * RECYCLE_NANOS)
    }

    /// Frees half of the pool: removes the children of the least-visited nodes,
    /// those of proven nodes first. The root keeps its children.
    pub fn recycle(&mut self) {
        let enough = self.pool.capacity() / 2;
        // In a graph, an edge that is freed usually frees the node behind it.
        let graph = self.table.is_some();
        let nodes_per_child = if graph { 2 } else { 1 };
        let mut freed_by_visits = [0usize; BUCKETS];
        for node in &self.pool.nodes()[1..] {
            freed_by_visits[bucket(node.visits, node.flags)] += node.made as usize * nodes_per_child;
        }
        let mut freed = 0;
        let limit = freed_by_visits.iter().position(|count| {
            freed += count;
            freed >= enough
        });
        let limit = limit.unwrap_or(BUCKETS - 1);
        let moved = self.pool.retain(0, graph, |node| bucket(node.visits, node.flags) > limit);
        if let Some(table) = &mut self.table {
            table.follow(&moved);
        }
        self.recycled += 1;
    }

    /// Makes the node behind `moves` the root and frees the rest of the tree.
    /// Returns false, with an empty tree, if the tree does not reach that far.
    pub fn advance(&mut self, moves: &[G::Move]) -> bool {
        let mut state = self.state;
        let mut node = 0;
        for &m in moves {
            let edge = self.pool[node].range().find(|&edge| self.pool[edge as u32].played == m);
            let Some(edge) = edge else {
                return self.restart_after(moves);
            };
            node = self.behind(edge as u32);
            state.play_unchecked(m);
        }
        if node != 0 {
            if !self.pool[node].is_expanded() {
                return self.restart_after(moves);
            }
            let graph = self.table.is_some();
            let moved = self.pool.retain(node, graph, |_| true);
            if let Some(table) = &mut self.table {
                table.follow(&moved);
            }
        }
        self.state = state;
        self.restart_root();
        true
    }

    /// Empties the tree and sets another position.
    pub fn reset(&mut self, state: G) {
        let (root, stat) = Self::new_root(&self.select);
        self.pool.clear(root, stat);
        if let Some(table) = &mut self.table {
            table.clear();
        }
        self.state = state;
        self.restart_root();
    }

    fn restart_after(&mut self, moves: &[G::Move]) -> bool {
        let mut state = self.state;
        for &m in moves {
            state.play_unchecked(m);
        }
        self.reset(state);
        false
    }

    /// Proves the root again from the children that it still has. Otherwise a
    /// result proven by recycled nodes would have no move that leads to it.
    fn restart_root(&mut self) {
        self.simulations = 0;
        self.depth = 0;
        let root = &mut self.pool[0];
        root.flags &= Flags::UNORDERED | Flags::COMPLETE;
        root.pending = 0;
        self.complete_root();
        self.prove_root();
    }
}

/// Eight buckets per doubling of the visits; bucket 0 is for nodes whose children
/// are no longer needed.
const BUCKETS: usize = 2 + (32 << 3);

fn bucket(visits: u32, flags: Flags) -> usize {
    if flags.intersects(Flags::PRUNED) || flags.is_proven() {
        return 0;
    }
    let shift = 20;
    let first = 1.0f32.to_bits() >> shift;
    1 + (((visits.max(1) as f32).to_bits() >> shift) - first) as usize
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn buckets_rise_with_visits_and_stay_in_range() {
        let visits = [0, 1, 2, 3, 5, 9, 100, 130, 70_000, 1 << 31, u32::MAX];
        let buckets = visits.map(|v| bucket(v, Flags::empty()));
        assert!(buckets.is_sorted());
        assert!(buckets.iter().all(|b| (1..BUCKETS).contains(b)), "{buckets:?}");
        assert_eq!(bucket(1000, Flags::LOST | Flags::NOT_WON | Flags::PROVEN), 0);
    }
}
