//! `arena tournament`: everybody against everybody, or one against all.

use std::fmt::Write;

use anyhow::Result;
use serde_json::{Value, json};
use stats::{Estimate, Pairing, Ratings};

use crate::cli::TournamentArgs;
use crate::contest::Contest;
use crate::games::{Playable, Visitor};
use crate::report::{Report, percent};
use crate::run;
use crate::tally::Name;
use crate::terms::{Entrant, Kind};
use crate::text::one_line;

/// `arena tournament`, for any game.
pub struct Tournament<'a> {
    /// What the user wants.
    pub args: &'a TournamentArgs,
}

impl Visitor for Tournament<'_> {
    type Output = Result<Report>;

    fn visit<G: Playable>(&self) -> Result<Report> {
        let args = self.args;
        let limits = args.contest.limits.clone().or_default();
        let entrant = |spec: &String| Entrant { spec: spec.clone(), limits: limits.clone() };
        let engines = args.engines.iter().map(entrant).collect();
        let kind = Kind::Tournament { gauntlet: args.gauntlet };
        run::hold(&Contest::<G>::set_up(kind, engines, args.games, &args.contest)?, args.shard, &args.contest)
    }
}

/// What an engine did.
struct Row {
    engine: usize,
    points: f64,
    games: u64,
    faults: usize,
    elo: Option<(f64, f64)>,
}

struct Standings {
    /// The best first.
    rows: Vec<Row>,
    /// Somebody won or lost everything.
    bounded: bool,
    /// Points of the first engine against the second, and games.
    cross: Vec<Vec<(f64, u64)>>,
}

fn standings(report: &Report) -> Standings {
    let players = report.terms.engines.len();
    let pairings = report.terms.pairings();
    let mut cross = vec![vec![(0.0, 0); players]; players];
    let mut faults = vec![0; players];
    for ([a, b], tally) in pairings.iter().zip(&report.tallies) {
        let ([_, draws, wins], games) = (tally.results(), tally.games());
        let points = wins as f64 + draws as f64 / 2.0;
        cross[*a][*b] = (points, games);
        cross[*b][*a] = (games as f64 - points, games);
        for (name, player) in [(Name::A, *a), (Name::B, *b)] {
            faults[player] += tally.faults().iter().filter(|record| record.name == name).count();
        }
    }
    let results = pairings.iter().zip(&report.tallies);
    let results: Vec<_> = results.map(|(&players, tally)| Pairing { players, pairs: tally.pairs }).collect();
    let ratings = Ratings::fit(players, &results);
    let mut rows: Vec<Row> = (0..players)
        .map(|engine| Row {
            engine,
            points: cross[engine].iter().map(|(points, _)| points).sum(),
            games: cross[engine].iter().map(|(_, games)| games).sum(),
            faults: faults[engine],
            elo: ratings.as_ref().map(|ratings| ratings.players[engine]),
        })
        .collect();
    let strength = |row: &Row| (row.elo.map_or(0.0, |(elo, _)| elo), row.points / row.games.max(1) as f64);
    rows.sort_by(|a, b| strength(b).partial_cmp(&strength(a)).unwrap_or(std::cmp::Ordering::Equal));
    Standings { rows, bounded: ratings.is_some_and(|ratings| ratings.bounded), cross }
}

/// No column of specs is wider.
const WIDEST: usize = 40;

/// The cross table, for people.
pub fn text(report: &Report) -> String {
    let mut out = String::new();
    write_text(&mut out, report).expect("a string takes all");
    out
}

fn write_text(out: &mut String, report: &Report) -> std::fmt::Result {
    let Standings { rows, bounded, cross } = standings(report);
    let engines = &report.terms.engines;
    let form = match report.terms.kind {
        Kind::Tournament { gauntlet: true } => "gauntlet",
        _ => "round robin",
    };
    writeln!(out, "{}: {form} of {} engines, {}", report.terms.game, engines.len(), engines[0].limits)?;
    writeln!(out, "{}\n", report.heading())?;
    let name = |row: &Row| -> String { one_line(&engines[row.engine].spec).chars().take(WIDEST).collect() };
    let width = rows.iter().map(|row| name(row).chars().count()).max().unwrap_or(0).max("engine".len());
    write!(out, "{:>3}  {:<width$}{:>17}{:>9}{:>8}", "", "engine", "Elo", "score", "games")?;
    (1..=rows.len()).try_for_each(|i| write!(out, "{i:>7}"))?;
    writeln!(out)?;
    for (i, row) in rows.iter().enumerate() {
        let elo = row.elo.map_or("-".into(), |(elo, error)| format!("{elo:+.1} ± {error:.1}"));
        let score = |points: f64, games: u64| match games {
            0 => "-".to_string(),
            _ => format!("{:.1}", 100.0 * points / games as f64),
        };
        let total = score(row.points, row.games) + " %";
        write!(out, "{:>3}  {:<width$}{elo:>17}{total:>9}{:>8}", i + 1, name(row), row.games)?;
        for other in &rows {
            let (points, games) = cross[row.engine][other.engine];
            write!(out, "{:>7}", score(points, games))?;
        }
        writeln!(out)?;
    }
    writeln!(out, "\nElo is relative to the mean of all, with its 95 % error; scores are in percent.")?;
    if bounded {
        writeln!(out, "Somebody won or lost everything: a drawn pair was added to each pairing.")?;
    }
    let faults: usize = rows.iter().map(|row| row.faults).sum();
    for row in rows.iter().filter(|row| row.faults > 0) {
        writeln!(out, "{} lost {} games by a fault.", name(row), row.faults)?;
    }
    if faults == 0 {
        writeln!(out, "No game was lost by a fault.")?;
    }
    writeln!(out, "fingerprint     {:016x}", report.fingerprint())?;
    write!(out, "{}", report.overhead())
}

/// The same for programs, the best engine first.
pub fn json(report: &Report) -> Value {
    let Standings { rows, bounded, .. } = standings(report);
    let engines = &report.terms.engines;
    let row = |row: &Row| {
        json!({
            "spec": engines[row.engine].spec,
            "limits": engines[row.engine].limits,
            "elo": row.elo.map(|(elo, _)| elo),
            "elo_error": row.elo.map(|(_, error)| error),
            "score": row.points / row.games.max(1) as f64,
            "games": row.games,
            "faults": row.faults,
        })
    };
    let pairings = report.terms.pairings();
    let pairing = |([a, b], tally): (&[usize; 2], &crate::tally::Tally)| {
        let [losses, draws, wins] = tally.results();
        let estimate = Estimate::from_counts(&tally.pairs);
        json!({
            "a": engines[*a].spec, "b": engines[*b].spec,
            "wins": wins, "draws": draws, "losses": losses,
            "pentanomial": tally.pairs,
            "score": estimate.map(|e| e.score), "elo": estimate.map(|e| e.elo),
        })
    };
    let mut value = report.heading_json();
    value["engines"] = rows.iter().map(row).collect();
    value["pairings"] = pairings.iter().zip(&report.tallies).map(pairing).collect();
    value["bounded"] = bounded.into();
    value
}

/// The score of the best engine, as the moving line tells it.
pub fn leader(report: &Report) -> Option<String> {
    let Standings { rows, .. } = standings(report);
    let best = rows.first().filter(|best| best.games > 0)?;
    let share = best.points / best.games as f64;
    Some(format!("{} {}", one_line(&report.terms.engines[best.engine].spec), percent(share)))
}
