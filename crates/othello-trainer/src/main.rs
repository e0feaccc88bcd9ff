//! Trains the evaluation weights of Othello's `champion` strategy.
//!
//! ```text
//! othello-trainer train --folder F           plays games and fits weights, round by round
//! othello-trainer learn G --out W            fits weights to games of earlier rounds
//! othello-trainer measure --file F           measures the error of weights on solved positions
//! othello-trainer compare A B                tests which of two files of weights plays better
//! othello-trainer errors --games G           measures the error of shallow searches
//! ```

mod compare;
mod errors;
mod fit;
mod games;
mod measure;
mod train;

use std::path::Path;
use std::process::ExitCode;
use std::time::Duration;

use anyhow::{Context, Result};
use clap::{Parser, Subcommand};
use indicatif::{ProgressBar, ProgressStyle};
use othello::eval::Weights;
use stdx::jobs::cores;

/// Trains the evaluation weights of Othello's champion strategy on self-play
/// games.
#[derive(Parser)]
#[command(
    version,
    after_help = "Example: othello-trainer train --folder training --games 40000,120000,200000"
)]
struct Cli {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// Play games and fit weights to them, round by round. An unfinished folder is
    /// continued.
    Train(train::Args),
    /// Fit weights to existing files of games.
    Learn(train::LearnArgs),
    /// Measure the mean absolute error of weights on positions with known scores.
    Measure(measure::Args),
    /// Play a match between two files of weights until a sequential test decides.
    Compare(compare::Args),
    /// Measure the differences between shallow and deep searches, for Multi-ProbCut.
    Errors(errors::Args),
}

fn main() -> ExitCode {
    match run() {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("othello-trainer: {error:#}");
            ExitCode::FAILURE
        }
    }
}

fn run() -> Result<()> {
    let stop = stdx::interrupt::flag()?;
    match Cli::parse().command {
        Command::Train(args) => train::run(&args, stop),
        Command::Learn(args) => train::learn(&args),
        Command::Measure(args) => measure::run(&args),
        Command::Compare(args) => compare::run(&args, stop),
        Command::Errors(args) => errors::run(&args, stop),
    }
}

/// Reads weights from a file; the shipped weights without one.
fn weights(path: Option<&Path>) -> Result<Weights> {
    let Some(path) = path else {
        return Weights::decode(Weights::SHIPPED).context("the shipped weights are invalid");
    };
    let bytes = std::fs::read(path).with_context(|| format!("cannot read {}", path.display()))?;
    Weights::decode(&bytes).with_context(|| format!("{} is not a file of weights", path.display()))
}

/// Progress bar, on standard error if that is a terminal.
fn bar(what: String) -> ProgressBar {
    let style = ProgressStyle::with_template("{msg} {bar:40} {pos}/{len} {elapsed} (left {eta})");
    let bar = ProgressBar::new(0).with_message(what);
    bar.enable_steady_tick(Duration::from_millis(500));
    match style {
        Ok(style) => bar.with_style(style),
        Err(_) => bar,
    }
}
