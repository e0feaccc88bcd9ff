//! Four numbers at once with SSE2, which is part of every x86-64.

use std::arch::x86_64::*;
use std::ops::{Add, Div, Mul};

use super::LANES;
use crate::select::PLACE;

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

    /// See [`crate::select::with_place`]; the first number has the place `start`.
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
