//! Four numbers at once for every other CPU, with the same results.

use std::array::from_fn;
use std::ops::{Add, Div, Mul};

use super::LANES;
use crate::select::{larger, with_place};

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
