//! Convolution of 3×3 cells with 16-bit integers: portable, and with the vector
//! instructions that the CPU has. All forms give the same result.
//!
//! One step multiplies two input channels of a cell with the weights of all output
//! channels and adds the products in pairs: one instruction for 4 (SSE2), 8 (AVX2) or
//! 16 (AVX-512 VNNI) output channels. The sums of a few cells of a row stay in registers
//! while all nine neighbours and all input channels are added.

use crate::grid::Grid;
use crate::layer::Layer;
use crate::network::MOST;

/// The instructions for a convolution; made by detection only, so that a value proves
/// that the CPU has them.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Cpu(Kind);

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Kind {
    /// Plain code.
    Portable,
    #[cfg(target_arch = "x86_64")]
    Sse2,
    #[cfg(target_arch = "x86_64")]
    Avx2,
    #[cfg(target_arch = "x86_64")]
    Vnni,
    #[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
    Simd128,
}

impl Cpu {
    /// The best instructions of this CPU.
    pub fn detect() -> Cpu {
        Self::all().pop().unwrap_or(Cpu(Kind::Portable))
    }

    /// All kinds of instructions that this CPU has, the best one last.
    pub fn all() -> Vec<Cpu> {
        let kinds = [
            (Kind::Portable, true),
            #[cfg(target_arch = "x86_64")]
            (Kind::Sse2, true),
            #[cfg(target_arch = "x86_64")]
            (Kind::Avx2, is_x86_feature_detected!("avx2")),
            #[cfg(target_arch = "x86_64")]
            (
                Kind::Vnni,
                is_x86_feature_detected!("avx2")
                    && is_x86_feature_detected!("avx512f")
                    && is_x86_feature_detected!("avx512bw")
                    && is_x86_feature_detected!("avx512vnni"),
            ),
            #[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
            (Kind::Simd128, true),
        ];
        kinds.into_iter().filter(|&(_, has)| has).map(|(kind, _)| Cpu(kind)).collect()
    }

    /// Name of the instructions: `portable`, `sse2`, `avx2`, `vnni`, `simd128`.
    pub fn name(self) -> &'static str {
        match self.0 {
            Kind::Portable => "portable",
            #[cfg(target_arch = "x86_64")]
            Kind::Sse2 => "sse2",
            #[cfg(target_arch = "x86_64")]
            Kind::Avx2 => "avx2",
            #[cfg(target_arch = "x86_64")]
            Kind::Vnni => "vnni",
            #[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
            Kind::Simd128 => "simd128",
        }
    }
}

/// One convolution: what it reads and writes.
pub(crate) struct Job<'a> {
    pub layer: &'a Layer,
    pub grid: Grid,
    /// By cell with border, then by input channel.
    pub input: &'a [i16],
    /// The layer's bias, or one computed for this position.
    pub bias: &'a [i32],
    /// Added to the result: by cell with border, then by output channel.
    pub residual: Option<&'a [i16]>,
    /// By cell with border, then by output channel.
    pub output: &'a mut [i16],
}

impl Job<'_> {
    /// Computes `output = clamp((input * weights + bias) >> shift + residual, 0, MOST)`.
    pub fn run(self, cpu: Cpu) {
        let Job { layer, grid, input, bias, residual, output } = &self;
        let channels = layer.outputs;
        assert!(input.len() == grid.padded() * layer.inputs && bias.len() == channels);
        assert!(output.len() == grid.padded() * channels);
        assert!(residual.is_none_or(|residual| residual.len() == output.len()));
        assert!(layer.packed.len() == 9 * layer.inputs * channels && layer.inputs.is_multiple_of(2));
        // SAFETY: every kind is made only where the CPU has its instructions; the lengths
        // that the pointers rely on were tested above.
        unsafe {
            match cpu.0 {
                #[cfg(target_arch = "x86_64")]
                Kind::Vnni if channels.is_multiple_of(16) => x86::vnni(self),
                #[cfg(target_arch = "x86_64")]
                Kind::Vnni | Kind::Avx2 => x86::avx2(self),
                #[cfg(target_arch = "x86_64")]
                Kind::Sse2 => by_channels::<x86::Sse2>(self),
                #[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
                Kind::Simd128 => by_channels::<wasm::Simd128>(self),
                Kind::Portable => by_channels::<Plain>(self),
            }
        }
    }
}

/// Numbers of output channels of one instruction.
trait Lanes: Copy {
    /// Number of lanes.
    const LANES: usize;
    /// Number of registers for sums.
    const REGISTERS: usize;
    /// Reads sums.
    unsafe fn sums(from: *const i32) -> Self;
    /// Reads weights: a pair of 16-bit numbers per lane.
    unsafe fn weights(from: *const i16) -> Self;
    /// The same pair of 16-bit numbers in every lane.
    unsafe fn splat(pair: *const i16) -> Self;
    /// Adds the product of both pairs in every lane.
    unsafe fn add_products(self, weights: Self, pair: Self) -> Self;
    /// Writes sums.
    unsafe fn store(self, to: *mut i32);
}

/// Most lanes of any kind.
const MOST_LANES: usize = 16;

/// Picks the number of vectors per cell at compile time.
#[inline(always)]
unsafe fn by_channels<L: Lanes>(job: Job) {
    // SAFETY: as the caller promises.
    unsafe {
        match job.layer.outputs / L::LANES {
            1 => conv::<L, 1>(job),
            2 => conv::<L, 2>(job),
            3 => conv::<L, 3>(job),
            4 => conv::<L, 4>(job),
            6 => conv::<L, 6>(job),
            8 => conv::<L, 8>(job),
            12 => conv::<L, 12>(job),
            _ => conv::<L, 16>(job),
        }
    }
}

#[inline(always)]
unsafe fn conv<L: Lanes, const VECTORS: usize>(mut job: Job) {
    assert!(job.layer.outputs == VECTORS * L::LANES, "{} channels", job.layer.outputs);
    for row in 0..job.grid.rows {
        let mut column = 0;
        // SAFETY: as the caller promises; the cells lie on the board.
        unsafe {
            if 9 * VECTORS <= L::REGISTERS {
                while column + 9 <= job.grid.columns {
                    cells::<L, VECTORS, 9>(&mut job, row, column);
                    column += 9;
                }
            }
            if 3 * VECTORS <= L::REGISTERS {
                while column + 3 <= job.grid.columns {
                    cells::<L, VECTORS, 3>(&mut job, row, column);
                    column += 3;
                }
            }
            while column < job.grid.columns {
                cells::<L, VECTORS, 1>(&mut job, row, column);
                column += 1;
            }
        }
    }
}

/// Computes `CELLS` cells of a row.
#[inline(always)]
unsafe fn cells<L: Lanes, const VECTORS: usize, const CELLS: usize>(
    job: &mut Job,
    row: usize,
    column: usize,
) {
    let (inputs, outputs, stride) = (job.layer.inputs, job.layer.outputs, job.grid.stride());
    // SAFETY: the lengths of all slices were tested; all cells and their neighbours lie
    // inside the border.
    unsafe {
        let mut sums = [[L::sums(job.bias.as_ptr()); VECTORS]; CELLS];
        for (vector, start) in sums[0].iter_mut().enumerate() {
            *start = L::sums(job.bias.as_ptr().add(vector * L::LANES));
        }
        sums = [sums[0]; CELLS];
        let mut weights = job.layer.packed.as_ptr();
        for tap in 0..9 {
            // The neighbour of the first cell: rows and columns start at the border.
            let cell = (row + tap / 3) * stride + column + tap % 3;
            let mut input = job.input.as_ptr().add(cell * inputs);
            for _ in 0..inputs / 2 {
                let mut row_of_weights = [sums[0][0]; VECTORS];
                for (vector, loaded) in row_of_weights.iter_mut().enumerate() {
                    *loaded = L::weights(weights.add(2 * vector * L::LANES));
                }
                for (cell, sums) in sums.iter_mut().enumerate() {
                    let pair = L::splat(input.add(cell * inputs));
                    for (sum, &weights) in sums.iter_mut().zip(&row_of_weights) {
                        *sum = sum.add_products(weights, pair);
                    }
                }
                weights = weights.add(2 * outputs);
                input = input.add(2);
            }
        }
        // In memory before the rest: its loops would keep the sums from staying in registers.
        let mut numbers = [[[0i32; MOST_LANES]; VECTORS]; CELLS];
        for (numbers, sums) in numbers.iter_mut().zip(sums) {
            for (numbers, sum) in numbers.iter_mut().zip(sums) {
                sum.store(numbers.as_mut_ptr());
            }
        }
        let shift = job.layer.shift;
        for (cell, numbers) in numbers.iter().enumerate() {
            let place = ((row + 1) * stride + column + 1 + cell) * outputs;
            let output = &mut job.output[place..][..outputs];
            for (vector, numbers) in numbers.iter().enumerate() {
                let output = &mut output[vector * L::LANES..][..L::LANES];
                match job.residual {
                    Some(residual) => {
                        let residual = &residual[place + vector * L::LANES..][..L::LANES];
                        for ((to, &number), &before) in output.iter_mut().zip(numbers).zip(residual) {
                            *to = ((number >> shift) + i32::from(before)).clamp(0, i32::from(MOST)) as i16;
                        }
                    }
                    None => {
                        for (to, &number) in output.iter_mut().zip(numbers) {
                            *to = (number >> shift).clamp(0, i32::from(MOST)) as i16;
                        }
                    }
                }
            }
        }
    }
}

/// Plain code for any machine.
#[derive(Clone, Copy)]
struct Plain([i32; 4]);

impl Lanes for Plain {
    const LANES: usize = 4;
    const REGISTERS: usize = 8;

    #[inline(always)]
    unsafe fn sums(from: *const i32) -> Self {
        // SAFETY: as the caller promises.
        Plain(unsafe { from.cast::<[i32; 4]>().read_unaligned() })
    }

    /// Both 16-bit numbers of a lane as one of 32 bits, the first one in its low half.
    #[inline(always)]
    unsafe fn weights(from: *const i16) -> Self {
        // SAFETY: as the caller promises.
        let pairs = unsafe { from.cast::<[[i16; 2]; 4]>().read_unaligned() };
        Plain(pairs.map(|[low, high]| i32::from(low as u16) | i32::from(high) << 16))
    }

    #[inline(always)]
    unsafe fn splat(pair: *const i16) -> Self {
        // SAFETY: as the caller promises.
        let [low, high] = unsafe { pair.cast::<[i16; 2]>().read_unaligned() };
        Plain([i32::from(low as u16) | i32::from(high) << 16; 4])
    }

    #[inline(always)]
    unsafe fn add_products(self, weights: Self, pair: Self) -> Self {
        let mut sums = self.0;
        for (lane, sum) in sums.iter_mut().enumerate() {
            let halves = |number: i32| (i32::from(number as i16), number >> 16);
            let ((a, b), (c, d)) = (halves(weights.0[lane]), halves(pair.0[lane]));
            *sum = sum.wrapping_add(a * c).wrapping_add(b * d);
        }
        Plain(sums)
    }

    #[inline(always)]
    unsafe fn store(self, to: *mut i32) {
        // SAFETY: as the caller promises.
        unsafe { to.cast::<[i32; 4]>().write_unaligned(self.0) };
    }
}

#[cfg(target_arch = "x86_64")]
mod x86 {
    use std::arch::x86_64::*;

    use super::{Job, Lanes, by_channels};

    /// [`by_channels`] for CPUs with AVX2.
    #[target_feature(enable = "avx2")]
    pub unsafe fn avx2(job: Job) {
        // SAFETY: this function has the instructions of `Avx2`.
        unsafe { by_channels::<Avx2>(job) }
    }

    /// [`by_channels`] for CPUs with AVX-512 VNNI.
    #[target_feature(enable = "avx512f,avx512bw,avx512vnni")]
    pub unsafe fn vnni(job: Job) {
        // SAFETY: this function has the instructions of `Vnni`.
        unsafe { by_channels::<Vnni>(job) }
    }

    macro_rules! lanes {
        ($name:ident, $register:ty, $lanes:literal, $registers:literal, $load:ident, $store:ident, $splat:ident,
         |$sum:ident, $weights:ident, $pair:ident| $madd:expr) => {
            #[derive(Clone, Copy)]
            pub struct $name($register);

            // SAFETY of all functions: as the caller promises, and the CPU has the
            // instructions because the callers of `by_channels` enable them.
            #[allow(clippy::undocumented_unsafe_blocks)]
            impl Lanes for $name {
                const LANES: usize = $lanes;
                const REGISTERS: usize = $registers;

                #[inline(always)]
                unsafe fn sums(from: *const i32) -> Self {
                    $name(unsafe { $load(from.cast()) })
                }

                #[inline(always)]
                unsafe fn weights(from: *const i16) -> Self {
                    $name(unsafe { $load(from.cast()) })
                }

                #[inline(always)]
                unsafe fn splat(pair: *const i16) -> Self {
                    $name(unsafe { $splat(pair.cast::<i32>().read_unaligned()) })
                }

                #[inline(always)]
                unsafe fn add_products(self, weights: Self, pair: Self) -> Self {
                    let ($sum, $weights, $pair) = (self.0, weights.0, pair.0);
                    $name(unsafe { $madd })
                }

                #[inline(always)]
                unsafe fn store(self, to: *mut i32) {
                    unsafe { $store(to.cast(), self.0) }
                }
            }
        };
    }

    lanes!(Sse2, __m128i, 4, 12, _mm_loadu_si128, _mm_storeu_si128, _mm_set1_epi32, |sum, weights, pair| {
        _mm_add_epi32(sum, _mm_madd_epi16(weights, pair))
    });
    lanes!(
        Avx2,
        __m256i,
        8,
        12,
        _mm256_loadu_si256,
        _mm256_storeu_si256,
        _mm256_set1_epi32,
        |sum, weights, pair| _mm256_add_epi32(sum, _mm256_madd_epi16(weights, pair))
    );
    lanes!(
        Vnni,
        __m512i,
        16,
        28,
        _mm512_loadu_si512,
        _mm512_storeu_si512,
        _mm512_set1_epi32,
        |sum, weights, pair| _mm512_dpwssd_epi32(sum, weights, pair)
    );
}

#[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
mod wasm {
    use std::arch::wasm32::*;

    use super::Lanes;

    #[derive(Clone, Copy)]
    pub struct Simd128(v128);

    // SAFETY of all functions: as the caller promises.
    #[allow(clippy::undocumented_unsafe_blocks)]
    impl Lanes for Simd128 {
        const LANES: usize = 4;
        const REGISTERS: usize = 12;

        #[inline(always)]
        unsafe fn sums(from: *const i32) -> Self {
            Simd128(unsafe { v128_load(from.cast()) })
        }

        #[inline(always)]
        unsafe fn weights(from: *const i16) -> Self {
            Simd128(unsafe { v128_load(from.cast()) })
        }

        #[inline(always)]
        unsafe fn splat(pair: *const i16) -> Self {
            Simd128(unsafe { v128_load32_splat(pair.cast()) })
        }

        #[inline(always)]
        unsafe fn add_products(self, weights: Self, pair: Self) -> Self {
            Simd128(i32x4_add(self.0, i32x4_dot_i16x8(weights.0, pair.0)))
        }

        #[inline(always)]
        unsafe fn store(self, to: *mut i32) {
            unsafe { v128_store(to.cast(), self.0) }
        }
    }
}
