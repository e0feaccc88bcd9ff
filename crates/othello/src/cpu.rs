//! Board operations for any CPU and for CPUs with AVX2 and BMI2.
//!
//! The search is compiled twice: once for any CPU, and once with AVX2, BMI2 and
//! POPCNT. It is generic over [`Cpu`](crate::search::Cpu), whose two
//! implementations are [`Portable`] and [`game::cpu::Avx2`]. Only
//! [`detect`](game::cpu::Avx2::detect) creates a value of the latter, which proves that the
//! CPU has the instructions.
//!
//! A function uses the instructions when it is inlined into a function that
//! enables them. Recursive functions cannot be inlined; they are listed in
//! [`crate::search`], where `per_cpu!` compiles each of them for both.

#[cfg(not(target_arch = "x86_64"))]
use game::cpu::Avx2;

use crate::bits;
use crate::eval::{PatternIndexer, PatternIndices};

/// Board operations that have an implementation for each kind of CPU.
pub trait BoardOps: Copy + Send + 'static {
    /// As [`bits::moves`].
    fn moves(self, own: u64, other: u64) -> u64;

    /// As [`bits::flips`].
    fn flips(self, own: u64, other: u64, square: usize) -> u64;

    /// The pattern indices after a move, for the opponent.
    fn after(
        self,
        indexer: &PatternIndexer,
        indices: &PatternIndices,
        square: usize,
        flips: u64,
    ) -> PatternIndices;
}

/// Any CPU.
#[derive(Clone, Copy, Debug)]
pub struct Portable;

impl BoardOps for Portable {
    #[inline(always)]
    fn moves(self, own: u64, other: u64) -> u64 {
        bits::moves(own, other)
    }

    #[inline(always)]
    fn flips(self, own: u64, other: u64, square: usize) -> u64 {
        bits::flips(own, other, square)
    }

    #[inline(always)]
    fn after(
        self,
        indexer: &PatternIndexer,
        indices: &PatternIndices,
        square: usize,
        flips: u64,
    ) -> PatternIndices {
        indexer.after(indices, square, flips)
    }
}

#[cfg(target_arch = "x86_64")]
mod wide {
    use std::arch::x86_64::*;

    use game::cpu::Avx2;

    use super::BoardOps;
    use crate::bits::{INNER, RAYS, Rays};
    use crate::eval::{PatternIndexer, PatternIndices};

    impl BoardOps for Avx2 {
        #[inline(always)]
        fn moves(self, own: u64, other: u64) -> u64 {
            // SAFETY: `self` proves that the CPU has AVX2.
            unsafe { moves(own, other) }
        }

        #[inline(always)]
        fn flips(self, own: u64, other: u64, square: usize) -> u64 {
            // SAFETY: `self` proves that the CPU has AVX2.
            unsafe { flips(own, other, &RAYS[square & 63]) }
        }

        #[inline(always)]
        fn after(
            self,
            indexer: &PatternIndexer,
            indices: &PatternIndices,
            square: usize,
            flips: u64,
        ) -> PatternIndices {
            // SAFETY: `self` proves that the CPU has AVX2.
            unsafe { after(indexer, indices, square, flips) }
        }
    }

    /// The union of the four 64-bit lanes.
    #[inline]
    #[target_feature(enable = "avx2")]
    fn union(parts: __m256i) -> u64 {
        let two = _mm_or_si128(_mm256_castsi256_si128(parts), _mm256_extracti128_si256::<1>(parts));
        _mm_cvtsi128_si64(_mm_or_si128(two, _mm_unpackhi_epi64(two, two))) as u64
    }

    /// [`crate::bits::moves`], all four directions in parallel.
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
        // SAFETY: each array is 32 bytes long; `loadu` requires no alignment.
        let (up, down) = unsafe {
            (_mm256_loadu_si256(rays.up.as_ptr().cast()), _mm256_loadu_si256(rays.down.as_ptr().cast()))
        };
        // The first square without `other` is the lowest such bit of the ray.
        let free = _mm256_andnot_si256(other, up);
        let end = _mm256_and_si256(own, _mm256_and_si256(free, _mm256_sub_epi64(zero, free)));
        let before = _mm256_and_si256(up, _mm256_add_epi64(end, _mm256_set1_epi64x(-1)));
        let flips_up = _mm256_andnot_si256(_mm256_cmpeq_epi64(end, zero), before);
        // Downwards it is the highest. All bits below it are filled to find it.
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

    /// [`PatternIndexer::after`], 16 indices at a time.
    #[inline]
    #[target_feature(enable = "avx2")]
    fn after(
        indexer: &PatternIndexer,
        indices: &PatternIndices,
        square: usize,
        mut flips: u64,
    ) -> PatternIndices {
        // SAFETY: `PatternIndices` is 96 bytes long and aligned to 32 bytes.
        let load = |from: &PatternIndices, i: usize| unsafe {
            _mm256_load_si256((&raw const *from).cast::<__m256i>().add(i))
        };
        let powers = &indexer.powers[square & 63];
        let now = |i| {
            let before = _mm256_sub_epi16(load(&indexer.largest, i), load(indices, i));
            _mm256_sub_epi16(before, load(powers, i))
        };
        let (mut a, mut b, mut c) = (now(0), now(1), now(2));
        while flips != 0 {
            let powers = &indexer.powers[flips.trailing_zeros() as usize];
            let twice = |i| {
                let powers = load(powers, i);
                _mm256_add_epi16(powers, powers)
            };
            a = _mm256_sub_epi16(a, twice(0));
            b = _mm256_sub_epi16(b, twice(1));
            c = _mm256_sub_epi16(c, twice(2));
            flips &= flips - 1;
        }
        let mut after = *indices;
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
        fn both_kinds_of_cpu_give_the_same_results() {
            let Some(cpu) = Avx2::detect() else {
                eprintln!("skipped: this CPU has no AVX2 and BMI2");
                return;
            };
            let mut rng = game::Rng::with_seed(3);
            let indexer = PatternIndexer::new();
            for i in 0..100_000 {
                let discs = if i % 2 == 0 { rng.u64(..) | rng.u64(..) } else { rng.u64(..) };
                let own = discs & rng.u64(..);
                let other = discs & !own;
                assert_eq!(cpu.moves(own, other), Portable.moves(own, other), "{own:#x}, {other:#x}");
                let square = rng.usize(0..64);
                let [wide, portable] = [cpu.flips(own, other, square), Portable.flips(own, other, square)];
                assert_eq!(wide, portable, "{own:#x}, {other:#x}, {square}");
                if discs >> square & 1 == 0 {
                    let indices = indexer.indices(own, other);
                    let after = indexer.indices(other ^ portable, own | portable | 1 << square);
                    assert_eq!(Portable.after(&indexer, &indices, square, portable), after);
                    assert_eq!(cpu.after(&indexer, &indices, square, portable), after);
                }
            }
        }
    }
}

#[cfg(not(target_arch = "x86_64"))]
impl BoardOps for Avx2 {
    fn moves(self, own: u64, other: u64) -> u64 {
        Portable.moves(own, other)
    }

    fn flips(self, own: u64, other: u64, square: usize) -> u64 {
        Portable.flips(own, other, square)
    }

    fn after(
        self,
        indexer: &PatternIndexer,
        indices: &PatternIndices,
        square: usize,
        flips: u64,
    ) -> PatternIndices {
        Portable.after(indexer, indices, square, flips)
    }
}

/// Declares the trait [`Cpu`](crate::search::Cpu) of recursive functions. The
/// body of each is compiled once for each kind of CPU.
macro_rules! per_cpu {
    ($(#[$doc:meta])* $vis:vis trait $name:ident {
        $($(#[$about:meta])* fn $function:ident($($arg:ident: $type:ty),*) -> $out:ty = $body:path;)*
    }) => {
        $(#[$doc])*
        $vis trait $name: BoardOps {
            $($(#[$about])* fn $function(search: &mut Search<Self>, $($arg: $type),*) -> $out;)*
        }

        impl $name for Portable {
            $(fn $function(search: &mut Search<Self>, $($arg: $type),*) -> $out {
                $body(search, $($arg),*)
            })*
        }

        impl $name for Avx2 {
            $(#[inline(always)]
            fn $function(search: &mut Search<Self>, $($arg: $type),*) -> $out {
                #[cfg_attr(target_arch = "x86_64", target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt"))]
                fn wide(search: &mut Search<Avx2>, $($arg: $type),*) -> $out {
                    $body(search, $($arg),*)
                }
                // SAFETY: a `Search<Avx2>` holds an `Avx2`, so the CPU has these
                // instructions.
                #[allow(unused_unsafe)]
                unsafe { wide(search, $($arg),*) }
            })*
        }
    };
}
pub(crate) use per_cpu;
