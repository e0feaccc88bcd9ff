//! The results of a sweep: which values of a parameter are worse than the best.

use stats::Estimate;

use crate::report::ContestReport;
use crate::tally::Tally;
use crate::terms::ContestKind;

/// The values of a parameter, each with its games.
pub struct SweepRows<'a> {
    /// Name of the parameter.
    pub param: &'a str,
    /// The values.
    pub rows: Vec<(&'a str, &'a Tally)>,
}

/// The best value of a sweep.
pub struct BestValue<'a> {
    /// The value.
    pub value: &'a str,
    /// Its score.
    pub score: f64,
    /// The values that are significantly worse (95 % each).
    pub worse: Vec<&'a str>,
    /// Number of other values with a score.
    pub others: usize,
}

impl<'a> SweepRows<'a> {
    /// The rows of a sweep; `None` if the contest is of another kind.
    pub fn new(report: &'a ContestReport) -> Option<Self> {
        let ContestKind::Sweep { param, values } = &report.terms.kind else { return None };
        let rows = values.iter().map(String::as_str).zip(&report.tallies).collect();
        Some(SweepRows { param, rows })
    }

    /// The best value, if a game was played.
    pub fn best(&self) -> Option<BestValue<'a>> {
        let scored: Vec<(&str, Estimate)> =
            self.rows.iter().filter_map(|(value, tally)| Some((*value, tally.estimate()?))).collect();
        let (value, top) = scored.iter().max_by(|a, b| a.1.score.total_cmp(&b.1.score))?;
        // Half the width of an interval is 1.96 standard deviations; those of a
        // difference add by squares.
        let margin = |e: &Estimate| (e.score_range[1] - e.score_range[0]) / 2.0;
        let is_worse = |e: &Estimate| top.score - e.score > margin(top).hypot(margin(e));
        let worse = scored.iter().filter(|(_, e)| is_worse(e)).map(|(value, _)| *value).collect();
        Some(BestValue { value, score: top.score, worse, others: scored.len() - 1 })
    }
}
