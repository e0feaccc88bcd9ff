//! The transposition table: results of earlier searches by position.
//!
//! ```text
//!   bucket, 64 bytes = one cache line = 4 slots
//!   slot,   16 bytes = two words: the key, and
//!           score 16 bits | best move 16 | plies 16 | depth 8 | tags 8
//!   tags:   generation 4 bits | upper bound 2 | lower bound 2
//! ```
//!
//! The whole key is stored, so two positions are confused only if the game gives
//! them the same key. A slot of zeros is empty (neither bound is known). A new
//! table therefore consists of zero pages from the operating system: it is made in
//! microseconds and uses memory only where it is written to.
//!
//! Each decision is a new *generation*. Entries of old generations are replaced
//! first.

use crate::score::{Certainty, SearchResult, from_table, to_table};

/// Stands for "no move".
pub(crate) const NO_MOVE: u16 = u16::MAX;

/// Number of slots per bucket.
const SLOTS: usize = 4;

/// One generation of age counts as much as this number of plies of depth when an
/// entry is replaced.
const PLIES_PER_GENERATION: i32 = 4;

/// A packed slot. An array of integers, because for those `vec![0; n]` gets zero
/// pages from the operating system instead of writing zeros.
type Words = [u64; 2];

/// An unpacked slot.
#[derive(Clone, Copy)]
struct Slot {
    key: u64,
    score: i16,
    best: u16,
    plies: u16,
    depth: u8,
    tags: u8,
}

/// Result of a search as the table returns it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Entry {
    pub result: SearchResult,
    /// Depth of the search, in plies.
    pub depth: u32,
    /// Index of the best move, or [`NO_MOVE`].
    pub best: u16,
}

pub(crate) struct Table {
    words: Box<[Words]>,
    /// Index of the first slot that begins a cache line.
    offset: usize,
    buckets: usize,
    generation: u8,
}

impl Table {
    /// Makes a table of at most `bytes` bytes. It may have no bucket at all.
    pub fn new(bytes: usize) -> Self {
        let slots = bytes / size_of::<Words>();
        let words = vec![[0; 2]; slots].into_boxed_slice();
        // The slots before the first cache line are unused. The number of buckets
        // does not depend on how many they are, which varies between runs.
        let offset = words.as_ptr().align_offset(SLOTS * size_of::<Words>());
        // No slot begins a cache line if the memory is aligned to eight bytes only, as in
        // a browser.
        let offset = if offset < SLOTS { offset } else { 0 };
        let buckets = slots.saturating_sub(SLOTS - 1) / SLOTS;
        Table { words, offset, buckets, generation: 0 }
    }

    /// Starts a new generation, for a new decision.
    pub fn next_generation(&mut self) {
        self.generation = (self.generation + 1) & 15;
    }

    /// Range of the slots of the key's bucket.
    #[inline]
    fn bucket(&self, key: u64) -> std::ops::Range<usize> {
        // A key may be a plain bit pattern of a small board, so all of its bits
        // are mixed first. The high half of the product then selects a bucket; the
        // number of buckets need not be a power of two.
        let mixed = key.wrapping_mul(0x9e37_79b9_7f4a_7c15);
        let mixed = (mixed ^ (mixed >> 32)).wrapping_mul(0xd6e8_feb8_6659_fd93);
        let number = ((u128::from(mixed) * self.buckets as u128) >> 64) as usize;
        let first = self.offset + SLOTS * number;
        if self.buckets == 0 { 0..0 } else { first..first + SLOTS }
    }

    /// Looks up the position with this key, `ply` plies from the root.
    #[inline]
    pub fn probe(&self, key: u64, ply: usize) -> Option<Entry> {
        let bucket = &self.words[self.bucket(key)];
        let mut slots = bucket.iter().map(Slot::unpack);
        let slot = slots.find(|slot| slot.key == key && !slot.is_empty())?;
        Some(slot.read(ply))
    }

    /// Stores the result of a search. An entry of the same position is replaced
    /// only if it is not solved and has no higher priority; else the slot of the
    /// lowest priority is replaced.
    #[inline]
    pub fn store(&mut self, key: u64, ply: usize, found: Entry) {
        let generation = self.generation;
        let range = self.bucket(key);
        let bucket = &mut self.words[range];
        let new = Slot::write(key, ply, found, generation);
        let is_same = |old: &Slot| old.key == key && !old.is_empty();
        match bucket.iter_mut().find(|words| is_same(&Slot::unpack(words))) {
            Some(words) => {
                let old = Slot::unpack(words);
                let better = new.priority(generation) >= old.priority(generation);
                if better && !old.read(0).result.is_solved() {
                    *words = new.pack();
                }
            }
            None => {
                let lowest = bucket.iter_mut().min_by_key(|words| Slot::unpack(words).priority(generation));
                if let Some(words) = lowest {
                    *words = new.pack();
                }
            }
        }
    }
}

impl Slot {
    #[inline]
    fn pack(self) -> Words {
        let [score, best, plies] = [self.score as u16, self.best, self.plies].map(u64::from);
        let data = score << 48 | best << 32 | plies << 16 | u64::from(self.depth) << 8 | u64::from(self.tags);
        [self.key, data]
    }

    #[inline]
    fn unpack(&[key, data]: &Words) -> Self {
        Slot {
            key,
            score: (data >> 48) as i16,
            best: (data >> 32) as u16,
            plies: (data >> 16) as u16,
            depth: (data >> 8) as u8,
            tags: data as u8,
        }
    }

    fn write(key: u64, ply: usize, found: Entry, generation: u8) -> Self {
        let Entry { result, depth, best } = found;
        Slot {
            key,
            score: to_table(result.score, ply),
            best,
            plies: result.plies,
            depth: depth.min(u8::MAX.into()) as u8,
            tags: generation << 4 | (result.upper as u8) << 2 | result.lower as u8,
        }
    }

    fn read(&self, ply: usize) -> Entry {
        let certainty = |bits: u8| match bits & 3 {
            0 => Certainty::Unknown,
            1 => Certainty::Searched,
            _ => Certainty::Proven,
        };
        let result = SearchResult {
            score: from_table(self.score, ply),
            lower: certainty(self.tags),
            upper: certainty(self.tags >> 2),
            plies: self.plies,
        };
        Entry { result, depth: self.depth.into(), best: self.best }
    }

    fn is_empty(&self) -> bool {
        self.tags & 15 == 0
    }

    /// Value of keeping this slot: deep and recent searches have more.
    fn priority(&self, generation: u8) -> i32 {
        if self.is_empty() {
            return i32::MIN;
        }
        let age = generation.wrapping_sub(self.tags >> 4) & 15;
        i32::from(self.depth) - PLIES_PER_GENERATION * i32::from(age)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use game::Outcome;

    /// Four slots, and the at most three before the first cache line.
    const ONE_BUCKET: usize = 7 * 16;

    fn entry(depth: u32) -> Entry {
        Entry { result: SearchResult::evaluated(0.25), depth, best: 7 }
    }

    fn depth(table: &Table, key: u64) -> Option<u32> {
        table.probe(key, 0).map(|entry| entry.depth)
    }

    #[test]
    fn the_memory_limit_is_never_exceeded() {
        for bytes in [0, 1, 63, 64, ONE_BUCKET, 1 << 16, (1 << 16) + 63] {
            let table = Table::new(bytes);
            assert!(size_of_val(&*table.words) <= bytes);
            assert!(table.buckets * 64 + ONE_BUCKET > bytes, "the allowed memory is used");
        }
    }

    #[test]
    fn buckets_are_cache_lines_and_inside_the_table() {
        let mut table = Table::new(1 << 12);
        for key in 0..1000 {
            let bucket = table.bucket(key);
            assert!(table.words[bucket.clone()].as_ptr().cast::<u8>().addr().is_multiple_of(64));
            table.store(key, 0, entry(1));
            assert_eq!(depth(&table, key), Some(1));
        }
    }

    #[test]
    fn a_table_without_a_bucket_stores_nothing() {
        let mut table = Table::new(ONE_BUCKET - 1);
        table.store(1, 0, entry(3));
        assert!(table.probe(1, 0).is_none());
    }

    #[test]
    fn a_stored_entry_is_returned_unchanged() {
        let mut table = Table::new(1 << 12);
        let loss = Entry { result: SearchResult::terminal(Outcome::Loss, 9), depth: 250, best: 65_000 };
        table.store(3, 1, loss);
        let got = table.probe(3, 1).unwrap();
        assert_eq!((got.result, got.depth, got.best), (loss.result, loss.depth, loss.best));
        let result =
            SearchResult { upper: Certainty::Unknown, plies: 300, ..SearchResult::terminal(Outcome::Win, 5) };
        table.store(0, 2, Entry { result, depth: 4, best: NO_MOVE });
        let got = table.probe(0, 2).unwrap();
        assert_eq!((got.result, got.depth, got.best), (result, 4, NO_MOVE));
        assert!(table.probe(1, 2).is_none());
    }

    #[test]
    fn the_shallowest_entry_is_replaced() {
        let mut table = Table::new(ONE_BUCKET);
        for (key, depth) in [(1, 5), (2, 3), (3, 9), (4, 7), (5, 4)] {
            table.store(key, 0, entry(depth));
        }
        assert_eq!(depth(&table, 2), None);
        assert_eq!([1, 3, 4, 5].map(|key| depth(&table, key)), [Some(5), Some(9), Some(7), Some(4)]);
    }

    #[test]
    fn entries_of_old_generations_are_replaced_first() {
        let mut table = Table::new(ONE_BUCKET);
        table.store(1, 0, entry(5));
        for _ in 0..2 {
            table.next_generation();
        }
        for key in 2..6 {
            table.store(key, 0, entry(1));
        }
        assert_eq!(depth(&table, 1), None);
    }

    #[test]
    fn a_shallow_search_does_not_replace_a_deep_or_a_solved_one() {
        let mut table = Table::new(ONE_BUCKET);
        table.store(1, 0, entry(5));
        table.store(1, 0, entry(2));
        assert_eq!(depth(&table, 1), Some(5));
        table.store(1, 0, Entry { result: SearchResult::terminal(Outcome::Draw, 0), depth: 6, best: 1 });
        table.store(1, 0, entry(9));
        assert_eq!(depth(&table, 1), Some(6));
    }
}
