//! The table of a sweep, as Markdown.

use contest::sweep::SweepRows;
use contest::{ContestReport, json};
use serde_json::Value;

use super::plot::{self, Point};
use super::summary::{entrant_text, heading, plot_note, result_head, result_row};
use super::text::{one_line, percent};

const NO_SWEEP: SweepRows<'static> = SweepRows { param: "", rows: Vec::new() };

/// The table with its heading and its conclusion.
pub fn text(report: &ContestReport) -> String {
    let sweep = SweepRows::new(report).unwrap_or(NO_SWEEP);
    let [against, first] = [&report.terms.engines[0], &report.terms.engines[1]];
    format!(
        "{}: {} ({}) with different {}\nagainst {}\n{}\n\n{}\n{}\n",
        report.terms.game,
        strategy(report),
        first.limits,
        sweep.param,
        entrant_text(against),
        heading(report),
        table(&sweep),
        conclusion(&sweep),
    )
}

/// Name of the strategy with the parameter.
fn strategy(report: &ContestReport) -> &str {
    report.terms.engines[1].spec.split(':').next().unwrap_or_default()
}

/// The rows alone.
pub fn table(sweep: &SweepRows) -> String {
    let rows = sweep.rows.iter().map(|(value, tally)| result_row(value, tally));
    result_head(sweep.param) + &rows.collect::<String>()
}

/// The best value, and which of the others are significantly worse.
pub fn conclusion(sweep: &SweepRows) -> String {
    let Some(best) = sweep.best() else { return "No game was played.".into() };
    let worse = match best.worse.len() {
        0 => "no other value is significantly worse".to_string(),
        n if n == best.others => format!("all {n} others are significantly worse"),
        n => format!("{n} of {} others are significantly worse: {}", best.others, best.worse.join(", ")),
    };
    format!("Best is {} = {} with {}; {worse} (95 % each).", sweep.param, best.value, percent(best.score))
}

/// The plot.
pub fn svg(report: &ContestReport) -> anyhow::Result<String> {
    let sweep = SweepRows::new(report).unwrap_or(NO_SWEEP);
    let points: Vec<Point> = sweep
        .rows
        .iter()
        .filter_map(|(value, tally)| Some(Point::new(value.to_string(), &tally.estimate()?)))
        .collect();
    let against = one_line(report.terms.engines[0].label());
    let title = format!("{}: {} against {against}", report.terms.game, strategy(report));
    let note = plot_note(report, Some(&report.terms.engines[1].limits));
    plot::scores(&title, &format!("{} ({note})", sweep.param), &points)
}

/// The same as JSON, with the conclusion.
pub fn json(report: &ContestReport) -> Value {
    let mut value = json::report(report);
    value["conclusion"] = conclusion(&SweepRows::new(report).unwrap_or(NO_SWEEP)).into();
    value
}
