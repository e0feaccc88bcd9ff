//! Training: rounds of self-play games and fits of the weights.

use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};

use anyhow::{Context, Result, ensure};
use clap::Args as ClapArgs;
use contest::MoveLimits;
use othello::State;
use othello::eval::Weights;
use othello::eval::weights::{STAGES, encode};

use super::fit::{self, FitOptions};
use super::games::{self, GameRecord, Settings};
use crate::curves::{self, column, elo};
use crate::steps::{Stopped, bar};
use crate::trial::{self, Plan, Side};

#[derive(ClapArgs, Debug)]
pub struct Args {
    /// Folder of the games, weights and curves: games-1.bin, weights-1.bin, …, rounds.csv, rounds.svg
    #[arg(long)]
    folder: PathBuf,
    /// Number of games of each round
    #[arg(long, value_delimiter = ',', default_value = "60000,100000,100000,120000,240000,150000")]
    games: Vec<u64>,
    /// Search depth of each round's games in plies; 0 plays at random
    #[arg(long, value_delimiter = ',', default_value = "0,2,4,6,6,6")]
    depths: Vec<u8>,
    /// Number of empty squares from which each round's games are played perfectly
    #[arg(long, value_delimiter = ',', default_value = "12,14,14,14,14,14")]
    exact: Vec<u8>,
    /// File of weights that the first round plays with [default: all weights 0]
    #[arg(long)]
    start: Option<PathBuf>,
    /// Most games of a sequential test (0 v 10 Elo) of each round's weights against those before;
    /// 0: no test
    #[arg(long, default_value_t = 0)]
    test: u64,
    /// Nodes per move in that test
    #[arg(long, default_value_t = 5000)]
    test_nodes: u64,
    #[command(flatten)]
    learning: Learning,
    /// Seed of the random numbers
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Number of threads
    #[arg(long, default_value_t = stdx::jobs::cores())]
    jobs: usize,
}

/// Options of the fit.
#[derive(ClapArgs, Clone, Debug)]
struct Learning {
    /// Number of passes through all positions
    #[arg(long, default_value_t = 12)]
    epochs: u32,
    /// First step size, as a fraction of the error
    #[arg(long, default_value_t = 0.008)]
    step: f32,
    /// Number of moves before and after a stage whose positions it also learns from
    #[arg(long, default_value_t = 2)]
    reach: i32,
    /// Weight of the game's result in a position's score, from 0 to 1; the rest is
    /// the search's score
    #[arg(long, default_value_t = 0.3)]
    trust: f32,
    /// Stages to fit; stage n has 2n + 1 or 2n + 2 empty squares [default: all]
    #[arg(long, value_delimiter = ',')]
    stages: Vec<usize>,
}

#[derive(ClapArgs, Debug)]
pub struct FitArgs {
    /// Files of games, as `train` writes them
    #[arg(required = true)]
    games: Vec<PathBuf>,
    /// File to write the weights to
    #[arg(long)]
    out: PathBuf,
    #[command(flatten)]
    learning: Learning,
    /// Number of threads
    #[arg(long, default_value_t = stdx::jobs::cores())]
    jobs: usize,
}

pub fn fit(args: &FitArgs) -> Result<()> {
    let mut all = Vec::new();
    for path in &args.games {
        all.extend(games::read(path)?);
    }
    let fitted = learn_from(&all, &args.learning, args.jobs, "fit");
    Ok(stdx::files::replace(&args.out, &fitted.bytes)?)
}

/// Result of a fit.
struct Fitted {
    /// The encoded weights.
    bytes: Vec<u8>,
    /// Mean absolute error on the positions, and on those of held-out games.
    errors: [f64; 2],
}

/// Fits weights to games and prints the errors.
fn learn_from(all: &[GameRecord], learning: &Learning, jobs: usize, what: &str) -> Fitted {
    let options = FitOptions {
        epochs: learning.epochs,
        step: learning.step,
        reach: learning.reach,
        trust: learning.trust,
        seed: 1,
    };
    let stages: Vec<usize> = match learning.stages.is_empty() {
        true => (0..STAGES).collect(),
        false => learning.stages.iter().copied().filter(|&stage| stage < STAGES).collect(),
    };
    let progress = bar(what.into(), 0);
    let learned = fit::fit(all, &stages, &options, jobs, &progress);
    progress.finish_and_clear();
    println!("{what} from {} games", all.len());
    println!("stage  empties  positions  error  held out");
    let (mut sums, mut count) = ([0.0; 2], 0.0);
    for stage in stages {
        let one = &learned[stage];
        let (low, high) = (2 * stage + 1, 2 * stage + 2);
        let samples = one.samples as f64;
        sums = [sums[0] + samples * one.error, sums[1] + samples * one.held_out];
        count += samples;
        println!("{stage:5}  {low:3}-{high:2} {:10} {:7.3} {:8.3}", one.samples, one.error, one.held_out);
    }
    Fitted { bytes: encode(&fit::quantise(&learned)), errors: sums.map(|sum| sum / f64::max(count, 1.0)) }
}

pub fn run(args: &Args, stop: &AtomicBool) -> Result<()> {
    let rounds = args.games.len();
    ensure!(
        args.depths.len() == rounds && args.exact.len() == rounds,
        "--games, --depths and --exact have {rounds}, {} and {} rounds; the numbers must be equal",
        args.depths.len(),
        args.exact.len()
    );
    std::fs::create_dir_all(&args.folder)
        .with_context(|| format!("cannot create the folder {}", args.folder.display()))?;
    let mut weights = match &args.start {
        Some(path) => super::weights(Some(path))?,
        None => Weights::zero(),
    };
    let mut before = Vec::new();
    for round in 1..=rounds {
        let settings = Settings {
            seed: args.seed.wrapping_add(round as u64),
            depth: args.depths[round - 1],
            exact: args.exact[round - 1],
        };
        let path = args.folder.join(format!("games-{round}.bin"));
        let progress = bar(format!("round {round}: games"), args.games[round - 1]);
        let whole =
            games::generate(&path, &settings, args.games[round - 1], &weights, args.jobs, stop, &progress)?;
        progress.finish();
        if !whole {
            return Err(Stopped.into());
        }
        // Games of weaker players make the weights worse, so a round learns only
        // from its own games and those of the round before, and from random games
        // only if there are no others.
        let fresh = games::read(&path)?;
        let learned_from = match args.depths[round.saturating_sub(2)] {
            0 => fresh.clone(),
            _ => [before, fresh.clone()].concat(),
        };
        before = fresh;
        // Random moves have no scores of a search.
        let trust = if settings.depth == 0 { 1.0 } else { args.learning.trust };
        let learning = Learning { trust, ..args.learning.clone() };
        let path = args.folder.join(format!("weights-{round}.bin"));
        if let Ok(bytes) = std::fs::read(&path) {
            weights = Weights::decode(&bytes)
                .with_context(|| format!("{} is not a file of weights", path.display()))?;
            continue;
        }
        let Fitted { bytes, errors: [error, held_out] } =
            learn_from(&learned_from, &learning, args.jobs, &format!("round {round}: fit"));
        println!("{}: {} bytes", path.display(), bytes.len());
        let new = Weights::decode(&bytes).context("cannot decode the new weights")?;
        let score = match args.test {
            0 => String::new(),
            _ => format!("{:.3}", test(args, round, [&new, &weights], stop)?),
        };
        let games = args.games[round - 1];
        let line = format!("{round},{games},{},{error:.3},{held_out:.3},{score}", settings.depth);
        write_curves(&args.folder, &line)?;
        // Last: with this file the round is complete.
        stdx::files::replace(&path, &bytes)?;
        weights = new;
    }
    Ok(())
}

/// Tests the weights of a round against those before and returns their score.
fn test(args: &Args, round: usize, weights: [&Weights; 2], stop: &AtomicBool) -> Result<f64> {
    let [new, old] = weights;
    let sides = [Side::learned("new", new), Side::learned("old", old)];
    let limits = MoveLimits { nodes: Some(args.test_nodes), ..MoveLimits::default() };
    let games = args.test.next_multiple_of(2);
    let seed = args.seed.wrapping_add(round as u64);
    let plan = Plan { games, elo: Some([0.0, 10.0]), opening: 8, jobs: args.jobs, seed };
    let progress = bar(format!("round {round}: test"), games);
    let played = trial::play::<State, _>(sides, [limits.clone(), limits], plan, stop, |tally| {
        progress.set_position(tally.results().iter().sum());
    });
    progress.finish_and_clear();
    if stop.load(Ordering::Relaxed) {
        return Err(Stopped.into());
    }
    Ok(played?.estimate.score)
}

/// Adds the line of a round to the table of rounds and draws its curves.
fn write_curves(folder: &Path, line: &str) -> Result<()> {
    let table = curves::add_line(&folder.join("rounds.csv"), "round,games,depth,error,held_out,test", line)?;
    let curve = |title: &str, points| (format!("othello: {title}"), points);
    let drawn = [
        curve("error on held-out games, in discs", column(&table, "held_out")?),
        curve("Elo, sum of the tests", elo(&column(&table, "test")?)),
    ];
    curves::write(&folder.join("rounds.svg"), "round", &drawn)
}

#[cfg(test)]
mod tests {
    use std::fs;

    use clap::Parser;

    use super::*;

    #[derive(Parser)]
    struct Line {
        #[command(flatten)]
        args: Args,
    }

    fn args(folder: &Path) -> Args {
        let line =
            "train --games 60,60 --depths 0,1 --exact 6,6 --epochs 2 --test 4 --test-nodes 20 --jobs 2";
        Args { folder: folder.into(), ..Line::parse_from(line.split(' ').chain(["--folder", "-"])).args }
    }

    #[test]
    fn every_round_has_weights_and_a_line_and_a_finished_training_is_left_alone() {
        let folder = std::env::temp_dir().join(format!("learn-patterns-{}", std::process::id()));
        let stop = AtomicBool::new(false);
        run(&args(&folder), &stop).unwrap();
        let read = |name: &str| fs::read(folder.join(name)).unwrap();
        let table = String::from_utf8(read("rounds.csv")).unwrap();
        let lines: Vec<Vec<&str>> = table.lines().map(|line| line.split(',').collect()).collect();
        assert_eq!(
            (lines.len(), &lines[1][..3], &lines[2][..3]),
            (3, &["1", "60", "0"][..], &["2", "60", "1"][..])
        );
        for line in &lines[1..] {
            let numbers: Vec<f64> = line[3..].iter().map(|field| field.parse().unwrap()).collect();
            assert!(numbers[0] > 0.0 && numbers[1] > 0.0 && (0.0..=1.0).contains(&numbers[2]), "{line:?}");
        }
        assert!(read("rounds.svg").starts_with(b"<svg"));
        let weights = read("weights-2.bin");
        run(&args(&folder), &stop).unwrap();
        assert_eq!(read("rounds.csv"), table.as_bytes());
        // A round whose weights are missing is repeated with the same result.
        fs::remove_file(folder.join("weights-2.bin")).unwrap();
        run(&args(&folder), &stop).unwrap();
        assert!(read("weights-2.bin") == weights && read("rounds.csv") == table.as_bytes());
        fs::remove_dir_all(&folder).unwrap();
    }

    #[test]
    fn rounds_that_do_not_fit_together_are_an_error() {
        let folder = std::env::temp_dir();
        let wrong = Args { depths: vec![0], ..args(&folder) };
        let error = run(&wrong, &AtomicBool::new(false)).unwrap_err().to_string();
        assert!(error.ends_with("have 2, 1 and 2 rounds; the numbers must be equal"), "{error}");
    }
}
