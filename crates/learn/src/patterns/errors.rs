//! Measures the differences between shallow and deep searches: the error model
//! of Multi-ProbCut.
//!
//! Positions from games are searched to every depth without pruning. A plane is
//! fitted to the standard deviations of the differences between the scores of two
//! depths of the same parity (evaluations favour the side that made the last
//! move). Searches to the end of the game, whose scores are exact, get a plane of
//! their own.

use std::ops::ControlFlow;
use std::path::PathBuf;
use std::sync::atomic::AtomicBool;

use anyhow::{Result, ensure};
use clap::Args as ClapArgs;
use clock::{Budget, Deadline};
use game::Rng;
use othello::State;
use othello::search::probcut::EXACT;
use othello::search::{Options, SearchLimits, Solver};

use super::games;
use crate::steps::bar;

#[derive(ClapArgs, Debug)]
pub struct Args {
    /// File of games to take positions from, as `train` writes it
    #[arg(long)]
    games: PathBuf,
    /// File of weights [default: the shipped weights]
    #[arg(long)]
    weights: Option<PathBuf>,
    /// Number of positions to search
    #[arg(long, default_value_t = 1000)]
    positions: usize,
    /// Depth of the deepest midgame search in plies
    #[arg(long, default_value_t = 9)]
    depth: i32,
    /// Largest number of empty squares at which the game is searched to its end
    #[arg(long, default_value_t = 18)]
    solve: i32,
    /// Seed of the random choice of positions
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Number of threads
    #[arg(long, default_value_t = stdx::jobs::cores())]
    jobs: usize,
}

/// The scores of a position by search depth, and its exact score if it was
/// searched to the end of the game.
struct Scores {
    empties: i32,
    by_depth: Vec<i32>,
    exact: Option<i32>,
}

/// Difference between the scores of two searches of a position.
struct Difference {
    empties: i32,
    depth: i32,
    probe: i32,
    error: f64,
}

pub fn run(args: &Args, stop: &AtomicBool) -> Result<()> {
    let weights = super::weights(args.weights.as_deref())?;
    let games = games::read(&args.games)?;
    ensure!(!games.is_empty(), "{} has no games", args.games.display());
    let mut rng = Rng::with_seed(args.seed);
    let mut positions: Vec<State> = Vec::new();
    while positions.len() < args.positions {
        let all: Vec<State> = {
            let game = &games[rng.usize(0..games.len())];
            game.positions(1.0).into_iter().map(|(state, _)| state).collect()
        };
        let far = |state: &&State| state.empty().count_ones() >= 12 && state.placements() != 0;
        let far: Vec<&State> = all.iter().filter(far).collect();
        if !far.is_empty() {
            positions.push(*far[rng.usize(0..far.len())]);
        }
    }
    let progress = bar("positions".into(), positions.len() as u64);
    let mut found = Vec::new();
    stdx::jobs::ordered(
        args.jobs,
        positions.len() as u64,
        stop,
        || Solver::new(Options::default(), &weights),
        |solver, i| scores(args, &positions[i as usize], solver),
        |_, scores| {
            found.push(scores);
            progress.inc(1);
            ControlFlow::Continue(())
        },
    );
    progress.finish_and_clear();
    let comparable = |difference: &Difference| (difference.depth - difference.probe) % 2 == 0;
    let midgame: Vec<Difference> = found.iter().flat_map(midgame_differences).filter(comparable).collect();
    let endgame: Vec<Difference> = found.iter().flat_map(endgame_differences).filter(comparable).collect();
    println!("{} positions", found.len());
    for (name, differences) in [("midgame", midgame), ("endgame", endgame)] {
        let model = plane(&differences);
        println!(
            "{name}: deviation = {:.3} + {:.4} depth + {:.4} probe + {:.4} empties",
            model[0], model[1], model[2], model[3]
        );
        table(&differences, &model);
    }
    Ok(())
}

/// Searches a position to all depths.
fn scores(args: &Args, state: &State, solver: &mut Solver) -> Scores {
    let empties = state.empty().count_ones() as i32;
    let mut score = |limits: SearchLimits| {
        solver.clear();
        solver
            .search(state, &limits, Deadline::start(&Budget::nodes(u64::MAX)))
            .map_or(0, |report| report.score)
    };
    let exact_level = SearchLimits { depth: 0, solve_from: 0, first_level: EXACT, last_level: EXACT };
    let mut by_depth: Vec<i32> = Vec::new();
    for depth in 1..=args.depth.min(empties - 1) {
        by_depth.push(score(SearchLimits { depth, ..exact_level }));
    }
    let exact = (empties <= args.solve).then(|| score(SearchLimits::NONE));
    by_depth.insert(0, solver.evaluate(state).round() as i32);
    Scores { empties, by_depth, exact }
}

/// Differences between all pairs of midgame searches, the deeper one of at least
/// 3 plies.
fn midgame_differences(scores: &Scores) -> Vec<Difference> {
    let all = &scores.by_depth;
    let pair = |depth: usize, probe: usize| Difference {
        empties: scores.empties,
        depth: depth as i32,
        probe: probe as i32,
        error: f64::from(all[depth] - all[probe]),
    };
    (3..all.len())
        .flat_map(|depth| (0..depth).map(move |probe| (depth, probe)))
        .map(|(d, p)| pair(d, p))
        .collect()
}

/// Differences between the exact score and all midgame searches.
fn endgame_differences(scores: &Scores) -> Vec<Difference> {
    let Some(exact) = scores.exact else { return Vec::new() };
    let probes = scores.by_depth.iter().enumerate();
    let pair = |(probe, &score): (usize, &i32)| Difference {
        empties: scores.empties,
        depth: scores.empties,
        probe: probe as i32,
        error: f64::from(exact - score),
    };
    probes.map(pair).collect()
}

/// Fits a plane to the standard deviations. For a normal distribution the mean
/// absolute error is 0.7979 standard deviations; it is less sensitive to outliers.
fn plane(differences: &[Difference]) -> [f64; 4] {
    let mut sums = [[0.0; 5]; 4];
    for difference in differences {
        let x = [1.0, difference.depth.into(), difference.probe.into(), difference.empties.into()];
        let deviation = difference.error.abs() / 0.7979;
        for (i, row) in sums.iter_mut().enumerate() {
            for (sum, factor) in row.iter_mut().zip(x.into_iter().chain([deviation])) {
                *sum += x[i] * factor;
            }
            // Depth and empties are equal in the endgame: the constant makes the
            // solution unique, and both get the same coefficient.
            row[i] += 1e-6;
        }
    }
    let (left, right) = sums.iter().map(|row| (row[..4].to_vec(), row[4..].to_vec())).unzip();
    // Regular: a constant was added to its diagonal.
    let solution = stats::linear::solve(left, right).unwrap_or_default();
    std::array::from_fn(|i| solution.get(i).map_or(0.0, |row| row[0]))
}

/// Prints the measured deviations next to those of the model.
fn table(differences: &[Difference], model: &[f64; 4]) {
    println!("  depth probe     pairs  deviation  model   bias");
    let mut keys: Vec<(i32, i32)> = differences.iter().map(|d| (d.depth, d.probe)).collect();
    keys.sort_unstable();
    keys.dedup();
    for (depth, probe) in keys {
        let these: Vec<&Difference> =
            differences.iter().filter(|d| (d.depth, d.probe) == (depth, probe)).collect();
        let count = these.len() as f64;
        let bias = these.iter().map(|d| d.error).sum::<f64>() / count;
        let deviation = (these.iter().map(|d| d.error * d.error).sum::<f64>() / count).sqrt();
        let predicted = |d: &&Difference| {
            model[0]
                + model[1] * f64::from(d.depth)
                + model[2] * f64::from(d.probe)
                + model[3] * f64::from(d.empties)
        };
        let model = these.iter().map(predicted).sum::<f64>() / count;
        println!("  {depth:5} {probe:5} {count:9} {deviation:10.2} {model:6.2} {bias:+6.2}");
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_coefficients_of_a_plane_are_found() {
        let mut differences = Vec::new();
        for depth in 3..12 {
            for probe in 0..depth {
                for empties in [20, 30, 45] {
                    let deviation =
                        3.0 + 0.2 * f64::from(depth) - 0.3 * f64::from(probe) + 0.01 * f64::from(empties);
                    differences.push(Difference { empties, depth, probe, error: 0.7979 * deviation });
                }
            }
        }
        for (found, wanted) in plane(&differences).into_iter().zip([3.0, 0.2, -0.3, 0.01]) {
            assert!((found - wanted).abs() < 0.05, "{found} for {wanted}");
        }
    }
}
