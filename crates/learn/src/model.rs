//! A network with floating-point weights, as training changes them: one list of numbers.

use std::ops::Range;

use game::Rng;
use net::{Block, Heads, Layer, Network, Shape};

/// Where the weights of a network of some shape lie in the list.
#[derive(Clone, Debug)]
pub struct Layout {
    pub shape: Shape,
    pub stem: ConvPlaces,
    pub blocks: Vec<BlockPlaces>,
    pub policy: Range<usize>,
    pub hidden: Range<usize>,
    pub output: Range<usize>,
}

/// Places of a convolution.
#[derive(Clone, Debug)]
pub struct ConvPlaces {
    pub inputs: usize,
    pub weights: Range<usize>,
    pub bias: Range<usize>,
}

/// Places of a residual block.
#[derive(Clone, Debug)]
pub struct BlockPlaces {
    pub first: ConvPlaces,
    pub pool: Range<usize>,
    pub second: ConvPlaces,
}

impl Layout {
    /// The layout for a shape.
    pub fn new(shape: Shape) -> Layout {
        let Shape { channels, hidden, .. } = shape;
        let mut next = 0;
        let mut take = |count: usize| {
            next += count;
            next - count..next
        };
        let mut conv =
            |inputs: usize| ConvPlaces { inputs, weights: take(9 * inputs * channels), bias: take(channels) };
        let stem = conv(shape.depth());
        let blocks = (0..shape.blocks).map(|_| (conv(channels), conv(channels))).collect::<Vec<_>>();
        let blocks = blocks
            .into_iter()
            .map(|(first, second)| BlockPlaces { first, pool: take(channels * channels), second })
            .collect();
        let policy = take(channels + 1);
        let hidden_places = take((channels + 1) * hidden);
        Layout { shape, stem, blocks, policy, hidden: hidden_places, output: take(hidden + 1) }
    }

    /// Number of weights.
    pub fn count(&self) -> usize {
        self.output.end
    }

    /// Random weights at which training starts: the sums of a layer have the variance of
    /// its input; the second convolution of a block, and the heads, start small.
    pub fn random(&self, seed: u64) -> Vec<f32> {
        let mut rng = Rng::with_seed(seed);
        let mut weights = vec![0.0; self.count()];
        let mut fill = |weights: &mut [f32], deviation: f32| {
            for weight in weights {
                // A sum of uniform numbers with variance 1.
                let normal: f32 = (0..12).map(|_| rng.f32()).sum::<f32>() - 6.0;
                *weight = normal * deviation;
            }
        };
        let spread = |inputs: usize| (2.0 / inputs as f32).sqrt();
        let channels = self.shape.channels;
        // Few input cells are 1.
        fill(&mut weights[self.stem.weights.clone()], spread(9 * self.stem.inputs / 2));
        for block in &self.blocks {
            fill(&mut weights[block.first.weights.clone()], spread(9 * channels));
            fill(&mut weights[block.pool.clone()], spread(channels) * 0.5);
            fill(&mut weights[block.second.weights.clone()], spread(9 * channels) * 0.3);
        }
        fill(&mut weights[self.policy.start..self.policy.end - 1], spread(channels) * 0.3);
        let units = self.shape.hidden;
        fill(&mut weights[self.hidden.start..self.hidden.end - units], spread(channels));
        fill(&mut weights[self.output.start..self.output.end - 1], spread(units) * 0.3);
        weights
    }

    /// The weights of a network with integers, from which training can continue.
    pub fn numbers(&self, network: &Network) -> Vec<f32> {
        let mut weights = vec![0.0; self.count()];
        let (stem, blocks, heads) = network.parts();
        let mut put =
            |places: &Range<usize>, numbers: &[f32]| weights[places.clone()].copy_from_slice(numbers);
        let layer = |put: &mut dyn FnMut(&Range<usize>, &[f32]), places: &ConvPlaces, layer: &Layer| {
            let (weights, bias) = layer.numbers();
            put(&places.weights, &weights);
            put(&places.bias, &bias);
        };
        layer(&mut put, &self.stem, stem);
        for (places, block) in self.blocks.iter().zip(blocks) {
            layer(&mut put, &places.first, &block.first);
            put(&places.pool, &block.pool);
            layer(&mut put, &places.second, &block.second);
        }
        put(&self.policy, &heads.policy);
        put(&self.hidden, &heads.hidden);
        put(&self.output, &heads.output);
        weights
    }

    /// The network with integer weights.
    pub fn rounded(&self, weights: &[f32]) -> Network {
        let at = |places: &Range<usize>| &weights[places.clone()];
        let layer = |conv: &ConvPlaces| Layer::rounded(at(&conv.weights), at(&conv.bias), conv.inputs);
        let block = |block: &BlockPlaces| Block {
            first: layer(&block.first),
            pool: at(&block.pool).to_vec(),
            second: layer(&block.second),
        };
        Network::new(
            self.shape,
            layer(&self.stem),
            self.blocks.iter().map(block).collect(),
            Heads {
                policy: at(&self.policy).to_vec(),
                hidden: at(&self.hidden).to_vec(),
                output: at(&self.output).to_vec(),
            },
        )
    }
}
