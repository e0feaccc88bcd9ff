//! What the board's questions cost, in the form for any CPU and in the one for
//! newer ones: `cargo bench -p tesuji-othello`.

use std::hint::black_box;
use std::time::Duration;

use clock::process::thread_cpu_time;
use game::{Game, Rng};
use othello::cpu::{Portable, Questions, Wide};
use othello::eval::{Changes, Contents};
use othello::{Square, State};

/// Rounds, of which the middle one counts; the two forms take turns.
const ROUNDS: usize = 9;

/// Times that a round goes through all positions.
const TIMES: usize = 20;

struct Position {
    own: u64,
    other: u64,
    square: usize,
    flips: u64,
    contents: Contents,
}

/// Every position of some random games, with a legal move.
fn positions(changes: &Changes) -> Vec<Position> {
    let mut rng = Rng::with_seed(1);
    let mut all = Vec::new();
    for _ in 0..100 {
        let mut state = State::start();
        while state.outcome().is_none() {
            let m = state.random_move(&mut rng);
            if m != Square::PASS {
                let (own, other) = (state.own(), state.other());
                let square = m.bit().trailing_zeros() as usize;
                let contents = changes.contents(own, other);
                all.push(Position { own, other, square, flips: state.flips(m), contents });
            }
            state.play_unchecked(m);
        }
    }
    all
}

#[inline(always)]
fn moves<C: Questions>(cpu: C, positions: &[Position], _: &Changes) {
    for p in positions {
        black_box(cpu.moves(black_box(p.own), p.other));
    }
}

#[inline(always)]
fn flips<C: Questions>(cpu: C, positions: &[Position], _: &Changes) {
    for p in positions {
        black_box(cpu.flips(black_box(p.own), p.other, p.square));
    }
}

#[inline(always)]
fn contents<C: Questions>(cpu: C, positions: &[Position], changes: &Changes) {
    for p in positions {
        black_box(cpu.after(changes, black_box(&p.contents), p.square, p.flips));
    }
}

/// The two forms of a loop: the instructions are there only where it is
/// inlined into a function that has them.
macro_rules! forms {
    ($loop:ident) => {{
        #[cfg_attr(target_arch = "x86_64", target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt"))]
        fn newer(wide: Wide, positions: &[Position], changes: &Changes) {
            $loop(wide, positions, changes);
        }
        fn any(positions: &[Position], changes: &Changes) {
            $loop(Portable, positions, changes);
        }
        fn newer_safely(wide: Wide, positions: &[Position], changes: &Changes) {
            // SAFETY: there is a `Wide`, so the CPU has these instructions.
            #[allow(unused_unsafe)]
            unsafe {
                newer(wide, positions, changes)
            }
        }
        (stringify!($loop), any as fn(&[Position], &Changes), newer_safely as fn(Wide, &[Position], &Changes))
    }};
}

fn time(run: impl Fn()) -> Duration {
    let before = thread_cpu_time();
    (0..TIMES).for_each(|_| run());
    thread_cpu_time() - before
}

fn main() {
    let changes = Changes::new();
    let positions = positions(&changes);
    let count = positions.len() * TIMES;
    let rate = |mut times: Vec<Duration>| {
        times.sort_unstable();
        count as f64 / times[times.len() / 2].as_secs_f64() / 1e6
    };
    println!("millions a second      any CPU   AVX2 and BMI2");
    for (name, any, newer) in [forms!(moves), forms!(flips), forms!(contents)] {
        let (mut portable, mut wide) = (Vec::new(), Vec::new());
        for _ in 0..ROUNDS {
            portable.push(time(|| any(&positions, &changes)));
            if let Some(cpu) = Wide::detect() {
                wide.push(time(|| newer(cpu, &positions, &changes)));
            }
        }
        let wide = if wide.is_empty() { "-".to_string() } else { format!("{:.0}", rate(wide)) };
        println!("{name:<20} {:9.0} {wide:>15}", rate(portable));
    }
}
