//! The weights of the evaluation, and their file format.
//!
//! In memory there is one table per stage of the game, with an entry for every
//! configuration of every pattern. A file has one byte (eighths of a disc) for
//! each configuration that is not the mirror image of another. Each stage is
//! compressed by itself, so that it can be decoded without the others.

use std::sync::{LazyLock, OnceLock};

use miniz_oxide::deflate::compress_to_vec;
use miniz_oxide::inflate::decompress_to_vec_with_limit;

use super::PatternIndices;
use super::pattern::{CLASS_OF, CLASSES, OFFSETS, PATTERNS};

/// Number of stages of the game, of two moves each.
pub const STAGES: usize = 30;

/// Number of units in a disc: a weight of 1 is an eighth of a disc.
pub const UNITS: i32 = 8;

/// Number of mobility weights of a side. Larger numbers of moves use the last
/// weight.
pub const MOBILITIES: usize = 32;

/// The stage of a position with this number of empty squares.
#[inline(always)]
pub const fn stage(empties: usize) -> usize {
    let stage = empties.saturating_sub(1) / 2;
    if stage < STAGES { stage } else { STAGES - 1 }
}

/// Size of the table of a stage. An offset plus any 16-bit index is below it, so
/// that the compiler can leave out the check of bounds.
const TABLE_SIZE: usize = 1 << 18;
const _: () = assert!(OFFSETS[CLASSES.len()] + (1 << 16) <= TABLE_SIZE);

/// The weights of one stage.
pub struct Stage {
    table: Box<[i8; TABLE_SIZE]>,
    /// By the number of moves of the side to move, and of the opponent.
    mobility: [[i16; MOBILITIES]; 2],
}

impl Stage {
    fn empty() -> Stage {
        let table = vec![0; TABLE_SIZE].into_boxed_slice().try_into();
        Stage { table: table.expect("the length is TABLE_SIZE"), mobility: [[0; MOBILITIES]; 2] }
    }

    /// Decodes the block of a stage; `None` if it is not a block of [`encode`].
    fn decode(packed: &[u8]) -> Option<Stage> {
        let layout = &*LAYOUT;
        let values = decompress_to_vec_with_limit(packed, layout.count()).ok()?;
        if values.len() != layout.count() {
            return None;
        }
        let mut stage = Stage::empty();
        for (entry, &weight) in stage.table.iter_mut().zip(&layout.weight_of) {
            *entry = values[weight as usize] as i8;
        }
        let mobility = &values[layout.pattern_weights..];
        for (entry, &value) in stage.mobility.as_flattened_mut().iter_mut().zip(mobility) {
            // Mobility weights are stored in quarters of a disc: one byte of
            // eighths is too small for them.
            *entry = i16::from(value as i8) * 2;
        }
        Some(stage)
    }

    /// Sum of the weights, in [`UNITS`] of a disc. `moves` are the numbers of
    /// moves of the side to move and of the opponent.
    #[inline(always)]
    pub fn sum(&self, indices: &PatternIndices, moves: [u32; 2]) -> i32 {
        let weight = |(&index, offset): (&u16, usize)| i32::from(self.table[offset + usize::from(index)]);
        let sum: i32 = indices.as_array().iter().zip(PATTERN_OFFSETS).map(weight).sum();
        let [own, other] = moves.map(|count| (count as usize).min(MOBILITIES - 1));
        sum + i32::from(self.mobility[0][own]) + i32::from(self.mobility[1][other])
    }
}

/// Offset of each pattern's weights in the table.
const PATTERN_OFFSETS: [usize; PATTERNS] = {
    let mut offsets = [0; PATTERNS];
    let mut pattern = 0;
    while pattern < PATTERNS {
        offsets[pattern] = OFFSETS[CLASS_OF[pattern]];
        pattern += 1;
    }
    offsets
};

/// Weights for all stages. A stage of the shipped weights is decoded at its first use:
/// a process that makes one move needs few of them.
pub struct Weights {
    stages: [OnceLock<Stage>; STAGES],
    /// The stages that are not decoded yet.
    packed: [&'static [u8]; STAGES],
}

static SHIPPED: LazyLock<Weights> = LazyLock::new(|| {
    let packed = blocks(Weights::SHIPPED).expect("the shipped weights are valid");
    Weights { stages: [const { OnceLock::new() }; STAGES], packed }
});

static LAYOUT: LazyLock<Layout> = LazyLock::new(Layout::new);

impl Weights {
    /// The weights that are part of this crate, in the file format.
    pub const SHIPPED: &[u8] = include_bytes!("weights.bin");

    /// The weights that are part of this crate, each stage decoded at its first use.
    pub fn shipped() -> &'static Weights {
        &SHIPPED
    }

    /// Weights that are all zero.
    pub fn zero() -> Weights {
        Weights::of_stages(std::array::from_fn(|_| Stage::empty()))
    }

    fn of_stages(stages: [Stage; STAGES]) -> Weights {
        Weights { stages: stages.map(OnceLock::from), packed: [&[]; STAGES] }
    }

    /// The weights for a position with this number of empty squares.
    #[inline(always)]
    pub fn stage(&self, empties: usize) -> &Stage {
        let stage = stage(empties);
        self.stages[stage].get_or_init(|| self.unpack(stage))
    }

    #[cold]
    #[inline(never)]
    fn unpack(&self, stage: usize) -> Stage {
        Stage::decode(self.packed[stage]).expect("the shipped weights are valid")
    }

    /// Decodes what [`encode`] wrote. Returns `None` for anything else.
    pub fn decode(bytes: &[u8]) -> Option<Weights> {
        let stages: Option<Vec<Stage>> = blocks(bytes)?.into_iter().map(Stage::decode).collect();
        Some(Weights::of_stages(stages?.try_into().ok()?))
    }
}

/// Splits a file into the compressed blocks of its stages; `None` if it is not of that
/// form. The file begins with the length of each block, four bytes each.
fn blocks(file: &[u8]) -> Option<[&[u8]; STAGES]> {
    let (lengths, mut rest) = file.split_at_checked(4 * STAGES)?;
    let mut blocks: [&[u8]; STAGES] = [&[]; STAGES];
    for (block, &length) in blocks.iter_mut().zip(lengths.as_chunks::<4>().0) {
        (*block, rest) = rest.split_at_checked(u32::from_le_bytes(length) as usize)?;
    }
    rest.is_empty().then_some(blocks)
}

/// Encodes the weights of all stages, each in the order of [`Layout`].
pub fn encode(stages: &[Vec<i8>]) -> Vec<u8> {
    let compress = |values: &Vec<i8>| {
        let bytes: Vec<u8> = values.iter().map(|&value| value as u8).collect();
        compress_to_vec(&bytes, 9)
    };
    let blocks: Vec<Vec<u8>> = stages.iter().map(compress).collect();
    let lengths = blocks.iter().flat_map(|block| (block.len() as u32).to_le_bytes());
    lengths.chain(blocks.iter().flatten().copied()).collect()
}

/// Order of the stored weights of a stage. A configuration and its mirror image
/// share a weight.
pub struct Layout {
    /// Index of the weight of each configuration, all classes one after the other.
    pub weight_of: Vec<u32>,
    /// Number of weights of patterns; those of mobility follow.
    pub pattern_weights: usize,
}

impl Layout {
    /// Computes the order.
    pub fn new() -> Layout {
        let mut weight_of = Vec::with_capacity(OFFSETS[CLASSES.len()]);
        let mut pattern_weights = 0;
        for (class, offset) in CLASSES.iter().zip(OFFSETS) {
            let mirror = class.mirrors();
            for (index, &mirrored) in mirror.iter().enumerate() {
                if (mirrored as usize) < index {
                    weight_of.push(weight_of[offset + mirrored as usize]);
                } else {
                    weight_of.push(pattern_weights as u32);
                    pattern_weights += 1;
                }
            }
        }
        Layout { weight_of, pattern_weights }
    }

    /// Number of weights of a stage.
    pub fn count(&self) -> usize {
        self.pattern_weights + 2 * MOBILITIES
    }
}

impl Default for Layout {
    fn default() -> Self {
        Self::new()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::eval::PatternIndexer;
    use game::Rng;

    #[test]
    fn decoded_weights_have_the_sums_of_the_encoded_ones() {
        let layout = Layout::new();
        let mut rng = Rng::with_seed(1);
        let mut stages = vec![vec![0i8; layout.count()]; STAGES];
        stages.iter_mut().flatten().for_each(|weight| *weight = rng.i8(-127..=127));
        let weights = Weights::decode(&encode(&stages)).expect("it was just encoded");
        let indexer = PatternIndexer::new();
        for _ in 0..1000 {
            let (own, other) = (rng.u64(..), rng.u64(..));
            let (own, other) = (own & !other, other & !own);
            let empties = rng.usize(1..=60);
            let moves = [rng.u32(0..40), rng.u32(0..40)];
            let indices = indexer.indices(own, other);
            let values = &stages[stage(empties)];
            let mut sum = 0;
            for (index, class) in indices.as_array().iter().zip(CLASS_OF) {
                let place = layout.weight_of[OFFSETS[class] + usize::from(*index)];
                sum += i32::from(values[place as usize]);
            }
            for (i, count) in moves.into_iter().enumerate() {
                let place = layout.pattern_weights + i * MOBILITIES + (count as usize).min(MOBILITIES - 1);
                sum += 2 * i32::from(values[place]);
            }
            assert_eq!(weights.stage(empties).sum(&indices, moves), sum);
        }
    }

    #[test]
    fn other_files_are_not_decoded() {
        assert!(Weights::decode(b"").is_none());
        assert!(Weights::decode(b"weights").is_none());
        assert!(Weights::decode(&encode(&[vec![1, 2, 3]])).is_none());
        let stages = |count| encode(&vec![vec![1; Layout::new().count()]; count]);
        assert!(Weights::decode(&stages(STAGES)).is_some());
        assert!(Weights::decode(&stages(STAGES - 1)).is_none());
        assert!(Weights::decode(&stages(STAGES + 1)).is_none());
        let mut longer = stages(STAGES);
        longer.push(0);
        assert!(Weights::decode(&longer).is_none());
        let mut shorter = stages(STAGES);
        shorter.pop();
        assert!(Weights::decode(&shorter).is_none());
    }

    #[test]
    fn the_shipped_weights_are_valid_in_all_stages() {
        assert!(Weights::decode(Weights::SHIPPED).is_some());
    }

    #[test]
    fn every_number_of_empty_squares_has_a_stage() {
        assert_eq!([0, 1, 2, 3, 24, 60, 64].map(stage), [0, 0, 0, 1, 11, 29, 29]);
    }
}
