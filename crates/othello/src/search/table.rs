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
    /// When it was written.
    age: u8,
}

/// No move.
pub(crate) const NO_SQUARE: u8 = 64;

impl Known {
    /// Nothing.
    pub const NOTHING: Known =
        Known { lower: -64, upper: 64, depth: 0, level: 0, best: [NO_SQUARE; 2], age: 0 };

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
        u32::from(self.depth) * 8 + u32::from(self.level)
    }
}

/// The two sets of a position, and what is known of it. All zero is a free
/// place (no position is without any disc), and memory comes zeroed for
/// nothing: a large table costs no time at the start.
type Entry = [u64; 3];

const FREE: Entry = [0; 3];

impl Known {
    #[inline(always)]
    fn pack(self) -> u64 {
        let Known { lower, upper, depth, level, best, age } = self;
        u64::from_le_bytes([lower as u8, upper as u8, depth, level, best[0], best[1], age, 0])
    }

    #[inline(always)]
    fn unpack(packed: u64) -> Known {
        let [lower, upper, depth, level, first, second, age, _] = packed.to_le_bytes();
        Known { lower: lower as i8, upper: upper as i8, depth, level, best: [first, second], age }
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
}

impl Table {
    /// The largest table that takes at most so many bytes (but at least one
    /// of a few entries).
    pub fn new(bytes: usize) -> Table {
        let places = (bytes / size_of::<Entry>()).max(4 * WAYS);
        let size = 1 << places.ilog2();
        Table { entries: vec![FREE; size], mask: size - 1, age: 0 }
    }

    /// A new search begins: from now on what is there counts as older.
    pub fn grow_older(&mut self) {
        self.age = self.age.wrapping_add(1);
    }

    /// Forgets everything.
    pub fn clear(&mut self) {
        self.entries.fill(FREE);
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
        entries.iter().find(|entry| entry[0] == own && entry[1] == other).map(|entry| Known::unpack(entry[2]))
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
        let age = self.age;
        let entries = &mut self.entries[slot..slot + WAYS];
        let lower = if score > alpha { score as i8 } else { -64 };
        let upper = if score < beta { score as i8 } else { 64 };
        let mut place = 0;
        let mut cheapest = u32::MAX;
        for (i, entry) in entries.iter_mut().enumerate() {
            let mut known = Known::unpack(entry[2]);
            if entry[0] == own && entry[1] == other {
                let same = i32::from(known.depth) == depth && known.level == level;
                if same {
                    // Both bounds hold of the same search.
                    known.lower = known.lower.max(lower);
                    known.upper = known.upper.min(upper);
                    if known.lower > known.upper {
                        (known.lower, known.upper) = (lower, upper);
                    }
                } else if known.age == age && known.worth() > u32::from(depth as u8) * 8 + u32::from(level) {
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
            let worth = if known.age == age { 1 << 16 } else { 0 } + known.worth();
            if worth < cheapest {
                (place, cheapest) = (i, worth);
            }
        }
        let known = Known { lower, upper, depth: depth as u8, level, best: [best, NO_SQUARE], age };
        entries[place] = [own, other, known.pack()];
    }
}
