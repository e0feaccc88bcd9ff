//! What the solver remembers: results by name, in a fixed memory.
//!
//! ```text
//!   an entry:  | upper 57 bits of the name | effort: 6 bits | wins: 1 bit |
//! ```
//!
//! The lower bits of a name are its place, so all of it is compared. A bucket
//! has four entries, and the one that took the least effort makes room. The
//! table begins small and doubles as it fills, up to its limit: memory that is
//! touched for the first time costs more than the question that touches it.

/// Entries in a bucket: half a cache line.
const BUCKET: usize = 4;

/// The part of an entry that is not the name's.
const LOW: u64 = 127;

/// The fewest buckets: the place must tell the bits that an entry lacks.
const LEAST: usize = LOW as usize + 1;

/// Results by name.
pub(crate) struct Table {
    /// As many as a power of two.
    buckets: Vec<[u64; BUCKET]>,
    most_buckets: usize,
    inserted: usize,
}

impl Table {
    /// A table that grows up to this many bytes (rounded down to a power of
    /// two), which may be too few for any but the smallest.
    pub fn new(bytes: usize) -> Self {
        let most = (bytes / size_of::<[u64; BUCKET]>()).max(LEAST);
        Table { buckets: vec![[0; BUCKET]; LEAST], most_buckets: 1 << most.ilog2(), inserted: 0 }
    }

    /// Twice the buckets. One bit more of the name is the place now: what has
    /// it moves up by as many buckets as there were.
    #[cold]
    fn grow(&mut self) {
        let count = self.buckets.len();
        self.buckets.resize(2 * count, [0; BUCKET]);
        let (lower, upper) = self.buckets.split_at_mut(count);
        for (stay, go) in lower.iter_mut().flatten().zip(upper.iter_mut().flatten()) {
            if *stay & count as u64 != 0 {
                std::mem::swap(stay, go);
            }
        }
    }

    fn place(&self, key: u64) -> usize {
        key as usize & (self.buckets.len() - 1)
    }

    /// Does the side to move win in the position of this name, if it is known?
    #[inline]
    pub fn get(&self, key: u64) -> Option<bool> {
        let bucket = &self.buckets[self.place(key)];
        let entry = bucket.iter().find(|&&entry| entry & !LOW == key & !LOW && entry & LOW != 0);
        entry.map(|entry| entry & 1 == 1)
    }

    /// Remembers a result that took so many nodes to find.
    #[inline]
    pub fn insert(&mut self, key: u64, wins: bool, nodes: u64) {
        self.inserted += 1;
        if self.inserted > 2 * self.buckets.len() && self.buckets.len() < self.most_buckets {
            self.grow();
        }
        let effort = u64::from((nodes + 2).ilog2());
        let place = self.place(key);
        let bucket = &mut self.buckets[place];
        let same = bucket.iter().position(|entry| entry & !LOW == key & !LOW && entry & LOW != 0);
        let least = (0..BUCKET).min_by_key(|&i| bucket[i] & LOW >> 1 << 1).unwrap_or(0);
        bucket[same.unwrap_or(least)] = key & !LOW | effort << 1 | u64::from(wins);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_inserted_is_found_and_nothing_else() {
        let mut table = Table::new(1 << 16);
        let names = |i: u64| (i + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        for i in 0..500 {
            table.insert(names(i), i % 3 == 0, i);
        }
        let found = (0..500).filter(|&i| table.get(names(i)) == Some(i % 3 == 0)).count();
        assert_eq!(found, 500);
        assert!((500..5000).all(|i| table.get(names(i)).is_none()));
        assert_eq!(Table::new(0).get(0), None);
    }

    #[test]
    fn names_that_differ_only_in_their_lowest_bits_are_told_apart() {
        let mut table = Table::new(0);
        table.insert(1 << 40 | 5, true, 1);
        assert_eq!((table.get(1 << 40 | 5), table.get(1 << 40 | 6)), (Some(true), None));
        table.insert(1 << 40 | 5, false, 1);
        assert_eq!(table.get(1 << 40 | 5), Some(false));
    }

    #[test]
    fn nothing_is_lost_when_it_grows() {
        let mut table = Table::new(1 << 20);
        let names = |i: u64| (i + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        // Few enough that no bucket overflows before it is split.
        for i in 0..20_000 {
            table.insert(names(i), i % 3 == 0, i);
            let some = i / 2;
            assert!(table.get(names(some)).is_none_or(|wins| wins == (some % 3 == 0)));
        }
        let found = (0..20_000).filter(|&i| table.get(names(i)) == Some(i % 3 == 0)).count();
        assert!(found > 19_000, "{found}");
        assert_eq!(table.buckets.len(), table.buckets.len().next_power_of_two());
        assert!(table.buckets.len() > LEAST && table.buckets.len() <= table.most_buckets);
    }

    #[test]
    fn what_was_dear_stays() {
        let mut table = Table::new(0);
        let names = |i: u64| i << 32;
        table.insert(names(1), true, 1_000_000);
        (2..100).for_each(|i| table.insert(names(i), false, 3));
        assert_eq!(table.get(names(1)), Some(true));
        assert_eq!(table.get(names(99)), Some(false));
    }
}
