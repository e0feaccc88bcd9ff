//! One pool of nodes for the whole search.
//!
//! Nodes are allocated at the end in blocks: the children of one node are
//! contiguous. When the pool is full, or when a child becomes the root,
//! [`Pool::retain`] marks the nodes to keep and compacts them in place: no second
//! pool, no allocation except the stack of the walk, and the order of the nodes in
//! memory stays.

use crate::node::{NONE, Node};

/// Nodes in one allocation of fixed size.
pub struct Pool<M, T> {
    nodes: Vec<Node<M, T>>,
    capacity: usize,
    /// One bit per node, and for each word of bits the number of set bits before
    /// it: together they give the new index of a node.
    marks: Vec<u64>,
    ranks: Vec<u32>,
    stack: Vec<u32>,
}

/// Bytes per node, with its share of the marks.
const NODE_BYTES: f64 = 32.0 + (8.0 + 4.0) / 64.0;

/// Bytes reserved for the stack of [`Pool::retain`], the vectors' rounding and the
/// small buffers of the search.
const SLACK: usize = 16 << 10;

impl<M: Copy, T: Copy> Pool<M, T> {
    /// A pool of `bytes` bytes with `root` as its root. The memory is touched only
    /// as the tree grows. `None` if the system does not provide that much.
    pub fn new(bytes: usize, root: Node<M, T>) -> Option<Self> {
        let capacity = (bytes.saturating_sub(SLACK) as f64 / NODE_BYTES) as usize;
        let capacity = capacity.clamp(1, u32::MAX as usize);
        let mut nodes = Vec::new();
        nodes.try_reserve_exact(capacity).ok()?;
        nodes.push(root);
        Some(Pool { nodes, capacity, marks: Vec::new(), ranks: Vec::new(), stack: Vec::new() })
    }

    /// Bytes that a pool for `nodes` nodes needs.
    pub fn bytes_for(nodes: usize) -> usize {
        SLACK + (nodes as f64 * NODE_BYTES).ceil() as usize
    }

    /// Bytes allocated, touched or not.
    pub fn bytes(&self) -> usize {
        self.nodes.capacity() * size_of::<Node<M, T>>()
            + self.marks.capacity() * 8
            + self.ranks.capacity() * 4
            + self.stack.capacity() * 4
    }

    /// Number of nodes, the root included.
    pub fn size(&self) -> usize {
        self.nodes.len()
    }

    /// Largest number of nodes.
    pub fn capacity(&self) -> usize {
        self.capacity
    }

    /// Is there space for `count` more nodes?
    #[inline]
    pub fn has_room(&self, count: usize) -> bool {
        self.nodes.len() + count <= self.capacity
    }

    /// Appends a block of nodes and returns the index of the first; `None` if the
    /// block does not fit.
    #[inline]
    pub fn push_block(&mut self, block: impl ExactSizeIterator<Item = Node<M, T>>) -> Option<u32> {
        if !self.has_room(block.len()) {
            return None;
        }
        let first = self.nodes.len() as u32;
        self.nodes.extend(block);
        Some(first)
    }

    /// All nodes, in memory order.
    pub fn nodes(&self) -> &[Node<M, T>] {
        &self.nodes
    }

    /// The children of a node.
    #[inline]
    pub fn children(&self, node: u32) -> &[Node<M, T>] {
        &self.nodes[self[node].range()]
    }

    /// The children of a node, mutable.
    #[inline]
    pub fn children_mut(&mut self, node: u32) -> &mut [Node<M, T>] {
        let range = self[node].range();
        &mut self.nodes[range]
    }

    /// Removes all nodes and sets a new root.
    pub fn clear(&mut self, root: Node<M, T>) {
        self.nodes.clear();
        self.nodes.push(root);
    }

    /// Makes `root` the root and keeps what is reachable from it; a node for which
    /// `keep` is false loses its children. With `graph`, the `children` link of a
    /// child points to a shared node, and that node's link to the block. Returns
    /// the map from old to new indices.
    pub fn retain(&mut self, root: u32, graph: bool, keep: impl Fn(&Node<M, T>) -> bool) -> Moved<'_> {
        self.mark(root, graph, keep);
        self.slide(root);
        Moved { marks: &self.marks, ranks: &self.ranks }
    }

    fn mark(&mut self, root: u32, graph: bool, keep: impl Fn(&Node<M, T>) -> bool) {
        let words = self.nodes.len().div_ceil(64);
        if self.marks.capacity() == 0 {
            self.marks.reserve_exact(self.capacity.div_ceil(64));
            self.ranks.reserve_exact(self.capacity.div_ceil(64));
        }
        self.marks.clear();
        self.marks.resize(words, 0);
        self.stack.push(root);
        while let Some(index) = self.stack.pop() {
            if self[index].children == NONE {
                continue;
            }
            if index != root && !keep(&self[index]) {
                self[index].children = NONE;
                self[index].count = 0;
                continue;
            }
            for child in self[index].range() {
                set(&mut self.marks, child);
                let next = match (graph, self.nodes[child].children) {
                    (_, NONE) => continue,
                    (false, _) => child as u32,
                    // Mark the shared node behind an edge, and continue from it
                    // the first time.
                    (true, shared) => {
                        if !set(&mut self.marks, shared as usize) {
                            continue;
                        }
                        shared
                    }
                };
                self.stack.push(next);
            }
        }
        self.ranks.clear();
        let mut before = 1; // slot 0 is the root's
        for word in &self.marks {
            self.ranks.push(before);
            before += word.count_ones();
        }
    }

    /// Moves every marked node to its new index, in increasing order. The new index
    /// is never above the old one, so that no node is overwritten before it moves.
    fn slide(&mut self, root: u32) {
        let moved = Moved { marks: &self.marks, ranks: &self.ranks };
        let relink = |mut node: Node<M, T>| {
            if node.children != NONE {
                node.children = moved.index(node.children).expect("a link points to a marked node");
            }
            node
        };
        self.nodes[0] = relink(self.nodes[root as usize]);
        let mut place = 1;
        for (word, &bits) in self.marks.iter().enumerate() {
            let mut bits = bits;
            while bits != 0 {
                let index = word * 64 + bits.trailing_zeros() as usize;
                self.nodes[place] = relink(self.nodes[index]);
                place += 1;
                bits &= bits - 1;
            }
        }
        self.nodes.truncate(place);
    }
}

/// Sets a bit. Returns true if it was clear.
fn set(marks: &mut [u64], index: usize) -> bool {
    let (word, bit) = (&mut marks[index / 64], 1 << (index % 64));
    let clear = *word & bit == 0;
    *word |= bit;
    clear
}

/// Map from old to new indices.
pub struct Moved<'a> {
    marks: &'a [u64],
    ranks: &'a [u32],
}

impl Moved<'_> {
    /// The new index of a node, if it was kept. (The root's is 0.)
    pub fn index(&self, old: u32) -> Option<u32> {
        let (word, bit) = (old as usize / 64, old % 64);
        let bits = *self.marks.get(word)?;
        let kept = bits >> bit & 1 == 1;
        kept.then(|| self.ranks[word] + (bits & ((1 << bit) - 1)).count_ones())
    }
}

impl<M, T> std::ops::Index<u32> for Pool<M, T> {
    type Output = Node<M, T>;
    #[inline]
    fn index(&self, index: u32) -> &Node<M, T> {
        &self.nodes[index as usize]
    }
}

impl<M, T> std::ops::IndexMut<u32> for Pool<M, T> {
    #[inline]
    fn index_mut(&mut self, index: u32) -> &mut Node<M, T> {
        &mut self.nodes[index as usize]
    }
}
