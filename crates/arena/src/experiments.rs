//! `arena experiments`: the tables of the systems that this project grows from,
//! made again with enough games to mean something.
//!
//! Each experiment is a list of command lines of this program, which stand
//! beside their table; what is said about a table is worked out from it.

mod list;
mod speeds;

use std::fmt::Write;
use std::fs;
use std::path::Path;

use anyhow::{Context, Result, bail};
use clap::Parser;
use serde_json::{Value, json};

use self::list::{EXPERIMENTS, Experiment};
use self::speeds::Speeds;
use crate::cli::{Cli, Command, ExperimentsArgs};
use crate::games;
use crate::matches::Match;
use crate::plot::{self, Point};
use crate::report::{Report, elo_text, percent};
use crate::sweep::{self, Sweep};
use crate::terms::Kind;

/// With --quick: enough to see that everything works.
const QUICK_GAMES: u64 = 2;
const QUICK_SIMS: u64 = 5;

/// Plays everything and writes the page and its pictures; says what it wrote.
pub fn run(args: &ExperimentsArgs) -> Result<String> {
    if cfg!(debug_assertions) && !args.quick {
        bail!(
            "a program that checks its own work at every step has no speed to measure: `just experiments` builds another"
        );
    }
    let (page_path, pictures) = (args.out.join(PAGE), args.out.join("img"));
    fs::create_dir_all(&pictures).with_context(|| format!("cannot make {}", pictures.display()))?;
    let mut page = introduction(args.quick);
    let mut told = Vec::new();
    for experiment in EXPERIMENTS {
        let reports = experiment.lines.iter().map(|line| play(line, args)).collect::<Result<Vec<_>>>()?;
        if reports.iter().any(Report::is_interrupted) {
            bail!("interrupted: {} is left as it was", page_path.display());
        }
        page.push_str(&chapter(experiment, &reports));
        write(&pictures.join(format!("{}.svg", experiment.name)), &picture(experiment, &reports)?)?;
        let reports: Vec<Value> = reports.iter().map(Report::json).collect();
        told.push(json!({"name": experiment.name, "title": experiment.title, "reports": reports}));
    }
    let speeds = Speeds::measure(args.quick)?;
    page.push_str(&speeds.chapter());
    write(&page_path, &page)?;
    Ok(match args.json {
        true => format!("{:#}\n", json!({"page": page_path, "experiments": told, "speeds": speeds.json()})),
        false => {
            format!("{} and {} pictures in {}\n", page_path.display(), EXPERIMENTS.len(), pictures.display())
        }
    })
}

const PAGE: &str = "experiments.md";

fn write(path: &Path, text: &str) -> Result<()> {
    fs::write(path, text).with_context(|| format!("cannot write {}", path.display()))
}

fn introduction(quick: bool) -> String {
    let quick = match quick {
        true => format!("\nThis is a smoke run of {QUICK_GAMES} games a match: its figures mean nothing.\n"),
        false => String::new(),
    };
    format!(
        "# The seeds' experiments, made again\n\n\
         Written by `just experiments`; every table is what the command above it prints (as `just arena …`). \
         The games are counted in simulations and follow from seed 1, so they come out the same on every machine; \
         only the last table is about this one. Scores are of the engine named first, intervals hold 95 %.\n{quick}"
    )
}

/// Plays one line of an experiment.
fn play(line: &str, args: &ExperimentsArgs) -> Result<Report> {
    let words = ["arena"].into_iter().chain(line.split(' '));
    let mut command = Cli::try_parse_from(words).with_context(|| line.to_string())?.command;
    match &mut command {
        Command::Match(wanted) => {
            shorten(args, &mut wanted.games, &mut wanted.contest);
            games::visit(&wanted.game, &Match { args: wanted })?
        }
        Command::Sweep(wanted) => {
            shorten(args, &mut wanted.games, &mut wanted.contest);
            games::visit(&wanted.game, &Sweep { args: wanted })?
        }
        _ => bail!("{line} is no experiment"),
    }
}

fn shorten(args: &ExperimentsArgs, games: &mut u64, contest: &mut crate::cli::ContestArgs) {
    contest.jobs = args.jobs;
    if args.quick {
        *games = QUICK_GAMES;
        contest.limits.sims = contest.limits.sims.map(|sims| sims.min(QUICK_SIMS));
    }
}

fn chapter(experiment: &Experiment, reports: &[Report]) -> String {
    let mut out = format!("\n## {}\n\n{}\n\n```sh\n", experiment.title, experiment.claim);
    for line in experiment.lines {
        let _ = writeln!(out, "arena {line}");
    }
    out.push_str("```\n\n");
    let (table, found) = match reports {
        [report] if matches!(report.terms.kind, Kind::Sweep { .. }) => {
            let (param, rows) = sweep::rows(report);
            (sweep::table(param, &rows), sweep::judgement(param, &rows))
        }
        _ => (matches_table(reports), matches_judgement(reports)),
    };
    let _ = writeln!(out, "{table}\n![{}](img/{}.svg)\n\nFound: {found}", experiment.title, experiment.name);
    out
}

fn matches_table(reports: &[Report]) -> String {
    let mut out = String::from("| A | B | games | wins | draws | losses | score | 95 % | Elo |\n");
    out.push_str("|---|---|---|---|---|---|---|---|---|\n");
    for report in reports {
        let [a, b] =
            [0, 1].map(|i| format!("{} ({})", report.terms.engines[i].spec, report.terms.engines[i].limits));
        let tally = &report.tallies[0];
        let [losses, draws, wins] = tally.results();
        let _ = write!(out, "| {a} | {b} | {} | {wins} | {draws} | {losses} ", tally.games());
        if let Some(e) = tally.estimate() {
            let [low, high] = e.score_range.map(percent);
            let _ = writeln!(out, "| {} | {low} to {high} | {} |", percent(e.score), elo_text(&e));
        }
    }
    out
}

/// Which of the differences are real.
fn matches_judgement(reports: &[Report]) -> String {
    let one = |report: &Report| {
        let [a, b] = [0, 1].map(|i| &report.terms.engines[i].spec);
        let estimate = report.tallies[0].estimate()?;
        let [low, high] = estimate.score_range;
        let found = match () {
            () if low > 0.5 => "is surely stronger than",
            () if high < 0.5 => "is surely weaker than",
            () => "is not to be told from",
        };
        Some(format!("{a} {found} {b} ({}, {} games)", percent(estimate.score), report.games()))
    };
    reports.iter().filter_map(one).collect::<Vec<_>>().join("; ") + "."
}

fn picture(experiment: &Experiment, reports: &[Report]) -> Result<String> {
    match reports {
        [report] if matches!(report.terms.kind, Kind::Sweep { .. }) => sweep::svg(report),
        _ => {
            let point = |report: &Report| {
                let [a, b] = [0, 1].map(|i| &report.terms.engines[i]);
                let estimate = report.tallies[0].estimate()?;
                Some(Point::new(format!("{}\nagainst {}\n{}", a.spec, b.spec, a.limits), &estimate))
            };
            let points: Vec<_> = reports.iter().filter_map(point).collect();
            plot::scores(experiment.title, "", &points)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_line_is_a_command_that_counts_simulations() {
        for line in EXPERIMENTS.iter().flat_map(|experiment| experiment.lines) {
            let command = Cli::try_parse_from(["arena"].into_iter().chain(line.split(' '))).unwrap().command;
            let contest = match command {
                Command::Match(args) => args.contest,
                Command::Sweep(args) => args.contest,
                _ => panic!("{line}"),
            };
            assert!(contest.limits.sims.is_some() && contest.limits.time.is_none(), "{line}");
        }
    }
}
