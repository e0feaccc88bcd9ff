//! How far shallow searches are from deep ones: the model that Multi-ProbCut
//! cuts by.
//!
//! Positions from games are searched to every depth, without any cut. Of each
//! pair of depths the difference of the scores is noted, and a plane is laid
//! through the deviations of all pairs of the same parity (who has the last
//! move in a search looks better). Searches to the end of the game, which
//! know and do not judge, get a plane of their own.

use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::mpsc;

use anyhow::{Result, ensure};
use clap::Args as ClapArgs;
use clock::{Budget, Deadline};
use game::Rng;
use othello::State;
use othello::search::probcut::EXACT;
use othello::search::{Options, SearchLimits, Solver};

use crate::{cores, games};

#[derive(ClapArgs)]
pub struct Args {
    /// Games to take positions from, as `train` makes them.
    #[arg(long)]
    games: PathBuf,
    /// The weights; those of the champion if none are named.
    #[arg(long)]
    weights: Option<PathBuf>,
    /// Positions to search.
    #[arg(long, default_value_t = 1000)]
    positions: usize,
    /// The deepest search of the middle game.
    #[arg(long, default_value_t = 9)]
    depth: i32,
    /// With at most so many empty squares, the end of the game is searched.
    #[arg(long, default_value_t = 18)]
    solve: i32,
    /// Draws the positions.
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Threads.
    #[arg(long, default_value_t = cores())]
    jobs: usize,
}

/// The scores of a position, by depth; the last one is the exact one if the
/// game was searched to its end.
struct Scores {
    empties: i32,
    by_depth: Vec<i32>,
    exact: Option<i32>,
}

/// A difference between two searches.
struct Difference {
    empties: i32,
    depth: i32,
    probe: i32,
    error: f64,
}

pub fn run(args: &Args, stop: &AtomicBool) -> Result<()> {
    let weights = crate::weights(args.weights.as_deref())?;
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
    let progress = crate::bar("positions".into());
    progress.set_length(positions.len() as u64);
    let next = AtomicUsize::new(0);
    let (sender, receiver) = mpsc::channel();
    let mut found = Vec::new();
    std::thread::scope(|scope| {
        for _ in 0..args.jobs {
            let (next, sender, positions, weights) = (&next, sender.clone(), &positions, &weights);
            scope.spawn(move || {
                let mut solver = Solver::new(Options::default(), weights);
                while let Some(state) = positions.get(next.fetch_add(1, Ordering::Relaxed)) {
                    if stop.load(Ordering::Relaxed) || sender.send(scores(args, state, &mut solver)).is_err()
                    {
                        return;
                    }
                }
            });
        }
        drop(sender);
        for scores in receiver {
            found.push(scores);
            progress.inc(1);
        }
    });
    progress.finish_and_clear();
    let comparable = |difference: &Difference| (difference.depth - difference.probe) % 2 == 0;
    let midgame: Vec<Difference> = found.iter().flat_map(in_the_middle).filter(comparable).collect();
    let endgame: Vec<Difference> = found.iter().flat_map(at_the_end).filter(comparable).collect();
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

fn scores(args: &Args, state: &State, solver: &mut Solver) -> Scores {
    let empties = state.empty().count_ones() as i32;
    let mut score = |limits: SearchLimits| {
        solver.clear();
        solver
            .search(state, &limits, Deadline::start(&Budget::nodes(u64::MAX)))
            .map_or(0, |report| report.score)
    };
    let certain = SearchLimits { depth: 0, solve_from: 0, first_level: EXACT, last_level: EXACT };
    let mut by_depth: Vec<i32> = Vec::new();
    for depth in 1..=args.depth.min(empties - 1) {
        by_depth.push(score(SearchLimits { depth, ..certain }));
    }
    let exact = (empties <= args.solve).then(|| score(SearchLimits::NONE));
    by_depth.insert(0, solver.evaluate(state).round() as i32);
    Scores { empties, by_depth, exact }
}

fn in_the_middle(scores: &Scores) -> Vec<Difference> {
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

fn at_the_end(scores: &Scores) -> Vec<Difference> {
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

/// The plane through the deviations. For a normal error the mean absolute
/// one is 0.7979 deviations, and is less moved by a few wild ones.
fn plane(differences: &[Difference]) -> [f64; 4] {
    let mut sums = [[0.0; 5]; 4];
    for difference in differences {
        let x = [1.0, difference.depth.into(), difference.probe.into(), difference.empties.into()];
        let deviation = difference.error.abs() / 0.7979;
        for (i, row) in sums.iter_mut().enumerate() {
            for (sum, factor) in row.iter_mut().zip(x.into_iter().chain([deviation])) {
                *sum += x[i] * factor;
            }
            // Where depth and empties are the same, they share their part.
            row[i] += 1e-6;
        }
    }
    let (left, right) = sums.iter().map(|row| (row[..4].to_vec(), row[4..].to_vec())).unzip();
    // Regular: a constant was added to its diagonal.
    let solution = stats::linear::solve(left, right).unwrap_or_default();
    std::array::from_fn(|i| solution.get(i).map_or(0.0, |row| row[0]))
}

/// What was measured beside what the model says.
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
        let said = |d: &&Difference| {
            model[0]
                + model[1] * f64::from(d.depth)
                + model[2] * f64::from(d.probe)
                + model[3] * f64::from(d.empties)
        };
        let model = these.iter().map(said).sum::<f64>() / count;
        println!("  {depth:5} {probe:5} {count:9} {deviation:10.2} {model:6.2} {bias:+6.2}");
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_plane_is_found_again() {
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
