//! Vectors of floating-point numbers: plain, AVX2 and AVX-512.

/// A vector of numbers.
pub trait Vector: Copy {
    /// Number of lanes.
    const LANES: usize;
    /// Number of registers for sums.
    const REGISTERS: usize;
    unsafe fn load(from: *const f32) -> Self;
    unsafe fn splat(number: f32) -> Self;
    /// `self + a * b`.
    unsafe fn add_product(self, a: Self, b: Self) -> Self;
    unsafe fn store(self, to: *mut f32);
}

/// Plain code for any machine.
#[derive(Clone, Copy)]
pub struct Plain([f32; 4]);

impl Vector for Plain {
    const LANES: usize = 4;
    const REGISTERS: usize = 12;

    #[inline(always)]
    unsafe fn load(from: *const f32) -> Self {
        // SAFETY: as the caller promises.
        Plain(unsafe { from.cast::<[f32; 4]>().read_unaligned() })
    }

    #[inline(always)]
    unsafe fn splat(number: f32) -> Self {
        Plain([number; 4])
    }

    #[inline(always)]
    unsafe fn add_product(self, a: Self, b: Self) -> Self {
        let mut sum = self.0;
        (0..4).for_each(|lane| sum[lane] += a.0[lane] * b.0[lane]);
        Plain(sum)
    }

    #[inline(always)]
    unsafe fn store(self, to: *mut f32) {
        // SAFETY: as the caller promises.
        unsafe { to.cast::<[f32; 4]>().write_unaligned(self.0) };
    }
}

#[cfg(target_arch = "x86_64")]
pub mod x86 {
    use std::arch::x86_64::*;

    use super::Vector;

    macro_rules! form {
        ($name:ident, $register:ty, $lanes:literal, $registers:literal,
         $load:ident, $splat:ident, $fused:ident, $store:ident) => {
            #[derive(Clone, Copy)]
            pub struct $name($register);

            // SAFETY of all functions: as the caller promises, and the CPU has the
            // instructions because only functions that enable them use the type.
            #[allow(clippy::undocumented_unsafe_blocks)]
            impl Vector for $name {
                const LANES: usize = $lanes;
                const REGISTERS: usize = $registers;

                #[inline(always)]
                unsafe fn load(from: *const f32) -> Self {
                    $name(unsafe { $load(from) })
                }

                #[inline(always)]
                unsafe fn splat(number: f32) -> Self {
                    $name(unsafe { $splat(number) })
                }

                #[inline(always)]
                unsafe fn add_product(self, a: Self, b: Self) -> Self {
                    $name(unsafe { $fused(a.0, b.0, self.0) })
                }

                #[inline(always)]
                unsafe fn store(self, to: *mut f32) {
                    unsafe { $store(to, self.0) }
                }
            }
        };
    }

    form!(Avx2, __m256, 8, 12, _mm256_loadu_ps, _mm256_set1_ps, _mm256_fmadd_ps, _mm256_storeu_ps);
    form!(Avx512, __m512, 16, 28, _mm512_loadu_ps, _mm512_set1_ps, _mm512_fmadd_ps, _mm512_storeu_ps);
}
