//! The weights of the evaluation, and their file format.
//!
//! In memory there is one table per stage of the game, with an entry for every
//! configuration of every pattern. A file has one byte (eighths of a disc) for
//! each configuration that is not the mirror image of another. Each stage is
//! stored as the difference to the stage before, and the whole is compressed.

use std::sync::LazyLock;

use miniz_oxide::inflate::stream::{InflateState, inflate};
use miniz_oxide::{DataFormat, MZFlush, MZStatus};

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

/// Weights for all stages.
pub struct Weights {
    stages: Vec<Stage>,
}

static DECODED: LazyLock<Weights> =
    LazyLock::new(|| Weights::decode(Weights::SHIPPED).expect("the shipped weights are valid"));

impl Weights {
    /// The weights that are part of this crate, in the file format.
    pub const SHIPPED: &[u8] = include_bytes!("weights.bin");

    /// The weights that are part of this crate, decoded at first use.
    pub fn shipped() -> &'static Weights {
        &DECODED
    }

    /// Weights that are all zero.
    pub fn zero() -> Weights {
        Weights { stages: (0..STAGES).map(|_| Stage::empty()).collect() }
    }

    /// The weights for a position with this number of empty squares.
    #[inline(always)]
    pub fn stage(&self, empties: usize) -> &Stage {
        &self.stages[stage(empties)]
    }

    /// Decodes what [`encode`] wrote. Returns `None` for anything else.
    pub fn decode(bytes: &[u8]) -> Option<Weights> {
        let layout = Layout::new();
        let mut inflater = Inflater::new(bytes);
        let mut weights = Weights::zero();
        let mut differences = vec![0; layout.count()];
        let mut values = vec![0i8; layout.count()];
        for stage in &mut weights.stages {
            inflater.fill(&mut differences)?;
            for (value, &difference) in values.iter_mut().zip(&differences) {
                *value = value.wrapping_add(difference as i8);
            }
            for (entry, &weight) in stage.table.iter_mut().zip(&layout.weight_of) {
                *entry = values[weight as usize];
            }
            let mobility = &values[layout.pattern_weights..];
            for (entry, &value) in stage.mobility.as_flattened_mut().iter_mut().zip(mobility) {
                // Mobility weights are stored in quarters of a disc: one byte of
                // eighths is too small for them.
                *entry = i16::from(value) * 2;
            }
        }
        inflater.at_end().then_some(weights)
    }
}

/// Decompresses step by step into a small buffer. Where a process starts for
/// every move, a buffer for all stages at once would take more time.
struct Inflater<'a> {
    packed: &'a [u8],
    state: Box<InflateState>,
    ended: bool,
}

impl Inflater<'_> {
    fn new(packed: &[u8]) -> Inflater<'_> {
        Inflater { packed, state: InflateState::new_boxed(DataFormat::Raw), ended: false }
    }

    /// Fills `bytes` with the next bytes; `None` if there are fewer or the data is
    /// invalid.
    fn fill(&mut self, bytes: &mut [u8]) -> Option<()> {
        let count = self.unpack(bytes)?;
        (count == bytes.len()).then_some(())
    }

    /// Whether all bytes have been read.
    fn at_end(&mut self) -> bool {
        self.unpack(&mut [0]) == Some(0) && self.packed.is_empty()
    }

    /// Fills `bytes` as far as there are bytes left, and returns their number.
    fn unpack(&mut self, bytes: &mut [u8]) -> Option<usize> {
        let mut count = 0;
        while count < bytes.len() && !self.ended {
            let step = inflate(&mut self.state, self.packed, &mut bytes[count..], MZFlush::None);
            self.packed = &self.packed[step.bytes_consumed..];
            count += step.bytes_written;
            self.ended = step.status.ok()? == MZStatus::StreamEnd;
        }
        Some(count)
    }
}

/// Encodes the weights of all stages, each in the order of [`Layout`].
pub fn encode(stages: &[Vec<i8>]) -> Vec<u8> {
    let mut raw = Vec::new();
    let mut before = vec![0i8; stages[0].len()];
    for values in stages {
        raw.extend(values.iter().zip(&before).map(|(now, before)| now.wrapping_sub(*before) as u8));
        before.clone_from(values);
    }
    miniz_oxide::deflate::compress_to_vec(&raw, 9)
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
    }

    #[test]
    fn every_number_of_empty_squares_has_a_stage() {
        assert_eq!([0, 1, 2, 3, 24, 60, 64].map(stage), [0, 0, 0, 1, 11, 29, 29]);
    }
}
