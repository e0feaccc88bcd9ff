//! Writing results to stdout.

use std::io::{self, Write};

use contest::ContestReport;
use serde_json::Value;

use crate::error::{Result, Status};
use crate::render;

/// Writes a text.
pub fn print(text: &str) -> Result<()> {
    Ok(io::stdout().write_all(text.as_bytes())?)
}

/// Writes JSON or text.
pub fn print_either(json: bool, value: impl FnOnce() -> Value, text: impl FnOnce() -> String) -> Result<()> {
    match json {
        true => print(&format!("{:#}\n", value())),
        false => print(&text()),
    }
}

/// Writes a report as JSON or as a table.
pub fn print_report(report: &ContestReport, json: bool) -> Result<Status> {
    print_either(json, || render::report_json(report), || render::report_text(report))?;
    Ok(status(report))
}

/// Did the run of a report end before its last game?
pub fn status(report: &ContestReport) -> Status {
    if report.is_interrupted() { Status::Interrupted } else { Status::Success }
}
