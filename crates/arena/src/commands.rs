//! The commands, one file each.

mod analyze;
mod bench;
mod experiments;
mod games;
mod matches;
mod merge;
mod perft;
mod play;
mod prepare;
mod replay;
mod solve;
mod sprt;
mod sweep;
mod tournament;
mod tune;

use std::io::{self, Write};

use contest::ContestReport;
use serde_json::Value;

use crate::cli::Command;
use crate::error::{Result, Status};
use crate::render;

/// Runs a command.
pub fn run(command: &Command) -> Result<Status> {
    match command {
        Command::Match(args) => print_report(&matches::run(args)?, args.contest.json),
        Command::Sprt(args) => print_report(&sprt::run(args)?, args.contest.json),
        Command::Tournament(args) => print_report(&tournament::run(args)?, args.contest.json),
        Command::Sweep(args) => print_report(&sweep::run(args)?, args.contest.json),
        Command::Merge(args) => print_report(&merge::run(args)?, args.json),
        Command::Tune(args) => tune::run(args),
        Command::Solve(args) => solve::run(args),
        Command::Games(args) => games::run(args).and_then(done),
        Command::Experiments(args) => experiments::run(args).and_then(done),
        Command::Replay(args) => replay::run(args).and_then(done),
        Command::Analyze(args) => analyze::run(args).and_then(done),
        Command::Bench(args) => bench::run(args).and_then(done),
        Command::Play(args) => play::run(args).map(|()| Status::Success),
        Command::Perft(args) => perft::run(args).map(|()| Status::Success),
    }
}

/// Writes a text to stdout.
pub fn print(text: &str) -> Result<()> {
    Ok(io::stdout().write_all(text.as_bytes())?)
}

fn done(text: String) -> Result<Status> {
    print(&text)?;
    Ok(Status::Success)
}

/// Writes a report as a table or as JSON.
fn print_report(report: &ContestReport, json: bool) -> Result<Status> {
    print_either(json, || render::report_json(report), || render::report_text(report))?;
    Ok(status(report))
}

fn print_either(json: bool, value: impl FnOnce() -> Value, text: impl FnOnce() -> String) -> Result<()> {
    match json {
        true => print(&format!("{:#}\n", value())),
        false => print(&text()),
    }
}

fn status(report: &ContestReport) -> Status {
    if report.is_interrupted() { Status::Interrupted } else { Status::Success }
}
