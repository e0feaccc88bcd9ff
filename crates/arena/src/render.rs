//! Tables, JSON, plots and text that changes in place.
//!
//! Renderers take data (most of them a [`ContestReport`]) and return text; only
//! [`live`] and [`progress`] write to the terminal.

pub mod board;
#[cfg(target_os = "linux")]
pub mod check_table;
pub mod cross_table;
pub mod decision;
pub mod doubling_table;
pub mod live;
pub mod match_table;
pub mod plot;
pub mod progress;
pub mod rating_table;
pub mod review;
pub mod summary;
pub mod sweep_table;
pub mod text;
pub mod tuning;

use contest::{ContestKind, ContestReport, json};
use serde_json::Value;

/// The table of a contest.
pub fn report_text(report: &ContestReport) -> String {
    match report.terms.kind {
        ContestKind::Match | ContestKind::Sprt { .. } | ContestKind::Tune(_) => match_table::text(report),
        ContestKind::Tournament { .. } => cross_table::text(report),
        ContestKind::Sweep { .. } => sweep_table::text(report),
        ContestKind::Doublings => doubling_table::text(report),
    }
}

/// The same as JSON. An infinite bound is null.
pub fn report_json(report: &ContestReport) -> Value {
    match report.terms.kind {
        ContestKind::Sweep { .. } => sweep_table::json(report),
        _ => json::report(report),
    }
}
