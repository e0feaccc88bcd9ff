//! One pool of nodes for the whole search.
//!
//! A node and the selection rule's data of it have the same index in two arrays: a
//! scan over the children reads eight bytes of each. The children of a node are
//! contiguous, in a block that doubles when it is full, up to the number of moves.
//! So children that are never visited take no memory. Blocks that were outgrown are
//! used again.
//!
//! When the pool is full, or when a child becomes the root, [`Pool::retain`] marks
//! the nodes to keep and compacts them in place: no second pool, no allocation
//! except the stack of the walk, and the order of the nodes in memory stays.

use crate::node::{Flags, NONE, Node};
use crate::select::Select;

/// Nodes in one allocation of fixed size.
pub struct Pool<M, T> {
    nodes: Vec<Node<M>>,
    stats: Vec<T>,
    capacity: usize,
    /// For each power of two the first free block of that size; its first node
    /// links to the next one.
    free: [u32; FREE_SIZES],
    /// One bit per node, and for each word of bits the number of set bits before
    /// it: together they give the new index of a node.
    marks: Vec<u64>,
    ranks: Vec<u32>,
    stack: Vec<u32>,
}

/// Sizes of free blocks: powers of two below the largest number of moves.
const FREE_SIZES: usize = 8;

/// Bytes reserved for the stack of [`Pool::retain`], the vectors' rounding and the
/// small buffers of the search.
const SLACK: usize = 16 << 10;

/// Size of the block of a node with `made` of `count` children.
#[inline]
fn block_size(made: u8, count: u8) -> usize {
    usize::from(made).next_power_of_two().max(2).min(usize::from(count))
}

impl<M: Copy, T: Copy> Pool<M, T> {
    /// Bytes per node, with its share of the marks.
    const NODE_BYTES: f64 = (size_of::<Node<M>>() + size_of::<T>()) as f64 + (8.0 + 4.0) / 64.0;

    /// A pool of `bytes` bytes with `root` as its root. The memory is touched only
    /// as the tree grows. `None` if the system does not provide that much.
    pub fn new(bytes: usize, root: Node<M>, stat: T) -> Option<Self> {
        let capacity = (bytes.saturating_sub(SLACK) as f64 / Self::NODE_BYTES) as usize;
        let capacity = capacity.clamp(1, u32::MAX as usize);
        let (mut nodes, mut stats) = (Vec::new(), Vec::new());
        nodes.try_reserve_exact(capacity).ok()?;
        stats.try_reserve_exact(capacity).ok()?;
        nodes.push(root);
        stats.push(stat);
        let free = [NONE; FREE_SIZES];
        Some(Pool { nodes, stats, capacity, free, marks: Vec::new(), ranks: Vec::new(), stack: Vec::new() })
    }

    /// Bytes that a pool for `nodes` nodes needs.
    pub fn bytes_for(nodes: usize) -> usize {
        SLACK + (nodes as f64 * Self::NODE_BYTES).ceil() as usize
    }

    /// Bytes allocated, touched or not.
    pub fn bytes(&self) -> usize {
        self.nodes.capacity() * size_of::<Node<M>>()
            + self.stats.capacity() * size_of::<T>()
            + self.marks.capacity() * 8
            + self.ranks.capacity() * 4
            + self.stack.capacity() * 4
    }

    /// Bytes of the nodes in use, free ones between them included.
    pub fn used_bytes(&self) -> usize {
        self.nodes.len() * (size_of::<Node<M>>() + size_of::<T>())
    }

    /// Number of nodes in use, the root and free ones included.
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

    /// Appends a node that is no child. `None` if it does not fit.
    pub fn push(&mut self, node: Node<M>, stat: T) -> Option<u32> {
        let index = self.extend(1)?;
        self[index] = node;
        self.stats[index as usize] = stat;
        Some(index)
    }

    /// Appends space for `size` nodes and returns the index of the first.
    #[inline]
    fn extend(&mut self, size: usize) -> Option<u32> {
        if !self.has_room(size) {
            return None;
        }
        let first = self.nodes.len();
        self.nodes.resize(first + size, self.nodes[0].blank());
        self.stats.resize(first + size, self.stats[0]);
        Some(first as u32)
    }

    /// Makes all children of an expanded node without children. There must be
    /// space.
    pub fn make_children(&mut self, parent: u32, children: impl ExactSizeIterator<Item = (Node<M>, T)>) {
        let first = self.nodes.len();
        let count = children.len();
        debug_assert!(self.has_room(count) && count == usize::from(self[parent].count));
        for (node, stat) in children {
            self.nodes.push(node);
            self.stats.push(stat);
        }
        let parent = &mut self[parent];
        (parent.children, parent.made) = (first as u32, count as u8);
        parent.flags.insert(Flags::COMPLETE);
    }

    /// Makes a child of an expanded node that has not all of its children. `None`
    /// if it does not fit.
    #[inline]
    pub fn make_child(&mut self, parent: u32, node: Node<M>, stat: T) -> Option<u32> {
        let Node { children, made, count, .. } = self[parent];
        debug_assert!(made < count);
        // A block is full after 0, 2, 4, 8 … children: see `block_size`.
        let is_full = made != 1 && (made & made.wrapping_sub(1)) == 0;
        let first = if is_full { self.grow_block(parent)? } else { children };
        let index = first + u32::from(made);
        self[index] = node;
        self.stats[index as usize] = stat;
        let parent = &mut self[parent];
        parent.made = made + 1;
        parent.flags.set(Flags::COMPLETE, !parent.has_unmade());
        Some(index)
    }

    /// Makes space for another child of a node. Returns the index of its first child.
    #[inline(never)]
    fn grow_block(&mut self, parent: u32) -> Option<u32> {
        let Node { children, made, count, .. } = self[parent];
        let first = self.take_block(block_size(made + 1, count))?;
        if made > 0 {
            self.move_block(children, first, made);
        }
        self[parent].children = first;
        Some(first)
    }

    /// A free block of this size, or a new one.
    fn take_block(&mut self, size: usize) -> Option<u32> {
        if size.is_power_of_two() {
            let free = &mut self.free[size.ilog2() as usize % FREE_SIZES];
            let first = *free;
            if first != NONE {
                *free = std::mem::replace(&mut self.nodes[first as usize].children, NONE);
                return Some(first);
            }
        }
        self.extend(size)
    }

    /// Moves the nodes of a full block and adds the block to the free ones.
    fn move_block(&mut self, from: u32, to: u32, size: u8) {
        let old = from as usize..from as usize + usize::from(size);
        self.nodes.copy_within(old.clone(), to as usize);
        self.stats.copy_within(old.clone(), to as usize);
        let blank = self.nodes[0].blank();
        self.nodes[old].fill(blank);
        // A full block that can grow is a power of two: see `block_size`.
        let free = &mut self.free[size.ilog2() as usize];
        self.nodes[from as usize].children = *free;
        *free = from;
    }

    /// All nodes, in memory order, free ones included.
    pub fn nodes(&self) -> &[Node<M>] {
        &self.nodes
    }

    /// The children of a node that are made.
    #[inline]
    pub fn children(&self, node: u32) -> &[Node<M>] {
        &self.nodes[self[node].range()]
    }

    /// The selection rule's data of a node.
    #[inline]
    pub fn stat(&self, node: u32) -> &T {
        &self.stats[node as usize]
    }

    /// The selection rule's data of all nodes.
    #[inline]
    pub fn stats(&self) -> &[T] {
        &self.stats
    }

    /// All nodes and the selection rule's data of them, mutable.
    #[inline]
    pub fn both_mut(&mut self) -> (&mut [Node<M>], &mut [T]) {
        (&mut self.nodes, &mut self.stats)
    }

    /// Finds the best child of a node that is open and complete, for the next descent.
    #[inline]
    pub fn update_best<S: Select<Stat = T>>(&mut self, node: u32, select: &S) {
        update_best(&mut self.nodes, &self.stats, node as usize, select);
    }

    /// The children of a node with the selection rule's data.
    #[inline]
    pub fn pairs(&self, node: u32) -> impl Iterator<Item = (&Node<M>, &T)> {
        let range = self[node].range();
        self.nodes[range.clone()].iter().zip(&self.stats[range])
    }

    /// The children of a node with the selection rule's data, mutable.
    #[inline]
    pub fn pairs_mut(&mut self, node: u32) -> impl Iterator<Item = (&mut Node<M>, &mut T)> {
        let range = self[node].range();
        self.nodes[range.clone()].iter_mut().zip(&mut self.stats[range])
    }

    /// Removes all nodes and sets a new root.
    pub fn clear(&mut self, root: Node<M>, stat: T) {
        self.nodes.clear();
        self.stats.clear();
        self.nodes.push(root);
        self.stats.push(stat);
        self.free = [NONE; FREE_SIZES];
    }

    /// Makes `root` the root and keeps what is reachable from it; a node for which
    /// `keep` is false loses its children. With `graph`, the `children` link of a
    /// child points to a shared node, and that node's link to the block. Returns
    /// the map from old to new indices.
    pub fn retain(&mut self, root: u32, graph: bool, keep: impl Fn(&Node<M>) -> bool) -> Moved<'_> {
        self.mark(root, graph, keep);
        self.slide(root);
        self.free = [NONE; FREE_SIZES];
        Moved { marks: &self.marks, ranks: &self.ranks }
    }

    fn mark(&mut self, root: u32, graph: bool, keep: impl Fn(&Node<M>) -> bool) {
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
                self[index].remove_children();
                continue;
            }
            let Node { children, made, count, .. } = self[index];
            let made_range = self[index].range();
            for child in children as usize..children as usize + block_size(made, count) {
                set(&mut self.marks, child);
                if !made_range.contains(&child) {
                    // Space for children that have not been made.
                    continue;
                }
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
        let relink = |mut node: Node<M>| {
            if node.children != NONE {
                node.children = moved.index(node.children).expect("a link points to a marked node");
            }
            node
        };
        self.nodes[0] = relink(self.nodes[root as usize]);
        self.stats[0] = self.stats[root as usize];
        let mut place = 1;
        for (word, &bits) in self.marks.iter().enumerate() {
            let mut bits = bits;
            while bits != 0 {
                let index = word * 64 + bits.trailing_zeros() as usize;
                self.nodes[place] = relink(self.nodes[index]);
                self.stats[place] = self.stats[index];
                place += 1;
                bits &= bits - 1;
            }
        }
        self.nodes.truncate(place);
        self.stats.truncate(place);
    }
}

/// See [`Pool::update_best`].
#[inline]
pub(crate) fn update_best<M: Copy, S: Select>(
    nodes: &mut [Node<M>],
    stats: &[S::Stat],
    node: usize,
    select: &S,
) {
    let here = &nodes[node];
    if here.is_open_and_complete() {
        let explore = select.explore(here.visits);
        let range = here.range();
        let (_, place) = select.best_of(explore, &nodes[range.clone()], &stats[range]);
        nodes[node].set_best(place);
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
    type Output = Node<M>;
    #[inline]
    fn index(&self, index: u32) -> &Node<M> {
        &self.nodes[index as usize]
    }
}

impl<M, T> std::ops::IndexMut<u32> for Pool<M, T> {
    #[inline]
    fn index_mut(&mut self, index: u32) -> &mut Node<M> {
        &mut self.nodes[index as usize]
    }
}
