//! The weights, as a search uses them and as they are stored.
//!
//! A search wants one large table per stage of the game, with an entry for
//! every content of every pattern. Stored are only the contents that are not
//! the mirror image of another, as one byte each (eighths of a disc), stage by
//! stage as the difference to the stage before, compressed.

use std::sync::LazyLock;

use miniz_oxide::inflate::stream::{InflateState, inflate};
use miniz_oxide::{DataFormat, MZFlush, MZStatus};

use super::Contents;
use super::pattern::{CLASS_OF, CLASSES, OFFSETS, PATTERNS};

/// The game has this many stages, of two moves each.
pub const STAGES: usize = 30;

/// Weights are in units of this part of a disc.
pub const UNITS: i32 = 8;

/// How many numbers of moves a side can have, roughly: more count as this.
pub const MOBILITIES: usize = 32;

/// The stage of a position with so many empty squares.
#[inline(always)]
pub const fn stage(empties: usize) -> usize {
    let stage = empties.saturating_sub(1) / 2;
    if stage < STAGES { stage } else { STAGES - 1 }
}

/// Room for all weights of a stage, a power of two; the place of a content
/// is known to be below it for any 16-bit number.
const ROOM: usize = 1 << 18;
const _: () = assert!(OFFSETS[CLASSES.len()] + (1 << 16) <= ROOM);

/// The weights of a stage.
pub struct Stage {
    table: Box<[i8; ROOM]>,
    /// By how many moves the side to move has, and the opponent would have.
    mobility: [[i16; MOBILITIES]; 2],
}

impl Stage {
    fn empty() -> Stage {
        let table = vec![0; ROOM].into_boxed_slice().try_into();
        Stage { table: table.expect("it is as long as it was made"), mobility: [[0; MOBILITIES]; 2] }
    }

    /// The sum of the weights, in [`UNITS`] of a disc.
    #[inline(always)]
    pub fn sum(&self, contents: &Contents, moves: [u32; 2]) -> i32 {
        let weight = |(&number, place): (&u16, usize)| i32::from(self.table[place + usize::from(number)]);
        let sum: i32 = contents.numbers().iter().zip(PLACES).map(weight).sum();
        let [own, other] = moves.map(|count| (count as usize).min(MOBILITIES - 1));
        sum + i32::from(self.mobility[0][own]) + i32::from(self.mobility[1][other])
    }
}

/// Where the weights of each pattern begin.
const PLACES: [usize; PATTERNS] = {
    let mut places = [0; PATTERNS];
    let mut pattern = 0;
    while pattern < PATTERNS {
        places[pattern] = OFFSETS[CLASS_OF[pattern]];
        pattern += 1;
    }
    places
};

/// Weights for all stages.
pub struct Weights {
    stages: Vec<Stage>,
}

/// The weights that this crate brings.
static DECODED: LazyLock<Weights> =
    LazyLock::new(|| Weights::decode(Weights::SHIPPED).expect("the weights are whole"));

impl Weights {
    /// The weights that this crate brings, as they are stored.
    pub const SHIPPED: &[u8] = include_bytes!("weights.bin");

    /// The weights that this crate brings.
    pub fn shipped() -> &'static Weights {
        &DECODED
    }

    /// Weights that like every position the same.
    pub fn zero() -> Weights {
        Weights { stages: (0..STAGES).map(|_| Stage::empty()).collect() }
    }

    /// The weights of the stage with so many empty squares.
    #[inline(always)]
    pub fn stage(&self, empties: usize) -> &Stage {
        &self.stages[stage(empties)]
    }

    /// Reads what [`encode`] wrote; none if it is not that.
    pub fn decode(bytes: &[u8]) -> Option<Weights> {
        let layout = Layout::new();
        let mut stored = Stored::new(bytes);
        let mut weights = Weights::zero();
        let mut differences = vec![0; layout.count()];
        let mut values = vec![0i8; layout.count()];
        for stage in &mut weights.stages {
            stored.fill(&mut differences)?;
            for (value, &difference) in values.iter_mut().zip(&differences) {
                *value = value.wrapping_add(difference as i8);
            }
            for (entry, &from) in stage.table.iter_mut().zip(&layout.from) {
                *entry = values[from as usize];
            }
            let mobility = &values[layout.patterns..];
            for (entry, &value) in stage.mobility.as_flattened_mut().iter_mut().zip(mobility) {
                // Two bytes would be waste, but one has no room for eighths.
                *entry = i16::from(value) * 2;
            }
        }
        stored.is_at_the_end().then_some(weights)
    }
}

/// Compressed bytes, unpacked as they are wanted: where a process starts for
/// every move, memory that is touched only once is what takes the time.
struct Stored<'a> {
    packed: &'a [u8],
    state: Box<InflateState>,
    ended: bool,
}

impl Stored<'_> {
    fn new(packed: &[u8]) -> Stored<'_> {
        Stored { packed, state: InflateState::new_boxed(DataFormat::Raw), ended: false }
    }

    /// The next bytes, if there are so many.
    fn fill(&mut self, bytes: &mut [u8]) -> Option<()> {
        let count = self.unpack(bytes)?;
        (count == bytes.len()).then_some(())
    }

    fn is_at_the_end(&mut self) -> bool {
        self.unpack(&mut [0]) == Some(0) && self.packed.is_empty()
    }

    /// How many bytes there still were, up to as many as are wanted.
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

/// Stores weights, each stage laid out as [`Layout`] says.
pub fn encode(stages: &[Vec<i8>]) -> Vec<u8> {
    let mut raw = Vec::new();
    let mut before = vec![0i8; stages[0].len()];
    for values in stages {
        raw.extend(values.iter().zip(&before).map(|(now, before)| now.wrapping_sub(*before) as u8));
        before.clone_from(values);
    }
    miniz_oxide::deflate::compress_to_vec(&raw, 9)
}

/// Which weights there are, once mirror images are the same one.
pub struct Layout {
    /// By content, all classes in a row: its weight's place.
    pub from: Vec<u32>,
    /// How many weights the patterns have.
    pub patterns: usize,
}

impl Layout {
    /// Works it out.
    pub fn new() -> Layout {
        let mut from = Vec::with_capacity(OFFSETS[CLASSES.len()]);
        let mut patterns = 0;
        for (class, offset) in CLASSES.iter().zip(OFFSETS) {
            let mirror = class.mirrors();
            for (content, &mirrored) in mirror.iter().enumerate() {
                if (mirrored as usize) < content {
                    from.push(from[offset + mirrored as usize]);
                } else {
                    from.push(patterns as u32);
                    patterns += 1;
                }
            }
        }
        Layout { from, patterns }
    }

    /// How many weights a stage has.
    pub fn count(&self) -> usize {
        self.patterns + 2 * MOBILITIES
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
    use crate::eval::Changes;
    use game::Rng;

    /// Weights that were stored and read again give the sum that the layout
    /// says, for any content.
    #[test]
    fn stored_weights_come_back() {
        let layout = Layout::new();
        let mut rng = Rng::with_seed(1);
        let mut stages = vec![vec![0i8; layout.count()]; STAGES];
        stages.iter_mut().flatten().for_each(|weight| *weight = rng.i8(-127..=127));
        let weights = Weights::decode(&encode(&stages)).expect("it was just made");
        let changes = Changes::new();
        for _ in 0..1000 {
            let (own, other) = (rng.u64(..), rng.u64(..));
            let (own, other) = (own & !other, other & !own);
            let empties = rng.usize(1..=60);
            let moves = [rng.u32(0..40), rng.u32(0..40)];
            let contents = changes.contents(own, other);
            let values = &stages[stage(empties)];
            let mut sum = 0;
            for (number, class) in contents.numbers().iter().zip(CLASS_OF) {
                let place = layout.from[OFFSETS[class] + usize::from(*number)];
                sum += i32::from(values[place as usize]);
            }
            for (i, count) in moves.into_iter().enumerate() {
                let place = layout.patterns + i * MOBILITIES + (count as usize).min(MOBILITIES - 1);
                sum += 2 * i32::from(values[place]);
            }
            assert_eq!(weights.stage(empties).sum(&contents, moves), sum);
        }
    }

    #[test]
    fn what_is_no_file_of_weights_is_not_read() {
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
