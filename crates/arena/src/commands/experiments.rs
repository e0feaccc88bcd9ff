//! `arena experiments`: repeats the experiments of five course reports with
//! enough games for significant results.
//!
//! Each experiment is a list of command lines of this program, which stand above
//! their table; the conclusion below a table follows from it.

mod list;
mod speeds;

use std::fmt::Write;
use std::fs;
use std::path::Path;

use anyhow::Context;
use clap::Parser;
use contest::ContestReport;
use contest::sweep::SweepRows;
use serde_json::{Value, json};
use stdx::files;

use self::list::{EXPERIMENTS, Experiment, REPORTS};
use self::speeds::Speeds;
use super::{matches, sweep};
use crate::cli::{Cli, Command, ContestArgs, ExperimentsArgs, SideLimitArgs};
use crate::error::{Error, Result, require};
use crate::render::plot::{self, Point};
use crate::render::summary::{elo_text, plot_note};
use crate::render::text::percent;
use crate::render::{report_json, sweep_table};

/// Games per match with --quick.
const QUICK_GAMES: u64 = 2;
/// Simulations or nodes per move with --quick.
const QUICK_SIMS: u64 = 5;

/// Plays everything, writes the page and its pictures, and returns the output.
pub fn run(args: &ExperimentsArgs) -> Result<String> {
    require!(
        !cfg!(debug_assertions) || args.quick,
        "speeds are measured in a release build only: use `just experiments`, or --quick"
    );
    let (page_path, pictures) = (args.out.join(PAGE), args.out.join("img"));
    fs::create_dir_all(&pictures).map_err(|error| Error::unwritable(&pictures, &error))?;
    let mut page = introduction(args.quick);
    let mut played = Vec::new();
    for experiment in EXPERIMENTS {
        let reports = experiment.lines.iter().map(|line| play(line, args)).collect::<Result<Vec<_>>>()?;
        if reports.iter().any(ContestReport::is_interrupted) {
            return Err(Error::Interrupted(format!("interrupted; {} is not changed", page_path.display())));
        }
        page.push_str(&chapter(experiment, &reports));
        write(&pictures.join(format!("{}.svg", experiment.name)), &picture(experiment, &reports)?)?;
        let reports: Vec<Value> = reports.iter().map(report_json).collect();
        played.push(json!({"name": experiment.name, "title": experiment.title, "reports": reports}));
    }
    let speeds = Speeds::measure(args.quick)?;
    page.push_str(&speeds.chapter());
    write(&page_path, &page)?;
    Ok(match args.json {
        true => format!("{:#}\n", json!({"page": page_path, "experiments": played, "speeds": speeds.json()})),
        false => {
            format!("{} and {} pictures in {}\n", page_path.display(), EXPERIMENTS.len(), pictures.display())
        }
    })
}

const PAGE: &str = "experiments.md";

fn write(path: &Path, text: &str) -> Result<()> {
    Ok(files::replace(path, text.as_bytes()).context("cannot keep the results")?)
}

fn introduction(quick: bool) -> String {
    let quick = match quick {
        true => {
            format!("\nThis is a smoke run of {QUICK_GAMES} games per match: its figures mean nothing.\n")
        }
        false => String::new(),
    };
    format!(
        "# Experiments of five course reports, repeated\n\n\
         Written by `just experiments`; every table is the output of the command above it (run as \
         `just arena …`). The games are limited by simulations or nodes and follow from seed 1, so they are \
         the same on every machine; only the last table depends on the machine. Scores are those of the first \
         engine, with 95 % intervals.\n\n{REPORTS}{quick}"
    )
}

/// Plays one line of an experiment.
fn play(line: &str, args: &ExperimentsArgs) -> Result<ContestReport> {
    let words = ["arena"].into_iter().chain(line.split(' '));
    let mut command = Cli::try_parse_from(words).with_context(|| line.to_string())?.command;
    match &mut command {
        Command::Match(wanted) => {
            adapt(args, &mut wanted.games, &mut wanted.contest, &mut wanted.side_limits);
            matches::run(wanted)
        }
        Command::Sweep(wanted) => {
            adapt(args, &mut wanted.games, &mut wanted.contest, &mut wanted.side_limits);
            // A few simulations show no effect.
            wanted.force = args.quick;
            sweep::run(wanted)
        }
        _ => Err(Error::usage(format_args!("{line} is not an experiment"))),
    }
}

/// Sets the number of jobs, and fewer games and simulations with --quick.
fn adapt(args: &ExperimentsArgs, games: &mut u64, contest: &mut ContestArgs, sides: &mut SideLimitArgs) {
    contest.jobs = args.jobs;
    if args.quick {
        *games = QUICK_GAMES;
        contest.limits.sims = contest.limits.sims.map(|sims| sims.min(QUICK_SIMS));
        sides.reduce(QUICK_SIMS);
    }
}

fn chapter(experiment: &Experiment, reports: &[ContestReport]) -> String {
    let mut out = format!("\n## {}\n\n{}\n\n```sh\n", experiment.title, experiment.claim);
    for line in experiment.lines {
        let _ = writeln!(out, "arena {line}");
    }
    out.push_str("```\n\n");
    let (table, found) = match the_sweep(reports) {
        Some(rows) => (sweep_table::table(&rows), sweep_table::conclusion(&rows)),
        None => (matches_table(reports), matches_conclusion(reports)),
    };
    let _ = writeln!(out, "{table}\n![{}](img/{}.svg)\n\nFound: {found}", experiment.title, experiment.name);
    out
}

/// The rows, if the experiment is one sweep.
fn the_sweep(reports: &[ContestReport]) -> Option<SweepRows<'_>> {
    match reports {
        [report] => SweepRows::new(report),
        _ => None,
    }
}

fn matches_table(reports: &[ContestReport]) -> String {
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

/// Which of the differences are significant.
fn matches_conclusion(reports: &[ContestReport]) -> String {
    let one = |report: &ContestReport| {
        let [a, b] = [0, 1].map(|i| &report.terms.engines[i].spec);
        let estimate = report.tallies[0].estimate()?;
        let [low, high] = estimate.score_range;
        let found = match () {
            () if low > 0.5 => "is significantly stronger than",
            () if high < 0.5 => "is significantly weaker than",
            () => "is indistinguishable from",
        };
        Some(format!("{a} {found} {b} ({}, {} games)", percent(estimate.score), report.games()))
    };
    reports.iter().filter_map(one).collect::<Vec<_>>().join("; ") + "."
}

fn picture(experiment: &Experiment, reports: &[ContestReport]) -> Result<String> {
    if the_sweep(reports).is_some() {
        return Ok(sweep_table::svg(&reports[0])?);
    }
    let point = |report: &ContestReport| {
        let [a, b] = [0, 1].map(|i| &report.terms.engines[i]);
        let estimate = report.tallies[0].estimate()?;
        Some(Point::new(format!("{}\nagainst {}\n{}", a.spec, b.spec, a.limits), &estimate))
    };
    let points: Vec<_> = reports.iter().filter_map(point).collect();
    let note = reports.first().map_or(String::new(), |report| plot_note(report, None));
    Ok(plot::scores(experiment.title, &note, &points)?)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_line_is_a_command_limited_by_counts() {
        for line in EXPERIMENTS.iter().flat_map(|experiment| experiment.lines) {
            let command = Cli::try_parse_from(["arena"].into_iter().chain(line.split(' '))).unwrap().command;
            let (contest, sides) = match command {
                Command::Match(args) => (args.contest, args.side_limits),
                Command::Sweep(args) => (args.contest, args.side_limits),
                _ => panic!("{line}"),
            };
            let counted = sides.limits(&contest.limits).unwrap().iter().all(|limits| limits.time.is_none());
            assert!(counted, "{line}");
        }
    }

    /// The committed page has the text of this program; its figures take hours.
    #[test]
    fn the_committed_page_has_the_same_text() {
        let page = include_str!("../../../../docs/experiments.md");
        assert!(page.starts_with(&introduction(false)));
        for Experiment { name, title, claim, lines } in EXPERIMENTS {
            let commands: String = lines.iter().map(|line| format!("arena {line}\n")).collect();
            let start = format!("\n## {title}\n\n{claim}\n\n```sh\n{commands}```\n\n| ");
            assert!(page.contains(&start), "{start}");
            assert!(page.contains(&format!("\n![{title}](img/{name}.svg)\n\nFound: ")), "{title}");
        }
    }

    #[test]
    fn every_named_strategy_of_the_reports_is_explained() {
        for name in ["uct-weighted", "uct-rights", "uct-pool", "uct-plain"] {
            assert!(REPORTS.contains(&format!("`{name}`")), "{name}");
        }
    }
}
