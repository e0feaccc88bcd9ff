//! The parts that the reports of all contests have: heading, overhead, Elo.

use std::fmt::Write;

use contest::{BookId, ContestReport, Entrant, MoveLimits, RunInfo, Shard, Tally, Terms};
use records::openings::BUILT_IN;
use stats::Estimate;

use super::text::{one_line, percent, time};

/// `100 games in 2.3s, 2 at a time, 2 random plies from …, seed 1`.
pub fn heading(report: &ContestReport) -> String {
    let (games, wanted) = (report.games(), report.wanted());
    let mut out = match (report.run, report.is_incomplete()) {
        (Some(RunInfo { elapsed, .. }), true) => {
            format!("interrupted after {games} of {wanted} games in {}", time(elapsed))
        }
        (Some(RunInfo { elapsed, .. }), false) => format!("{games} games in {}", time(elapsed)),
        (None, true) => format!("{games} of {wanted} games, the others are missing"),
        (None, false) => format!("{games} games"),
    };
    if let Some(RunInfo { jobs, .. }) = report.run {
        let _ = write!(out, ", {jobs} at a time");
    }
    let _ = write!(out, ", {}", openings(report));
    out
}

/// How the games began: the part of the heading that follows from the terms.
pub fn openings(report: &ContestReport) -> String {
    let part = match report.shard {
        Shard::WHOLE => String::new(),
        shard => format!("part {shard}, "),
    };
    let Terms { opening_plies, seed, .. } = report.terms;
    let start = report.terms.start.as_deref().unwrap_or("random boards");
    match &report.terms.openings {
        None => format!("{part}{opening_plies} random plies from {start}, seed {seed}"),
        Some(BookId { file, count, .. }) => {
            let openings = match file.as_str() {
                BUILT_IN => format!("{count} built-in openings"),
                file => format!("{count} openings of {}", one_line(file)),
            };
            let again = if report.are_openings_used_up() { ", used more than once" } else { "" };
            format!("{part}{openings}{again}, seed {seed}")
        }
    }
}

/// An engine with its name and its limits: `new: uct:c=0.9 (500 simulations a move)`.
pub fn entrant_text(entrant: &Entrant) -> String {
    let name = entrant.name.as_ref().map_or(String::new(), |name| format!("{}: ", one_line(name)));
    format!("{name}{} ({})", one_line(&entrant.spec), entrant.limits)
}

/// What a reader of a picture must know: `200 games each, 500 simulations a move, 95 %
/// intervals`.
pub fn plot_note(report: &ContestReport, limits: Option<&MoveLimits>) -> String {
    let counts = report.tallies.iter().map(Tally::games);
    let (least, most) = (counts.clone().min().unwrap_or(0), counts.max().unwrap_or(0));
    let games = if least == most { most.to_string() } else { format!("{least} to {most}") };
    let limits = limits.map_or(String::new(), |limits| format!("{limits}, "));
    format!("{games} games each, {limits}95 % intervals")
}

/// The line with the share of the time in which no player was thinking.
pub fn overhead(report: &ContestReport) -> String {
    report.run.map_or(String::new(), |run| {
        let RunInfo { elapsed, jobs, thinking } = run;
        let (share, thinking) = (100.0 * run.overhead(), time(thinking));
        format!("overhead        {share:.2} % of {jobs} × {}; thinking: {thinking}\n", time(elapsed))
    })
}

/// `+27.9 ± 20.3`, or the interval if it is unbounded.
pub fn elo_text(estimate: &Estimate) -> String {
    let Estimate { elo, elo_range: [low, high], .. } = estimate;
    match estimate.elo_error().is_finite() {
        true => format!("{elo:+.1} ± {:.1}", estimate.elo_error()),
        false => format!("{elo:+.1} ({low:+.1} to {high:+.1})"),
    }
}

/// The head of a Markdown table whose rows are [`result_row`]s; `what` names the first
/// column.
pub fn result_head(what: &str) -> String {
    format!(
        "| {what} | games | wins | draws | losses | score | 95 % | Elo |\n|---|---|---|---|---|---|---|---|\n"
    )
}

/// A row of a Markdown table: the results of one pairing.
pub fn result_row(label: &str, tally: &Tally) -> String {
    let [losses, draws, wins] = tally.results();
    let estimate = tally.estimate().map_or("– | – | –".to_string(), |e| {
        let [low, high] = e.score_range.map(percent);
        format!("{} | {low} to {high} | {}", percent(e.score), elo_text(&e))
    });
    format!("| {label} | {} | {wins} | {draws} | {losses} | {estimate} |\n", tally.games())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn elo_has_an_error_or_an_interval() {
        let estimate = |counts: &[u64]| Estimate::from_counts(counts).unwrap();
        assert_eq!(elo_text(&estimate(&[10, 40, 120, 60, 20])), "+27.9 ± 20.3");
        assert_eq!(elo_text(&estimate(&[0, 0, 0, 0, 20])), "+inf (+326.4 to +inf)");
        assert_eq!(elo_text(&estimate(&[20, 0, 0, 0, 0])), "-inf (-inf to -326.4)");
    }
}
