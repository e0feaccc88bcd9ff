//! The transposition table: what earlier searches said of a position.
//!
//! ```text
//!   bucket, 64 bytes = one cache line = 4 entries
//!   entry,  16 bytes = two words: the key, and
//!           score 16 bits | best move 16 | plies 16 | depth 8 | tags 8
//!   tags:   generation 4 bits | ceiling 2 | floor 2
//! ```
//!
//! The whole key is kept, so a position is never taken for another one unless
//! the game's own keys collide. All zeros is an empty entry (it makes no
//! claim): a new table is zero pages from the operating system, there in
//! microseconds, and costs memory only where it is written to.

use crate::score::{Trust, Verdict, from_table, to_table};

/// No move.
pub(crate) const NO_MOVE: u16 = u16::MAX;

/// Entries of a bucket.
const ENTRIES: usize = 4;

/// An entry that many plies shallower is as worth keeping as one that is a
/// generation older.
const PLIES_PER_GENERATION: i32 = 4;

/// An entry as it is kept. Plain words, because those are what the standard
/// library asks the operating system for as ready-made zeros.
type Words = [u64; 2];

#[derive(Clone, Copy)]
struct Entry {
    key: u64,
    score: i16,
    best: u16,
    plies: u16,
    depth: u8,
    tags: u8,
}

/// What the table knows of a position.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Known {
    pub verdict: Verdict,
    /// How deep the search went that said so.
    pub depth: u32,
    /// The index of the best move, or [`NO_MOVE`].
    pub best: u16,
}

pub(crate) struct Table {
    words: Box<[Words]>,
    /// Where the first cache line begins.
    offset: usize,
    buckets: usize,
    generation: u8,
}

impl Table {
    /// A table of at most `bytes` bytes: possibly none at all.
    pub fn new(bytes: usize) -> Self {
        let entries = bytes / size_of::<Words>();
        let words = vec![[0; 2]; entries].into_boxed_slice();
        // What comes before the first cache line stays unused; the number of
        // buckets does not depend on how much that is this time.
        let offset = words.as_ptr().align_offset(ENTRIES * size_of::<Words>());
        let buckets = entries.saturating_sub(ENTRIES - 1) / ENTRIES;
        Table { words, offset, buckets, generation: 0 }
    }

    /// A new decision begins: what is there gets older.
    pub fn next_generation(&mut self) {
        self.generation = (self.generation + 1) & 15;
    }

    /// Where the key's bucket is.
    #[inline]
    fn bucket(&self, key: u64) -> std::ops::Range<usize> {
        // Keys may be plain bit patterns of a small board: the product's high
        // half depends on all of them, and needs no power of two.
        let mixed = key.wrapping_mul(0x9e37_79b9_7f4a_7c15);
        let mixed = (mixed ^ (mixed >> 32)).wrapping_mul(0xd6e8_feb8_6659_fd93);
        let number = ((u128::from(mixed) * self.buckets as u128) >> 64) as usize;
        let first = self.offset + ENTRIES * number;
        if self.buckets == 0 { 0..0 } else { first..first + ENTRIES }
    }

    /// What is known of the position with this key, as seen `ply` plies away
    /// from a root.
    #[inline]
    pub fn get(&self, key: u64, ply: usize) -> Option<Known> {
        let bucket = &self.words[self.bucket(key)];
        let mut entries = bucket.iter().map(Entry::unpack);
        let entry = entries.find(|entry| entry.key == key && !entry.is_empty())?;
        Some(entry.read(ply))
    }

    /// Keeps what a search found, if it is worth more than what it would
    /// replace.
    #[inline]
    pub fn put(&mut self, key: u64, ply: usize, found: Known) {
        let generation = self.generation;
        let place = self.bucket(key);
        let bucket = &mut self.words[place];
        let entry = Entry::write(key, ply, found, generation);
        let is_same = |old: &Entry| old.key == key && !old.is_empty();
        match bucket.iter_mut().find(|words| is_same(&Entry::unpack(words))) {
            Some(words) => {
                let old = Entry::unpack(words);
                let better = entry.worth(generation) >= old.worth(generation);
                if better && !old.read(0).verdict.is_final() {
                    *words = entry.pack();
                }
            }
            None => {
                let least = bucket.iter_mut().min_by_key(|words| Entry::unpack(words).worth(generation));
                if let Some(words) = least {
                    *words = entry.pack();
                }
            }
        }
    }
}

impl Entry {
    #[inline]
    fn pack(self) -> Words {
        let [score, best, plies] = [self.score as u16, self.best, self.plies].map(u64::from);
        let data = score << 48 | best << 32 | plies << 16 | u64::from(self.depth) << 8 | u64::from(self.tags);
        [self.key, data]
    }

    #[inline]
    fn unpack(&[key, data]: &Words) -> Self {
        Entry {
            key,
            score: (data >> 48) as i16,
            best: (data >> 32) as u16,
            plies: (data >> 16) as u16,
            depth: (data >> 8) as u8,
            tags: data as u8,
        }
    }

    fn write(key: u64, ply: usize, found: Known, generation: u8) -> Self {
        let Known { verdict, depth, best } = found;
        Entry {
            key,
            score: to_table(verdict.score, ply),
            best,
            plies: verdict.plies,
            depth: depth.min(u8::MAX.into()) as u8,
            tags: generation << 4 | (verdict.ceiling as u8) << 2 | verdict.floor as u8,
        }
    }

    fn read(&self, ply: usize) -> Known {
        let trust = |bits: u8| match bits & 3 {
            0 => Trust::Nothing,
            1 => Trust::Searched,
            _ => Trust::Proven,
        };
        let verdict = Verdict {
            score: from_table(self.score, ply),
            floor: trust(self.tags),
            ceiling: trust(self.tags >> 2),
            plies: self.plies,
        };
        Known { verdict, depth: self.depth.into(), best: self.best }
    }

    fn is_empty(&self) -> bool {
        self.tags & 15 == 0
    }

    fn worth(&self, generation: u8) -> i32 {
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

    /// Four entries, and the three before a cache line may begin.
    const ONE_BUCKET: usize = 7 * 16;

    fn known(depth: u32) -> Known {
        Known { verdict: Verdict::judged(0.25), depth, best: 7 }
    }

    fn depth(table: &Table, key: u64) -> Option<u32> {
        table.get(key, 0).map(|known| known.depth)
    }

    #[test]
    fn the_memory_limit_is_never_passed() {
        for bytes in [0, 1, 63, 64, ONE_BUCKET, 1 << 16, (1 << 16) + 63] {
            let table = Table::new(bytes);
            assert!(size_of_val(&*table.words) <= bytes);
            assert!(table.buckets * 64 + ONE_BUCKET > bytes, "what is allowed is used");
        }
    }

    #[test]
    fn buckets_are_cache_lines_and_inside_the_table() {
        let mut table = Table::new(1 << 12);
        for key in 0..1000 {
            let bucket = table.bucket(key);
            assert!(table.words[bucket.clone()].as_ptr().cast::<u8>().addr().is_multiple_of(64));
            table.put(key, 0, known(1));
            assert_eq!(depth(&table, key), Some(1));
        }
    }

    #[test]
    fn a_table_without_room_forgets_everything() {
        let mut table = Table::new(ONE_BUCKET - 1);
        table.put(1, 0, known(3));
        assert!(table.get(1, 0).is_none());
    }

    #[test]
    fn what_is_put_is_got_back_whole() {
        let mut table = Table::new(1 << 12);
        let lost = Known { verdict: Verdict::ended(Outcome::Loss, 9), depth: 250, best: 65_000 };
        table.put(3, 1, lost);
        let got = table.get(3, 1).unwrap();
        assert_eq!((got.verdict, got.depth, got.best), (lost.verdict, lost.depth, lost.best));
        let verdict = Verdict { ceiling: Trust::Nothing, plies: 300, ..Verdict::ended(Outcome::Win, 5) };
        table.put(0, 2, Known { verdict, depth: 4, best: NO_MOVE });
        let got = table.get(0, 2).unwrap();
        assert_eq!((got.verdict, got.depth, got.best), (verdict, 4, NO_MOVE));
        assert!(table.get(1, 2).is_none());
    }

    #[test]
    fn the_shallowest_entry_makes_room() {
        let mut table = Table::new(ONE_BUCKET);
        for (key, depth) in [(1, 5), (2, 3), (3, 9), (4, 7), (5, 4)] {
            table.put(key, 0, known(depth));
        }
        assert_eq!(depth(&table, 2), None);
        assert_eq!([1, 3, 4, 5].map(|key| depth(&table, key)), [Some(5), Some(9), Some(7), Some(4)]);
    }

    #[test]
    fn old_entries_make_room_before_new_ones() {
        let mut table = Table::new(ONE_BUCKET);
        table.put(1, 0, known(5));
        for _ in 0..2 {
            table.next_generation();
        }
        for key in 2..6 {
            table.put(key, 0, known(1));
        }
        assert_eq!(depth(&table, 1), None);
    }

    #[test]
    fn a_shallow_search_does_not_replace_a_deep_or_a_final_one() {
        let mut table = Table::new(ONE_BUCKET);
        table.put(1, 0, known(5));
        table.put(1, 0, known(2));
        assert_eq!(depth(&table, 1), Some(5));
        table.put(1, 0, Known { verdict: Verdict::ended(Outcome::Draw, 0), depth: 6, best: 1 });
        table.put(1, 0, known(9));
        assert_eq!(depth(&table, 1), Some(6));
    }
}
