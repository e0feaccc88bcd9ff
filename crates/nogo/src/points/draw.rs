//! Random points of a set, by the instructions that the CPU has. All ways draw the same points.

#[cfg(target_arch = "x86_64")]
use std::hint::select_unpredictable;

use game::Rng;
#[cfg(target_arch = "x86_64")]
use game::cpu::Avx2;

#[cfg(target_arch = "x86_64")]
use super::TABLES;
use super::{Point, Points};

/// How points are drawn, by the instructions that the CPU has.
pub(crate) trait Draw: Copy {
    /// As [`Points::random_members`].
    fn members_of(self, set: Points, rng: &mut Rng) -> impl FnMut() -> Point;
}

/// Any CPU.
#[derive(Clone, Copy, Debug)]
pub(crate) struct AnyCpu;

impl Draw for AnyCpu {
    #[inline(always)]
    fn members_of(self, set: Points, rng: &mut Rng) -> impl FnMut() -> Point {
        set.random_members(rng)
    }
}

#[cfg(target_arch = "x86_64")]
impl Draw for Avx2 {
    #[inline(always)]
    fn members_of(self, set: Points, rng: &mut Rng) -> impl FnMut() -> Point {
        let above = set.upper.count_ones();
        let all = above + set.lower.count_ones();
        move || {
            let n = rng.u32(0..all);
            let is_below = n >= above;
            let word = select_unpredictable(is_below, set.lower, set.upper);
            let n = select_unpredictable(is_below, n.wrapping_sub(above), n);
            // SAFETY: an `Avx2` exists, so the CPU has BMI2.
            let member = unsafe { std::arch::x86_64::_pdep_u64(1 << (n & 63), word) };
            TABLES.of_bit[(member.trailing_zeros() | u32::from(is_below) << 6) as usize & 127]
        }
    }
}
