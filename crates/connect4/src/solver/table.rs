//! What the solver has found out, by position.
//!
//! A slot holds the whole position, not a hash of it: two positions are never
//! taken for each other. The table begins small, in the cache, and grows as it
//! fills up to the memory it may have, a few slots at a time: whoever doubles a
//! large table at once is late with a move. To forget everything is to count one
//! generation on, so that a search from an empty table costs nothing extra.

use crate::bits::Bits;

/// Between what limits a score is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Known {
    pub lower: i8,
    pub upper: i8,
}

impl Known {
    /// Is the score above `alpha`? The limit that says so, if one does.
    #[inline]
    pub fn answer(self, alpha: i32) -> Option<i32> {
        let (lower, upper) = (i32::from(self.lower), i32::from(self.upper));
        match () {
            () if upper <= alpha => Some(upper),
            () if lower > alpha => Some(lower),
            () => None,
        }
    }

    /// What both say.
    #[inline]
    pub fn and(self, other: Known) -> Known {
        Known { lower: self.lower.max(other.lower), upper: self.upper.min(other.upper) }
    }
}

#[derive(Clone, Copy)]
struct Slot<B> {
    key: B,
    /// What was written in another generation is not there.
    generation: u32,
    known: Known,
}

impl<B: Bits> Slot<B> {
    const NOTHING: Self = Slot { key: B::EMPTY, generation: 0, known: Known { lower: 0, upper: 0 } };
}

#[derive(Clone)]
pub(crate) struct Table<B> {
    /// Room for the most slots; those that were ever in use.
    slots: Vec<Slot<B>>,
    most: usize,
    generation: u32,
    /// A power of two; so many slots are in use, and
    size: usize,
    /// so many more: the first slots have each given a part of their positions
    /// to the one that is `size` further up.
    split: usize,
    /// How many of them hold something of this generation.
    taken: usize,
}

/// The slots that an empty table begins with.
const LEAST: usize = 1 << 10;

/// By so many slots it grows.
const SPLITS: usize = 64;

impl<B: Bits> Table<B> {
    /// An empty table that grows to at most this many bytes (but is never
    /// smaller than a thousand slots).
    pub fn new(bytes: usize) -> Self {
        let most = 1 << (bytes / size_of::<Slot<B>>()).max(LEAST).ilog2();
        // Memory that nobody has written to costs nothing.
        let mut slots = Vec::with_capacity(most);
        slots.resize(LEAST, Slot::NOTHING);
        Table { slots, most, generation: 1, size: LEAST, split: 0, taken: 0 }
    }

    /// Forgets everything.
    pub fn clear(&mut self) {
        self.size = LEAST;
        self.split = 0;
        self.taken = 0;
        self.generation = self.generation.wrapping_add(1);
        if self.generation == 0 {
            self.slots.iter_mut().for_each(|slot| slot.generation = 0);
            self.generation = 1;
        }
    }

    #[inline]
    fn place(&self, key: B) -> usize {
        let hash = spread(key);
        let place = hash & (self.size - 1);
        if place < self.split { hash & (2 * self.size - 1) } else { place }
    }

    /// What is known of a position.
    #[inline]
    pub fn get(&self, key: B) -> Option<Known> {
        let slot = &self.slots[self.place(key)];
        (slot.generation == self.generation && slot.key == key).then_some(slot.known)
    }

    /// Something is known of a position now; what was in its place is
    /// forgotten.
    #[inline]
    pub fn put(&mut self, key: B, known: Known) {
        let place = self.place(key);
        let slot = &mut self.slots[place];
        let new = slot.generation != self.generation;
        *slot = Slot { key, generation: self.generation, known };
        if new {
            self.taken += 1;
            if 5 * self.taken > 2 * (self.size + self.split) && self.size < self.most {
                self.grow();
            }
        }
    }

    /// A few slots more.
    #[cold]
    fn grow(&mut self) {
        let more = SPLITS.min(self.size - self.split);
        let end = self.size + self.split + more;
        if self.slots.len() < end {
            self.slots.resize(end, Slot::NOTHING);
        }
        for place in self.split..self.split + more {
            let slot = self.slots[place];
            let now = spread(slot.key) & (2 * self.size - 1);
            if slot.generation == self.generation && now != place {
                self.slots[now] = slot;
                self.slots[place].generation = 0;
            }
        }
        self.split += more;
        if self.split == self.size {
            self.size *= 2;
            self.split = 0;
        }
    }
}

/// A number in which every bit of the key has a say.
#[inline]
fn spread<B: Bits>(key: B) -> usize {
    let product = u128::from(key.name()) * 0x9e37_79b9_7f4a_7c15;
    (product >> 64) as usize ^ product as usize
}

#[cfg(test)]
mod tests {
    use super::*;

    fn known(number: u64) -> Known {
        Known { lower: (number % 7) as i8, upper: (number % 11) as i8 + 7 }
    }

    #[test]
    fn what_is_found_is_what_was_put_in() {
        let mut table = Table::<u64>::new(1 << 20);
        let keys = (0..20_000u64).map(|n| n.wrapping_mul(0x2545_f491_4f6c_dd1d) >> 8);
        for (number, key) in (0..).zip(keys.clone()) {
            table.put(key, known(number));
            assert_eq!(table.get(key), Some(known(number)));
        }
        let found: Vec<_> = keys.clone().zip(0..).filter(|(key, _)| table.get(*key).is_some()).collect();
        assert!(found.len() > 10_000, "growing loses few: {}", found.len());
        assert!(found.into_iter().all(|(key, number)| table.get(key) == Some(known(number))));
        table.clear();
        assert!(keys.into_iter().all(|key| table.get(key).is_none()), "nothing is left");
        assert_eq!(table.size, LEAST);
    }

    #[test]
    fn a_table_keeps_to_its_memory() {
        let mut table = Table::<u64>::new(100_000);
        (0..100_000).for_each(|key| table.put(key, known(key)));
        assert!(table.slots.capacity() * size_of::<Slot<u64>>() <= 100_000);
        assert_eq!((table.size, table.slots.len()), (table.most, table.most));
    }

    /// After four thousand million searches the count of generations starts
    /// over, and must not find what was left there.
    #[test]
    fn generations_may_start_over() {
        let mut table = Table::<u64>::new(1 << 16);
        table.put(5, known(3));
        table.generation = u32::MAX;
        table.clear();
        assert_eq!((table.generation, table.get(5)), (1, None));
    }

    #[test]
    fn limits_answer_what_they_can() {
        let known = Known { lower: -2, upper: 3 };
        assert_eq!([-3, -2, 2, 3].map(|alpha| known.answer(alpha)), [Some(-2), None, None, Some(3)]);
        assert_eq!(known.and(Known { lower: 0, upper: 9 }), Known { lower: 0, upper: 3 });
    }
}
