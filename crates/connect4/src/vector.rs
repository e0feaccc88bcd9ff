//! Sets of cells of the large boards in one vector register.
//!
//! [`Wide`] keeps four columns in each of three words; here all twelve are in the
//! sixteen lanes of one AVX2 register, and every step of [`lines`](crate::lines) is
//! one or two instructions instead of three to ten.
//!
//! The same program has to run on a CPU without AVX2. So work that profits from it
//! is a [`Task`]: [`Class::dispatch`] asks the CPU and runs the task with the
//! fastest kind of set. A task is compiled for each kind of set. All its functions
//! must be `#[inline(always)]`, because only code that is inlined into `on_lanes`
//! may use its instructions.

use crate::bits::Wide;
use crate::board::Class;

/// Work on sets of one class that can be done with another kind of set as well.
pub trait Task<B> {
    /// Result of the task.
    type Output;

    /// Runs the task with the sets that `convert` makes.
    fn run<F: Class>(self, convert: impl Fn(B) -> F) -> Self::Output;
}

/// Runs a task with AVX2 if the CPU has it, else with [`Wide`] sets.
#[inline]
pub(crate) fn dispatch<T: Task<Wide>>(task: T) -> T::Output {
    #[cfg(target_arch = "x86_64")]
    if let Some(cpu) = game::cpu::Avx2::detect() {
        return avx2::run(cpu, task);
    }
    task.run(|set| set)
}

/// Safety of this module: `Lanes` has safe functions that execute AVX2 instructions.
/// The type is private, and only `run` passes it to a task. An `Avx2` exists
/// only if the CPU has the instructions, so no safe code can execute them without.
///
/// ```compile_fail
/// use connect4::vector::avx2::Lanes;
/// ```
#[cfg(target_arch = "x86_64")]
mod avx2 {
    use std::arch::x86_64::*;
    use std::fmt;
    use std::hash::{Hash, Hasher};
    use std::ops::{BitAnd, BitOr, BitXor, Not};

    use super::Task;
    use crate::bits::{Bits, MAX_COLUMNS, Wide};
    use crate::board::Class;
    use game::Shape;
    use game::cpu::Avx2;

    /// Runs a task with sets in vector registers.
    #[inline]
    pub(super) fn run<T: Task<Wide>>(_cpu: Avx2, task: T) -> T::Output {
        // SAFETY: an `Avx2` exists, so the CPU has all features of the function.
        unsafe { on_lanes(task) }
    }

    #[target_feature(enable = "avx2,bmi1,bmi2,popcnt,lzcnt")]
    fn on_lanes<T: Task<Wide>>(task: T) -> T::Output {
        task.run(Lanes::from_wide)
    }

    /// Sixteen columns of 16 bits, of which twelve are used.
    #[derive(Clone, Copy)]
    struct Lanes(__m256i);

    impl Lanes {
        /// The same set in one register.
        #[inline(always)]
        fn from_wide(set: Wide) -> Lanes {
            let [a, b, c] = set.words();
            Lanes::from_words([a, b, c, 0])
        }

        #[inline(always)]
        fn from_words(words: [u64; 4]) -> Lanes {
            // SAFETY: every bit pattern is a valid vector.
            Lanes(unsafe { std::mem::transmute::<[u64; 4], __m256i>(words) })
        }

        #[inline(always)]
        fn words(self) -> [u64; 4] {
            // SAFETY: every bit pattern is a valid array of words.
            unsafe { std::mem::transmute::<__m256i, [u64; 4]>(self.0) }
        }

        #[inline(always)]
        fn wide(self) -> Wide {
            let [a, b, c, _] = self.words();
            Wide::from_array([a, b, c])
        }
    }

    // SAFETY, for all intrinsics below: only `on_lanes` uses the type `Lanes`, and an
    // `Avx2` is needed to call it.

    impl BitAnd for Lanes {
        type Output = Lanes;
        #[inline(always)]
        fn bitand(self, other: Lanes) -> Lanes {
            // SAFETY: see above.
            Lanes(unsafe { _mm256_and_si256(self.0, other.0) })
        }
    }

    impl BitOr for Lanes {
        type Output = Lanes;
        #[inline(always)]
        fn bitor(self, other: Lanes) -> Lanes {
            // SAFETY: see above.
            Lanes(unsafe { _mm256_or_si256(self.0, other.0) })
        }
    }

    impl BitXor for Lanes {
        type Output = Lanes;
        #[inline(always)]
        fn bitxor(self, other: Lanes) -> Lanes {
            // SAFETY: see above.
            Lanes(unsafe { _mm256_xor_si256(self.0, other.0) })
        }
    }

    impl Not for Lanes {
        type Output = Lanes;
        #[inline(always)]
        fn not(self) -> Lanes {
            // SAFETY: see above.
            Lanes(unsafe { _mm256_xor_si256(self.0, _mm256_set1_epi32(-1)) })
        }
    }

    impl PartialEq for Lanes {
        #[inline(always)]
        fn eq(&self, other: &Lanes) -> bool {
            (*self ^ *other).is_empty()
        }
    }

    impl Eq for Lanes {}

    impl Hash for Lanes {
        fn hash<H: Hasher>(&self, state: &mut H) {
            self.words().hash(state);
        }
    }

    impl fmt::Debug for Lanes {
        fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
            f.debug_tuple("Lanes").field(&self.words()).finish()
        }
    }

    impl Bits for Lanes {
        const ROWS: usize = Wide::ROWS;
        const COLUMNS: usize = Wide::COLUMNS;
        // SAFETY: every bit pattern is a valid vector.
        const EMPTY: Lanes = Lanes(unsafe { std::mem::transmute::<[u64; 4], __m256i>([0; 4]) });
        const EVEN: Lanes =
            // SAFETY: every bit pattern is a valid vector.
            Lanes(unsafe { std::mem::transmute::<[u64; 4], __m256i>([0x5555_5555_5555_5555; 4]) });

        fn cell(column: usize, height: usize) -> Lanes {
            Lanes::from_lane(column, 1 << height)
        }

        #[inline(always)]
        fn column(column: usize) -> Lanes {
            const COLUMN: [[u64; 4]; MAX_COLUMNS] = {
                let mut columns = [[0; 4]; MAX_COLUMNS];
                let mut i = 0;
                while i < MAX_COLUMNS {
                    columns[i][i / 4] = 0xffff << (16 * (i % 4));
                    i += 1;
                }
                columns
            };
            Lanes::from_words(COLUMN[column])
        }

        #[inline(always)]
        fn lane(self, column: usize) -> u16 {
            (self.words()[column / 4] >> (16 * (column % 4))) as u16
        }

        #[inline(always)]
        fn from_lane(column: usize, bits: u16) -> Lanes {
            let mut words = [0; 4];
            words[column / 4] = u64::from(bits) << (16 * (column % 4));
            Lanes::from_words(words)
        }

        #[inline(always)]
        fn right(self, columns: u32) -> Lanes {
            // SAFETY: see above.
            Lanes(unsafe {
                // The lower half moved to the upper half, and zeros below.
                let before = _mm256_permute2x128_si256::<0x08>(self.0, self.0);
                match columns {
                    1 => _mm256_alignr_epi8::<14>(self.0, before),
                    2 => _mm256_alignr_epi8::<12>(self.0, before),
                    _ => _mm256_alignr_epi8::<10>(self.0, before),
                }
            })
        }

        #[inline(always)]
        fn left(self, columns: u32) -> Lanes {
            // SAFETY: see above.
            Lanes(unsafe {
                let after = _mm256_permute2x128_si256::<0x81>(self.0, self.0);
                match columns {
                    1 => _mm256_alignr_epi8::<2>(after, self.0),
                    2 => _mm256_alignr_epi8::<4>(after, self.0),
                    _ => _mm256_alignr_epi8::<6>(after, self.0),
                }
            })
        }

        #[inline(always)]
        fn up(self, rows: u32) -> Lanes {
            // SAFETY: see above.
            Lanes(unsafe {
                match rows {
                    1 => _mm256_slli_epi16::<1>(self.0),
                    2 => _mm256_slli_epi16::<2>(self.0),
                    _ => _mm256_slli_epi16::<3>(self.0),
                }
            })
        }

        #[inline(always)]
        fn down(self, rows: u32) -> Lanes {
            // SAFETY: see above.
            Lanes(unsafe {
                match rows {
                    1 => _mm256_srli_epi16::<1>(self.0),
                    2 => _mm256_srli_epi16::<2>(self.0),
                    _ => _mm256_srli_epi16::<3>(self.0),
                }
            })
        }

        fn mirror(self, columns: usize) -> Lanes {
            Lanes::from_wide(self.wide().mirror(columns))
        }

        fn lesser(self, other: Lanes) -> Lanes {
            Lanes::from_wide(self.wide().lesser(other.wide()))
        }

        #[inline(always)]
        fn is_empty(self) -> bool {
            // SAFETY: see above.
            unsafe { _mm256_testz_si256(self.0, self.0) == 1 }
        }

        #[inline(always)]
        fn count(self) -> u32 {
            self.words()[..3].iter().map(|word| word.count_ones()).sum()
        }

        #[inline(always)]
        fn only_one(self) -> Lanes {
            if self.count() <= 1 { self } else { Self::EMPTY }
        }

        #[inline(always)]
        fn first_column(self) -> Option<usize> {
            // SAFETY: see above.
            let empty = unsafe { _mm256_movemask_epi8(_mm256_cmpeq_epi16(self.0, Self::EMPTY.0)) };
            (empty != -1).then(|| (!empty).trailing_zeros() as usize / 2)
        }

        #[inline(always)]
        fn nth_column(self, n: usize) -> usize {
            // SAFETY: see above.
            let empty = unsafe { _mm256_movemask_epi8(_mm256_cmpeq_epi16(self.0, Self::EMPTY.0)) };
            // Two bits for each column.
            let taken = (0..2 * n).fold(!empty, |taken, _| taken & taken.wrapping_sub(1));
            taken.trailing_zeros() as usize / 2
        }

        fn width(self) -> usize {
            self.wide().width()
        }

        fn key64(self) -> u64 {
            self.wide().key64()
        }
    }

    impl Class for Lanes {
        const NAME: &'static str = Wide::NAME;
        const START: Shape = Wide::START;
    }
}

#[cfg(all(test, target_arch = "x86_64"))]
mod tests {
    use game::{Game, Rng};

    use super::*;
    use crate::bits::Bits;
    use crate::board::{Column, State};
    use crate::eval::BoardFeatures;
    use crate::lines::{completing, count_lines, has_line};
    use crate::safe_moves::SafeMoves;
    use crate::weights::LEARNED;

    /// Replays a game and records all results of the set operations.
    struct Recorder<'a> {
        start: &'a SafeMoves<Wide>,
        columns: &'a [Column],
        features: &'a BoardFeatures<Wide>,
    }

    /// The lanes of a set of any kind.
    fn lanes<B: Bits>(set: B) -> Vec<u16> {
        (0..B::COLUMNS).map(|column| set.lane(column)).collect()
    }

    impl Task<Wide> for Recorder<'_> {
        type Output = Vec<(Vec<u16>, [u32; 4], Option<usize>, f32)>;

        #[inline(always)]
        fn run<F: Class>(self, convert: impl Fn(Wide) -> F) -> Self::Output {
            let mut state = self.start.converted(&convert);
            let mut records = Vec::new();
            for &m in self.columns {
                state.advance(m);
                let position = state.position();
                let (own, vacant) = (position.own(), position.vacant());
                let sets = [own, vacant, state.own_wins(), state.safe_cells(), completing(own) & vacant];
                let columns = sets.into_iter().flat_map(lanes).collect();
                let numbers = [
                    count_lines(own | vacant),
                    u32::from(has_line(own | vacant)),
                    (own ^ vacant).only_one().count(),
                    u32::from(own.is_empty()) + 2 * u32::from(own == vacant),
                ];
                let evaluation = self.features.evaluate(&state, &convert);
                records.push((columns, numbers, state.safe_cells().first_column(), evaluation));
            }
            records
        }
    }

    #[test]
    fn vectors_and_words_give_the_same_results() {
        let Some(cpu) = game::cpu::Avx2::detect() else {
            println!("skipped: this CPU has no AVX2");
            return;
        };
        let mut rng = Rng::with_seed(3);
        let mut checked = 0;
        for seed in 0..300 {
            let start = SafeMoves::new(&State::random_board(seed * 7919));
            let features = BoardFeatures::new(start.position(), &LEARNED);
            let (mut state, mut columns) = (start, Vec::new());
            while state.outcome().is_none() {
                let m = state.random_safe(state.position().columns() as u32, &mut rng);
                state.advance(m);
                columns.push(m);
            }
            let recorder = || Recorder { start: &start, columns: &columns, features: &features };
            let (words, vector) = (recorder().run(|set| set), avx2::run(cpu, recorder()));
            assert_eq!(words, vector, "{}", start.position());
            checked += words.len();
        }
        assert!(checked > 3000, "{checked} positions checked");
    }
}
