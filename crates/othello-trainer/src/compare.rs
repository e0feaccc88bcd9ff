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

/// The test asks whether the new weights are this many Elo better, or none.
const ELO: [f64; 2] = [0.0, 10.0];

/// It is wrong at most this often, either way.
const RISK: f64 = 0.05;

/// So many pairs are played before the test is asked: the variance of a few
/// says nothing.
const FIRST_LOOK: u64 = 30;

pub fn run(args: &Args, stop: &AtomicBool) -> Result<()> {
    let weights = [crate::weights(Some(&args.new))?, crate::weights(Some(&args.old))?];
    let next = AtomicU64::new(0);
    let done = AtomicBool::new(false);
    let (sender, receiver) = mpsc::channel();
    let progress = crate::bar("pairs".into());
    progress.set_length(args.pairs);
    let mut pairs = [0u64; 5];
    let mut verdict = "the test is undecided";
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
            let llr = likelihood(&pairs);
            let bound = ((1.0 - RISK) / RISK).ln();
            let enough = pairs.iter().sum::<u64>() >= FIRST_LOOK;
            if enough && llr.abs() > bound && !done.swap(true, Ordering::Relaxed) {
                verdict =
                    if llr > 0.0 { "the new weights are better" } else { "the new weights are not better" };
            }
        }
    });
    progress.finish_and_clear();
    let games: u64 = 2 * pairs.iter().sum::<u64>();
    let points: f64 = (0..5).map(|i| i as f64 * pairs[i] as f64 / 2.0).sum();
    println!(
        "{verdict}: {:.1} % of {games} games, pairs with 0, ½, 1, 1½, 2 points: {pairs:?}, log-likelihood ratio {:.2}",
        100.0 * points / games.max(1) as f64,
        likelihood(&pairs)
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

/// The log-likelihood ratio of the two hypotheses, from the mean and variance
/// of the pairs' points.
fn likelihood(pairs: &[u64; 5]) -> f64 {
    // Nothing is ever quite certain, not even if all pairs are the same.
    let counts = pairs.map(|n| n as f64 + 0.1);
    let total: f64 = counts.iter().sum();
    let mean: f64 = (0..5).map(|i| counts[i] * i as f64 / 4.0).sum::<f64>() / total;
    let variance: f64 = (0..5).map(|i| counts[i] * (i as f64 / 4.0 - mean).powi(2)).sum::<f64>() / total;
    let [none, better] = ELO.map(|elo| 1.0 / (1.0 + 10f64.powf(-elo / 400.0)));
    total * (better - none) * (2.0 * mean - none - better) / (2.0 * variance)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_likelihood_grows_with_the_evidence() {
        assert!(likelihood(&[10, 20, 40, 20, 10]).abs() < 1.0);
        assert!(likelihood(&[50, 100, 400, 300, 150]) > 2.9);
        assert!(likelihood(&[150, 300, 400, 100, 50]) < -2.9);
    }
}
