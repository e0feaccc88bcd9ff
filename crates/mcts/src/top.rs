//! The shared top of the trees of several threads.
//!
//! Every thread searches a tree of its own. The nodes with many visits also have an
//! *entry* in the top: the statistics that all threads together have gathered there.
//! Now and then a thread *exchanges*: it adds to the entries what its nodes have gained
//! since its last exchange, proofs included, and copies the entries back to its nodes. So
//! the trees are one tree near the root, where most decisions of the search are made, and
//! between two exchanges a thread shares nothing.
//!
//! The statistics of a node change by visits, and also by corrections when a descendant is
//! proven (see [`crate::solver`]). Two threads may prove the same node and correct its
//! ancestors twice. So the sum of an entry is computed again from those of its children,
//! and only the evaluations of the node itself are taken from the sum.

use game::{Game, Move};

use crate::node::{Flags, Node};
use crate::select::Select;
use crate::tree::Tree;

/// A node gets entries for its children at this number of visits, and they are exchanged
/// after as many new visits.
pub(crate) const MIN_VISITS: u32 = 128;

/// Later they are exchanged when the visits of the node have grown by this share.
pub(crate) const SHARE: u32 = 32;

/// The top takes at most this share of the memory limit.
const MEMORY_SHARE: usize = 16;

/// No entry: the tree has no node for it, or the entry no children. (0 is the root.)
const NONE: u32 = 0;

/// What all threads together know of a node.
#[derive(Clone, Copy)]
pub(crate) struct Entry<M> {
    /// Sum of the values of the simulations.
    pub sum: f64,
    /// See [`Select::sums`].
    pub sums: [f32; 2],
    pub visits: u32,
    /// Index of its first child.
    pub children: u32,
    pub played: M,
    /// Number of entries for which its block of children has space; 0: no block.
    pub size: u8,
    /// Number of its children that have an entry.
    pub made: u8,
    /// Plies to the end, if the result is proven.
    pub plies: u8,
    /// Proven bounds.
    pub flags: Flags,
}

impl<M: Copy> Entry<M> {
    pub fn new(played: M, sums: [f32; 2]) -> Self {
        Entry {
            sum: 0.0,
            sums,
            visits: 0,
            children: NONE,
            played,
            size: 0,
            made: 0,
            plies: 0,
            flags: Flags::empty(),
        }
    }

    /// Indices of its children.
    pub fn range(&self) -> std::ops::Range<usize> {
        self.children as usize..self.children as usize + usize::from(self.made)
    }
}

/// The entries of all nodes with many visits.
pub(crate) struct Top<M> {
    /// The root is the first. The children of an entry are contiguous.
    pub entries: Vec<Entry<M>>,
    capacity: usize,
    /// Simulations of all threads since the last change of the root.
    pub simulations: u64,
}

/// What the node of one thread had of an entry after the last exchange.
#[derive(Clone, Copy, Default)]
pub(crate) struct Known {
    pub sum: f64,
    pub sums: [f32; 2],
    pub visits: u32,
    /// Visits of the entry when its children were last exchanged.
    pub exchanged: u32,
    /// The last exchange that found a node for the entry; 0: there is none.
    pub pass: u32,
}

/// The side of one thread: what its tree and the top have in common.
#[derive(Default)]
pub(crate) struct Link {
    /// For each entry.
    pub known: Vec<Known>,
    /// Simulations of the tree at the last exchange, and those of the other threads.
    pub simulations: u64,
    pub others: u64,
    /// See [`Tree::recycled`].
    pub recycled: u64,
    /// Number of exchanges.
    pub pass: u32,
    /// For each move the place of its entry in a block plus one; 0 outside of use.
    pub places: Vec<u8>,
    /// For each entry of the blocks in work the place of its node plus one; 0: none.
    pub nodes: Vec<u8>,
}

impl<M: Move> Top<M> {
    /// Bytes per entry, with those of every thread.
    fn entry_bytes(threads: usize) -> usize {
        size_of::<Entry<M>>() + threads * size_of::<Known>()
    }

    /// Bytes that a top takes of a memory limit.
    pub fn bytes(memory: usize, threads: usize) -> usize {
        (memory / MEMORY_SHARE).max(Self::least_bytes(threads))
    }

    /// Bytes for the root and its children, which always have entries.
    pub fn least_bytes(threads: usize) -> usize {
        (1 + M::COUNT) * Self::entry_bytes(threads)
    }

    /// An empty top of at most `bytes` bytes, with those of every thread.
    pub fn new(bytes: usize, threads: usize) -> Self {
        let capacity = (bytes / Self::entry_bytes(threads)).clamp(1 + M::COUNT, u32::MAX as usize);
        // Not touched before it is used.
        let mut top = Top { entries: Vec::with_capacity(capacity), capacity, simulations: 0 };
        top.clear();
        top
    }

    #[cfg(test)]
    pub fn bytes_allocated(&self) -> usize {
        self.entries.capacity() * size_of::<Entry<M>>()
    }

    /// Removes everything.
    pub fn clear(&mut self) {
        let any = M::from_index(0).expect("a game has moves");
        self.entries.clear();
        self.entries.push(Entry::new(any, [0.0; 2]));
        self.simulations = 0;
    }

    /// Makes the entry behind `moves` the root and removes all others that are not below
    /// it. If there is none, everything is removed: what the trees know there was never
    /// exchanged.
    pub fn advance(&mut self, moves: &[M], links: &mut [Link]) {
        let find = |from: usize, m: &M| {
            let mut children = self.entries[from].range();
            children.find(|&child| self.entries[child].played == *m)
        };
        let root = moves.iter().try_fold(0, find);
        links.iter_mut().for_each(|link| (link.simulations, link.others) = (0, 0));
        let Some(root) = root else {
            self.clear();
            links.iter_mut().for_each(Link::forget);
            return;
        };
        // Entry by entry, each with its block of children, and where it was before.
        let unused = Entry::new(self.entries[0].played, [0.0; 2]);
        let mut entries = vec![self.entries[root]];
        let mut before = vec![Some(root)];
        for next in 0.. {
            let Some(entry) = entries.get(next).copied() else { break };
            if entry.size > 0 {
                let range = entry.range();
                entries[next].children = entries.len() as u32;
                let end = entries.len() + usize::from(entry.size);
                entries.extend_from_slice(&self.entries[range.clone()]);
                entries.resize(end, unused);
                before.extend(range.map(Some));
                before.resize(end, None);
            }
        }
        for link in links {
            let known = |&index: &Option<usize>| link.known.get(index?).copied();
            let moved: Vec<Known> = before.iter().map(|index| known(index).unwrap_or_default()).collect();
            link.known.clear();
            link.known.extend(moved);
        }
        self.entries.clear();
        self.entries.extend(entries);
        // As in the tree: the children prove the root again.
        self.entries[0].flags = Flags::empty();
        self.simulations = 0;
    }

    /// Makes the lists of a link as long as the top's.
    pub fn extend(&self, link: &mut Link) {
        // They never grow beyond this.
        link.known.reserve_exact(self.capacity - link.known.len());
        link.known.resize(self.entries.len(), Known::default());
    }

    /// Makes a block for `size` children. Returns false if there is no space.
    pub fn make_block(&mut self, parent: usize, size: u8) -> bool {
        let first = self.entries.len();
        if first + usize::from(size) > self.capacity {
            return false;
        }
        let unused = Entry::new(self.entries[0].played, [0.0; 2]);
        self.entries.resize(first + usize::from(size), unused);
        let parent = &mut self.entries[parent];
        (parent.children, parent.size) = (first as u32, size);
        true
    }
}

impl Link {
    /// Has the tree enough news, or lost nodes?
    pub fn is_due<G: Game, S: Select>(&self, tree: &Tree<G, S>, threads: usize) -> bool {
        let gained = (tree.simulations - self.simulations) * threads as u64;
        self.recycled != tree.recycled || gained >= MIN_VISITS.max(tree.root().visits / SHARE).into()
    }

    #[cfg(test)]
    pub fn bytes(&self) -> usize {
        self.known.capacity() * size_of::<Known>()
    }

    /// From now on the tree has nothing in common with the top.
    pub fn forget(&mut self) {
        self.known.clear();
        (self.simulations, self.others) = (0, 0);
    }
}

impl<M: Copy> Entry<M> {
    /// Adds what a node has gained.
    pub fn add(&mut self, node: &Node<M>, sums: [f32; 2], known: &Known) {
        debug_assert!(node.visits >= known.visits, "visits are never taken back");
        self.visits += node.visits.saturating_sub(known.visits);
        self.sum += node.sum - known.sum;
        for ((all, now), before) in self.sums.iter_mut().zip(sums).zip(known.sums) {
            *all += now - before;
        }
        self.learn(node);
        self.sum = self.flags.bounds().clamp_sum(self.sum, self.visits);
    }

    /// Takes over what is proven of a node.
    pub fn learn(&mut self, node: &Node<M>) {
        if !self.flags.is_proven() {
            self.flags.set_bounds(self.flags.bounds().and(node.bounds()));
            self.plies = node.plies();
        }
    }
}
