//! The parts of the board that are judged as a whole.
//!
//! There are 46 patterns in 11 classes; those of a class are the same squares
//! seen from the board's sides, and share their weights. What is on the
//! squares of a pattern makes a number: a digit in base 3 for each, 0 for the
//! opponent's disc, 1 for none, 2 for an own one. Seen by the opponent each
//! digit is the other way round, so the number `n` becomes `largest - n`, and
//! a move changes it by 1 or 2 times a power of three for each disc. So all
//! 46 numbers follow a move by some additions of whole rows and one
//! subtraction, which vectors are made for.

use crate::knowledge::map;

/// A class of patterns.
pub struct Class {
    /// What it is called.
    pub name: &'static str,
    /// The squares of one of them, as they are written.
    squares: &'static str,
    /// How many there are.
    pub count: usize,
    /// Whether a pattern looks the same in a mirror.
    mirrored: bool,
}

impl Class {
    /// How many squares a pattern has.
    pub const fn size(&self) -> usize {
        self.squares.len() / 2
    }

    /// How many contents a pattern may have.
    pub const fn contents(&self) -> usize {
        3usize.pow(self.size() as u32)
    }

    /// By content: the one that it has in a mirror, or itself if the class has
    /// no mirror.
    pub fn mirrors(&self) -> Vec<u32> {
        let places: Vec<usize> = squares(self.squares).collect();
        // The mirror is the board's symmetry that maps the pattern to itself
        // but not each square.
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

/// The classes.
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

/// How many patterns there are.
pub const PATTERNS: usize = 46;

/// Room for the patterns, in whole vectors of 16.
const LANES: usize = 48;

/// The same in numbers of 64 bits.
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

/// Where the weights of each class begin, in a table of all of them; and, at
/// the end, how many there are.
pub const OFFSETS: [usize; CLASSES.len() + 1] = {
    let mut table = [0; CLASSES.len() + 1];
    let mut class = 0;
    while class < CLASSES.len() {
        table[class + 1] = table[class] + CLASSES[class].contents();
        class += 1;
    }
    table
};

fn squares(text: &'static str) -> impl Iterator<Item = usize> {
    let square = |pair: &[u8]| usize::from(pair[1] - b'1') * 8 + usize::from(pair[0] - b'a');
    text.as_bytes().chunks(2).map(square)
}

/// A number of 16 bits for each pattern.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(C, align(32))]
pub struct Contents([u64; WORDS]);

/// What a move does to the numbers.
pub struct Changes {
    /// By square: what it is worth in each pattern's number.
    pub(crate) powers: Box<[Contents; 64]>,
    /// The largest number of each pattern.
    pub(crate) largest: Contents,
}

impl Changes {
    /// Works it out.
    pub fn new() -> Changes {
        let mut powers = Box::new([Contents([0; WORDS]); 64]);
        let mut largest = Contents([0; WORDS]);
        let mut pattern = 0;
        for class in &CLASSES {
            // The turns of the board that show the pattern on other squares.
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
                largest.lanes_mut()[pattern] = (class.contents() - 1) as u16;
                pattern += 1;
            }
        }
        assert_eq!(pattern, PATTERNS);
        Changes { powers, largest }
    }

    /// The numbers of a position.
    pub fn contents(&self, own: u64, other: u64) -> Contents {
        let mut contents = Contents([0; WORDS]);
        for square in 0..64 {
            let digit = 1 + (own >> square & 1) - (other >> square & 1);
            for (word, powers) in contents.0.iter_mut().zip(self.powers[square].0) {
                *word += digit * powers;
            }
        }
        contents
    }

    /// The numbers after a move to a square that turns `flips`, as the
    /// opponent, whose turn it is then, sees them.
    ///
    /// No sum here is more than a pattern's largest number, so four of them
    /// can be worked out at a time, as one number of 64 bits.
    #[inline(always)]
    pub(crate) fn after(&self, contents: &Contents, square: usize, mut flips: u64) -> Contents {
        let mut after = self.passed(contents);
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

    /// The numbers as the opponent sees them.
    #[inline(always)]
    pub(crate) fn passed(&self, contents: &Contents) -> Contents {
        let mut after = self.largest;
        for (word, before) in after.0.iter_mut().zip(contents.0) {
            *word -= before;
        }
        after
    }
}

impl Default for Changes {
    fn default() -> Self {
        Self::new()
    }
}

impl Contents {
    #[inline(always)]
    fn lanes(&self) -> &[u16; LANES] {
        // SAFETY: as many bytes, any of them a number, and less alignment.
        unsafe { &*(&raw const self.0).cast() }
    }

    fn lanes_mut(&mut self) -> &mut [u16; LANES] {
        // SAFETY: as above, and nobody else sees it meanwhile.
        unsafe { &mut *(&raw mut self.0).cast() }
    }

    /// The number of each pattern.
    #[inline(always)]
    pub fn numbers(&self) -> &[u16; PATTERNS] {
        const { assert!(PATTERNS <= LANES) };
        self.lanes().first_chunk().expect("there are as many lanes as patterns")
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Square, State};
    use game::{Game, Move, Rng};

    #[test]
    fn numbers_follow_every_game() {
        let changes = Changes::new();
        let mut rng = Rng::with_seed(6);
        for _ in 0..200 {
            let mut state = State::start();
            let mut contents = changes.contents(state.own(), state.other());
            while state.outcome().is_none() {
                let m = state.random_move(&mut rng);
                contents = match m {
                    Square::PASS => changes.passed(&contents),
                    square => changes.after(&contents, square.index(), state.flips(square)),
                };
                state.play_unchecked(m);
                assert_eq!(contents, changes.contents(state.own(), state.other()));
            }
        }
    }

    #[test]
    fn every_square_is_in_a_pattern_of_each_length_that_has_room() {
        let changes = Changes::new();
        for square in 0..64 {
            let patterns = (0..PATTERNS).filter(|&p| changes.powers[square].lanes()[p] != 0).count();
            assert!(patterns >= 4, "{square}: {patterns}");
        }
        let total: usize = CLASSES.iter().map(|class| class.count * class.size()).sum();
        let covered: usize =
            (0..64).map(|s| changes.powers[s].lanes().iter().filter(|&&power| power != 0).count()).sum();
        assert_eq!(covered, total, "no pattern is there twice");
    }

    #[test]
    fn a_mirrored_position_has_mirrored_numbers() {
        let changes = Changes::new();
        let mut rng = Rng::with_seed(7);
        let mirrors: Vec<Vec<u32>> = CLASSES.iter().map(Class::mirrors).collect();
        // A board and its mirror image have the same numbers in each class,
        // each as it is or mirrored.
        for _ in 0..100 {
            let (own, other) = (rng.u64(..), rng.u64(..));
            let (own, other) = (own & !other, other & !own);
            let canonical = |own, other| {
                let contents = changes.contents(own, other);
                let mut all: Vec<(usize, usize)> = (0..PATTERNS)
                    .map(|p| {
                        let number = usize::from(contents.numbers()[p]);
                        (CLASS_OF[p], number.min(mirrors[CLASS_OF[p]][number] as usize))
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
