//! The network: from planes of cells to a value and one number per cell.
//!
//! ```text
//! x = relu(conv(planes))
//! for each block:
//!     y = relu(conv(x) + pool · mean(x))      mean over the cells, per channel
//!     x = relu(conv(y) + x)
//! logit of a cell = policy · x there
//! value           = tanh(output · relu(hidden · mean(x)))
//! ```
//!
//! Convolutions are computed in integers, the rest in a fixed order with basic arithmetic:
//! the result has the same bits on every machine.

use crate::grid::Grid;
use crate::lanes::{Cpu, Job};
use crate::layer::Layer;
use crate::math::tanh;
use crate::planes::Planes;

/// Binary digits of an activation behind the point.
pub const FRACTION: u32 = 8;

/// The number 1 as an activation.
pub const ONE: i16 = 1 << FRACTION;

/// The largest activation: nearly 32.
pub const MOST: i16 = (1 << 13) - 1;

/// Bound of what the means add to a sum, in the units of a sum.
const POOL_BOUND: f32 = (1u32 << 29) as f32;

/// Partial sums of a scalar product, so that it can be computed with vectors.
const PARTS: usize = 8;

/// Sizes of a network.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Shape {
    /// Number of input planes.
    pub planes: usize,
    /// Number of channels: 16, 24, 32, 48 or 64.
    pub channels: usize,
    /// Number of residual blocks.
    pub blocks: usize,
    /// Number of hidden units of the value.
    pub hidden: usize,
}

impl Shape {
    /// Can a network have this shape?
    pub fn is_valid(&self) -> bool {
        [16, 24, 32, 48, 64].contains(&self.channels)
            && (1..=64).contains(&self.planes)
            && self.blocks <= 32
            && (1..=256).contains(&self.hidden)
    }

    /// Number of planes, rounded up to an even number.
    pub fn depth(&self) -> usize {
        self.planes.next_multiple_of(2)
    }
}

/// A residual block.
#[derive(Clone, PartialEq, Debug)]
pub struct Block {
    /// The first convolution.
    pub first: Layer,
    /// What the mean of each channel adds to each output of the first convolution:
    /// by mean, then by output.
    pub pool: Vec<f32>,
    /// The second convolution.
    pub second: Layer,
}

/// A network with integer weights.
#[derive(Clone, PartialEq, Debug)]
pub struct Network {
    pub(crate) shape: Shape,
    pub(crate) stem: Layer,
    pub(crate) blocks: Vec<Block>,
    pub(crate) heads: Heads,
}

/// The part behind the convolutions.
#[derive(Clone, PartialEq, Debug)]
pub struct Heads {
    /// One weight per channel, then the bias.
    pub policy: Vec<f32>,
    /// By channel, then by hidden unit; then one bias per hidden unit.
    pub hidden: Vec<f32>,
    /// One weight per hidden unit, then the bias.
    pub output: Vec<f32>,
}

/// Memory for an evaluation.
#[derive(Clone, Debug, Default)]
pub struct Scratch {
    grid: Grid,
    x: Vec<i16>,
    y: Vec<i16>,
    z: Vec<i16>,
    bias: Vec<i32>,
    mean: Vec<f32>,
    logits: Vec<f32>,
}

impl Scratch {
    /// Prepares the memory for boards of this size. The border stays zero.
    fn fit(&mut self, grid: Grid, channels: usize) {
        let size = grid.padded() * channels;
        if self.grid != grid || self.x.len() != size {
            self.grid = grid;
            for cells in [&mut self.x, &mut self.y, &mut self.z] {
                cells.clear();
                cells.resize(size, 0);
            }
        }
    }
}

/// The answer of a network.
#[derive(Clone, Copy, Debug)]
pub struct Answer<'a> {
    /// Value for the side to move, in [−1, 1].
    pub value: f32,
    /// One number per cell of the board, row by row: the larger, the better is the move on
    /// it. Priors are in proportion to their exponentials.
    pub logits: &'a [f32],
}

impl Network {
    /// A network of these parts.
    ///
    /// # Panics
    /// If the parts do not have the sizes of the shape.
    pub fn new(shape: Shape, stem: Layer, blocks: Vec<Block>, heads: Heads) -> Network {
        let Shape { channels, hidden, .. } = shape;
        assert!(shape.is_valid() && blocks.len() == shape.blocks, "{shape:?}");
        assert!(stem.inputs == shape.depth() && stem.outputs == channels);
        let square = |layer: &Layer| layer.inputs == channels && layer.outputs == channels;
        assert!(blocks.iter().all(|b| square(&b.first) && square(&b.second)));
        assert!(blocks.iter().all(|b| b.pool.len() == channels * channels));
        assert!(heads.policy.len() == channels + 1 && heads.output.len() == hidden + 1);
        assert!(heads.hidden.len() == (channels + 1) * hidden);
        Network { shape, stem, blocks, heads }
    }

    /// Its parts: the first convolution, the blocks, the heads.
    pub fn parts(&self) -> (&Layer, &[Block], &Heads) {
        (&self.stem, &self.blocks, &self.heads)
    }

    /// Sizes of the network.
    pub fn shape(&self) -> Shape {
        self.shape
    }

    /// Evaluates a position with the instructions of `cpu`.
    ///
    /// # Panics
    /// If the planes are not those of the network.
    pub fn evaluate<'a>(&self, planes: &Planes, scratch: &'a mut Scratch, cpu: Cpu) -> Answer<'a> {
        let (channels, grid) = (self.shape.channels, planes.grid());
        assert_eq!(planes.depth(), self.shape.depth(), "wrong number of planes");
        scratch.fit(grid, channels);
        let Scratch { x, y, z, bias, mean, logits, .. } = scratch;
        let stem = &self.stem;
        Job { layer: stem, grid, input: &planes.cells, bias: &stem.bias, residual: None, output: x }.run(cpu);
        for Block { first, pool, second } in &self.blocks {
            means(grid, channels, x, mean);
            pooled_bias(first, pool, mean, bias);
            Job { layer: first, grid, input: x, bias, residual: None, output: y }.run(cpu);
            let residual = Some(x.as_slice());
            Job { layer: second, grid, input: y, bias: &second.bias, residual, output: z }.run(cpu);
            std::mem::swap(x, z);
        }
        means(grid, channels, x, mean);
        logits.clear();
        let (weights, bias) = self.heads.policy.split_at(channels);
        logits.extend(grid.cells().map(|cell| bias[0] + dot(&x[cell * channels..][..channels], weights)));
        Answer { value: self.heads.value(mean), logits }
    }
}

impl Heads {
    fn value(&self, mean: &[f32]) -> f32 {
        let units = self.output.len() - 1;
        let (weights, bias) = self.hidden.split_at(mean.len() * units);
        let mut sums = bias.to_vec();
        for (mean, weights) in mean.iter().zip(weights.chunks_exact(units)) {
            sums.iter_mut().zip(weights).for_each(|(sum, weight)| *sum += mean * weight);
        }
        let output = sums.iter().zip(&self.output).map(|(sum, weight)| sum.max(0.0) * weight);
        tanh(self.output[units] + output.sum::<f32>())
    }
}

/// Mean of each channel over the cells of the board.
fn means(grid: Grid, channels: usize, cells: &[i16], means: &mut Vec<f32>) {
    let mut sums = [0i32; 64];
    for cell in grid.cells() {
        let values = &cells[cell * channels..][..channels];
        sums.iter_mut().zip(values).for_each(|(sum, &value)| *sum += i32::from(value));
    }
    let factor = 1.0 / (grid.count() as f32 * f32::from(ONE));
    means.clear();
    means.extend(sums[..channels].iter().map(|&sum| sum as f32 * factor));
}

/// The bias of a convolution with what the means add to it.
fn pooled_bias(layer: &Layer, pool: &[f32], means: &[f32], bias: &mut Vec<i32>) {
    let mut added = [0f32; 64];
    let added = &mut added[..layer.outputs];
    for (mean, weights) in means.iter().zip(pool.chunks_exact(layer.outputs)) {
        added.iter_mut().zip(weights).for_each(|(sum, weight)| *sum += mean * weight);
    }
    let factor = (1u32 << (layer.shift + FRACTION)) as f32;
    bias.clear();
    bias.extend(layer.bias.iter().zip(added).map(|(&bias, added)| {
        // The factor is a power of two; a conversion to an integer rounds towards zero.
        bias + (*added * factor).clamp(-POOL_BOUND, POOL_BOUND) as i32
    }));
}

/// Scalar product, the integers as numbers with [`FRACTION`] digits.
fn dot(values: &[i16], weights: &[f32]) -> f32 {
    let mut parts = [0f32; PARTS];
    for (values, weights) in values.chunks_exact(PARTS).zip(weights.chunks_exact(PARTS)) {
        for ((part, &value), weight) in parts.iter_mut().zip(values).zip(weights) {
            *part += f32::from(value) * weight;
        }
    }
    parts.iter().sum::<f32>() * (1.0 / f32::from(ONE))
}
