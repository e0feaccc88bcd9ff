//! Matches, analysis and play in the terminal: the `arena` command.
//!
//! | module | what it holds |
//! |---|---|
//! | [`cli`], [`budget`], [`position`] | what the user may say |
//! | [`games`] | the games by name: a new one is one line there |
//! | [`listing`] | `arena games` |
//! | [`terms`], [`contest`], [`opening`] | what a contest is; its games; what chance decides |
//! | [`duel`], [`player`], [`foreign`] | one game, with the arena as its judge; who plays it; players that are programs of others |
//! | [`run`], [`mod@log`] | the playing of many; what is written down of it |
//! | [`tally`], [`report`], [`scoresheet`], [`progress`] | the sums; what is told of them; a match's table; the moving line |
//! | [`mod@matches`], [`sprt`], [`tournament`], [`sweep`], [`tune`], [`experiments`], [`merge`], [`replay`] | the commands of these names (`match`) |
//! | [`spec`], [`spsa`], [`plot`] | specs that differ in a parameter; how a tuning climbs; pictures |
//! | [`live`] | text that changes in place while an engine thinks |
//! | [`play`], [`analyze`], [`perft`], [`solve`], [`mod@bench`] | the commands of these names |
//! | [`text`] | small things as people read them |
//!
//! A mistake of the user is one line on stderr and exit code 2; everything
//! else that goes wrong is one line and exit code 1.

mod analyze;
mod bench;
mod budget;
mod cli;
mod contest;
mod duel;
mod experiments;
mod foreign;
mod games;
mod listing;
mod live;
mod log;
mod matches;
mod merge;
mod opening;
mod perft;
mod play;
mod player;
mod plot;
mod position;
mod progress;
mod replay;
mod report;
mod run;
mod scoresheet;
mod solve;
mod spec;
mod sprt;
mod spsa;
mod sweep;
mod tally;
mod terms;
mod text;
mod tournament;
mod tune;

use std::env;
use std::io::{self, Write};
use std::process::ExitCode;

use anyhow::{Error, Result};

use crate::cli::{Command, Stop};
use crate::report::Report;
use crate::text::one_line;

/// The exit code of a command that makes no sense.
const USAGE: u8 = 2;
/// The exit code of everything else that went wrong.
const FAILURE: u8 = 1;

fn main() -> ExitCode {
    // This program may be its own keeper of foreign ones.
    if let Some(code) = referee::serve() {
        return code;
    }
    let done = match cli::parse(env::args_os()) {
        Ok(cli) => execute(&cli.command),
        Err(Stop::Help(text)) => print(&text).map(|()| ExitCode::SUCCESS),
        Err(Stop::Wrong(line)) => return fail(&line, USAGE),
    };
    done.unwrap_or_else(|error| match error.chain().find_map(|cause| cause.downcast_ref::<io::Error>()) {
        // Who reads has read enough.
        Some(io) if io.kind() == io::ErrorKind::BrokenPipe => ExitCode::SUCCESS,
        Some(_) => fail(&message(&error), FAILURE),
        None => fail(&message(&error), USAGE),
    })
}

fn execute(command: &Command) -> Result<ExitCode> {
    match command {
        Command::Games(args) => print(&listing::run(args)?)?,
        Command::Match(args) => {
            let report = games::visit(&args.game, &matches::Match { args })??;
            return tell(&report, args.contest.json);
        }
        Command::Sprt(args) => {
            let report = games::visit(&args.game, &sprt::Test { args })??;
            return tell(&report, args.contest.json);
        }
        Command::Tournament(args) => {
            let report = games::visit(&args.game, &tournament::Tournament { args })??;
            return tell(&report, args.contest.json);
        }
        Command::Sweep(args) => {
            let report = games::visit(&args.game, &sweep::Sweep { args })??;
            return tell(&report, args.contest.json);
        }
        Command::Tune(args) => {
            let tuning = games::visit(&args.game, &tune::Tune { args })??;
            match args.contest.json {
                true => print(&format!("{:#}\n", tuning.json()))?,
                false => print(&tuning.text())?,
            }
            if tuning.is_interrupted() {
                return Ok(ExitCode::from(run::INTERRUPTED));
            }
        }
        Command::Merge(args) => return tell(&merge::run(args)?, args.json),
        Command::Experiments(args) => print(&experiments::run(args)?)?,
        Command::Replay(args) => print(&replay::run(args)?)?,
        Command::Play(args) => games::visit(&args.game, &play::Play { args })??,
        Command::Analyze(args) => print(&games::visit(&args.game, &analyze::Analyze { args })??)?,
        Command::Perft(args) => games::visit(&args.game, &perft::Perft { args })??,
        Command::Solve(args) => {
            let report = solve::run(args)?;
            match args.json {
                true => print(&format!("{:#}\n", report.json()))?,
                false => print(&report.text())?,
            }
            if report.wrong() > 0 {
                return Ok(ExitCode::from(FAILURE));
            }
        }
        Command::Bench(args) => {
            let bench = bench::Bench { args };
            let measured = match &args.game {
                Some(game) => vec![games::visit(game, &bench)??],
                None => games::visit_all(&bench).into_iter().collect::<Result<_>>()?,
            };
            match args.json {
                true => print(&format!("{:#}\n", bench::json(&measured)))?,
                false => print(&bench::text(&measured, args.signature))?,
            }
        }
    }
    Ok(ExitCode::SUCCESS)
}

fn tell(report: &Report, json: bool) -> Result<ExitCode> {
    match json {
        true => print(&format!("{:#}\n", report.json()))?,
        false => print(&report.text())?,
    }
    let interrupted = report.is_interrupted();
    Ok(if interrupted { ExitCode::from(run::INTERRUPTED) } else { ExitCode::SUCCESS })
}

fn print(text: &str) -> Result<()> {
    Ok(io::stdout().write_all(text.as_bytes())?)
}

fn message(error: &Error) -> String {
    one_line(&format!("{error:#}"))
}

/// One line on stderr. If even that fails, there is nobody to tell.
fn fail(line: &str, code: u8) -> ExitCode {
    let _ = writeln!(io::stderr(), "arena: {line}");
    ExitCode::from(code)
}
