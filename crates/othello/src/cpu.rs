//! What the CPU at hand can do, found out once.
//!
//! A search that runs on any x86-64 and yet uses AVX2, BMI2 and POPCNT where
//! they are is compiled twice: it is generic over
//! [`Cpu`](crate::search::Cpu), and the type says which instructions there
//! are. A [`Wide`] can only be had from [`Wide::detect`], so whoever has one may
//! use them.
//!
//! A function gets the instructions when it is inlined into one that has
//! them. The functions that call themselves cannot be; they are listed in
//! [`crate::search`], where `per_cpu!` makes an entry for each of them.

use crate::bits;
use crate::eval::{Changes, Contents};

/// The questions to a board that a CPU may have a faster answer to.
pub trait Questions: Copy + Send + 'static {
    /// As [`bits::moves`].
    fn moves(self, own: u64, other: u64) -> u64;

    /// As [`bits::flips`].
    fn flips(self, own: u64, other: u64, square: usize) -> u64;

    /// As the numbers of the patterns follow a move.
    fn after(self, changes: &Changes, contents: &Contents, square: usize, flips: u64) -> Contents;
}

/// Any x86-64, and any other CPU.
#[derive(Clone, Copy, Debug)]
pub struct Portable;

impl Questions for Portable {
    #[inline(always)]
    fn moves(self, own: u64, other: u64) -> u64 {
        bits::moves(own, other)
    }

    #[inline(always)]
    fn flips(self, own: u64, other: u64, square: usize) -> u64 {
        bits::flips(own, other, square)
    }

    #[inline(always)]
    fn after(self, changes: &Changes, contents: &Contents, square: usize, flips: u64) -> Contents {
        changes.after(contents, square, flips)
    }
}

/// A CPU with AVX2, BMI1, BMI2, LZCNT and POPCNT: most since 2013.
#[derive(Clone, Copy, Debug)]
pub struct Wide(());

#[cfg(target_arch = "x86_64")]
mod wide {
    use std::arch::x86_64::*;

    use super::{Questions, Wide};
    use crate::bits::{INNER, RAYS, Rays};
    use crate::eval::{Changes, Contents};

    impl Wide {
        /// Asks the CPU.
        pub fn detect() -> Option<Wide> {
            let all = is_x86_feature_detected!("avx2")
                && is_x86_feature_detected!("bmi1")
                && is_x86_feature_detected!("bmi2")
                && is_x86_feature_detected!("lzcnt")
                && is_x86_feature_detected!("popcnt");
            all.then_some(Wide(()))
        }
    }

    impl Questions for Wide {
        #[inline(always)]
        fn moves(self, own: u64, other: u64) -> u64 {
            // SAFETY: there is a `Wide`, so the CPU has AVX2.
            unsafe { moves(own, other) }
        }

        #[inline(always)]
        fn flips(self, own: u64, other: u64, square: usize) -> u64 {
            // SAFETY: there is a `Wide`, so the CPU has AVX2.
            unsafe { flips(own, other, &RAYS[square & 63]) }
        }

        #[inline(always)]
        fn after(self, changes: &Changes, contents: &Contents, square: usize, flips: u64) -> Contents {
            // SAFETY: there is a `Wide`, so the CPU has AVX2.
            unsafe { after(changes, contents, square, flips) }
        }
    }

    /// The union of the four parts.
    #[inline]
    #[target_feature(enable = "avx2")]
    fn union(parts: __m256i) -> u64 {
        let two = _mm_or_si128(_mm256_castsi256_si128(parts), _mm256_extracti128_si256::<1>(parts));
        _mm_cvtsi128_si64(_mm_or_si128(two, _mm_unpackhi_epi64(two, two))) as u64
    }

    /// [`crate::bits::moves`], its four lines side by side.
    #[inline]
    #[target_feature(enable = "avx2")]
    fn moves(own: u64, other: u64) -> u64 {
        let by = _mm256_setr_epi64x(1, 7, 8, 9);
        let by_two = _mm256_add_epi64(by, by);
        let inner = INNER as i64;
        let discs = _mm256_set1_epi64x(own as i64);
        let through =
            _mm256_and_si256(_mm256_set1_epi64x(other as i64), _mm256_setr_epi64x(inner, inner, !0, inner));
        let pairs_up = _mm256_and_si256(through, _mm256_sllv_epi64(through, by));
        let pairs_down = _mm256_srlv_epi64(pairs_up, by);
        let mut up = _mm256_and_si256(through, _mm256_sllv_epi64(discs, by));
        let mut down = _mm256_and_si256(through, _mm256_srlv_epi64(discs, by));
        up = _mm256_or_si256(up, _mm256_and_si256(through, _mm256_sllv_epi64(up, by)));
        down = _mm256_or_si256(down, _mm256_and_si256(through, _mm256_srlv_epi64(down, by)));
        up = _mm256_or_si256(up, _mm256_and_si256(pairs_up, _mm256_sllv_epi64(up, by_two)));
        down = _mm256_or_si256(down, _mm256_and_si256(pairs_down, _mm256_srlv_epi64(down, by_two)));
        up = _mm256_or_si256(up, _mm256_and_si256(pairs_up, _mm256_sllv_epi64(up, by_two)));
        down = _mm256_or_si256(down, _mm256_and_si256(pairs_down, _mm256_srlv_epi64(down, by_two)));
        let ends = _mm256_or_si256(_mm256_sllv_epi64(up, by), _mm256_srlv_epi64(down, by));
        union(ends) & !(own | other)
    }

    /// [`crate::bits::flips`], four rays at a time.
    #[inline]
    #[target_feature(enable = "avx2")]
    fn flips(own: u64, other: u64, rays: &Rays) -> u64 {
        let own = _mm256_set1_epi64x(own as i64);
        let other = _mm256_set1_epi64x(other as i64);
        let zero = _mm256_setzero_si256();
        // SAFETY: each is 32 bytes long; `loadu` asks for no alignment.
        let (up, down) = unsafe {
            (_mm256_loadu_si256(rays.up.as_ptr().cast()), _mm256_loadu_si256(rays.down.as_ptr().cast()))
        };
        // The first square without `other` is the lowest such bit of the ray.
        let free = _mm256_andnot_si256(other, up);
        let end = _mm256_and_si256(own, _mm256_and_si256(free, _mm256_sub_epi64(zero, free)));
        let before = _mm256_and_si256(up, _mm256_add_epi64(end, _mm256_set1_epi64x(-1)));
        let flips_up = _mm256_andnot_si256(_mm256_cmpeq_epi64(end, zero), before);
        // Downwards it is the highest; all beyond it is filled to find it.
        let by = _mm256_setr_epi64x(1, 7, 8, 9);
        let mut beyond = _mm256_andnot_si256(other, down);
        beyond = _mm256_or_si256(beyond, _mm256_srlv_epi64(beyond, by));
        beyond = _mm256_or_si256(beyond, _mm256_srlv_epi64(beyond, _mm256_setr_epi64x(2, 14, 16, 18)));
        beyond = _mm256_or_si256(beyond, _mm256_srlv_epi64(beyond, _mm256_setr_epi64x(4, 28, 32, 36)));
        let first = _mm256_andnot_si256(_mm256_srlv_epi64(beyond, by), beyond);
        let end = _mm256_and_si256(own, first);
        let before = _mm256_andnot_si256(beyond, down);
        let flips_down = _mm256_andnot_si256(_mm256_cmpeq_epi64(end, zero), before);
        union(_mm256_or_si256(flips_up, flips_down))
    }

    /// [`Changes::after`], 16 numbers at a time.
    #[inline]
    #[target_feature(enable = "avx2")]
    fn after(changes: &Changes, contents: &Contents, square: usize, mut flips: u64) -> Contents {
        // SAFETY: contents are three times 32 bytes, aligned to as many.
        let load = |from: &Contents, i: usize| unsafe {
            _mm256_load_si256((&raw const *from).cast::<__m256i>().add(i))
        };
        let powers = &changes.powers[square & 63];
        let now = |i| {
            let before = _mm256_sub_epi16(load(&changes.largest, i), load(contents, i));
            _mm256_sub_epi16(before, load(powers, i))
        };
        let (mut a, mut b, mut c) = (now(0), now(1), now(2));
        while flips != 0 {
            let powers = &changes.powers[flips.trailing_zeros() as usize];
            let twice = |i| {
                let powers = load(powers, i);
                _mm256_add_epi16(powers, powers)
            };
            a = _mm256_sub_epi16(a, twice(0));
            b = _mm256_sub_epi16(b, twice(1));
            c = _mm256_sub_epi16(c, twice(2));
            flips &= flips - 1;
        }
        let mut after = *contents;
        let to = (&raw mut after).cast::<__m256i>();
        // SAFETY: as above.
        unsafe {
            _mm256_store_si256(to, a);
            _mm256_store_si256(to.add(1), b);
            _mm256_store_si256(to.add(2), c);
        }
        after
    }

    #[cfg(test)]
    mod tests {
        use super::*;
        use crate::cpu::Portable;

        #[test]
        fn both_kinds_of_cpu_give_the_same_answers() {
            let Some(cpu) = Wide::detect() else { return };
            let mut rng = game::Rng::with_seed(3);
            let changes = Changes::new();
            for i in 0..100_000 {
                let discs = if i % 2 == 0 { rng.u64(..) | rng.u64(..) } else { rng.u64(..) };
                let own = discs & rng.u64(..);
                let other = discs & !own;
                assert_eq!(cpu.moves(own, other), Portable.moves(own, other), "{own:#x}, {other:#x}");
                let square = rng.usize(0..64);
                let [wide, portable] = [cpu.flips(own, other, square), Portable.flips(own, other, square)];
                assert_eq!(wide, portable, "{own:#x}, {other:#x}, {square}");
                if discs >> square & 1 == 0 {
                    let contents = changes.contents(own, other);
                    let after = changes.contents(other ^ portable, own | portable | 1 << square);
                    assert_eq!(Portable.after(&changes, &contents, square, portable), after);
                    assert_eq!(cpu.after(&changes, &contents, square, portable), after);
                }
            }
        }
    }
}

#[cfg(not(target_arch = "x86_64"))]
impl Wide {
    /// There is no such CPU here.
    pub fn detect() -> Option<Wide> {
        None
    }
}

#[cfg(not(target_arch = "x86_64"))]
impl Questions for Wide {
    fn moves(self, own: u64, other: u64) -> u64 {
        Portable.moves(own, other)
    }

    fn flips(self, own: u64, other: u64, square: usize) -> u64 {
        Portable.flips(own, other, square)
    }

    fn after(self, changes: &Changes, contents: &Contents, square: usize, flips: u64) -> Contents {
        Portable.after(changes, contents, square, flips)
    }
}

/// Declares the trait [`Cpu`](crate::search::Cpu) of functions that call
/// themselves, each with the body that is compiled once for each kind of CPU.
macro_rules! per_cpu {
    ($(#[$doc:meta])* $vis:vis trait $name:ident {
        $($(#[$about:meta])* fn $function:ident($($arg:ident: $type:ty),*) -> $out:ty = $body:path;)*
    }) => {
        $(#[$doc])*
        $vis trait $name: Questions {
            $($(#[$about])* fn $function(search: &mut Search<Self>, $($arg: $type),*) -> $out;)*
        }

        impl $name for Portable {
            $(fn $function(search: &mut Search<Self>, $($arg: $type),*) -> $out {
                $body(search, $($arg),*)
            })*
        }

        impl $name for Wide {
            $(#[inline(always)]
            fn $function(search: &mut Search<Self>, $($arg: $type),*) -> $out {
                #[cfg_attr(target_arch = "x86_64", target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt"))]
                fn wide(search: &mut Search<Wide>, $($arg: $type),*) -> $out {
                    $body(search, $($arg),*)
                }
                // SAFETY: a `Search<Wide>` holds a `Wide`, so the CPU has all these.
                #[allow(unused_unsafe)]
                unsafe { wide(search, $($arg),*) }
            })*
        }
    };
}
pub(crate) use per_cpu;
