//! The scan over the children of a node: four scores at a time.

use super::{larger, split_place, with_place};

#[cfg(target_arch = "x86_64")]
pub(super) use sse::Four;

#[cfg(not(target_arch = "x86_64"))]
pub(super) use portable::Four;

/// Children that are scored at once.
pub(super) const LANES: usize = 4;

/// The best score of a list of children (at most 255), and its place. Scores are
/// rounded: the place of a child takes the last eight bits. `score` is for one child,
/// `scores` for four.
#[inline(always)]
pub(super) fn best_by<T>(
    stats: &[T],
    score: impl Fn(&T) -> f32,
    scores: impl Fn(&[T; LANES]) -> Four,
) -> (f32, u32) {
    let Some(last) = stats.last_chunk::<LANES>() else {
        let scores = (0..).zip(stats).map(|(place, stat)| with_place(score(stat), place));
        return split_place(scores.fold(f32::NEG_INFINITY, |best, score| larger(score, best)));
    };
    let mut best = Four::splat(f32::NEG_INFINITY);
    let (chunks, rest) = stats.as_chunks::<LANES>();
    for (start, chunk) in (0..).step_by(LANES).zip(chunks) {
        best = best.larger(scores(chunk).with_places(start));
    }
    if !rest.is_empty() {
        // It overlaps the four before it.
        best = best.larger(scores(last).with_places((stats.len() - LANES) as u32));
    }
    split_place(best.largest())
}

/// SSE2 is part of every x86-64.
#[cfg(target_arch = "x86_64")]
mod sse {
    use std::arch::x86_64::*;
    use std::ops::{Add, Div, Mul};

    use super::super::PLACE;
    use super::LANES;

    /// Four numbers.
    #[derive(Clone, Copy)]
    pub struct Four(__m128);

    // SAFETY of all that follows: SSE2 is available, and every pointer is to as many
    // numbers as are read.
    impl Four {
        /// Four times the same number.
        #[inline(always)]
        pub fn splat(number: f32) -> Self {
            // SAFETY: see above.
            Four(unsafe { _mm_set1_ps(number) })
        }

        /// The first and the second numbers of four pairs.
        #[inline(always)]
        pub fn pairs(pairs: &[[f32; 2]; LANES]) -> [Self; 2] {
            let numbers = pairs.as_ptr().cast::<f32>();
            // SAFETY: see above.
            unsafe {
                let (low, high) = (_mm_loadu_ps(numbers), _mm_loadu_ps(numbers.add(LANES)));
                let first = _mm_shuffle_ps::<0b10_00_10_00>(low, high);
                let second = _mm_shuffle_ps::<0b11_01_11_01>(low, high);
                [Four(first), Four(second)]
            }
        }

        /// The columns of four rows.
        #[inline(always)]
        pub fn columns(rows: &[[f32; LANES]; LANES]) -> [Self; LANES] {
            // SAFETY: see above.
            unsafe {
                let [mut a, mut b, mut c, mut d] = rows.each_ref().map(|row| _mm_loadu_ps(row.as_ptr()));
                _MM_TRANSPOSE4_PS(&mut a, &mut b, &mut c, &mut d);
                [Four(a), Four(b), Four(c), Four(d)]
            }
        }

        /// The square roots.
        #[inline(always)]
        pub fn sqrt(self) -> Self {
            // SAFETY: see above.
            Four(unsafe { _mm_sqrt_ps(self.0) })
        }

        /// Where `self` is 0 the number, elsewhere `other`.
        #[inline(always)]
        pub fn if_zero(self, number: f32, other: Self) -> Self {
            // SAFETY: see above.
            unsafe {
                let mask = _mm_cmpeq_ps(self.0, _mm_setzero_ps());
                Four(_mm_or_ps(_mm_and_ps(mask, _mm_set1_ps(number)), _mm_andnot_ps(mask, other.0)))
            }
        }

        /// The larger of each two numbers.
        #[inline(always)]
        pub fn larger(self, other: Self) -> Self {
            // SAFETY: see above.
            Four(unsafe { _mm_max_ps(other.0, self.0) })
        }

        /// See [`super::super::with_place`]; the first number has the place `start`.
        #[inline(always)]
        pub fn with_places(self, start: u32) -> Self {
            // SAFETY: see above.
            unsafe {
                let places = _mm_add_epi32(_mm_set1_epi32(start as i32), _mm_setr_epi32(0, 1, 2, 3));
                let scores = _mm_and_si128(_mm_castps_si128(self.0), _mm_set1_epi32(!(PLACE as i32)));
                Four(_mm_castsi128_ps(_mm_or_si128(scores, places)))
            }
        }

        /// The largest of the four.
        #[inline(always)]
        pub fn largest(self) -> f32 {
            // SAFETY: see above.
            unsafe {
                let pairs = _mm_max_ps(self.0, _mm_movehl_ps(self.0, self.0));
                let one = _mm_max_ss(pairs, _mm_shuffle_ps::<1>(pairs, pairs));
                _mm_cvtss_f32(one)
            }
        }
    }

    impl Add for Four {
        type Output = Four;

        #[inline(always)]
        fn add(self, other: Four) -> Four {
            // SAFETY: see above.
            Four(unsafe { _mm_add_ps(self.0, other.0) })
        }
    }

    impl Mul for Four {
        type Output = Four;

        #[inline(always)]
        fn mul(self, other: Four) -> Four {
            // SAFETY: see above.
            Four(unsafe { _mm_mul_ps(self.0, other.0) })
        }
    }

    impl Div for Four {
        type Output = Four;

        #[inline(always)]
        fn div(self, other: Four) -> Four {
            // SAFETY: see above.
            Four(unsafe { _mm_div_ps(self.0, other.0) })
        }
    }
}

/// The same for every other CPU, with the same results.
#[cfg(any(test, not(target_arch = "x86_64")))]
mod portable {
    use std::array::from_fn;
    use std::ops::{Add, Div, Mul};

    use super::super::{larger, with_place};
    use super::LANES;

    /// Four numbers.
    #[derive(Clone, Copy)]
    pub struct Four([f32; LANES]);

    impl Four {
        pub fn splat(number: f32) -> Self {
            Four([number; LANES])
        }

        pub fn pairs(pairs: &[[f32; 2]; LANES]) -> [Self; 2] {
            from_fn(|place| Four(pairs.map(|pair| pair[place])))
        }

        pub fn columns(rows: &[[f32; LANES]; LANES]) -> [Self; LANES] {
            from_fn(|place| Four(rows.map(|row| row[place])))
        }

        pub fn sqrt(self) -> Self {
            Four(self.0.map(f32::sqrt))
        }

        pub fn if_zero(self, number: f32, other: Self) -> Self {
            Four(from_fn(|i| if self.0[i] == 0.0 { number } else { other.0[i] }))
        }

        pub fn larger(self, other: Self) -> Self {
            Four(from_fn(|i| larger(other.0[i], self.0[i])))
        }

        pub fn with_places(self, start: u32) -> Self {
            Four(from_fn(|i| with_place(self.0[i], start + i as u32)))
        }

        pub fn largest(self) -> f32 {
            self.0.into_iter().fold(f32::NEG_INFINITY, larger)
        }
    }

    impl Add for Four {
        type Output = Four;

        fn add(self, other: Four) -> Four {
            Four(from_fn(|i| self.0[i] + other.0[i]))
        }
    }

    impl Mul for Four {
        type Output = Four;

        fn mul(self, other: Four) -> Four {
            Four(from_fn(|i| self.0[i] * other.0[i]))
        }
    }

    impl Div for Four {
        type Output = Four;

        fn div(self, other: Four) -> Four {
            Four(from_fn(|i| self.0[i] / other.0[i]))
        }
    }
}

#[cfg(test)]
mod tests {
    use game::Rng;

    use super::super::WORST;
    use super::*;

    #[test]
    fn the_best_is_found_in_lists_of_every_length() {
        let mut rng = Rng::with_seed(3);
        for count in (1..=255).cycle().take(2000) {
            let mut stats: Vec<[f32; 2]> = (0..count).map(|_| [rng.f32() * 2.0 - 1.0, rng.f32()]).collect();
            if count % 3 == 0 {
                stats[0] = [WORST, 0.0];
            }
            let (score, place) = best_by(
                &stats,
                |[mean, spread]| mean + spread,
                |four| {
                    let [mean, spread] = Four::pairs(four);
                    mean + spread
                },
            );
            let naive = stats.iter().map(|[a, b]| a + b).fold(f32::NEG_INFINITY, f32::max);
            let chosen = stats[place as usize].iter().sum::<f32>();
            assert!(chosen >= naive - naive.abs() / 32768.0, "{chosen} for {naive} of {count}");
            assert!((score - chosen).abs() <= chosen.abs() / 32768.0);
        }
    }

    /// All operations give the same bits.
    #[test]
    fn every_cpu_finds_the_same() {
        macro_rules! compute {
            ($four:ty, $rows:expr, $start:expr) => {{
                let [a, b, c, d] = <$four>::columns(&$rows);
                let [e, f] = <$four>::pairs(&$rows.map(|row| [row[0], row[3]]));
                let sum = a * b + c / (d + <$four>::splat(1.5)) + e * f + (d * d).sqrt();
                a.if_zero(2.0, sum).larger(d).with_places($start).largest()
            }};
        }
        let mut rng = Rng::with_seed(4);
        for _ in 0..10_000 {
            let rows = [(); LANES].map(|()| [(); LANES].map(|()| f32::from(rng.i8(-20..20)) / 16.0));
            let start = rng.u32(0..252);
            let here = compute!(Four, rows, start);
            let portable = compute!(portable::Four, rows, start);
            assert!(here.to_bits() == portable.to_bits() || here.is_nan(), "{rows:?}: {here}, {portable}");
        }
    }
}
