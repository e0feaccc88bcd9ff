//! One convolution layer with integer weights.

use crate::network::{FRACTION, MOST};

/// A convolution of 3×3 cells.
#[derive(Clone, PartialEq, Debug)]
pub struct Layer {
    /// Number of input channels, even.
    pub inputs: usize,
    /// Number of output channels.
    pub outputs: usize,
    /// Binary digits of the weights behind the point.
    pub(crate) shift: u32,
    /// Start of the sums, one per output channel, with half of the last digit for
    /// rounding.
    pub(crate) bias: Vec<i32>,
    /// By neighbour, pair of input channels, output channel, channel of the pair.
    pub(crate) packed: Vec<i16>,
}

/// Most binary digits of a weight behind the point.
const MOST_SHIFT: u32 = 13;

/// Bound of a sum; twice this fits into 32 bits, so that a bias for one position fits too.
const SUM_BOUND: i64 = 1 << 30;

impl Layer {
    /// Rounds weights (by neighbour, input channel, output channel) and bias to integers
    /// with as many digits as no sum can overflow with.
    pub fn rounded(weights: &[f32], bias: &[f32], inputs: usize) -> Layer {
        let outputs = bias.len();
        assert_eq!(weights.len(), 9 * inputs * outputs);
        let digits = |shift: u32| {
            let factor = (1u32 << shift) as f32;
            let whole: Vec<i64> = weights.iter().map(|w| f64::from((w * factor).round()) as i64).collect();
            let start: Vec<i64> = bias
                .iter()
                .map(|b| f64::from((b * factor * (1u32 << FRACTION) as f32).round()) as i64)
                .collect();
            let fits = whole.iter().all(|w| i16::try_from(*w).is_ok())
                && (0..outputs).all(|output| {
                    let column = whole.iter().skip(output).step_by(outputs);
                    let sum: i64 = column.map(|w| w.abs() * i64::from(MOST)).sum();
                    sum + start[output].abs() < SUM_BOUND
                });
            fits.then_some((shift, whole, start))
        };
        let found = (0..=MOST_SHIFT).rev().find_map(digits);
        let (shift, whole, start) = found.expect("a network with such weights has diverged");
        Layer {
            inputs,
            outputs,
            shift,
            bias: start.iter().map(|&b| b as i32).collect(),
            packed: pack(&whole.iter().map(|&w| w as i16).collect::<Vec<_>>(), inputs, outputs),
        }
        .with_rounding()
    }

    /// Adds half of the last digit that a shift keeps.
    fn with_rounding(mut self) -> Layer {
        let half = if self.shift == 0 { 0 } else { 1 << (self.shift - 1) };
        self.bias.iter_mut().for_each(|bias| *bias += half);
        self
    }

    /// Weights (by neighbour, input channel, output channel) and bias as numbers. Rounding
    /// them again gives the same layer.
    pub fn numbers(&self) -> (Vec<f32>, Vec<f32>) {
        let scale = 1.0 / (1u32 << self.shift) as f32;
        let (inputs, outputs) = (self.inputs, self.outputs);
        let at = |tap, input: usize, output| {
            self.packed[((tap * inputs / 2 + input / 2) * outputs + output) * 2 + input % 2]
        };
        let mut weights = Vec::with_capacity(self.packed.len());
        for tap in 0..9 {
            for input in 0..inputs {
                weights.extend((0..outputs).map(|output| f32::from(at(tap, input, output)) * scale));
            }
        }
        let half = if self.shift == 0 { 0 } else { 1 << (self.shift - 1) };
        let scale = scale / (1u32 << FRACTION) as f32;
        (weights, self.bias.iter().map(|&bias| (bias - half) as f32 * scale).collect())
    }

    /// Bytes of the layer: shift, bias, weights by neighbour, input and output channel.
    pub(crate) fn write(&self, bytes: &mut Vec<u8>) {
        bytes.push(self.shift as u8);
        bytes.extend(self.bias.iter().flat_map(|bias| bias.to_le_bytes()));
        let (inputs, outputs) = (self.inputs, self.outputs);
        let at = |tap, input: usize, output| {
            self.packed[((tap * inputs / 2 + input / 2) * outputs + output) * 2 + input % 2]
        };
        for tap in 0..9 {
            for input in 0..inputs {
                bytes.extend((0..outputs).flat_map(|output| i16::to_le_bytes(at(tap, input, output))));
            }
        }
    }

    /// Reads what [`Layer::write`] wrote; `None` if the bytes end, or if a sum could
    /// overflow.
    pub(crate) fn read(bytes: &mut &[u8], inputs: usize, outputs: usize) -> Option<Layer> {
        let shift = u32::from(*bytes.split_off_first()?);
        let (bias, _) = bytes.split_off(..4 * outputs)?.as_chunks::<4>();
        let bias: Vec<i32> = bias.iter().map(|&b| i32::from_le_bytes(b)).collect();
        let (weights, _) = bytes.split_off(..2 * 9 * inputs * outputs)?.as_chunks::<2>();
        let weights: Vec<i16> = weights.iter().map(|&b| i16::from_le_bytes(b)).collect();
        let fits = (0..outputs).all(|output| {
            let column = weights.iter().skip(output).step_by(outputs);
            let sum: i64 = column.map(|&w| i64::from(w).abs() * i64::from(MOST)).sum();
            sum + i64::from(bias[output]).abs() <= SUM_BOUND + (1 << MOST_SHIFT)
        });
        let packed = pack(&weights, inputs, outputs);
        (shift <= MOST_SHIFT && fits).then_some(Layer { inputs, outputs, shift, bias, packed })
    }
}

/// Puts the weights of two input channels side by side.
fn pack(weights: &[i16], inputs: usize, outputs: usize) -> Vec<i16> {
    let mut packed = Vec::with_capacity(weights.len());
    for tap in 0..9 {
        for pair in 0..inputs / 2 {
            for output in 0..outputs {
                let at = |input: usize| weights[(tap * inputs + input) * outputs + output];
                packed.extend([at(2 * pair), at(2 * pair + 1)]);
            }
        }
    }
    packed
}
