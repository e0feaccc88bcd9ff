//! Playouts and simulations per second of CPU time, in one thread.
//!
//! Run with `cargo bench -p tesuji-connect4`. A bare playout is a game of uniformly
//! random moves from the start to its end, with the test for a line on every ply. A
//! simulation is one iteration of the search.

use std::hint::black_box;
use std::time::Duration;

use clock::Budget;
use clock::process::thread_cpu_time;
use connect4::playout::{CentreFirst, EvaluatedPlayout};
use connect4::safe_moves::SafeMoves;
use connect4::weights::LEARNED;
use connect4::{Class, Classic, Position, State};
use game::{Game, History, Playable, Rng};
use mcts::playout::{Decisive, Full, Playout, Uniform};

const EACH: Duration = Duration::from_secs(1);

/// Playouts from `start` per second, and the mean number of plies.
fn bare<B: Class>(start: &Position<B>, mut playout: impl Playout<Position<B>>) -> (f64, f64) {
    let mut rng = Rng::with_seed(1);
    let mut moves = Vec::new();
    let began = thread_cpu_time();
    let mut playouts = 0;
    while thread_cpu_time() - began < EACH {
        for _ in 0..1000 {
            black_box(playout.run(*black_box(start), &mut rng, &mut ()));
        }
        playouts += 1000;
    }
    let rate = playouts as f64 / (thread_cpu_time() - began).as_secs_f64();
    for _ in 0..1000 {
        playout.run(*start, &mut rng, &mut moves);
    }
    (rate, moves.len() as f64 / 1000.0)
}

/// The champion's playouts from `start` per second.
fn evaluated<B: Class>(start: &Position<B>) -> f64 {
    let (start, mut rng) = (SafeMoves::new(start), Rng::with_seed(1));
    let mut playout = EvaluatedPlayout::new(LEARNED, 0.5);
    let began = thread_cpu_time();
    let mut playouts = 0;
    while thread_cpu_time() - began < EACH {
        for _ in 0..1000 {
            black_box(playout.run(*black_box(&start), &mut rng, &mut ()));
        }
        playouts += 1000;
    }
    playouts as f64 / (thread_cpu_time() - began).as_secs_f64()
}

/// Simulations per second of searches of `start` with `simulations` simulations each,
/// in memory that has been used before.
fn search<B: Class>(start: &Position<B>, spec: &str, simulations: u64) -> f64
where
    Position<B>: Playable,
{
    let mut engine = Position::<B>::strategies().build(spec).unwrap_or_else(|error| panic!("{error}"));
    let history = History::new(*start);
    let budget = Budget { exhaustive: true, ..Budget::simulations(simulations) };
    let mut decide = || engine.decide(&history, &budget).map_or(0, |decision| decision.simulations);
    decide();
    let began = thread_cpu_time();
    let mut made = 0;
    while thread_cpu_time() - began < EACH {
        made += decide();
    }
    made as f64 / (thread_cpu_time() - began).as_secs_f64()
}

fn report<B: Class>(start: Position<B>)
where
    Position<B>: Playable,
{
    let (uniform, plies) = bare(&start, Full::new(Uniform));
    println!("{} {}: {uniform:.0} bare playouts/s of {plies:.1} plies", Position::<B>::NAME, start.shape());
    let line = |what: &str, rate: f64| {
        println!("  {what:<30} {rate:>9.0}/s  {:>5.1} %", 100.0 * rate / uniform);
    };
    line("win or block playouts", bare(&start, Full::new(Decisive(Uniform))).0);
    line("win, block, centre playouts", bare(&start, Full::new(Decisive(CentreFirst))).0);
    line("evaluated, safe playouts", evaluated(&start));
    for spec in ["uct-pool", "uct:reuse=off", "uct-weighted", "champion:reuse=off,solve=0"] {
        for simulations in [10_000, 300_000] {
            line(&format!("{spec}, {simulations}"), search(&start, spec, simulations));
        }
    }
}

fn main() {
    let board = |text: &str| text.parse().unwrap_or_else(|error| panic!("{error}"));
    report(Classic::start());
    report::<connect4::bits::Wide>(board("6x7:"));
    report(State::start());
    report::<connect4::bits::Wide>(board("12x12:"));
}
