//! Learns NoGo's evaluation by self-play: `nogo-trainer --games 3200000`.
//!
//! | module | what it holds |
//! |---|---|
//! | [`learner`] | games against itself, and what they teach |
//! | [`files`] | the checkpoint to go on from, the weights for the bots |
//! | [`trial`] | how strong the weights are: a match without search |
//!
//! The same seed and number of games give the same weights, in one run or in
//! many: a checkpoint is written after every round and found again by the next
//! run. Standard output has a line per round; the moving line is on stderr.

mod files;
mod learner;
mod trial;

use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::{Result, ensure};
use clap::Parser;
use indicatif::{ProgressBar, ProgressStyle};

use crate::learner::{Learner, Plan};

/// Learn NoGo's evaluation by self-play
#[derive(Parser, Debug)]
struct Args {
    /// Games to play in all, those of a checkpoint included
    #[arg(long, default_value_t = 3_200_000)]
    games: u64,
    /// Games between two checkpoints
    #[arg(long, default_value_t = 400_000)]
    round: u64,
    /// How far a position goes towards its target, at the start
    #[arg(long, default_value_t = 1.0)]
    rate: f32,
    /// The same at the end
    #[arg(long, default_value_t = 0.1)]
    last_rate: f32,
    /// How much of a target is what the game went on to show
    #[arg(long, default_value_t = 0.5)]
    lambda: f32,
    /// Share of random moves
    #[arg(long, default_value_t = 0.02)]
    explore: f32,
    /// Most random moves at the start of a game
    #[arg(long, default_value_t = 8)]
    opening: usize,
    /// Random numbers start here
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Where training stands: read if it exists, written after every round
    #[arg(long, default_value = "nogo.td")]
    checkpoint: PathBuf,
    /// The weights for the bots, written after every round
    #[arg(long, default_value = "nogo.bin")]
    weights: PathBuf,
    /// Games of the match after every round, without search, against …
    #[arg(long, default_value_t = 40)]
    trial: u64,
    /// … this strategy
    #[arg(long, default_value = "rave:sims=600")]
    opponent: String,
}

fn main() -> ExitCode {
    match run(&Args::parse()) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("nogo-trainer: {error:#}");
            ExitCode::FAILURE
        }
    }
}

fn run(args: &Args) -> Result<()> {
    let unit = 0.0..=1.0;
    ensure!(args.round > 0, "a round has at least one game");
    ensure!(unit.contains(&args.lambda) && unit.contains(&args.explore), "shares are between 0 and 1");
    let plan = Plan {
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
        let end = (learner.games / args.round + 1) * args.round;
        while learner.games < end.min(args.games) {
            learner.play(&plan);
            bar.set_position(learner.games);
        }
        files::save(&args.checkpoint, &learner)?;
        files::export(&args.weights, &learner)?;
        let won = trial::run(&learner, &args.opponent, args.trial, args.seed)?;
        bar.suspend(|| {
            println!("{} games: {won} of {} against {}", learner.games, args.trial, args.opponent)
        });
    }
    bar.finish_and_clear();
    Ok(())
}
