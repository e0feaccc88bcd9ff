//! The network against a plain one in floating-point numbers, on all boards, and its files.

use net::{Block, Cpu, FileError, Grid, Heads, Layer, MAX_SIDE, Network, Planes, Scratch, Shape};
use proptest::prelude::*;

/// The weights of a convolution, as they were before rounding.
struct Plain {
    inputs: usize,
    outputs: usize,
    weights: Vec<f32>,
    bias: Vec<f32>,
}

/// A network with random weights, and the same weights as numbers.
struct Both {
    network: Network,
    stem: Plain,
    blocks: Vec<(Plain, Vec<f32>, Plain)>,
    heads: Heads,
}

/// Random numbers between −scale and scale.
struct Numbers(u64);

impl Numbers {
    fn next(&mut self, scale: f32) -> f32 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        ((self.0 >> 40) as f32 / (1u64 << 23) as f32 - 1.0) * scale
    }

    fn list(&mut self, count: usize, scale: f32) -> Vec<f32> {
        (0..count).map(|_| self.next(scale)).collect()
    }

    fn conv(&mut self, inputs: usize, outputs: usize) -> Plain {
        let scale = 2.0 / (9.0 * inputs as f32).sqrt();
        Plain {
            inputs,
            outputs,
            weights: self.list(9 * inputs * outputs, scale),
            bias: self.list(outputs, 0.2),
        }
    }
}

fn random(shape: Shape, seed: u64) -> Both {
    let mut numbers = Numbers(seed);
    let Shape { channels, hidden, .. } = shape;
    let stem = numbers.conv(shape.depth(), channels);
    let blocks: Vec<_> = (0..shape.blocks)
        .map(|_| {
            (
                numbers.conv(channels, channels),
                numbers.list(channels * channels, 0.2),
                numbers.conv(channels, channels),
            )
        })
        .collect();
    let heads = Heads {
        policy: numbers.list(channels + 1, 0.5),
        hidden: numbers.list((channels + 1) * hidden, 0.5),
        output: numbers.list(hidden + 1, 0.5),
    };
    let layer = |conv: &Plain| Layer::rounded(&conv.weights, &conv.bias, conv.inputs);
    let integers = blocks.iter().map(|(first, pool, second)| Block {
        first: layer(first),
        pool: pool.clone(),
        second: layer(second),
    });
    let network = Network::new(shape, layer(&stem), integers.collect(), heads.clone());
    Both { network, stem, blocks, heads }
}

/// Channels of each cell of the board, without a border.
type Cells = Vec<Vec<f64>>;

impl Plain {
    fn run(&self, grid: Grid, cells: &Cells, bias: &[f64]) -> Cells {
        let mut all = Vec::new();
        for row in 0..grid.rows as isize {
            for column in 0..grid.columns as isize {
                let mut sums: Vec<f64> =
                    (0..self.outputs).map(|o| f64::from(self.bias[o]) + bias[o]).collect();
                for tap in 0..9 {
                    let (r, c) = (row + tap / 3 - 1, column + tap % 3 - 1);
                    if r < 0 || c < 0 || r >= grid.rows as isize || c >= grid.columns as isize {
                        continue;
                    }
                    let cell = &cells[r as usize * grid.columns + c as usize];
                    for (input, value) in cell.iter().enumerate() {
                        for (output, sum) in sums.iter_mut().enumerate() {
                            let place = (tap as usize * self.inputs + input) * self.outputs + output;
                            *sum += value * f64::from(self.weights[place]);
                        }
                    }
                }
                all.push(sums);
            }
        }
        all
    }
}

fn mean(cells: &Cells) -> Vec<f64> {
    (0..cells[0].len()).map(|c| cells.iter().map(|cell| cell[c]).sum::<f64>() / cells.len() as f64).collect()
}

impl Both {
    /// Value and logits by the definition.
    fn by_definition(&self, planes: &Planes) -> (f64, Vec<f64>) {
        let grid = planes.grid();
        let inputs = (0..grid.count()).map(|cell| {
            let set = |plane| planes.is_set(plane, cell / grid.columns, cell % grid.columns);
            (0..planes.depth()).map(|plane| f64::from(u8::from(set(plane)))).collect()
        });
        let none = vec![0.0; 64];
        let relu = |cells: Cells| -> Cells {
            cells.into_iter().map(|cell| cell.into_iter().map(|v| v.max(0.0)).collect()).collect()
        };
        let mut x = relu(self.stem.run(grid, &inputs.collect(), &none));
        for (first, pool, second) in &self.blocks {
            let means = mean(&x);
            let outputs = first.outputs;
            let pooled: Vec<f64> = (0..outputs)
                .map(|o| means.iter().enumerate().map(|(i, m)| m * f64::from(pool[i * outputs + o])).sum())
                .collect();
            let y = relu(first.run(grid, &x, &pooled));
            let mut z = second.run(grid, &y, &none);
            for (z, x) in z.iter_mut().zip(&x) {
                z.iter_mut().zip(x).for_each(|(z, x)| *z += x);
            }
            x = relu(z);
        }
        let (means, units) = (mean(&x), self.heads.output.len() - 1);
        let hidden = |unit: usize| {
            let sum: f64 = means
                .iter()
                .enumerate()
                .map(|(i, m)| m * f64::from(self.heads.hidden[i * units + unit]))
                .sum();
            (sum + f64::from(self.heads.hidden[means.len() * units + unit])).max(0.0)
        };
        let value: f64 = (0..units).map(|unit| hidden(unit) * f64::from(self.heads.output[unit])).sum();
        let logit = |cell: &Vec<f64>| {
            let sum: f64 = cell.iter().zip(&self.heads.policy).map(|(v, &w)| v * f64::from(w)).sum();
            sum + f64::from(self.heads.policy[cell.len()])
        };
        ((value + f64::from(self.heads.output[units])).tanh(), x.iter().map(logit).collect())
    }
}

fn random_planes(rows: usize, columns: usize, count: usize, seed: u64) -> Planes {
    let (mut planes, mut numbers) = (Planes::default(), Numbers(seed));
    planes.clear(rows, columns, count);
    for plane in 0..count {
        for cell in 0..rows * columns {
            if numbers.next(1.0) > 0.4 {
                planes.set(plane, cell / columns, cell % columns);
            }
        }
    }
    planes
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 60, ..ProptestConfig::default() })]

    /// Every kind of instructions gives the same bits, close to the definition.
    #[test]
    fn all_instructions_agree_and_follow_the_definition(
        rows in 1..=MAX_SIDE,
        columns in 1..=MAX_SIDE,
        channels in proptest::sample::select(vec![16, 24, 32, 48, 64]),
        (planes, blocks, hidden) in (1..12usize, 0..3usize, 1..20usize),
        seed in any::<u64>(),
    ) {
        let both = random(Shape { planes, channels, blocks, hidden }, seed);
        let input = random_planes(rows, columns, planes, seed ^ 1);
        let mut scratch = Scratch::default();
        let (value, logits) = both.by_definition(&input);
        let mut first: Option<(f32, Vec<f32>)> = None;
        for cpu in Cpu::all() {
            // The memory of a board of another size must not matter.
            both.network.evaluate(&random_planes(columns, rows, planes, 3), &mut scratch, cpu);
            let answer = both.network.evaluate(&input, &mut scratch, cpu);
            prop_assert!((f64::from(answer.value) - value).abs() < 0.03, "{}: {} {value}", cpu.name(), answer.value);
            for (found, expected) in answer.logits.iter().zip(&logits) {
                prop_assert!((f64::from(*found) - expected).abs() < 0.05, "{}: {found} {expected}", cpu.name());
            }
            let answer = (answer.value, answer.logits.to_vec());
            prop_assert_eq!(first.get_or_insert(answer.clone()), &answer, "{}", cpu.name());
        }
    }

    #[test]
    fn a_damaged_file_is_an_error(seed in any::<u64>(), place in any::<prop::sample::Index>(), change in 1..=255u8) {
        let network = random(Shape { planes: 3, channels: 16, blocks: 1, hidden: 4 }, seed).network;
        let mut bytes = network.to_bytes();
        prop_assert_eq!(Network::from_bytes(&bytes), Ok(network));
        let place = place.index(bytes.len());
        prop_assert!(Network::from_bytes(&bytes[..place]).is_err());
        bytes[place] ^= change;
        let error = Network::from_bytes(&bytes).unwrap_err();
        prop_assert_eq!(error, if place < 8 { FileError::NoNetwork } else { FileError::Damaged });
    }

    /// Bytes with a right checksum are read without a panic.
    #[test]
    fn any_bytes_are_read_without_a_panic(bytes in prop::collection::vec(any::<u8>(), 0..200)) {
        let mut file = b"tesunet1".to_vec();
        file.extend(bytes);
        file.extend(net::checksum(&file).to_le_bytes());
        let _ = Network::from_bytes(&file);
    }
}

/// Bits of an answer that was computed on another machine: results are the same everywhere.
#[test]
fn an_answer_has_known_bits() {
    let both = random(Shape { planes: 6, channels: 32, blocks: 2, hidden: 8 }, 42);
    let mut scratch = Scratch::default();
    let input = random_planes(9, 9, 6, 7);
    let answer = both.network.evaluate(&input, &mut scratch, Cpu::detect());
    let sum = answer.logits.iter().fold(0u32, |sum, logit| sum.rotate_left(5) ^ logit.to_bits());
    assert_eq!((answer.value.to_bits(), sum), (3_208_399_415, 3_153_240_970));
}

#[test]
#[should_panic(expected = "board is 13x4; sides must be 1 to 12")]
fn a_board_that_is_too_large_is_refused() {
    Planes::default().clear(13, 4, 2);
}

#[test]
fn a_checksum_of_a_short_network_is_invalid_not_a_panic() {
    let mut file = b"tesunet1".to_vec();
    file.extend([6u16, 32, 2, 8].iter().flat_map(|size| size.to_le_bytes()));
    file.extend(net::checksum(&file).to_le_bytes());
    assert_eq!(Network::from_bytes(&file), Err(FileError::Invalid));
}
