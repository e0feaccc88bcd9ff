//! What is known of positions that were met before.

use crate::bits;

/// What is known of a position: bounds of its score, how far that was looked
/// into, and its best moves.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Known {
    /// The score is at least this …
    pub lower: i8,
    /// … and at most this.
    pub upper: i8,
    /// So many plies were searched; as many as there are empty squares is the
    /// whole game.
    pub depth: u8,
    /// How selectively (see [`super::probcut`]).
    pub level: u8,
    /// The best move and the best before it, [`NO_SQUARE`] if there is none.
    pub best: [u8; 2],
    /// In which search it was written …
    age: u8,
    /// … and since which forgetting.
    epoch: u8,
}

/// No move.
pub(crate) const NO_SQUARE: u8 = 64;

impl Known {
    /// Nothing.
    pub const NOTHING: Known =
        Known { lower: -64, upper: 64, depth: 0, level: 0, best: [NO_SQUARE; 2], age: 0, epoch: 0 };

    /// Whether the bounds hold for a search as deep as this and no more
    /// selective.
    #[inline(always)]
    pub fn holds_for(&self, depth: i32, level: u8) -> bool {
        i32::from(self.depth) >= depth && self.level >= level
    }

    /// The best move, if it is one of these.
    #[inline(always)]
    pub fn remembered(&self, moves: u64) -> Option<usize> {
        let square = self.best[0];
        (square < NO_SQUARE && moves >> square & 1 == 1).then_some(square as usize)
    }

    /// How much it would cost to find out again.
    #[inline(always)]
    fn worth(&self) -> u32 {
        worth(self.depth.into(), self.level)
    }
}

/// What a search to this depth costs: a ply more outweighs every level.
#[inline(always)]
fn worth(depth: i32, level: u8) -> u32 {
    depth as u32 * 8 + u32::from(level)
}

/// The two sets of a position, and what is known of it. All zero is a free
/// place (no position is without any disc), and memory comes zeroed for
/// nothing: a large table costs no time at the start.
type Entry = [u64; 3];

const FREE: Entry = [0; 3];

impl Known {
    #[inline(always)]
    fn pack(self) -> u64 {
        let Known { lower, upper, depth, level, best, age, epoch } = self;
        u64::from_le_bytes([lower as u8, upper as u8, depth, level, best[0], best[1], age, epoch])
    }

    #[inline(always)]
    fn unpack(packed: u64) -> Known {
        let [lower, upper, depth, level, first, second, age, epoch] = packed.to_le_bytes();
        Known { lower: lower as i8, upper: upper as i8, depth, level, best: [first, second], age, epoch }
    }
}

/// A position can be in this many places.
const WAYS: usize = 4;

/// A table of fixed size. Positions are stored whole, so nothing is mistaken
/// for another thing; when there is no room, what was dearer to find out
/// stays, unless it is from an older search.
pub(crate) struct Table {
    entries: Vec<Entry>,
    mask: usize,
    age: u8,
    /// What was written in another one is forgotten.
    epoch: u8,
}

impl Table {
    /// The largest table that takes at most so many bytes (but at least one
    /// of a few entries).
    pub fn new(bytes: usize) -> Table {
        let places = (bytes / size_of::<Entry>()).max(4 * WAYS);
        let size = 1 << places.ilog2();
        Table { entries: vec![FREE; size], mask: size - 1, age: 0, epoch: 0 }
    }

    /// A new search begins: from now on what is there counts as older.
    pub fn grow_older(&mut self) {
        self.age = self.age.wrapping_add(1);
    }

    /// Forgets everything, most often in no time: what is there is no longer
    /// of this epoch.
    pub fn clear(&mut self) {
        self.epoch = self.epoch.wrapping_add(1);
        if self.epoch == 0 {
            self.entries.fill(FREE);
        }
    }

    #[inline(always)]
    fn slot(&self, own: u64, other: u64) -> usize {
        bits::hash(own, other) as usize & self.mask & !(WAYS - 1)
    }

    /// What is known of a position.
    #[inline(always)]
    pub fn get(&self, own: u64, other: u64) -> Option<Known> {
        let slot = self.slot(own, other);
        let entries = &self.entries[slot..slot + WAYS];
        let epoch = u64::from(self.epoch);
        let here = |entry: &&Entry| entry[0] == own && entry[1] == other && entry[2] >> 56 == epoch;
        entries.iter().find(here).map(|entry| Known::unpack(entry[2]))
    }

    /// Notes the result of a search: with the window above `alpha` and below
    /// `beta`, it gave `score`, best reached by `best`.
    #[inline(always)]
    #[allow(clippy::too_many_arguments)]
    pub fn put(
        &mut self,
        own: u64,
        other: u64,
        depth: i32,
        level: u8,
        alpha: i32,
        beta: i32,
        score: i32,
        best: u8,
    ) {
        let slot = self.slot(own, other);
        let (age, epoch) = (self.age, self.epoch);
        let entries = &mut self.entries[slot..slot + WAYS];
        let lower = if score > alpha { score as i8 } else { -64 };
        let upper = if score < beta { score as i8 } else { 64 };
        let mut place = 0;
        let mut cheapest = u32::MAX;
        for (i, entry) in entries.iter_mut().enumerate() {
            let mut known = Known::unpack(entry[2]);
            if entry[0] == own && entry[1] == other && known.epoch == epoch {
                let same = i32::from(known.depth) == depth && known.level == level;
                if same {
                    // Both bounds hold of the same search.
                    known.lower = known.lower.max(lower);
                    known.upper = known.upper.min(upper);
                    if known.lower > known.upper {
                        (known.lower, known.upper) = (lower, upper);
                    }
                } else if known.age == age && known.worth() > worth(depth, level) {
                    // What is there was dearer.
                    return;
                } else {
                    (known.lower, known.upper) = (lower, upper);
                    (known.depth, known.level) = (depth as u8, level);
                }
                known.age = age;
                if best != NO_SQUARE && (score > alpha || known.best[0] == NO_SQUARE) && known.best[0] != best
                {
                    known.best = [best, known.best[0]];
                }
                entry[2] = known.pack();
                return;
            }
            // What is older goes first, then what is cheaper.
            let worth = match known.epoch == epoch {
                true => known.worth() + if known.age == age { 1 << 16 } else { 1 },
                false => 0,
            };
            if worth < cheapest {
                (place, cheapest) = (i, worth);
            }
        }
        let known = Known { lower, upper, depth: depth as u8, level, best: [best, NO_SQUARE], age, epoch };
        entries[place] = [own, other, known.pack()];
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bounds_of_the_same_search_come_together() {
        let mut table = Table::new(1 << 12);
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
        // What was dearer stays; what is dearer comes in its place.
        table.put(1, 2, 4, 0, 0, 1, 1, 21);
        assert_eq!(table.get(1, 2).map(|known| known.depth), Some(10));
        table.put(1, 2, 12, 0, 0, 1, 1, 21);
        let known = table.get(1, 2).expect("it was put there");
        assert_eq!((known.depth, known.lower, known.upper, known.best), (12, 1, 64, [21, 19]));
    }

    #[test]
    fn a_full_place_keeps_what_is_dear_and_new() {
        let mut table = Table::new(1);
        let size = table.entries.len() as u64;
        for own in 1..=4 * size {
            table.put(own, 0, if own % 3 == 0 { 20 } else { 5 }, 5, 0, 1, 0, 1);
        }
        let kept = |table: &Table, depth| {
            (1..=4 * size).filter(|&own| table.get(own, 0).is_some_and(|k| k.depth == depth)).count() as u64
        };
        assert!(kept(&table, 20) > kept(&table, 5), "{} {}", kept(&table, 20), kept(&table, 5));
        table.grow_older();
        for own in 1..=4 * size {
            table.put(own, 7, 1, 0, 0, 1, 0, 1);
        }
        assert_eq!(kept(&table, 20) + kept(&table, 5), 0, "what is older goes first");
    }

    #[test]
    fn what_is_forgotten_never_comes_back() {
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
