//! `arena experiments`: the tables of the systems that this project grows from,
//! made again with enough games to mean something.
//!
//! Each experiment is a list of command lines of this program, which stand
//! beside their table; what is said about a table is worked out from it.

use std::fmt::Write;
use std::fs;
use std::path::Path;

use anyhow::{Context, Result, bail};
use clap::Parser;
use clock::{Budget, process};
use game::History;

use crate::cli::{Cli, Command, ExperimentsArgs};
use crate::games::{self, Playable, Visitor};
use crate::matches::Match;
use crate::plot::{self, Point};
use crate::report::{Report, elo_text, percent};
use crate::sweep::{self, Sweep};
use crate::terms::Kind;
use crate::text::rate;

/// A question, and the matches that answer it.
struct Experiment {
    /// The name of its picture.
    name: &'static str,
    title: &'static str,
    /// What was reported, in our words.
    claim: &'static str,
    /// What to play, as the user would say it.
    lines: &'static [&'static str],
}

const EXPERIMENTS: &[Experiment] = &[
    Experiment {
        name: "connect4-weighted-c",
        title: "Connect-4: c of a search whose playouts win and block",
        claim: "Reported: 90 to 96 wins in 100 games for every c from 0.5 to 1.2, and 1.0 chosen for its 96.",
        lines: &[
            "sweep connect4 uct-weighted --param c=0.5..1.2/0.1 --against alphabeta:depth=4 --boards random --sims 100 --games 200",
        ],
    },
    Experiment {
        name: "connect4-pool-c",
        title: "Connect-4: c of a search with random playouts",
        claim: "Reported from 20 games each: 90, 90, 80, 70, 100 and 70 % for these values, and 0.9 chosen for its 100 %.",
        lines: &[
            "sweep connect4 uct-pool --param c=0.5,0.6,0.707,0.8,0.9,1.0 --against alphabeta:depth=2 --boards random --sims 100 --games 300",
        ],
    },
    Experiment {
        name: "nogo-c",
        title: "NoGo: c of a search that counts rights",
        claim: "Reported: 1.5 is the best c between 1.0 and 2.0.",
        lines: &["sweep nogo uct-rights --param c=1.0..2.0/0.2 --against uct --sims 100 --games 100"],
    },
    Experiment {
        name: "nogo-plies",
        title: "NoGo: how long to play on before counting rights",
        claim: "Reported: playouts of exactly 6 plies were chosen.",
        lines: &["sweep nogo uct-rights --param plies=0..12/2 --against uct --sims 100 --games 100"],
    },
    Experiment {
        name: "nogo-value",
        title: "NoGo: the ratio of rights, or the tangent of its logarithm",
        claim: "Reported: tanh(ln ratio) was tried and was weaker than the ratio. (A bare ratio has no bound; \
                share is tanh(½·ln ratio).)",
        lines: &["sweep nogo uct-rights --param value=share,tanh --against uct --sims 100 --games 200"],
    },
    Experiment {
        name: "tictactoe",
        title: "Tic-tac-toe: simulations and exploration",
        claim: "Reported from 100 games each: 200 simulations beat 10 by far; 500 against 100 is 7 wins, 1 loss \
                and 92 draws; at 100 simulations c = 1.4 and c = 0 are about equal.",
        lines: &[
            "match tictactoe uct-plain:sims=200 uct-plain:sims=10 --sims 1000 --openings 0 --games 1000",
            "match tictactoe uct-plain:sims=500 uct-plain:sims=100 --sims 1000 --openings 0 --games 1000",
            "match tictactoe uct-plain:c=1.4 uct-plain:c=0 --sims 100 --openings 0 --games 1000",
        ],
    },
    Experiment {
        name: "othello",
        title: "Othello: tree search against a table of squares",
        claim: "Reported: the tree search lost most games against the program with a table of squares, by about \
                2 : 1 in discs, and its author suspected bugs.",
        lines: &[
            "match othello uct positional --sims 100 --games 200",
            "match othello uct positional --sims 400 --games 200",
            "match othello uct positional:depth=3 --sims 400 --games 200",
        ],
    },
];

/// The searches whose speed was reported, and what was.
const SPEEDS: &[(&str, &str, &str)] = &[
    ("othello", "uct:solver=off", "not reported"),
    ("connect4", "uct-weighted", "not reported"),
    ("nogo", "uct-rights", "2,000 to 20,000 in 0.8 s, up to 1,000,000 in the last turns"),
    ("connect4", "uct-pool", "2 to 3 million a search"),
    ("tictactoe", "uct-plain", "not reported"),
];

/// With --quick: enough to see that everything works.
const QUICK_GAMES: u64 = 2;
const QUICK_SIMS: u64 = 5;

/// Plays everything and writes the page and its pictures; says what it wrote.
pub fn run(args: &ExperimentsArgs) -> Result<String> {
    let pictures = args.out.join("img");
    fs::create_dir_all(&pictures).with_context(|| format!("cannot make {}", pictures.display()))?;
    let mut page = introduction(args.quick);
    for experiment in EXPERIMENTS {
        let reports = experiment.lines.iter().map(|line| play(line, args)).collect::<Result<Vec<_>>>()?;
        if reports.iter().any(Report::is_interrupted) {
            bail!("interrupted: {} is left as it was", args.out.join(PAGE).display());
        }
        page.push_str(&chapter(experiment, &reports));
        write(&pictures.join(format!("{}.svg", experiment.name)), &picture(experiment, &reports)?)?;
    }
    page.push_str(&speeds(args.quick)?);
    write(&args.out.join(PAGE), &page)?;
    Ok(format!(
        "{} and {} pictures in {}\n",
        args.out.join(PAGE).display(),
        EXPERIMENTS.len(),
        pictures.display()
    ))
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
                Some(Point::new(format!("{} – {} ({})", a.spec, b.spec, a.limits), &estimate))
            };
            let points: Vec<_> = reports.iter().filter_map(point).collect();
            plot::scores(experiment.title, "", &points)
        }
    }
}

/// How many simulations a second the searches make from the start.
fn speeds(quick: bool) -> Result<String> {
    let mut out = String::from("\n## Simulations a second\n\n");
    if cfg!(debug_assertions) && !quick {
        out.push_str(
            "Not measured: the program that played these games checks its own work at every step, \
             which takes time. `just experiments` builds one that does not.\n",
        );
        return Ok(out);
    }
    out.push_str("From the starting position, in CPU time, one thread");
    if let Some(cpu) = cpu() {
        let _ = write!(out, ", on {cpu}");
    }
    out.push_str(".\n\n| game | engine | simulations a second | reported |\n|---|---|---|---|\n");
    for (game, spec, reported) in SPEEDS {
        let simulations = if quick { QUICK_SIMS } else { 200_000 };
        let (count, time) = games::visit(game, &Speed { spec, simulations })??;
        let _ = writeln!(out, "| {game} | {spec} | {} | {reported} |", rate(count, time));
    }
    Ok(out)
}

struct Speed<'a> {
    spec: &'a str,
    simulations: u64,
}

impl Visitor for Speed<'_> {
    type Output = Result<(u64, std::time::Duration)>;

    fn visit<G: Playable>(&self) -> Self::Output {
        let mut engine = G::strategies().build(self.spec)?;
        let history = History::new(G::start());
        let before = process::thread_cpu_time();
        let decision = engine.decide(&history, &Budget::simulations(self.simulations))?;
        Ok((decision.simulations, process::thread_cpu_time() - before))
    }
}

/// What the processor calls itself, and how many there are.
fn cpu() -> Option<String> {
    let info = fs::read_to_string("/proc/cpuinfo").ok()?;
    let name = info.lines().find_map(|line| line.strip_prefix("model name")?.split_once(':'))?.1.trim();
    let cores = std::thread::available_parallelism().ok()?;
    Some(format!("{name} ({cores} cores)"))
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
        for (game, spec, _) in SPEEDS {
            games::visit(game, &Speed { spec, simulations: 1 }).unwrap().unwrap();
        }
    }
}
