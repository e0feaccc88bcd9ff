//! One pool of nodes for the whole search.
//!
//! Nodes are taken from the end in blocks (the children of one node lie side
//! by side) and are never given back one by one. When the pool is full, or
//! when the game moves on and a child becomes the root, [`Pool::retain`] marks
//! what is to stay and slides it down in place: no second pool, no allocation
//! but for the walk's stack, and the order of the nodes in memory stays.

use crate::node::{NONE, Node};

/// Nodes in one allocation of fixed size.
pub struct Pool<M, T> {
    nodes: Vec<Node<M, T>>,
    capacity: usize,
    /// A bit per node, and before each word of bits how many are set in front
    /// of it: together they tell where a node slides to.
    marks: Vec<u64>,
    ranks: Vec<u32>,
    stack: Vec<u32>,
}

/// Bytes that a node costs, with its share of the marks.
const NODE_BYTES: f64 = 32.0 + (8.0 + 4.0) / 64.0;

/// Kept back for the stack of [`Pool::retain`], the vectors' rounding and the
/// search's own small buffers.
const SLACK: usize = 16 << 10;

impl<M: Copy, T: Copy> Pool<M, T> {
    /// A pool that holds as many nodes as fit into `bytes`, with a root made
    /// of `root`. The memory is only touched as the tree grows. `None` if the
    /// machine does not give that much.
    pub fn new(bytes: usize, root: Node<M, T>) -> Option<Self> {
        let capacity = (bytes.saturating_sub(SLACK) as f64 / NODE_BYTES) as usize;
        let capacity = capacity.clamp(1, u32::MAX as usize);
        let mut nodes = Vec::new();
        nodes.try_reserve_exact(capacity).ok()?;
        nodes.push(root);
        Some(Pool { nodes, capacity, marks: Vec::new(), ranks: Vec::new(), stack: Vec::new() })
    }

    /// The bytes that a pool for `nodes` nodes needs.
    pub fn bytes_for(nodes: usize) -> usize {
        SLACK + (nodes as f64 * NODE_BYTES).ceil() as usize
    }

    /// Bytes in use: what was allocated, whether touched or not.
    pub fn bytes(&self) -> usize {
        self.nodes.capacity() * size_of::<Node<M, T>>()
            + self.marks.capacity() * 8
            + self.ranks.capacity() * 4
            + self.stack.capacity() * 4
    }

    /// Nodes in the pool, the root included.
    pub fn size(&self) -> usize {
        self.nodes.len()
    }

    /// Nodes that fit.
    pub fn capacity(&self) -> usize {
        self.capacity
    }

    /// Is there room for so many more?
    #[inline]
    pub fn has_room(&self, count: usize) -> bool {
        self.nodes.len() + count <= self.capacity
    }

    /// Puts a block of nodes side by side and gives the first one's index;
    /// `None`, and nothing happens, if the block does not fit.
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

    /// The children of a node, to be changed.
    #[inline]
    pub fn children_mut(&mut self, node: u32) -> &mut [Node<M, T>] {
        let range = self[node].range();
        &mut self.nodes[range]
    }

    /// Forgets everything but a new root.
    pub fn clear(&mut self, root: Node<M, T>) {
        self.nodes.clear();
        self.nodes.push(root);
    }

    /// Makes `root` the root and keeps what can be reached from it; a node
    /// for which `keep` is false loses its children. With `graph`, the
    /// children link of a child leads to a shared node and that one's to the
    /// block. Returns the map from old to new indices.
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
                    // Behind an edge: mark the shared node, and walk on from
                    // it if nobody has yet.
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

    /// Moves every marked node to its place, in rising order: the place is
    /// never behind the node, so nothing is overwritten before it has moved.
    fn slide(&mut self, root: u32) {
        let moved = Moved { marks: &self.marks, ranks: &self.ranks };
        let relink = |mut node: Node<M, T>| {
            if node.children != NONE {
                node.children = moved.index(node.children).expect("a link leads to a marked node");
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

/// Sets a bit; was it clear?
fn set(marks: &mut [u64], index: usize) -> bool {
    let (word, bit) = (&mut marks[index / 64], 1 << (index % 64));
    let clear = *word & bit == 0;
    *word |= bit;
    clear
}

/// Where the nodes went.
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
