//! A small cache of endgame scores, for positions with too few empty squares for the
//! transposition table.
//!
//! It fits into the second-level cache of the CPU, so a lookup costs a fraction of one in
//! the large table. A new entry replaces the old one in its place.

/// Number of entries, a power of two.
const SIZE: usize = 1 << 12;

/// A position and bounds of its score. All zero is a free entry, since no position is
/// without discs.
#[derive(Clone, Copy)]
#[repr(align(32))]
struct Entry {
    own: u64,
    other: u64,
    lower: i8,
    upper: i8,
    /// Number of clears of the cache when it was written.
    clears: u32,
}

const FREE: Entry = Entry { own: 0, other: 0, lower: 0, upper: 0, clears: 0 };

/// Bounds of scores at the end of the game.
pub(crate) struct Cache {
    entries: Box<[Entry; SIZE]>,
    /// Number of clears; entries with another number count as free.
    clears: u32,
}

impl Cache {
    /// A cache without entries.
    pub fn new() -> Cache {
        let entries = vec![FREE; SIZE].into_boxed_slice().try_into();
        Cache { entries: entries.unwrap_or_else(|_| unreachable!("the length is SIZE")), clears: 0 }
    }

    /// Removes all entries, without writing to them.
    pub fn clear(&mut self) {
        self.clears = self.clears.wrapping_add(1);
        if self.clears == 0 {
            self.entries.fill(FREE);
        }
    }

    /// The place of a position.
    #[inline(always)]
    pub fn place(own: u64, other: u64) -> usize {
        let mixed = own.wrapping_mul(0x9e37_79b9_7f4a_7c15) ^ other.wrapping_mul(0xd6e8_feb8_6659_fd93);
        let mixed = (mixed ^ mixed >> 32).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        (mixed >> (64 - SIZE.ilog2())) as usize % SIZE
    }

    /// Lower and upper bound of a position's score; -64 and 64 if nothing is known.
    #[inline(always)]
    pub fn get(&self, place: usize, own: u64, other: u64) -> (i32, i32) {
        let entry = &self.entries[place % SIZE];
        if entry.own == own && entry.other == other && entry.clears == self.clears {
            (entry.lower.into(), entry.upper.into())
        } else {
            (-64, 64)
        }
    }

    /// Stores the bounds of a position's score.
    #[inline(always)]
    pub fn put(&mut self, place: usize, own: u64, other: u64, (lower, upper): (i32, i32)) {
        let (lower, upper) = (lower as i8, upper as i8);
        self.entries[place % SIZE] = Entry { own, other, lower, upper, clears: self.clears };
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_a_stored_position_is_found() {
        let mut cache = Cache::new();
        let place = Cache::place(1, 2);
        assert_eq!(cache.get(place, 1, 2), (-64, 64));
        cache.put(place, 1, 2, (-3, 8));
        assert_eq!(cache.get(place, 1, 2), (-3, 8));
        assert_eq!(cache.get(place, 2, 1), (-64, 64), "another position in the same place");
        cache.put(place, 4, 8, (64, 64));
        assert_eq!((cache.get(place, 1, 2), cache.get(place, 4, 8)), ((-64, 64), (64, 64)));
    }

    #[test]
    fn cleared_entries_are_not_found() {
        let mut cache = Cache::new();
        let place = Cache::place(5, 10);
        for clears in [0, 1, u32::MAX - 1, u32::MAX] {
            cache.clears = clears;
            cache.put(place, 5, 10, (0, 2));
            assert_eq!(cache.get(place, 5, 10), (0, 2));
            cache.clear();
            assert_eq!(cache.get(place, 5, 10), (-64, 64));
        }
        assert!(cache.entries.iter().all(|entry| entry.own == 0), "a count that wraps removes the entries");
    }
}
