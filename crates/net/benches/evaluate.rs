//! Evaluations per second of CPU time, for a few shapes and all instructions of this CPU:
//! `cargo bench -p tesuji-net`.

use std::hint::black_box;

use clock::process::thread_cpu_time;

use net::{Block, Cpu, Heads, Layer, Network, Planes, Scratch, Shape};

/// A network with small random weights.
fn random(shape: Shape) -> Network {
    let mut state = 1u32;
    let mut number = || {
        state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        (state >> 8) as f32 / (1 << 24) as f32 - 0.5
    };
    let mut list = |count: usize, scale: f32| (0..count).map(|_| number() * scale).collect::<Vec<f32>>();
    let Shape { channels, blocks, hidden, .. } = shape;
    let mut layer =
        |inputs: usize| Layer::rounded(&list(9 * inputs * channels, 0.3), &list(channels, 0.1), inputs);
    let stem = layer(shape.depth());
    let layers: Vec<_> = (0..blocks).map(|_| (layer(channels), layer(channels))).collect();
    let blocks = layers.into_iter();
    let blocks = blocks.map(|(first, second)| Block { first, pool: list(channels * channels, 0.1), second });
    let blocks = blocks.collect();
    let heads = Heads {
        policy: list(channels + 1, 1.0),
        hidden: list((channels + 1) * hidden, 1.0),
        output: list(hidden + 1, 1.0),
    };
    Network::new(shape, stem, blocks, heads)
}

fn main() {
    let mut planes = Planes::default();
    planes.clear(9, 9, 10);
    for cell in (0..81).step_by(2) {
        planes.set(cell % 10, cell / 9, cell % 9);
    }
    let mut scratch = Scratch::default();
    for (channels, blocks) in [(16, 2), (24, 2), (32, 2), (32, 4), (48, 3)] {
        let network = random(Shape { planes: 10, channels, blocks, hidden: 32 });
        for cpu in Cpu::all() {
            let rounds = 2_000;
            let mut best = f64::MAX;
            for _ in 0..5 {
                let start = thread_cpu_time();
                for _ in 0..rounds {
                    black_box(network.evaluate(black_box(&planes), &mut scratch, cpu).value);
                }
                best = best.min((thread_cpu_time() - start).as_secs_f64() / f64::from(rounds));
            }
            println!("{channels} channels, {blocks} blocks, {:9} {:8.0} /s", cpu.name(), 1.0 / best);
        }
    }
}
