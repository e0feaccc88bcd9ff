//! The table of doublings, as Markdown.

use contest::{ContestReport, Entrant, Tally};

use super::plot::{self, Point};
use super::summary::{heading, plot_note, result_head, result_row};
use super::text::one_line;

/// Each limit with the games against half of it, the smallest first.
fn rows(report: &ContestReport) -> impl Iterator<Item = (&Entrant, &Tally)> {
    report.terms.engines.iter().skip(1).zip(&report.tallies)
}

fn spec(report: &ContestReport) -> String {
    report.terms.engines.first().map(|entrant| one_line(&entrant.spec)).unwrap_or_default()
}

/// The table with its heading.
pub fn text(report: &ContestReport) -> String {
    let rows = rows(report).map(|(entrant, tally)| result_row(&entrant.limits.to_string(), tally));
    format!(
        "{}: {} against itself with half of the limit\n{}\n\n{}{}",
        report.terms.game,
        spec(report),
        heading(report),
        result_head("limit"),
        rows.collect::<String>()
    )
}

/// The plot.
pub fn svg(report: &ContestReport) -> anyhow::Result<String> {
    let label = |entrant: &Entrant| entrant.limits.to_string().replace(" a move", "").replace(' ', "\n");
    let points: Vec<Point> = rows(report)
        .filter_map(|(entrant, tally)| Some(Point::elo(label(entrant), &tally.estimate()?)))
        .collect();
    let title = format!("{}: {} against half of its limit", report.terms.game, spec(report));
    plot::elos(&title, &format!("limit of a move ({})", plot_note(report, None)), &points)
}
