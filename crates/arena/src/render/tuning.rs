//! The result of a tuning.

use std::fmt::Write;

use contest::{TunedParam, Tuning};

use super::plot::{self, ParamPath};
use super::summary::openings;
use super::text::{limit_options, one_line, time};

/// The table, and the command that tests the result.
pub fn text(tuning: &Tuning) -> String {
    let mut out = String::new();
    write_text(&mut out, tuning).expect("writing to a string cannot fail");
    out
}

fn write_text(out: &mut String, tuning: &Tuning) -> std::fmt::Result {
    let (report, plan, steps) = (&tuning.report, &tuning.plan, tuning.steps());
    let terms = &report.terms;
    let spec = one_line(&tuning.spec().to_string());
    let limits = &terms.engines[0].limits;
    writeln!(out, "{}: tuning of {spec} ({limits})", terms.game)?;
    let interrupted = if report.is_interrupted() { "interrupted after " } else { "" };
    let run =
        report.run.map_or(String::new(), |run| format!(" in {}, {} at a time", time(run.elapsed), run.jobs));
    let (games, openings) = (report.games(), openings(report));
    writeln!(out, "{interrupted}{steps} of {} steps, {games} games{run}, {openings}\n", plan.steps)?;
    writeln!(out, "{:<16}{:>12}{:>12}{:>12}  range", "", "start", "end", "settled")?;
    let settled = tuning.settled();
    for (i, param) in plan.params.iter().enumerate() {
        let cell = |at: &[f64]| format!("{:.4}", param.value(at[i]));
        let cells = [&tuning.path[0], &tuning.path[steps as usize], &settled].map(|at| cell(at));
        let [start, end, settled] = cells;
        let [least, most] = param.range;
        writeln!(out, "{:<16}{start:>12}{end:>12}{settled:>12}  {least}..{most}", param.name)?;
    }
    writeln!(out, "\nSettled is the mean of the second half. To test whether it is stronger:")?;
    let settled = one_line(&tuning.settled_spec().to_string());
    writeln!(out, "arena sprt {} {settled} {spec}{}", terms.game, limit_options(limits))?;
    writeln!(out, "fingerprint {:016x}", report.fingerprint())
}

/// The plot.
pub fn svg(tuning: &Tuning) -> anyhow::Result<String> {
    let path = |(i, param): (usize, &TunedParam)| ParamPath {
        name: param.name.clone(),
        range: param.range,
        values: tuning.values(i),
    };
    let spec = one_line(&tuning.spec().to_string());
    let terms = &tuning.report.terms;
    let (games, limits) = (tuning.report.games(), &terms.engines[0].limits);
    let title = format!("{}: tuning of {spec}, {games} games, {limits}", terms.game);
    plot::paths(&title, &tuning.plan.params.iter().enumerate().map(path).collect::<Vec<_>>())
}
