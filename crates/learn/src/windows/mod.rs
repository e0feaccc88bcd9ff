//! Learns the weights of NoGo's windows, which `champion` plays with, by self-play.
//!
//! | module | what it holds |
//! |---|---|
//! | [`learner`] | TD(λ) learning from self-play |
//! | [`files`] | the checkpoint to continue from, and the weights for the bots |
//! | [`player`] | a match without search, to measure the strength of the weights |
//!
//! The same options give the same weights, in one run or in several: a checkpoint is
//! written after every round and on Ctrl-C, and the next run continues from it.
//! Standard output has one line per round; the progress bar is on standard error.

mod files;
mod learner;
mod player;

use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering};

use anyhow::{Result, ensure};
use clap::Args as ClapArgs;

use self::learner::{Learner, TrainingOptions};
use crate::curves;
use crate::steps::{Stopped, bar};

/// Options of `learn windows`.
#[derive(ClapArgs, Debug)]
pub struct Args {
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
    /// File of the checkpoint: read if it exists, written after every round and on Ctrl-C; beside it the scores of the matches (.csv, .svg)
    #[arg(long, default_value = "nogo.td")]
    checkpoint: PathBuf,
    /// File of the weights for the bots, written after every round
    #[arg(long, default_value = "nogo.bin")]
    weights: PathBuf,
    /// Number of games, even, of the match without search after every round; 0: none
    #[arg(long, default_value_t = 40)]
    trial: u64,
    /// Strategy of the opponent in that match
    #[arg(long, default_value = "rave:sims=600")]
    opponent: String,
}

/// Trains until all games are played, or until `stop` is set.
pub fn run(args: &Args, stop: &AtomicBool) -> Result<()> {
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
    let bar = bar("games".into(), args.games);
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
            return Err(Stopped.into());
        }
        if args.trial > 0 {
            let games = args.trial.next_multiple_of(2);
            let won = player::play_match(&learner, &args.opponent, games, args.seed, stop)?;
            let line = format!("{},{:.3}", learner.games, won as f64 / games as f64);
            let table = curves::add_line(&args.checkpoint.with_extension("csv"), "games,score", &line)?;
            let curve = (format!("score against {}", args.opponent), curves::column(&table, "score")?);
            curves::write(&args.checkpoint.with_extension("svg"), "games", &[curve])?;
            bar.suspend(|| {
                println!("{} games: won {won} of {games} against {}", learner.games, args.opponent)
            });
        }
    }
    bar.finish_and_clear();
    Ok(())
}

#[cfg(test)]
mod tests {
    use std::fs;
    use std::thread;
    use std::time::Duration;

    use clap::Parser;

    use super::*;

    fn parse(line: &str) -> Args {
        #[derive(Parser)]
        struct Line {
            #[command(flatten)]
            args: Args,
        }
        Line::parse_from(line.split(' ')).args
    }

    #[test]
    fn an_interrupted_run_leaves_a_checkpoint_and_its_continuation_gives_the_same_files() {
        let folder = std::env::temp_dir().join(format!("learn-windows-run-{}", std::process::id()));
        fs::create_dir_all(&folder).unwrap();
        let files = |name: &str| (folder.join(format!("{name}.td")), folder.join(format!("{name}.bin")));
        let train = |name: &str, stop: &AtomicBool| {
            let mut args = parse("learn --games 60 --round 25 --trial 0");
            (args.checkpoint, args.weights) = files(name);
            match run(&args, stop) {
                Ok(()) => true,
                Err(error) if error.is::<Stopped>() => false,
                Err(error) => panic!("{error:#}"),
            }
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
        let error = |line: &str| run(&parse(line), &AtomicBool::new(true)).unwrap_err().to_string();
        assert_eq!(error("learn --round 0"), "--round is 0; it must be at least 1");
        assert_eq!(error("learn --lambda 1.5"), "--lambda is 1.5; it must be 0 to 1");
    }
}
