//! The solver's transposition table: results by key, within a memory limit.
//!
//! ```text
//!   an entry:  | upper 57 bits of the key | effort: 6 bits | wins: 1 bit |
//! ```
//!
//! The lower bits of a key are the index of its bucket, so all 64 bits are
//! compared. A bucket has four entries; a new entry replaces the one with the least
//! effort (the logarithm of the nodes that it took). The table starts small and
//! doubles as it fills, up to its limit: the first access to a memory page costs
//! more than the search of a node.

/// Entries in a bucket: half a cache line.
const BUCKET: usize = 4;

/// Bits of an entry that are not part of the key.
const DATA: u64 = 127;

/// Minimum number of buckets: the index must cover the key bits that an entry does
/// not store.
const MIN_BUCKETS: usize = DATA as usize + 1;

/// A transposition table.
pub(crate) struct Table {
    /// Their number is a power of two.
    buckets: Vec<[u64; BUCKET]>,
    max_buckets: usize,
    inserted: usize,
}

impl Table {
    /// Creates a table that grows to at most `bytes` bytes (rounded down to a power
    /// of two), but has at least [`MIN_BUCKETS`] buckets.
    pub fn new(bytes: usize) -> Self {
        let max = (bytes / size_of::<[u64; BUCKET]>()).max(MIN_BUCKETS);
        Table { buckets: vec![[0; BUCKET]; MIN_BUCKETS], max_buckets: 1 << max.ilog2(), inserted: 0 }
    }

    /// Doubles the number of buckets. The index takes one more bit of the key;
    /// entries that have this bit set move to the new half.
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

    fn bucket_index(&self, key: u64) -> usize {
        key as usize & (self.buckets.len() - 1)
    }

    /// Whether the side to move wins in the position with this key; `None` if the
    /// table has no entry for it.
    #[inline]
    pub fn get(&self, key: u64) -> Option<bool> {
        let bucket = &self.buckets[self.bucket_index(key)];
        let entry = bucket.iter().find(|&&entry| entry & !DATA == key & !DATA && entry & DATA != 0);
        entry.map(|entry| entry & 1 == 1)
    }

    /// Stores a result that took `nodes` nodes to find.
    #[inline]
    pub fn insert(&mut self, key: u64, wins: bool, nodes: u64) {
        self.inserted += 1;
        if self.inserted > 2 * self.buckets.len() && self.buckets.len() < self.max_buckets {
            self.grow();
        }
        let effort = u64::from((nodes + 2).ilog2());
        let index = self.bucket_index(key);
        let bucket = &mut self.buckets[index];
        let same = bucket.iter().position(|entry| entry & !DATA == key & !DATA && entry & DATA != 0);
        let cheapest = (0..BUCKET).min_by_key(|&i| bucket[i] & DATA >> 1 << 1).unwrap_or(0);
        bucket[same.unwrap_or(cheapest)] = key & !DATA | effort << 1 | u64::from(wins);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn exactly_the_inserted_keys_are_found() {
        let mut table = Table::new(1 << 16);
        let keys = |i: u64| (i + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        for i in 0..500 {
            table.insert(keys(i), i % 3 == 0, i);
        }
        let found = (0..500).filter(|&i| table.get(keys(i)) == Some(i % 3 == 0)).count();
        assert_eq!(found, 500);
        assert!((500..5000).all(|i| table.get(keys(i)).is_none()));
        assert_eq!(Table::new(0).get(0), None);
    }

    #[test]
    fn keys_that_differ_only_in_their_lowest_bits_have_separate_entries() {
        let mut table = Table::new(0);
        table.insert(1 << 40 | 5, true, 1);
        assert_eq!((table.get(1 << 40 | 5), table.get(1 << 40 | 6)), (Some(true), None));
        table.insert(1 << 40 | 5, false, 1);
        assert_eq!(table.get(1 << 40 | 5), Some(false));
    }

    #[test]
    fn entries_are_kept_when_the_table_grows() {
        let mut table = Table::new(1 << 20);
        let keys = |i: u64| (i + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        // Few enough that no bucket overflows before it is split.
        for i in 0..20_000 {
            table.insert(keys(i), i % 3 == 0, i);
            let some = i / 2;
            assert!(table.get(keys(some)).is_none_or(|wins| wins == (some % 3 == 0)));
        }
        let found = (0..20_000).filter(|&i| table.get(keys(i)) == Some(i % 3 == 0)).count();
        assert!(found > 19_000, "{found}");
        assert_eq!(table.buckets.len(), table.buckets.len().next_power_of_two());
        assert!(table.buckets.len() > MIN_BUCKETS && table.buckets.len() <= table.max_buckets);
    }

    #[test]
    fn an_expensive_result_is_not_replaced() {
        let mut table = Table::new(0);
        let keys = |i: u64| i << 32;
        table.insert(keys(1), true, 1_000_000);
        (2..100).for_each(|i| table.insert(keys(i), false, 3));
        assert_eq!(table.get(keys(1)), Some(true));
        assert_eq!(table.get(keys(99)), Some(false));
    }
}
