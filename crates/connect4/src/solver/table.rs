//! The transposition table of the solver.
//!
//! A slot holds the whole position, not a hash of it, so that positions are never
//! confused. The table starts small, to fit into the cache, and grows with its
//! contents up to its memory limit. It grows by a few slots at a time, because
//! doubling a large table at once could exceed a move's time limit. Clearing the
//! table increments its generation, so that it costs no pass over the slots.

use crate::bits::Bits;

/// Lower and upper bound of a score.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Bounds {
    pub lower: i8,
    pub upper: i8,
}

impl Bounds {
    /// The bound that decides whether the score is above `alpha`; `None` if neither
    /// does.
    #[inline]
    pub fn cutoff(self, alpha: i32) -> Option<i32> {
        let (lower, upper) = (i32::from(self.lower), i32::from(self.upper));
        match () {
            () if upper <= alpha => Some(upper),
            () if lower > alpha => Some(lower),
            () => None,
        }
    }

    /// The tighter of both bounds on either side.
    #[inline]
    pub fn intersect(self, other: Bounds) -> Bounds {
        Bounds { lower: self.lower.max(other.lower), upper: self.upper.min(other.upper) }
    }
}

#[derive(Clone, Copy)]
struct Slot<B> {
    key: B,
    /// Slots of other generations count as empty.
    generation: u32,
    bounds: Bounds,
}

impl<B: Bits> Slot<B> {
    const EMPTY: Self = Slot { key: B::EMPTY, generation: 0, bounds: Bounds { lower: 0, upper: 0 } };
}

#[derive(Clone)]
pub(crate) struct Table<B> {
    /// The slots that were ever in use; the capacity is `max_size`.
    slots: Vec<Slot<B>>,
    max_size: usize,
    generation: u32,
    /// Number of slots before the current doubling, a power of two.
    size: usize,
    /// Number of slots that the current doubling has split: each has passed a part of
    /// its positions to the slot `size` places further up.
    split: usize,
    /// Number of slots of the current generation.
    used: usize,
}

/// Number of slots of an empty table.
const MIN_SIZE: usize = 1 << 10;

/// Number of slots by which the table grows at a time.
const SPLITS: usize = 64;

impl<B: Bits> Table<B> {
    /// Creates an empty table that grows to at most `bytes` bytes, and to at least
    /// [`MIN_SIZE`] slots.
    pub fn new(bytes: usize) -> Self {
        let max_size = 1 << (bytes / size_of::<Slot<B>>()).max(MIN_SIZE).ilog2();
        // Reserved memory that is never written to costs nothing.
        let mut slots = Vec::with_capacity(max_size);
        slots.resize(MIN_SIZE, Slot::EMPTY);
        Table { slots, max_size, generation: 1, size: MIN_SIZE, split: 0, used: 0 }
    }

    /// Removes all positions.
    pub fn clear(&mut self) {
        self.size = MIN_SIZE;
        self.split = 0;
        self.used = 0;
        self.generation = self.generation.wrapping_add(1);
        if self.generation == 0 {
            self.slots.iter_mut().for_each(|slot| slot.generation = 0);
            self.generation = 1;
        }
    }

    #[inline]
    fn index(&self, key: B) -> usize {
        let hash = hash(key);
        let index = hash & (self.size - 1);
        if index < self.split { hash & (2 * self.size - 1) } else { index }
    }

    /// The bounds of a position, if the table has it.
    #[inline]
    pub fn get(&self, key: B) -> Option<Bounds> {
        let slot = &self.slots[self.index(key)];
        (slot.generation == self.generation && slot.key == key).then_some(slot.bounds)
    }

    /// Stores the bounds of a position; replaces the position in its slot.
    #[inline]
    pub fn put(&mut self, key: B, bounds: Bounds) {
        let index = self.index(key);
        let slot = &mut self.slots[index];
        let new = slot.generation != self.generation;
        *slot = Slot { key, generation: self.generation, bounds };
        if new {
            self.used += 1;
            if 5 * self.used > 2 * (self.size + self.split) && self.size < self.max_size {
                self.grow();
            }
        }
    }

    /// Grows by at most [`SPLITS`] slots.
    #[cold]
    fn grow(&mut self) {
        let more = SPLITS.min(self.size - self.split);
        let end = self.size + self.split + more;
        if self.slots.len() < end {
            self.slots.resize(end, Slot::EMPTY);
        }
        for index in self.split..self.split + more {
            let slot = self.slots[index];
            let new = hash(slot.key) & (2 * self.size - 1);
            if slot.generation == self.generation && new != index {
                self.slots[new] = slot;
                self.slots[index].generation = 0;
            }
        }
        self.split += more;
        if self.split == self.size {
            self.size *= 2;
            self.split = 0;
        }
    }
}

/// A hash to which every bit of the key contributes.
#[inline]
fn hash<B: Bits>(key: B) -> usize {
    let product = u128::from(key.key64()) * 0x9e37_79b9_7f4a_7c15;
    (product >> 64) as usize ^ product as usize
}

#[cfg(test)]
mod tests {
    use super::*;

    fn bounds(number: u64) -> Bounds {
        Bounds { lower: (number % 7) as i8, upper: (number % 11) as i8 + 7 }
    }

    #[test]
    fn the_table_returns_what_was_stored() {
        let mut table = Table::<u64>::new(1 << 20);
        let keys = (0..20_000u64).map(|n| n.wrapping_mul(0x2545_f491_4f6c_dd1d) >> 8);
        for (number, key) in (0..).zip(keys.clone()) {
            table.put(key, bounds(number));
            assert_eq!(table.get(key), Some(bounds(number)));
        }
        let found: Vec<_> = keys.clone().zip(0..).filter(|(key, _)| table.get(*key).is_some()).collect();
        assert!(found.len() > 10_000, "growing loses few positions: {} found", found.len());
        assert!(found.into_iter().all(|(key, number)| table.get(key) == Some(bounds(number))));
        table.clear();
        assert!(keys.into_iter().all(|key| table.get(key).is_none()), "the table is empty");
        assert_eq!(table.size, MIN_SIZE);
    }

    #[test]
    fn a_table_stays_within_its_memory_limit() {
        let mut table = Table::<u64>::new(100_000);
        (0..100_000).for_each(|key| table.put(key, bounds(key)));
        assert!(table.slots.capacity() * size_of::<Slot<u64>>() <= 100_000);
        assert_eq!((table.size, table.slots.len()), (table.max_size, table.max_size));
    }

    /// The counter of generations wraps after 2³² calls of `clear`. Slots of the first
    /// generation must not reappear then.
    #[test]
    fn the_generation_may_wrap_around() {
        let mut table = Table::<u64>::new(1 << 16);
        table.put(5, bounds(3));
        table.generation = u32::MAX;
        table.clear();
        assert_eq!((table.generation, table.get(5)), (1, None));
    }

    #[test]
    fn bounds_cut_off_outside_of_their_interval() {
        let bounds = Bounds { lower: -2, upper: 3 };
        assert_eq!([-3, -2, 2, 3].map(|alpha| bounds.cutoff(alpha)), [Some(-2), None, None, Some(3)]);
        assert_eq!(bounds.intersect(Bounds { lower: 0, upper: 9 }), Bounds { lower: 0, upper: 3 });
    }
}
