//! `arena sweep`: what a parameter does, value by value, with intervals.

use std::fmt::Write;

use anyhow::{Context, Result, ensure};
use game::error::quote;
use serde_json::{Value, json};
use stats::Estimate;

use crate::cli::SweepArgs;
use crate::contest::Contest;
use crate::foreign::is_foreign;
use crate::games::{Playable, Visitor};
use crate::plot::{self, Point};
use crate::report::{Report, elo_text, estimate_json, percent};
use crate::run;
use crate::spec;
use crate::tally::Tally;
use crate::terms::{Entrant, Kind};
use crate::text::one_line;

/// `arena sweep`, for any game.
pub struct Sweep<'a> {
    /// What the user wants.
    pub args: &'a SweepArgs,
}

impl Visitor for Sweep<'_> {
    type Output = Result<Report>;

    fn visit<G: Playable>(&self) -> Result<Report> {
        let args = self.args;
        ensure!(!is_foreign(&args.strategy), "{} has no parameters to try", quote(&args.strategy));
        let [limits, against] = args.side_limits.resolve(&args.contest.limits);
        let spec::Values { name, values } = args.param.clone();
        let mut engines = vec![Entrant { spec: args.against.clone(), limits: against }];
        let variant = |value: &String| Entrant {
            spec: spec::with(&args.strategy, &name, value),
            limits: limits.clone(),
        };
        engines.extend(values.iter().map(variant));
        let kind = Kind::Sweep { param: name, values };
        let contest = Contest::<G>::set_up(kind, engines, args.games, &args.contest)?;
        args.svg.as_deref().map_or(Ok(()), plot::prepare)?;
        let report = run::hold(&contest, args.shard, &args.contest)?;
        if let Some(path) = &args.svg {
            std::fs::write(path, svg(&report)?)
                .with_context(|| format!("cannot write {}", path.display()))?;
        }
        Ok(report)
    }
}

/// The parameter, and what came of each of its values.
pub fn rows(report: &Report) -> (&str, Vec<(&String, &Tally)>) {
    match &report.terms.kind {
        Kind::Sweep { param, values } => (param, values.iter().zip(&report.tallies).collect()),
        _ => ("", Vec::new()),
    }
}

/// The name of the engine whose parameter it is.
fn strategy(report: &Report) -> &str {
    report.terms.engines[1].spec.split(':').next().unwrap_or_default()
}

/// The table, as Markdown.
pub fn text(report: &Report) -> String {
    let mut out = String::new();
    write_text(&mut out, report).expect("a string takes all");
    out
}

fn write_text(out: &mut String, report: &Report) -> std::fmt::Result {
    let (param, rows) = rows(report);
    let [against, first] = [&report.terms.engines[0], &report.terms.engines[1]];
    writeln!(
        out,
        "{}: {} ({}) with different {param}\nagainst {} ({})\n{}\n",
        report.terms.game,
        strategy(report),
        first.limits,
        one_line(&against.spec),
        against.limits,
        report.heading()
    )?;
    out.push_str(&table(param, &rows));
    writeln!(out, "\n{}", judgement(param, &rows))
}

/// The rows alone.
pub fn table(param: &str, rows: &[(&String, &Tally)]) -> String {
    let mut out = format!("| {param} | games | wins | draws | losses | score | 95 % | Elo |\n");
    out.push_str("|---|---|---|---|---|---|---|---|\n");
    for (value, tally) in rows {
        let [losses, draws, wins] = tally.results();
        let _ = write!(out, "| {value} | {} | {wins} | {draws} | {losses} ", tally.games());
        let _ = match tally.estimate() {
            Some(e) => {
                let [low, high] = e.score_range.map(percent);
                writeln!(out, "| {} | {low} to {high} | {} |", percent(e.score), elo_text(&e))
            }
            None => writeln!(out, "| – | – | – |"),
        };
    }
    out
}

/// What can be said of the best value: which of the others are surely worse.
pub fn judgement(param: &str, rows: &[(&String, &Tally)]) -> String {
    let scored: Vec<(&String, Estimate)> =
        rows.iter().filter_map(|(value, tally)| Some((*value, tally.estimate()?))).collect();
    let Some((best, top)) = scored.iter().max_by(|a, b| a.1.score.total_cmp(&b.1.score)) else {
        return "Nothing was played.".into();
    };
    // Half the width of an interval is 1.96 standard deviations; those of a
    // difference add by squares.
    let margin = |e: &Estimate| (e.score_range[1] - e.score_range[0]) / 2.0;
    let worse = |e: &Estimate| top.score - e.score > margin(top).hypot(margin(e));
    let worse: Vec<&str> = scored.iter().filter(|(_, e)| worse(e)).map(|(value, _)| value.as_str()).collect();
    let others = scored.len() - 1;
    let found = match worse.len() {
        0 => "no other value is surely worse".to_string(),
        n if n == others => format!("all {others} others are surely worse"),
        n => format!("surely worse are {n} of {others}: {}", worse.join(", ")),
    };
    format!("Best is {param} = {best} with {}; {found} (95 % each).", percent(top.score))
}

/// The plot.
pub fn svg(report: &Report) -> Result<String> {
    let (param, rows) = rows(report);
    let points: Vec<Point> = rows
        .iter()
        .filter_map(|(value, tally)| Some(Point::new(value.to_string(), &tally.estimate()?)))
        .collect();
    let against = one_line(&report.terms.engines[0].spec);
    let title = format!("{}: {} against {against}", report.terms.game, strategy(report));
    plot::scores(&title, param, &points)
}

/// The same for programs.
pub fn json(report: &Report) -> Value {
    let (param, rows) = rows(report);
    let row = |(i, (value, tally)): (usize, &(&String, &Tally))| {
        let [losses, draws, wins] = tally.results();
        json!({
            "value": value,
            "spec": report.terms.engines[i + 1].spec,
            "games": tally.games(), "wins": wins, "draws": draws, "losses": losses,
            "pentanomial": tally.pairs,
            "faults": tally.faults().len(),
            "estimate": tally.estimate().as_ref().map(estimate_json),
        })
    };
    let mut json = report.heading_json();
    json["param"] = param.into();
    json["against"] = report.terms.engines[0].spec.clone().into();
    json["values"] = rows.iter().enumerate().map(row).collect();
    json["judgement"] = judgement(param, &rows).into();
    json
}
