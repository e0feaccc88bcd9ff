//! Speed of the board operations, for any CPU and with AVX2 and BMI2:
//! `cargo bench -p tesuji-othello`.

use std::hint::black_box;
use std::time::Duration;

use clock::process::thread_cpu_time;
use game::cpu::Avx2;
use game::{Game, Rng};
use othello::cpu::{BoardOps, Portable};
use othello::eval::{PatternIndexer, PatternIndices};
use othello::{Square, State};

/// Number of rounds, of which the median counts. The two versions alternate.
const ROUNDS: usize = 9;

/// Number of times that a round goes through all positions.
const TIMES: usize = 20;

struct Position {
    own: u64,
    other: u64,
    square: usize,
    flips: u64,
    indices: PatternIndices,
}

/// All positions of 100 random games, each with a legal move.
fn positions(indexer: &PatternIndexer) -> Vec<Position> {
    let mut rng = Rng::with_seed(1);
    let mut all = Vec::new();
    for _ in 0..100 {
        let mut state = State::start();
        while state.outcome().is_none() {
            let m = state.random_move(&mut rng);
            if m != Square::PASS {
                let (own, other) = (state.own(), state.other());
                let square = m.bit().trailing_zeros() as usize;
                let indices = indexer.indices(own, other);
                all.push(Position { own, other, square, flips: state.flips(m), indices });
            }
            state.play_unchecked(m);
        }
    }
    all
}

#[inline(always)]
fn moves<C: BoardOps>(cpu: C, positions: &[Position], _: &PatternIndexer) {
    for p in positions {
        black_box(cpu.moves(black_box(p.own), p.other));
    }
}

#[inline(always)]
fn flips<C: BoardOps>(cpu: C, positions: &[Position], _: &PatternIndexer) {
    for p in positions {
        black_box(cpu.flips(black_box(p.own), p.other, p.square));
    }
}

#[inline(always)]
fn indices<C: BoardOps>(cpu: C, positions: &[Position], indexer: &PatternIndexer) {
    for p in positions {
        black_box(cpu.after(indexer, black_box(&p.indices), p.square, p.flips));
    }
}

/// The two versions of a loop. The compiler uses the newer instructions only where
/// the loop is inlined into a function that enables them.
macro_rules! versions {
    ($loop:ident) => {{
        #[cfg_attr(target_arch = "x86_64", target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt"))]
        fn newer(wide: Avx2, positions: &[Position], indexer: &PatternIndexer) {
            $loop(wide, positions, indexer);
        }
        fn any(positions: &[Position], indexer: &PatternIndexer) {
            $loop(Portable, positions, indexer);
        }
        fn newer_safely(wide: Avx2, positions: &[Position], indexer: &PatternIndexer) {
            // SAFETY: `wide` proves that the CPU has these instructions.
            #[allow(unused_unsafe)]
            unsafe {
                newer(wide, positions, indexer)
            }
        }
        (
            stringify!($loop),
            any as fn(&[Position], &PatternIndexer),
            newer_safely as fn(Avx2, &[Position], &PatternIndexer),
        )
    }};
}

fn time(run: impl Fn()) -> Duration {
    let before = thread_cpu_time();
    (0..TIMES).for_each(|_| run());
    thread_cpu_time() - before
}

fn main() {
    let indexer = PatternIndexer::new();
    let positions = positions(&indexer);
    let count = positions.len() * TIMES;
    let rate = |mut times: Vec<Duration>| {
        times.sort_unstable();
        count as f64 / times[times.len() / 2].as_secs_f64() / 1e6
    };
    println!("millions per second    any CPU   AVX2 and BMI2");
    for (name, any, newer) in [versions!(moves), versions!(flips), versions!(indices)] {
        let (mut portable, mut wide) = (Vec::new(), Vec::new());
        for _ in 0..ROUNDS {
            portable.push(time(|| any(&positions, &indexer)));
            if let Some(cpu) = Avx2::detect() {
                wide.push(time(|| newer(cpu, &positions, &indexer)));
            }
        }
        let wide = if wide.is_empty() { "-".to_string() } else { format!("{:.0}", rate(wide)) };
        println!("{name:<20} {:9.0} {wide:>15}", rate(portable));
    }
}
