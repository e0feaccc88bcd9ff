//! Which of two files of weights plays better: a match of pairs of games
//! with colours swapped, ended by a sequential test.

use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::mpsc;

use anyhow::Result;
use clap::Args as ClapArgs;
use clock::{Budget, Deadline};
use game::{Game, Rng, Side};
use othello::eval::Weights;
use othello::search::{Limits, Options, Solver};
use othello::{Square, State};
use stats::{Estimate, Sprt, Verdict};

use crate::cores;

#[derive(ClapArgs)]
pub struct Args {
    /// The weights that should be better.
    new: PathBuf,
    /// The weights to compare them with.
    old: PathBuf,
    /// Positions that each move may cost.
    #[arg(long, default_value_t = 5000)]
    nodes: u64,
    /// Random moves at the beginning of each pair of games.
    #[arg(long, default_value_t = 8)]
    opening: usize,
    /// At most so many pairs of games.
    #[arg(long, default_value_t = 5000)]
    pairs: u64,
    /// What the openings are drawn from.
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Threads.
    #[arg(long, default_value_t = cores())]
    jobs: usize,
}

/// The test asks whether the new weights are this many Elo better, or none,
/// and is wrong at most this often, either way.
const TEST: Sprt = Sprt { elo: [0.0, 10.0], alpha: 0.05, beta: 0.05 };

pub fn run(args: &Args, stop: &AtomicBool) -> Result<()> {
    let weights = [crate::weights(Some(&args.new))?, crate::weights(Some(&args.old))?];
    let next = AtomicU64::new(0);
    let done = AtomicBool::new(false);
    let (sender, receiver) = mpsc::channel();
    let progress = crate::bar("pairs".into());
    progress.set_length(args.pairs);
    let mut pairs = [0u64; 5];
    let mut verdict = None;
    std::thread::scope(|scope| {
        for _ in 0..args.jobs {
            let (next, done, sender, weights) = (&next, &done, sender.clone(), &weights);
            scope.spawn(move || {
                loop {
                    let pair = next.fetch_add(1, Ordering::Relaxed);
                    let ended = done.load(Ordering::Relaxed) || stop.load(Ordering::Relaxed);
                    if pair >= args.pairs || ended || sender.send(play_pair(args, pair, weights)).is_err() {
                        return;
                    }
                }
            });
        }
        drop(sender);
        for points in receiver {
            pairs[points] += 1;
            progress.inc(1);
            // The pairs that are still being played do not change what was found.
            verdict = verdict.or_else(|| TEST.verdict(&pairs));
            done.store(verdict.is_some(), Ordering::Relaxed);
        }
    });
    progress.finish_and_clear();
    let found = match verdict {
        Some(Verdict::Stronger) => "the new weights are better",
        Some(Verdict::NotStronger) => "the new weights are not better",
        None => "the test is undecided",
    };
    let games: u64 = 2 * pairs.iter().sum::<u64>();
    println!(
        "{found}: {:.1} % of {games} games, pairs with 0, ½, 1, 1½, 2 points: {pairs:?}, log-likelihood ratio {:.2}",
        100.0 * Estimate::from_counts(&pairs).map_or(0.0, |estimate| estimate.score),
        TEST.llr(&pairs)
    );
    Ok(())
}

/// Half points of the new weights, 0 to 4.
fn play_pair(args: &Args, pair: u64, weights: &[Weights; 2]) -> usize {
    let mut rng = Rng::with_seed(args.seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) ^ pair);
    let mut start = State::start();
    for _ in 0..args.opening {
        start.play_unchecked(start.random_move(&mut rng));
    }
    let options = Options { table_bytes: 4 << 20, ..Options::default() };
    let mut points = 0;
    for new in [Side::First, Side::Second] {
        let mut solvers = [0, 1].map(|i: usize| Solver::new(options.clone(), &weights[i]));
        let mut state = start;
        while state.outcome().is_none() {
            let solver = &mut solvers[usize::from(state.side() != new)];
            let deadline = Deadline::start(&Budget::nodes(args.nodes));
            let m = solver.search(&state, &Limits::NONE, deadline).map_or(Square::PASS, |report| report.best);
            state.play_unchecked(m);
        }
        points += match state.discs(new).cmp(&state.discs(new.other())) {
            std::cmp::Ordering::Less => 0,
            std::cmp::Ordering::Equal => 1,
            std::cmp::Ordering::Greater => 2,
        };
    }
    points
}
