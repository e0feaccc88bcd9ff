//! The transposition table, which the threads of a search share without a lock.

use std::sync::atomic::AtomicU64;
use std::sync::atomic::Ordering::Relaxed;

use crate::bits;

/// What is known of a position: bounds of its score, the depth and level of the
/// search that found them, and its best moves.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Known {
    /// Lower bound of the score.
    pub lower: i8,
    /// Upper bound of the score.
    pub upper: i8,
    /// Depth of the search in plies.
    pub depth: u8,
    /// Multi-ProbCut level of the search (see [`super::probcut`]).
    pub level: u8,
    /// The best move and the previous best move, [`NO_SQUARE`] if there is none.
    pub best: [u8; 2],
    /// Generation of the table when it was written.
    generation: u8,
    /// Number of clears of the table when it was written.
    clears: u8,
}

/// No move.
pub(crate) const NO_SQUARE: u8 = 64;

impl Known {
    /// No knowledge: the widest bounds and no move.
    pub const NOTHING: Known =
        Known { lower: -64, upper: 64, depth: 0, level: 0, best: [NO_SQUARE; 2], generation: 0, clears: 0 };

    /// Whether the search behind the bounds was at least as deep as `depth` and
    /// no more selective than `level`.
    #[inline(always)]
    pub fn holds_for(&self, depth: i32, level: u8) -> bool {
        i32::from(self.depth) >= depth && self.level >= level
    }

    /// The best move, if it is a member of `moves`.
    #[inline(always)]
    pub fn best_among(&self, moves: u64) -> Option<usize> {
        let square = self.best[0];
        (square < NO_SQUARE && moves >> square & 1 == 1).then_some(square as usize)
    }

    /// Cost of the search that found it.
    #[inline(always)]
    fn cost(&self) -> u32 {
        cost(self.depth.into(), self.level)
    }
}

/// Cost of a search, for comparisons: one more ply outweighs any level.
#[inline(always)]
fn cost(depth: i32, level: u8) -> u32 {
    depth as u32 * 8 + u32::from(level)
}

/// The two sets of a position, each XOR its packed [`Known`], and that.
///
/// If another thread writes an entry while it is read, the three words do not belong together,
/// and the sets are not those of the position that is looked for.
///
/// All zero is a free entry, since no position is without discs. The operating
/// system supplies zeroed memory, so a large table needs no time to initialise.
struct Entry([AtomicU64; 3]);

impl Entry {
    /// What the entry holds if it is of this position.
    #[inline(always)]
    fn of(&self, own: u64, other: u64) -> Option<u64> {
        let [first, second, packed] = &self.0;
        let packed = packed.load(Relaxed);
        let is_here = first.load(Relaxed) ^ packed == own && second.load(Relaxed) ^ packed == other;
        is_here.then_some(packed)
    }

    #[inline(always)]
    fn known(&self) -> Known {
        Known::unpack(self.0[2].load(Relaxed))
    }

    #[inline(always)]
    fn set(&self, own: u64, other: u64, known: Known) {
        let packed = known.pack();
        for (word, value) in self.0.iter().zip([own ^ packed, other ^ packed, packed]) {
            word.store(value, Relaxed);
        }
    }
}

impl Known {
    #[inline(always)]
    fn pack(self) -> u64 {
        let Known { lower, upper, depth, level, best, generation, clears } = self;
        u64::from_le_bytes([lower as u8, upper as u8, depth, level, best[0], best[1], generation, clears])
    }

    #[inline(always)]
    fn unpack(packed: u64) -> Known {
        let [lower, upper, depth, level, first, second, generation, clears] = packed.to_le_bytes();
        Known {
            lower: lower as i8,
            upper: upper as i8,
            depth,
            level,
            best: [first, second],
            generation,
            clears,
        }
    }
}

/// Number of entries that a position may be stored in.
const WAYS: usize = 4;

/// A transposition table of fixed size.
///
/// Positions are stored whole, so two positions are never confused. A new entry
/// replaces an entry of an older generation first, then the one whose search was
/// cheapest.
pub(crate) struct Table {
    entries: Box<[Entry]>,
    buckets: u32,
    /// Number of searches; see [`Table::next_generation`].
    generation: u8,
    /// Number of clears; entries with another number count as free.
    clears: u8,
}

impl Table {
    /// Creates the largest table of at most `bytes` bytes, but with at least 16
    /// entries.
    pub fn new(bytes: usize) -> Table {
        let buckets = (bytes / size_of::<[Entry; WAYS]>()).clamp(4, u32::MAX as usize) as u32;
        // SAFETY: an entry is three integers, for which all bits zero is a value.
        let entries = unsafe { Box::new_zeroed_slice(buckets as usize * WAYS).assume_init() };
        Table { entries, buckets, generation: 0, clears: 0 }
    }

    /// Writes to all of the memory. Otherwise threads that use a page for the first time wait
    /// for each other in the operating system, longer than they search.
    pub fn touch(&mut self) {
        self.entries.iter_mut().flat_map(|entry| &mut entry.0).for_each(|word| *word.get_mut() = 0);
    }

    /// Begins a new search: entries written before are replaced first.
    pub fn next_generation(&mut self) {
        self.generation = self.generation.wrapping_add(1);
    }

    /// Removes all entries. Only every 256th clear writes to the memory; the others
    /// increment a count that makes the stored entries invalid.
    pub fn clear(&mut self) {
        self.clears = self.clears.wrapping_add(1);
        if self.clears == 0 {
            self.touch();
        }
    }

    /// Index of the first of the [`WAYS`] entries for a position.
    #[inline(always)]
    fn bucket(&self, own: u64, other: u64) -> usize {
        // The upper half of the hash, as a fraction of the number of buckets.
        let bucket = ((bits::hash(own, other) >> 32) * u64::from(self.buckets)) >> 32;
        bucket as usize * WAYS
    }

    /// Looks up a position.
    #[inline(always)]
    pub fn get(&self, own: u64, other: u64) -> Option<Known> {
        self.get_in(self.bucket(own, other), own, other)
    }

    /// Begins to load the entries for a position into the cache. Returns their place, for
    /// [`Table::get_in`].
    #[inline(always)]
    pub fn prefetch(&self, own: u64, other: u64) -> usize {
        let bucket = self.bucket(own, other);
        #[cfg(target_arch = "x86_64")]
        {
            use std::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
            let first: *const Entry = &raw const self.entries[bucket];
            // SAFETY: a prefetch does not access memory as the program sees it, and SSE is part
            // of every x86-64. Four entries are on two cache lines.
            unsafe {
                _mm_prefetch::<_MM_HINT_T0>(first.cast());
                _mm_prefetch::<_MM_HINT_T0>(first.wrapping_add(WAYS - 1).cast());
            }
        }
        bucket
    }

    /// Looks up a position in its place, which [`Table::prefetch`] returned.
    #[inline(always)]
    pub fn get_in(&self, bucket: usize, own: u64, other: u64) -> Option<Known> {
        let entries = &self.entries[bucket..bucket + WAYS];
        let clears = u64::from(self.clears);
        let here = |entry: &Entry| entry.of(own, other).filter(|packed| packed >> 56 == clears);
        entries.iter().find_map(here).map(Known::unpack)
    }

    /// Stores the result of a search with the window from `alpha` to `beta`: its
    /// `score` and its best move.
    #[inline(always)]
    #[allow(clippy::too_many_arguments)]
    pub fn put(
        &self,
        own: u64,
        other: u64,
        depth: i32,
        level: u8,
        alpha: i32,
        beta: i32,
        score: i32,
        best: u8,
    ) {
        let bucket = self.bucket(own, other);
        let (generation, clears) = (self.generation, self.clears);
        let entries = &self.entries[bucket..bucket + WAYS];
        let lower = if score > alpha { score as i8 } else { -64 };
        let upper = if score < beta { score as i8 } else { 64 };
        let mut place = 0;
        let mut cheapest = u32::MAX;
        for (i, entry) in entries.iter().enumerate() {
            let here = entry.of(own, other).map(Known::unpack).filter(|known| known.clears == clears);
            if let Some(mut known) = here {
                let same = i32::from(known.depth) == depth && known.level == level;
                if same {
                    // Both bounds hold for the same search.
                    known.lower = known.lower.max(lower);
                    known.upper = known.upper.min(upper);
                    if known.lower > known.upper {
                        (known.lower, known.upper) = (lower, upper);
                    }
                } else if known.generation == generation && known.cost() > cost(depth, level) {
                    // The stored search was more expensive.
                    return;
                } else {
                    (known.lower, known.upper) = (lower, upper);
                    (known.depth, known.level) = (depth as u8, level);
                }
                known.generation = generation;
                if best != NO_SQUARE && (score > alpha || known.best[0] == NO_SQUARE) && known.best[0] != best
                {
                    known.best = [best, known.best[0]];
                }
                entry.set(own, other, known);
                return;
            }
            let known = entry.known();
            // Free entries first, then older generations, then cheaper searches.
            let cost = match known.clears == clears {
                true => known.cost() + if known.generation == generation { 1 << 16 } else { 1 },
                false => 0,
            };
            if cost < cheapest {
                (place, cheapest) = (i, cost);
            }
        }
        let known =
            Known { lower, upper, depth: depth as u8, level, best: [best, NO_SQUARE], generation, clears };
        entries[place].set(own, other, known);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bounds_of_the_same_search_are_combined() {
        let table = Table::new(1 << 12);
        assert!(table.get(1, 2).is_none());
        table.put(1, 2, 10, 5, 3, 4, 6, 19);
        let known = table.get(1, 2).expect("it was put there");
        assert_eq!((known.lower, known.upper, known.best), (6, 64, [19, NO_SQUARE]));
        table.put(1, 2, 10, 5, 7, 8, 6, 20);
        let known = table.get(1, 2).expect("it was put there");
        assert_eq!(
            (known.lower, known.upper, known.best[0]),
            (6, 6, 19),
            "a move that fails is not the best"
        );
        assert!(known.holds_for(10, 5) && known.holds_for(9, 3) && !known.holds_for(11, 5));
        // The more expensive search stays or replaces the other.
        table.put(1, 2, 4, 0, 0, 1, 1, 21);
        assert_eq!(table.get(1, 2).map(|known| known.depth), Some(10));
        table.put(1, 2, 12, 0, 0, 1, 1, 21);
        let known = table.get(1, 2).expect("it was put there");
        assert_eq!((known.depth, known.lower, known.upper, known.best), (12, 1, 64, [21, 19]));
    }

    #[test]
    fn a_full_bucket_keeps_expensive_and_recent_entries() {
        let mut table = Table::new(1);
        let size = table.entries.len() as u64;
        for own in 1..=4 * size {
            table.put(own, 0, if own % 3 == 0 { 20 } else { 5 }, 5, 0, 1, 0, 1);
        }
        let kept = |table: &Table, depth| {
            (1..=4 * size).filter(|&own| table.get(own, 0).is_some_and(|k| k.depth == depth)).count() as u64
        };
        assert!(kept(&table, 20) > kept(&table, 5), "{} {}", kept(&table, 20), kept(&table, 5));
        table.next_generation();
        for own in 1..=4 * size {
            table.put(own, 7, 1, 0, 0, 1, 0, 1);
        }
        assert_eq!(kept(&table, 20) + kept(&table, 5), 0, "older generations are replaced first");
    }

    #[test]
    fn a_table_has_the_size_that_was_asked_for_and_uses_all_of_it() {
        for bytes in [1, 100_000, 1 << 16, 999_999] {
            let table = Table::new(bytes);
            let size = table.entries.len();
            assert!(size >= 16 && size * size_of::<Entry>() <= bytes.max(16 * size_of::<Entry>()));
            assert!((size + WAYS) * size_of::<Entry>() > bytes);
            for own in 1..=20 * size as u64 {
                table.put(own, 0, 5, 5, 0, 1, 0, 1);
            }
            assert!(table.entries.iter().all(|entry| entry.known().depth > 0), "{bytes}");
        }
    }

    /// Two threads write the same few entries; what is read was written for the position.
    #[test]
    fn threads_never_read_what_was_written_for_another_position() {
        let table = Table::new(1);
        let positions = 3 * table.entries.len() as u64;
        let found = std::thread::scope(|scope| {
            let work = |seed: u64| {
                let mut found = 0;
                for i in 0..200_000 {
                    let own = 1 + bits::hash(i, seed) % positions;
                    let score = (own % 60) as i32;
                    table.put(own, bits::hash(own, 1), own as i32 % 50 + 1, 5, 0, 1, score, own as u8 % 64);
                    let own = 1 + bits::hash(i, seed + 1) % positions;
                    if let Some(known) = table.get(own, bits::hash(own, 1)) {
                        let expected = (own as i32 % 50 + 1, own as u8 % 64);
                        assert_eq!((i32::from(known.depth), known.best[0]), expected, "{own}");
                        found += 1;
                    }
                }
                found
            };
            let other = scope.spawn(move || work(9));
            work(5) + other.join().expect("the other thread has the same checks")
        });
        assert!(found > 1_000, "only {found}");
    }

    #[test]
    fn cleared_entries_never_come_back() {
        let mut table = Table::new(1 << 12);
        for time in 0..600 {
            table.put(1, 2, 10, 5, 3, 4, 6, 19);
            assert!(table.get(1, 2).is_some());
            table.clear();
            assert!(table.get(1, 2).is_none(), "{time}");
            table.put(3, 4, 10, 5, 3, 4, 6, 19);
        }
    }
}
