//! Plays whole games against bots; reports time and memory against the judge's
//! limits. `just trial` runs it on everything in dist/.

use std::ffi::OsStr;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::{Context, Result, ensure};
use clap::Parser;
use trial::{Program, Report, bots, busy};

const DETAILS: &str = "\
The opponent plays random moves. All variants of the judge's protocol are used, with both
sides.

Examples:
  trial dist/othello-botzone
  trial --time 0.05 dist/*-botzone dist/connect4-saiblo
  trial --as othello-botzone ./my-bot
  trial --busy 8 --only once --games 1 --turns 1000 dist/nogo-botzone

Exit code: 0 if all moves are legal, in time and within the memory limit; 1 otherwise.";

/// Plays whole games against bots and checks moves, time and memory.
#[derive(Parser)]
#[command(name = "trial", version, after_help = DETAILS)]
struct Options {
    /// Number of games against each program
    #[arg(long, value_name = "N", default_value_t = 20)]
    games: u64,
    /// Play more games until each program has made this many moves
    #[arg(long, value_name = "N", default_value_t = 0)]
    turns: usize,
    /// Time per move of the bots (default: the judge's limit); passed on as --time
    #[arg(long, value_name = "SECONDS")]
    time: Option<f64>,
    /// Play only the variants of the protocol whose name contains this, as in "once"
    #[arg(long, value_name = "TEXT", default_value = "", hide_default_value = true)]
    only: String,
    /// Number of threads that keep the machine busy
    #[arg(long, value_name = "N", default_value_t = 0)]
    busy: usize,
    /// Game and judge of the programs (default: their file names, as in othello-botzone)
    #[arg(long = "as", value_name = "GAME-JUDGE")]
    name: Option<String>,
    /// Programs to test
    #[arg(required = true, value_name = "PROGRAM")]
    programs: Vec<PathBuf>,
}

fn main() -> ExitCode {
    match run(&Options::parse()) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("trial: {error:#}");
            ExitCode::FAILURE
        }
    }
}

fn run(options: &Options) -> Result<()> {
    let failed = busy::beside(options.busy, || test_all(options))?;
    ensure!(failed.is_empty(), "over the limit of time or memory: {}", failed.join(", "));
    Ok(())
}

/// Tests all programs; returns those over a limit.
fn test_all(options: &Options) -> Result<Vec<String>> {
    let mut failed = Vec::new();
    for path in &options.programs {
        let report = test(options, path)?;
        let path = path.display().to_string();
        println!("{path:<36} {report}");
        if report.is_late() || report.is_too_large() {
            failed.push(path);
        }
    }
    Ok(failed)
}

fn test(options: &Options, path: &Path) -> Result<Report> {
    let name = match &options.name {
        Some(name) => name,
        None => path.file_name().and_then(OsStr::to_str).context("a program has no file name")?,
    };
    let mut bot = Program::new(path);
    if let Some(time) = options.time {
        bot = bot.with(["--time".to_string(), time.to_string()]);
    }
    bots::trial(name, &bot, options.games, options.turns, &options.only)
}
