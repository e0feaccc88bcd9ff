//! Fits the weights of Othello's patterns, which `champion` plays with, to self-play games.
//!
//! | module | what it holds |
//! |---|---|
//! | [`train`] | rounds of games and fits; a fit to games of earlier rounds |
//! | [`games`], [`fit`] | self-play and its files; least squares |
//! | [`measure`], [`errors`] | the error of weights on solved positions, and of shallow searches |
//! | [`player`] | weights as a player of a match |

mod errors;
mod fit;
mod games;
mod measure;
pub mod player;
mod train;

use std::path::Path;
use std::sync::atomic::AtomicBool;

use anyhow::{Context, Result};
use clap::Subcommand;
use othello::eval::Weights;

/// What to do with Othello's patterns.
#[derive(Subcommand, Debug)]
pub enum Command {
    /// Play games and fit weights to them, round by round; an unfinished folder is continued
    #[command(after_help = "Examples:
  learn patterns train --folder training
  learn patterns train --folder small --games 20000,20000 --depths 0,2 --exact 12,12 --test 200")]
    Train(train::Args),
    /// Fit weights to existing files of games
    Fit(train::FitArgs),
    /// Measure the mean absolute error of weights on positions with known scores
    Measure(measure::Args),
    /// Measure the differences between shallow and deep searches, for Multi-ProbCut
    Errors(errors::Args),
}

/// Runs a command.
pub fn run(command: &Command, stop: &AtomicBool) -> Result<()> {
    match command {
        Command::Train(args) => train::run(args, stop),
        Command::Fit(args) => train::fit(args),
        Command::Measure(args) => measure::run(args),
        Command::Errors(args) => errors::run(args, stop),
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
