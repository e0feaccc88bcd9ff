//! Makes the weights of Othello's champion.
//!
//! ```text
//! othello-trainer train --folder F           play, learn, play better, learn better …
//! othello-trainer learn G --out W            learn from games that were played before
//! othello-trainer measure --file F           the error of weights on solved positions
//! othello-trainer compare A B                which weights play better
//! othello-trainer errors                     how far a shallow search is from a deep one
//! ```

mod compare;
mod errors;
mod fit;
mod games;
mod measure;
mod train;

use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use anyhow::{Context, Result};
use clap::{Parser, Subcommand};
use indicatif::{ProgressBar, ProgressStyle};
use othello::eval::Weights;

/// Makes the weights of Othello's champion: plays games against itself, and
/// learns from how they end.
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
    /// Play games and learn from them, round by round. A folder that was left
    /// half done is continued.
    Train(train::Args),
    /// Learn from games that were played before.
    Learn(train::LearnArgs),
    /// The mean absolute error of weights on positions with known scores.
    Measure(measure::Args),
    /// A match between two files of weights, until one is known to be better.
    Compare(compare::Args),
    /// Measure how far shallow searches are from deep ones, for Multi-ProbCut.
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
    let stop = Arc::new(AtomicBool::new(false));
    let handler = stop.clone();
    ctrlc::set_handler(move || {
        // The first one ends the work in order, a second one at once.
        if handler.swap(true, Ordering::Relaxed) {
            std::process::exit(130);
        }
    })
    .context("cannot listen for Ctrl-C")?;
    match Cli::parse().command {
        Command::Train(args) => train::run(&args, &stop),
        Command::Learn(args) => train::learn(&args),
        Command::Measure(args) => measure::run(&args),
        Command::Compare(args) => compare::run(&args, &stop),
        Command::Errors(args) => errors::run(&args, &stop),
    }
}

/// Weights from a file, or the ones that the champion has.
fn weights(path: Option<&Path>) -> Result<Weights> {
    let Some(path) = path else {
        return Weights::decode(Weights::SHIPPED).context("the shipped weights are broken");
    };
    let bytes = std::fs::read(path).with_context(|| format!("cannot read {}", path.display()))?;
    Weights::decode(&bytes).with_context(|| format!("{} is not a file of weights", path.display()))
}

/// A bar for work of some length, on standard error if that is a terminal.
fn bar(what: String) -> ProgressBar {
    let style = ProgressStyle::with_template("{msg} {bar:40} {pos}/{len} {elapsed} (left {eta})");
    let bar = ProgressBar::new(0).with_message(what);
    bar.enable_steady_tick(Duration::from_millis(500));
    match style {
        Ok(style) => bar.with_style(style),
        Err(_) => bar,
    }
}

/// How many threads to use if nobody says.
fn cores() -> usize {
    std::thread::available_parallelism().map_or(1, usize::from)
}

/// Replaces a file at once: nobody ever sees half of it.
fn write_whole(path: &Path, bytes: &[u8]) -> Result<()> {
    let mut aside = PathBuf::from(path);
    aside.set_extension("part");
    std::fs::write(&aside, bytes).with_context(|| format!("cannot write {}", aside.display()))?;
    std::fs::rename(&aside, path).with_context(|| format!("cannot write {}", path.display()))
}
