//! Trains NoGo's learned evaluation by self-play: `nogo-trainer --games 3200000`.
//!
//! | module | what it holds |
//! |---|---|
//! | [`learner`] | TD(λ) learning from self-play |
//! | [`files`] | the checkpoint to continue from, and the weights for the bots |
//! | [`trial`] | a match without search, to measure the strength of the weights |
//!
//! The same options give the same weights, in one run or in several: a checkpoint is
//! written after every round and on Ctrl-C, and the next run continues from it.
//! Standard output has one line per round; the progress bar is on standard error.

mod files;
mod learner;
mod trial;

use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::atomic::{AtomicBool, Ordering};

use anyhow::{Result, ensure};
use clap::Parser;
use indicatif::{ProgressBar, ProgressStyle};

use crate::learner::{Learner, TrainingOptions};

/// Train NoGo's learned evaluation by self-play. Ctrl-C writes a checkpoint and stops;
/// the next run continues from it
#[derive(Parser, Debug)]
#[command(version)]
struct Args {
    /// Number of games in total, including those of the checkpoint
    #[arg(long, default_value_t = 3_200_000)]
    games: u64,
    /// Number of games between two checkpoints
    #[arg(long, default_value_t = 400_000)]
    round: u64,
    /// Learning rate at the start
    #[arg(long, default_value_t = 1.0)]
    rate: f32,
    /// Learning rate at the end
    #[arg(long, default_value_t = 0.1)]
    last_rate: f32,
    /// λ of TD(λ), 0 to 1: 0 learns from the best reply, 1 from the result of the game
    #[arg(long, default_value_t = 0.5)]
    lambda: f32,
    /// Probability of a random move, 0 to 1
    #[arg(long, default_value_t = 0.02)]
    explore: f32,
    /// Maximum number of random moves at the start of a game
    #[arg(long, default_value_t = 8)]
    opening: usize,
    /// Seed of the random numbers
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// File of the checkpoint: read if it exists, written after every round and on Ctrl-C
    #[arg(long, default_value = "nogo.td")]
    checkpoint: PathBuf,
    /// File of the weights for the bots, written after every round
    #[arg(long, default_value = "nogo.bin")]
    weights: PathBuf,
    /// Number of games of the match without search after every round
    #[arg(long, default_value_t = 40)]
    trial: u64,
    /// Strategy of the opponent in that match
    #[arg(long, default_value = "rave:sims=600")]
    opponent: String,
}

fn main() -> ExitCode {
    let args = Args::parse();
    let result = stdx::interrupt::flag().map_err(Into::into).and_then(|stop| run(&args, stop));
    match result {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::from(stdx::interrupt::EXIT_CODE),
        Err(error) => {
            eprintln!("nogo-trainer: {error:#}");
            ExitCode::FAILURE
        }
    }
}

/// Trains until all games are played, or until `stop` is set; returns whether all
/// games are played.
fn run(args: &Args, stop: &AtomicBool) -> Result<bool> {
    ensure!(args.round > 0, "--round is 0; it must be at least 1");
    for (name, value) in [("lambda", args.lambda), ("explore", args.explore)] {
        ensure!((0.0..=1.0).contains(&value), "--{name} is {value}; it must be 0 to 1");
    }
    let options = TrainingOptions {
        rate: args.rate,
        last_rate: args.last_rate,
        games: args.games,
        lambda: args.lambda,
        explore: args.explore,
        opening: args.opening,
        seed: args.seed,
    };
    let mut learner = match args.checkpoint.exists() {
        true => files::load(&args.checkpoint)?,
        false => Learner::new(),
    };
    let style = "{bar:40} {pos}/{len} games, {per_sec}, {eta} left";
    let bar = ProgressBar::new(args.games).with_style(ProgressStyle::with_template(style)?);
    while learner.games < args.games {
        let round_end = args.games.min((learner.games / args.round + 1) * args.round);
        while learner.games < round_end && !stop.load(Ordering::Relaxed) {
            learner.play(&options);
            bar.set_position(learner.games);
        }
        let complete = learner.games == round_end;
        if complete {
            // Before the checkpoint: a run that ends between the two repeats the round.
            files::export(&args.weights, &learner)?;
        }
        files::save(&args.checkpoint, &learner)?;
        if !complete {
            bar.finish_and_clear();
            let (games, checkpoint) = (learner.games, args.checkpoint.display());
            eprintln!(
                "interrupted after {games} of {} games; the next run continues from {checkpoint}",
                args.games
            );
            return Ok(false);
        }
        let won = trial::run(&learner, &args.opponent, args.trial, args.seed)?;
        bar.suspend(|| {
            println!("{} games: won {won} of {} against {}", learner.games, args.trial, args.opponent)
        });
    }
    bar.finish_and_clear();
    Ok(true)
}

#[cfg(test)]
mod tests {
    use std::fs;
    use std::thread;
    use std::time::Duration;

    use super::*;

    #[test]
    fn an_interrupted_run_leaves_a_checkpoint_and_its_continuation_gives_the_same_files() {
        let folder = std::env::temp_dir().join(format!("nogo-trainer-run-{}", std::process::id()));
        fs::create_dir_all(&folder).unwrap();
        let files = |name: &str| (folder.join(format!("{name}.td")), folder.join(format!("{name}.bin")));
        let train = |name: &str, stop: &AtomicBool| {
            let mut args = Args::parse_from("nogo-trainer --games 60 --round 25 --trial 0".split(' '));
            (args.checkpoint, args.weights) = files(name);
            run(&args, stop).unwrap()
        };
        assert!(train("whole", &AtomicBool::new(false)));

        assert!(!train("parts", &AtomicBool::new(true)), "stops before the first game");
        assert_eq!(files::load(&files("parts").0).unwrap().games, 0);
        assert!(!files("parts").1.exists());
        let stop = AtomicBool::new(false);
        thread::scope(|scope| {
            scope.spawn(|| {
                thread::sleep(Duration::from_millis(10));
                stop.store(true, Ordering::Relaxed);
            });
            train("parts", &stop);
        });
        assert!(train("parts", &AtomicBool::new(false)));
        let read = |name: &str| (fs::read(files(name).0).unwrap(), fs::read(files(name).1).unwrap());
        assert!(read("whole") == read("parts"));
        fs::remove_dir_all(&folder).unwrap();
    }

    #[test]
    fn options_out_of_range_are_errors() {
        let error = |line: &str| {
            let args = Args::parse_from(line.split(' '));
            run(&args, &AtomicBool::new(true)).unwrap_err().to_string()
        };
        assert_eq!(error("nogo-trainer --round 0"), "--round is 0; it must be at least 1");
        assert_eq!(error("nogo-trainer --lambda 1.5"), "--lambda is 1.5; it must be 0 to 1");
    }
}
