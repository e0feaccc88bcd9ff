//! The patterns of the evaluation: sets of squares that get one weight together.
//!
//! There are 46 patterns in 11 classes. The patterns of a class are the images
//! of one pattern under the symmetries of the board, and share their weights.
//! The configuration of a pattern (the discs on its squares) is an index in base
//! 3 with one digit for each square: 0 is a disc of the opponent, 1 an empty
//! square, 2 an own disc. When the side to move changes, index `n` becomes
//! `largest - n`. A move changes an index by 1 or 2 times a power of three for
//! each disc. All 46 indices are updated by a few vector additions and one
//! subtraction.

use crate::knowledge::map;

/// A class of patterns.
pub struct Class {
    /// Name.
    pub name: &'static str,
    /// The squares of one of its patterns.
    squares: &'static str,
    /// Number of patterns.
    pub count: usize,
    /// Whether a symmetry of the board maps a pattern to itself.
    mirrored: bool,
}

impl Class {
    /// Number of squares of a pattern.
    pub const fn size(&self) -> usize {
        self.squares.len() / 2
    }

    /// Number of configurations of a pattern.
    pub const fn configurations(&self) -> usize {
        3usize.pow(self.size() as u32)
    }

    /// The mirror image of each configuration, or the configuration itself if the
    /// class has no mirror symmetry.
    pub fn mirrors(&self) -> Vec<u32> {
        let places: Vec<usize> = squares(self.squares).collect();
        // The mirror symmetry maps the pattern to itself, but not each square.
        let set = places.iter().fold(0u64, |set, square| set | 1 << square);
        let moves = |turn| places.iter().any(|&place| map(1 << place, turn) != 1 << place);
        let turn = (1..8).find(|&turn| self.mirrored && map(set, turn) == set && moves(turn)).unwrap_or(0);
        let mut mirrors = vec![0];
        for &place in &places {
            let image = map(1 << place, turn).trailing_zeros() as usize;
            let to = places.iter().position(|&other| other == image).unwrap_or(0);
            let shorter = mirrors.clone();
            for digit in 1..3 {
                mirrors.extend(shorter.iter().map(|mirror| mirror + digit * 3u32.pow(to as u32)));
            }
        }
        mirrors
    }
}

/// All classes.
pub const CLASSES: [Class; 11] = [
    Class { name: "edge and X", squares: "a1b1c1d1e1f1g1h1b2g2", count: 4, mirrored: true },
    Class { name: "corner 2x5", squares: "a1b1c1d1e1a2b2c2d2e2", count: 8, mirrored: false },
    Class { name: "corner 3x3", squares: "a1b1c1a2b2c2a3b3c3", count: 4, mirrored: true },
    Class { name: "row 2", squares: "a2b2c2d2e2f2g2h2", count: 4, mirrored: true },
    Class { name: "row 3", squares: "a3b3c3d3e3f3g3h3", count: 4, mirrored: true },
    Class { name: "row 4", squares: "a4b4c4d4e4f4g4h4", count: 4, mirrored: true },
    Class { name: "diagonal 8", squares: "a1b2c3d4e5f6g7h8", count: 2, mirrored: true },
    Class { name: "diagonal 7", squares: "a2b3c4d5e6f7g8", count: 4, mirrored: true },
    Class { name: "diagonal 6", squares: "a3b4c5d6e7f8", count: 4, mirrored: true },
    Class { name: "diagonal 5", squares: "a4b5c6d7e8", count: 4, mirrored: true },
    Class { name: "diagonal 4", squares: "a5b6c7d8", count: 4, mirrored: true },
];

/// Number of patterns.
pub const PATTERNS: usize = 46;

/// Number of patterns, rounded up to whole vectors of 16.
const LANES: usize = 48;

/// Number of 64-bit words that hold the indices.
const WORDS: usize = LANES / 4;

/// The class of each pattern.
pub const CLASS_OF: [usize; PATTERNS] = {
    let mut table = [0; PATTERNS];
    let (mut class, mut pattern) = (0, 0);
    while class < CLASSES.len() {
        let mut i = 0;
        while i < CLASSES[class].count {
            table[pattern] = class;
            pattern += 1;
            i += 1;
        }
        class += 1;
    }
    assert!(pattern == PATTERNS);
    table
};

/// Offset of each class in a table of the configurations of all classes. The
/// last element is the size of that table.
pub const OFFSETS: [usize; CLASSES.len() + 1] = {
    let mut table = [0; CLASSES.len() + 1];
    let mut class = 0;
    while class < CLASSES.len() {
        table[class + 1] = table[class] + CLASSES[class].configurations();
        class += 1;
    }
    table
};

fn squares(text: &'static str) -> impl Iterator<Item = usize> {
    let square = |pair: &[u8]| usize::from(pair[1] - b'1') * 8 + usize::from(pair[0] - b'a');
    text.as_bytes().chunks(2).map(square)
}

/// The index of each pattern's configuration, 16 bits each.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(C, align(32))]
pub struct PatternIndices([u64; WORDS]);

/// Computes pattern indices, and updates them after a move.
pub struct PatternIndexer {
    /// By square: the power of three of that square in each pattern's index.
    pub(crate) powers: Box<[PatternIndices; 64]>,
    /// The largest index of each pattern.
    pub(crate) largest: PatternIndices,
}

impl PatternIndexer {
    /// Computes the powers of three of all patterns.
    pub fn new() -> PatternIndexer {
        let mut powers = Box::new([PatternIndices([0; WORDS]); 64]);
        let mut largest = PatternIndices([0; WORDS]);
        let mut pattern = 0;
        for class in &CLASSES {
            // A symmetry that maps the pattern to the same squares is skipped.
            let mut seen = Vec::new();
            for turn in 0..8 {
                let places: Vec<usize> =
                    squares(class.squares).map(|s| map(1 << s, turn).trailing_zeros() as usize).collect();
                let set = places.iter().fold(0u64, |set, place| set | 1 << place);
                if seen.contains(&set) {
                    continue;
                }
                seen.push(set);
                for (power, place) in places.into_iter().enumerate() {
                    powers[place].lanes_mut()[pattern] = 3u16.pow(power as u32);
                }
                largest.lanes_mut()[pattern] = (class.configurations() - 1) as u16;
                pattern += 1;
            }
        }
        assert_eq!(pattern, PATTERNS);
        PatternIndexer { powers, largest }
    }

    /// The indices of a position.
    pub fn indices(&self, own: u64, other: u64) -> PatternIndices {
        let mut indices = PatternIndices([0; WORDS]);
        for square in 0..64 {
            let digit = 1 + (own >> square & 1) - (other >> square & 1);
            for (word, powers) in indices.0.iter_mut().zip(self.powers[square].0) {
                *word += digit * powers;
            }
        }
        indices
    }

    /// The indices after a move to `square` that turns `flips`, for the opponent,
    /// who is to move then.
    ///
    /// No intermediate value exceeds a pattern's largest index, so four of them
    /// are computed at a time in one 64-bit word.
    #[inline(always)]
    pub(crate) fn after(&self, indices: &PatternIndices, square: usize, mut flips: u64) -> PatternIndices {
        let mut after = self.passed(indices);
        for (word, powers) in after.0.iter_mut().zip(self.powers[square & 63].0) {
            *word -= powers;
        }
        while flips != 0 {
            let powers = &self.powers[flips.trailing_zeros() as usize];
            for (word, powers) in after.0.iter_mut().zip(powers.0) {
                *word -= powers << 1;
            }
            flips &= flips - 1;
        }
        after
    }

    /// The indices for the opponent, who is to move after a pass.
    #[inline(always)]
    pub(crate) fn passed(&self, indices: &PatternIndices) -> PatternIndices {
        let mut after = self.largest;
        for (word, before) in after.0.iter_mut().zip(indices.0) {
            *word -= before;
        }
        after
    }
}

impl Default for PatternIndexer {
    fn default() -> Self {
        Self::new()
    }
}

impl PatternIndices {
    #[inline(always)]
    fn lanes(&self) -> &[u16; LANES] {
        // SAFETY: the array has the same size, a smaller alignment, and any bytes
        // are valid numbers.
        unsafe { &*(&raw const self.0).cast() }
    }

    fn lanes_mut(&mut self) -> &mut [u16; LANES] {
        // SAFETY: as above; `self` is borrowed exclusively.
        unsafe { &mut *(&raw mut self.0).cast() }
    }

    /// The index of each pattern.
    #[inline(always)]
    pub fn as_array(&self) -> &[u16; PATTERNS] {
        const { assert!(PATTERNS <= LANES) };
        self.lanes().first_chunk().expect("there are at least as many lanes as patterns")
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Square, State};
    use game::{Game, Move, Rng};

    #[test]
    fn updated_indices_equal_computed_ones_in_every_game() {
        let indexer = PatternIndexer::new();
        let mut rng = Rng::with_seed(6);
        for _ in 0..200 {
            let mut state = State::start();
            let mut indices = indexer.indices(state.own(), state.other());
            while state.outcome().is_none() {
                let m = state.random_move(&mut rng);
                indices = match m {
                    Square::PASS => indexer.passed(&indices),
                    square => indexer.after(&indices, square.index(), state.flips(square)),
                };
                state.play_unchecked(m);
                assert_eq!(indices, indexer.indices(state.own(), state.other()));
            }
        }
    }

    #[test]
    fn every_square_is_in_at_least_four_patterns_and_no_pattern_is_there_twice() {
        let indexer = PatternIndexer::new();
        for square in 0..64 {
            let patterns = (0..PATTERNS).filter(|&p| indexer.powers[square].lanes()[p] != 0).count();
            assert!(patterns >= 4, "{square}: {patterns}");
        }
        let total: usize = CLASSES.iter().map(|class| class.count * class.size()).sum();
        let covered: usize =
            (0..64).map(|s| indexer.powers[s].lanes().iter().filter(|&&power| power != 0).count()).sum();
        assert_eq!(covered, total, "no pattern is there twice");
    }

    #[test]
    fn a_mirrored_position_has_mirrored_indices() {
        let indexer = PatternIndexer::new();
        let mut rng = Rng::with_seed(7);
        let mirrors: Vec<Vec<u32>> = CLASSES.iter().map(Class::mirrors).collect();
        // A board and its mirror image have the same indices in each class, up
        // to mirroring.
        for _ in 0..100 {
            let (own, other) = (rng.u64(..), rng.u64(..));
            let (own, other) = (own & !other, other & !own);
            let canonical = |own, other| {
                let indices = indexer.indices(own, other);
                let mut all: Vec<(usize, usize)> = (0..PATTERNS)
                    .map(|p| {
                        let index = usize::from(indices.as_array()[p]);
                        (CLASS_OF[p], index.min(mirrors[CLASS_OF[p]][index] as usize))
                    })
                    .collect();
                all.sort_unstable();
                all
            };
            for turn in 1..8 {
                assert_eq!(canonical(own, other), canonical(map(own, turn), map(other, turn)), "{turn}");
            }
        }
    }
}
