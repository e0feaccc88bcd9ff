//! The commands, one file each.

mod analyze;
mod bench;
#[cfg_attr(not(target_os = "linux"), path = "commands/no_check.rs")]
mod check;
mod convert;
mod doublings;
mod experiments;
mod games;
mod matches;
mod merge;
mod openings;
mod output;
mod perft;
mod play;
mod prepare;
mod rate;
mod ratings;
mod replay;
mod review;
mod run_file;
mod shell;
mod solve;
mod sprt;
mod studio;
mod sweep;
mod tournament;
mod tune;

pub use self::output::print;
use self::output::print_report;
use crate::cli::Command;
use crate::error::{Result, Status};

/// Runs a command.
pub fn run(command: &Command) -> Result<Status> {
    match command {
        Command::Match(args) => print_report(&matches::run(args)?, args.contest.json),
        Command::Sprt(args) => print_report(&sprt::run(args)?, args.contest.json),
        Command::Tournament(args) => print_report(&tournament::run(args)?, args.contest.json),
        Command::Sweep(args) => print_report(&sweep::run(args)?, args.contest.json),
        Command::Doublings(args) => print_report(&doublings::run(args)?, args.contest.json),
        Command::Run(args) => run_file::run(args),
        Command::Rate(args) => rate::run(args),
        Command::Ratings(args) => ratings::run(args),
        Command::Openings(args) => openings::run(args),
        Command::Merge(args) => print_report(&merge::run(args)?, args.json),
        Command::Check(args) => check::run(args),
        Command::Tune(args) => tune::run(args),
        Command::Solve(args) => solve::run(args),
        Command::Games(args) => games::run(args).and_then(done),
        Command::Experiments(args) => experiments::run(args).and_then(done),
        Command::Convert(args) => convert::run(args).map(|()| Status::Success),
        Command::Replay(args) => replay::run(args).map(|()| Status::Success),
        Command::Analyze(args) => analyze::run(args),
        Command::Review(args) => review::run(args),
        Command::Bench(args) => bench::run(args).and_then(done),
        Command::Studio(args) => studio::run(args),
        Command::Play(args) => play::run(args).map(|()| Status::Success),
        Command::Completions(args) => shell::completions(args).map(|()| Status::Success),
        Command::Man(args) => shell::man(args).map(|()| Status::Success),
        Command::Perft(args) => perft::run(args).map(|()| Status::Success),
    }
}

fn done(text: String) -> Result<Status> {
    print(&text)?;
    Ok(Status::Success)
}
