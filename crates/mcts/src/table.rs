//! Hash table from states to shared nodes, for graph search.

use crate::node::NONE;
use crate::pool::Moved;

/// A hash table of fixed size from keys to shared nodes: open addressing,
/// linear probing, never more than three quarters full.
pub struct Table {
    keys: Box<[u64]>,
    nodes: Box<[u32]>,
    len: usize,
}

impl Table {
    /// Bytes per slot.
    pub const SLOT_BYTES: usize = 12;

    /// A table with room for `slots` rounded down to a power of two.
    pub fn new(slots: usize) -> Self {
        let slots = 1 << slots.max(2).ilog2();
        Table { keys: vec![0; slots].into(), nodes: vec![NONE; slots].into(), len: 0 }
    }

    /// Bytes in use.
    pub fn bytes(&self) -> usize {
        self.keys.len() * Self::SLOT_BYTES
    }

    /// Is there space for another entry?
    pub fn has_room(&self) -> bool {
        self.len < self.keys.len() / 4 * 3
    }

    /// The slot that holds `key`, or the empty one where it belongs.
    fn slot(&self, key: u64) -> usize {
        let mask = self.keys.len() - 1;
        // Keys may be small numbers: mix their bits.
        let mut slot = (key.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 32) as usize & mask;
        while self.nodes[slot] != NONE && self.keys[slot] != key {
            slot = (slot + 1) & mask;
        }
        slot
    }

    /// The node of a state.
    pub fn get(&self, key: u64) -> Option<u32> {
        Some(self.nodes[self.slot(key)]).filter(|&node| node != NONE)
    }

    /// Adds the node of a state. There must be space.
    pub fn insert(&mut self, key: u64, node: u32) {
        debug_assert!(self.has_room());
        let slot = self.slot(key);
        self.len += usize::from(self.nodes[slot] == NONE);
        self.keys[slot] = key;
        self.nodes[slot] = node;
    }

    /// Removes all entries.
    pub fn clear(&mut self) {
        // The memory of a new table has not been touched yet.
        if self.len > 0 {
            self.nodes.fill(NONE);
        }
        self.len = 0;
    }

    /// Updates the entries after the nodes have moved, and removes those of nodes
    /// that were not kept.
    ///
    /// It works in place: every entry is taken out and inserted again. A slot is
    /// valid if a probe from its key's home reaches it before any gap, and
    /// inserting run by run from behind a gap keeps that so.
    pub fn follow(&mut self, moved: &Moved) {
        let slots = self.keys.len();
        // The table is never full, so that there is a gap.
        let gap = (0..slots).find(|&slot| self.nodes[slot] == NONE).unwrap_or(0);
        self.len = 0;
        for step in 1..=slots {
            let slot = (gap + step) & (slots - 1);
            let node = std::mem::replace(&mut self.nodes[slot], NONE);
            if node == NONE {
                continue;
            }
            if let Some(node) = moved.index(node) {
                self.insert(self.keys[slot], node);
            }
        }
    }
}
