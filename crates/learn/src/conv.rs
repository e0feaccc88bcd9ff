//! Convolutions of 3×3 cells with floating-point numbers: forward, and the gradient of
//! the weights. The gradient of the input is a forward convolution with other weights.
//!
//! All cells of a board, with a border of one cell, lie row by row; the channels of a cell
//! lie side by side. The sums of a few cells (or of a few input channels) and all output
//! channels stay in registers. The code is compiled for any CPU, for AVX2 and for AVX-512.

mod vectors;

use net::Grid;

use self::vectors::{Plain, Vector};

/// Which form of the code is used.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Form {
    /// Any CPU.
    Portable,
    /// AVX2 and FMA.
    Avx2,
    /// AVX-512.
    Avx512,
}

impl Form {
    /// The fastest form for this CPU.
    pub fn detect() -> Form {
        #[cfg(target_arch = "x86_64")]
        {
            if is_x86_feature_detected!("avx512f") && is_x86_feature_detected!("avx512vl") {
                return Form::Avx512;
            }
            if is_x86_feature_detected!("avx2") && is_x86_feature_detected!("fma") {
                return Form::Avx2;
            }
        }
        Form::Portable
    }
}

/// A convolution: `weights` by neighbour, input channel and output channel.
#[derive(Clone, Copy)]
pub struct Conv<'a> {
    pub grid: Grid,
    /// Number of input channels.
    pub inputs: usize,
    /// Number of output channels.
    pub outputs: usize,
    pub weights: &'a [f32],
}

impl Form {
    fn forward(self, conv: Conv, input: &[f32], bias: &[f32], output: &mut [f32]) {
        let Conv { grid, inputs, outputs, weights } = conv;
        assert!(input.len() == grid.padded() * inputs && output.len() == grid.padded() * outputs);
        assert!(bias.len() == outputs && weights.len() == 9 * inputs * outputs);
        match self {
            // SAFETY: `Form::detect` has found the instructions; the lengths were tested.
            #[cfg(target_arch = "x86_64")]
            Form::Avx512 if outputs.is_multiple_of(16) => unsafe {
                x86::forward_avx512(conv, input, bias, output)
            },
            // SAFETY: the same.
            #[cfg(target_arch = "x86_64")]
            Form::Avx512 | Form::Avx2 => unsafe { x86::forward_avx2(conv, input, bias, output) },
            // SAFETY: the lengths were tested.
            _ => unsafe { forward::<Plain>(conv, input, bias, output) },
        }
    }

    fn gradient(self, conv: Conv, input: &[f32], error: &[f32], slope: &mut [f32]) {
        let Conv { grid, inputs, outputs, .. } = conv;
        assert!(input.len() == grid.padded() * inputs && error.len() == grid.padded() * outputs);
        assert!(slope.len() == 9 * inputs * outputs && inputs.is_multiple_of(2));
        match self {
            // SAFETY: `Form::detect` has found the instructions; the lengths were tested.
            #[cfg(target_arch = "x86_64")]
            Form::Avx512 if outputs.is_multiple_of(16) => unsafe {
                x86::gradient_avx512(conv, input, error, slope)
            },
            // SAFETY: the same.
            #[cfg(target_arch = "x86_64")]
            Form::Avx512 | Form::Avx2 => unsafe { x86::gradient_avx2(conv, input, error, slope) },
            // SAFETY: the lengths were tested.
            _ => unsafe { gradient::<Plain>(conv, input, error, slope) },
        }
    }
}

impl Conv<'_> {
    /// `output = input * weights + bias` on the cells of the board; the border is not written.
    pub fn forward(self, form: Form, input: &[f32], bias: &[f32], output: &mut [f32]) {
        form.forward(self, input, bias, output);
    }

    /// Adds the gradient of the weights: `error` is the gradient of the output.
    pub fn gradient(self, form: Form, input: &[f32], error: &[f32], gradient: &mut [f32]) {
        form.gradient(self, input, error, gradient);
    }

    /// The weights of the convolution that turns the gradient of the output into that of
    /// the input.
    pub fn transposed(self) -> Vec<f32> {
        let Conv { inputs, outputs, weights, .. } = self;
        let mut transposed = vec![0.0; weights.len()];
        for tap in 0..9 {
            for input in 0..inputs {
                for output in 0..outputs {
                    transposed[((8 - tap) * outputs + output) * inputs + input] =
                        weights[(tap * inputs + input) * outputs + output];
                }
            }
        }
        transposed
    }
}

/// Picks the number of vectors per cell at compile time.
macro_rules! by_vectors {
    ($outputs:expr, $function:ident::<$vector:ident>($($argument:expr),*)) => {
        match $outputs / $vector::LANES {
            1 => $function::<$vector, 1>($($argument),*),
            2 => $function::<$vector, 2>($($argument),*),
            3 => $function::<$vector, 3>($($argument),*),
            4 => $function::<$vector, 4>($($argument),*),
            6 => $function::<$vector, 6>($($argument),*),
            8 => $function::<$vector, 8>($($argument),*),
            12 => $function::<$vector, 12>($($argument),*),
            16 => $function::<$vector, 16>($($argument),*),
            _ => panic!("{} channels; 16, 24, 32, 48 and 64 are supported", $outputs),
        }
    };
}

#[inline(always)]
unsafe fn forward<V: Vector>(conv: Conv, input: &[f32], bias: &[f32], output: &mut [f32]) {
    // SAFETY: as the caller promises.
    unsafe { by_vectors!(conv.outputs, forward_rows::<V>(conv, input, bias, output)) }
}

#[inline(always)]
unsafe fn gradient<V: Vector>(conv: Conv, input: &[f32], error: &[f32], slope: &mut [f32]) {
    // SAFETY: as the caller promises.
    unsafe { by_vectors!(conv.outputs, gradient_rows::<V>(conv, input, error, slope)) }
}

#[inline(always)]
unsafe fn forward_rows<V: Vector, const VECTORS: usize>(
    conv: Conv,
    input: &[f32],
    bias: &[f32],
    output: &mut [f32],
) {
    for row in 0..conv.grid.rows {
        let mut column = 0;
        // SAFETY: as the caller promises; the cells lie on the board.
        unsafe {
            if 9 * VECTORS <= V::REGISTERS {
                while column + 9 <= conv.grid.columns {
                    cells::<V, VECTORS, 9>(conv, input, bias, output, row, column);
                    column += 9;
                }
            }
            if 3 * VECTORS <= V::REGISTERS {
                while column + 3 <= conv.grid.columns {
                    cells::<V, VECTORS, 3>(conv, input, bias, output, row, column);
                    column += 3;
                }
            }
            while column < conv.grid.columns {
                cells::<V, VECTORS, 1>(conv, input, bias, output, row, column);
                column += 1;
            }
        }
    }
}

/// Computes `CELLS` cells of a row.
#[inline(always)]
unsafe fn cells<V: Vector, const VECTORS: usize, const CELLS: usize>(
    Conv { grid, inputs, outputs, weights }: Conv,
    input: &[f32],
    bias: &[f32],
    output: &mut [f32],
    row: usize,
    column: usize,
) {
    // SAFETY: the lengths of all slices were tested; all cells and their neighbours lie
    // inside the border.
    unsafe {
        let mut start = [V::splat(0.0); VECTORS];
        for (vector, start) in start.iter_mut().enumerate() {
            *start = V::load(bias.as_ptr().add(vector * V::LANES));
        }
        let mut sums = [start; CELLS];
        let mut weights = weights.as_ptr();
        for tap in 0..9 {
            let cell = (row + tap / 3) * grid.stride() + column + tap % 3;
            let mut input = input.as_ptr().add(cell * inputs);
            for _ in 0..inputs {
                let mut loaded = start;
                for (vector, loaded) in loaded.iter_mut().enumerate() {
                    *loaded = V::load(weights.add(vector * V::LANES));
                }
                for (cell, sums) in sums.iter_mut().enumerate() {
                    let value = V::splat(*input.add(cell * inputs));
                    for (sum, &weight) in sums.iter_mut().zip(&loaded) {
                        *sum = sum.add_product(value, weight);
                    }
                }
                weights = weights.add(outputs);
                input = input.add(1);
            }
        }
        let mut to = output.as_mut_ptr().add(grid.cell(row, column) * outputs);
        for sums in sums {
            for sum in sums {
                sum.store(to);
                to = to.add(V::LANES);
            }
        }
    }
}

#[inline(always)]
unsafe fn gradient_rows<V: Vector, const VECTORS: usize>(
    conv: Conv,
    input: &[f32],
    error: &[f32],
    slope: &mut [f32],
) {
    let mut channel = 0;
    // SAFETY: as the caller promises.
    unsafe {
        if 8 * VECTORS <= V::REGISTERS {
            while channel + 8 <= conv.inputs {
                channels::<V, VECTORS, 8>(conv, input, error, slope, channel);
                channel += 8;
            }
        }
        while channel < conv.inputs {
            channels::<V, VECTORS, 2>(conv, input, error, slope, channel);
            channel += 2;
        }
    }
}

/// Adds the gradient of the weights of `N` input channels.
#[inline(always)]
unsafe fn channels<V: Vector, const VECTORS: usize, const N: usize>(
    Conv { grid, inputs, outputs, .. }: Conv,
    input: &[f32],
    error: &[f32],
    slope: &mut [f32],
    channel: usize,
) {
    for tap in 0..9 {
        // SAFETY: the lengths of all slices were tested; all cells and their neighbours lie
        // inside the border.
        unsafe {
            let place = slope.as_mut_ptr().add((tap * inputs + channel) * outputs);
            let mut sums = [[V::splat(0.0); VECTORS]; N];
            for row in 0..grid.rows {
                let neighbour = (row + tap / 3) * grid.stride() + tap % 3;
                let mut input = input.as_ptr().add(neighbour * inputs + channel);
                let mut error = error.as_ptr().add(grid.cell(row, 0) * outputs);
                for _ in 0..grid.columns {
                    let mut loaded = sums[0];
                    for (vector, loaded) in loaded.iter_mut().enumerate() {
                        *loaded = V::load(error.add(vector * V::LANES));
                    }
                    for (number, sums) in sums.iter_mut().enumerate() {
                        let value = V::splat(*input.add(number));
                        for (sum, &error) in sums.iter_mut().zip(&loaded) {
                            *sum = sum.add_product(value, error);
                        }
                    }
                    input = input.add(inputs);
                    error = error.add(outputs);
                }
            }
            let one = V::splat(1.0);
            for (number, sums) in sums.into_iter().enumerate() {
                for (vector, sum) in sums.into_iter().enumerate() {
                    let place = place.add(number * outputs + vector * V::LANES);
                    V::load(place).add_product(sum, one).store(place);
                }
            }
        }
    }
}

/// The loops with the instructions of one kind of vectors.
#[cfg(target_arch = "x86_64")]
mod x86 {
    use super::vectors::x86::{Avx2, Avx512};
    use super::{Conv, forward, gradient};

    macro_rules! form {
        ($vector:ident, $features:literal, $forward:ident, $gradient:ident) => {
            #[target_feature(enable = $features)]
            pub unsafe fn $forward(conv: Conv, input: &[f32], bias: &[f32], output: &mut [f32]) {
                // SAFETY: this function has the instructions.
                unsafe { forward::<$vector>(conv, input, bias, output) }
            }

            #[target_feature(enable = $features)]
            pub unsafe fn $gradient(conv: Conv, input: &[f32], error: &[f32], slope: &mut [f32]) {
                // SAFETY: this function has the instructions.
                unsafe { gradient::<$vector>(conv, input, error, slope) }
            }
        };
    }

    form!(Avx2, "avx2,fma", forward_avx2, gradient_avx2);
    form!(Avx512, "avx512f,avx2,fma", forward_avx512, gradient_avx512);
}

#[cfg(test)]
mod tests;
