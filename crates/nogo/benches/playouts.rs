//! Playouts and simulations per second of CPU time, in one thread.
//!
//! `cargo bench -p tesuji-nogo`. A bare playout is a game of uniformly random moves
//! from the empty 9×9 board to its end. A simulation is one iteration of a search.

use std::hint::black_box;
use std::time::Duration;

use clock::Budget;
use clock::process::thread_cpu_time;
use game::{Game, History, Rng};
use mcts::playout::{Full, Playout, Truncated, Uniform};
use nogo::playout::{ByMobility, SharedFirst};
use nogo::{State, strategies};

/// CPU time of each measurement.
const DURATION: Duration = Duration::from_secs(1);

/// Playouts per second from the start position, and their mean length in plies.
fn bare(mut playout: impl Playout<State>) -> (f64, f64) {
    let start = State::start();
    let mut rng = Rng::with_seed(1);
    let mut moves = Vec::new();
    let began = thread_cpu_time();
    let mut playouts = 0;
    while thread_cpu_time() - began < DURATION {
        for _ in 0..1000 {
            black_box(playout.run(*black_box(&start), &mut rng, &mut ()));
        }
        playouts += 1000;
    }
    let rate = playouts as f64 / (thread_cpu_time() - began).as_secs_f64();
    for _ in 0..1000 {
        playout.run(start, &mut rng, &mut moves);
    }
    (rate, moves.len() as f64 / 1000.0)
}

/// Simulations per second of searches from the start position with `simulations`
/// simulations each. A first search touches the memory and is not measured.
fn search(spec: &str, simulations: u64) -> f64 {
    let mut engine = strategies().build(spec).unwrap_or_else(|error| panic!("{error}"));
    let history = History::new(State::start());
    let budget = Budget { exhaustive: true, ..Budget::simulations(simulations) };
    let mut decide = || engine.decide(&history, &budget).map_or(0, |decision| decision.simulations);
    decide();
    let began = thread_cpu_time();
    let mut total = 0;
    while thread_cpu_time() - began < DURATION {
        total += decide();
    }
    total as f64 / (thread_cpu_time() - began).as_secs_f64()
}

fn main() {
    let (uniform, plies) = bare(Full::new(Uniform));
    println!("nogo 9x9: {uniform:.0} bare playouts/s of {plies:.1} plies");
    let line = |label: &str, rate: f64| {
        println!("  {label:<30} {rate:>9.0}/s  {:>6.1} %", 100.0 * rate / uniform);
    };
    line("playouts, shared points first", bare(Full::new(SharedFirst)).0);
    line("playouts, three points compared", bare(ByMobility::new(3)).0);
    line("six plies, then rights", bare(Truncated { policy: Uniform, plies: 6 }).0);
    for spec in ["uct:reuse=off", "rave", "uct-rights", "champion:proof=0"] {
        for simulations in [10_000, 100_000] {
            line(&format!("{spec}, {simulations}"), search(spec, simulations));
        }
    }
}
