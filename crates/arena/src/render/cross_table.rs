//! The table of a tournament.

use std::fmt::Write;

use contest::standings::{Standings, StandingsRow};
use contest::{ContestKind, ContestReport};

use super::summary::{entrant_text, heading, overhead};
use super::text::{one_line, percent};

/// Widest column of specs, in characters.
const WIDEST: usize = 40;

/// The cross table.
pub fn text(report: &ContestReport) -> String {
    let mut out = String::new();
    write_text(&mut out, report).expect("writing to a string cannot fail");
    out
}

fn write_text(out: &mut String, report: &ContestReport) -> std::fmt::Result {
    let Standings { rows, bounded, cross } = Standings::new(report);
    let engines = &report.terms.engines;
    let form = match report.terms.kind {
        ContestKind::Tournament { gauntlet: true } => "gauntlet",
        _ => "round robin",
    };
    let same_limits = engines.iter().all(|entrant| entrant.limits == engines[0].limits);
    let limits = if same_limits { engines[0].limits.to_string() } else { "each with its limits".into() };
    writeln!(out, "{}: {form} of {} engines, {limits}", report.terms.game, engines.len())?;
    writeln!(out, "{}\n", heading(report))?;
    let name = |row: &StandingsRow| -> String {
        let entrant = &engines[row.engine];
        let label: String = one_line(entrant.label()).chars().take(WIDEST).collect();
        if same_limits { label } else { format!("{label} ({})", entrant.limits) }
    };
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
    writeln!(
        out,
        "\nElo is relative to the mean of all engines, with its 95 % error; scores are in percent."
    )?;
    if bounded {
        writeln!(out, "An engine won or lost all its games: a drawn pair was added to each pairing.")?;
    }
    for row in rows.iter().filter(|row| row.forfeits > 0) {
        writeln!(out, "{} lost {} games by forfeit.", name(row), row.forfeits)?;
    }
    if rows.iter().all(|row| row.forfeits == 0) {
        writeln!(out, "No game was lost by forfeit.")?;
    }
    let adjudicated: u64 = report.tallies.iter().map(|tally| tally.adjudicated).sum();
    if adjudicated > 0 {
        writeln!(out, "{adjudicated} games were adjudicated: their result was proven.")?;
    }
    for entrant in engines.iter().filter(|entrant| entrant.name.is_some()) {
        writeln!(out, "{}", entrant_text(entrant))?;
    }
    writeln!(out, "fingerprint     {:016x}", report.fingerprint())?;
    write!(out, "{}", overhead(report))
}

/// The strongest engine and its score, for the progress line.
pub fn leader(report: &ContestReport) -> Option<String> {
    let Standings { rows, .. } = Standings::new(report);
    let best = rows.first().filter(|best| best.games > 0)?;
    Some(format!("{} {}", one_line(report.terms.engines[best.engine].label()), percent(best.score())))
}
