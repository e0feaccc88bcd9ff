//! Four numbers at once with the vector instructions of WebAssembly.

use std::arch::wasm32::*;
use std::ops::{Add, Div, Mul};

use super::LANES;
use crate::select::PLACE;

/// Four numbers.
#[derive(Clone, Copy)]
pub struct Four(v128);

impl Four {
    /// Four times the same number.
    #[inline(always)]
    pub fn splat(number: f32) -> Self {
        Four(f32x4_splat(number))
    }

    /// The first and the second numbers of four pairs.
    #[inline(always)]
    pub fn pairs(pairs: &[[f32; 2]; LANES]) -> [Self; 2] {
        let numbers = pairs.as_ptr().cast::<v128>();
        // SAFETY: four pairs are two vectors; a load needs no alignment.
        let (low, high) = unsafe { (v128_load(numbers), v128_load(numbers.add(1))) };
        [Four(i32x4_shuffle::<0, 2, 4, 6>(low, high)), Four(i32x4_shuffle::<1, 3, 5, 7>(low, high))]
    }

    /// The columns of four rows.
    #[inline(always)]
    pub fn columns(rows: &[[f32; LANES]; LANES]) -> [Self; LANES] {
        // SAFETY: a row is a vector; a load needs no alignment.
        let [a, b, c, d] = rows.each_ref().map(|row| unsafe { v128_load(row.as_ptr().cast()) });
        let (left, right) = (i32x4_shuffle::<0, 4, 1, 5>(a, b), i32x4_shuffle::<2, 6, 3, 7>(a, b));
        let (below_left, below_right) =
            (i32x4_shuffle::<0, 4, 1, 5>(c, d), i32x4_shuffle::<2, 6, 3, 7>(c, d));
        [
            Four(i32x4_shuffle::<0, 1, 4, 5>(left, below_left)),
            Four(i32x4_shuffle::<2, 3, 6, 7>(left, below_left)),
            Four(i32x4_shuffle::<0, 1, 4, 5>(right, below_right)),
            Four(i32x4_shuffle::<2, 3, 6, 7>(right, below_right)),
        ]
    }

    /// The square roots.
    #[inline(always)]
    pub fn sqrt(self) -> Self {
        Four(f32x4_sqrt(self.0))
    }

    /// Where `self` is 0 the number, elsewhere `other`.
    #[inline(always)]
    pub fn if_zero(self, number: f32, other: Self) -> Self {
        Four(v128_bitselect(f32x4_splat(number), other.0, f32x4_eq(self.0, f32x4_splat(0.0))))
    }

    /// The larger of each two numbers.
    #[inline(always)]
    pub fn larger(self, other: Self) -> Self {
        Four(f32x4_pmax(self.0, other.0))
    }

    /// See [`crate::select::with_place`]; the first number has the place `start`.
    #[inline(always)]
    pub fn with_places(self, start: u32) -> Self {
        let places = i32x4_add(i32x4_splat(start as i32), i32x4(0, 1, 2, 3));
        Four(v128_or(v128_and(self.0, i32x4_splat(!(PLACE as i32))), places))
    }

    /// The largest of the four.
    #[inline(always)]
    pub fn largest(self) -> f32 {
        let pairs = f32x4_pmax(self.0, i32x4_shuffle::<2, 3, 2, 3>(self.0, self.0));
        f32x4_extract_lane::<0>(f32x4_pmax(pairs, i32x4_shuffle::<1, 1, 1, 1>(pairs, pairs)))
    }
}

impl Add for Four {
    type Output = Four;

    #[inline(always)]
    fn add(self, other: Four) -> Four {
        Four(f32x4_add(self.0, other.0))
    }
}

impl Mul for Four {
    type Output = Four;

    #[inline(always)]
    fn mul(self, other: Four) -> Four {
        Four(f32x4_mul(self.0, other.0))
    }
}

impl Div for Four {
    type Output = Four;

    #[inline(always)]
    fn div(self, other: Four) -> Four {
        Four(f32x4_div(self.0, other.0))
    }
}
