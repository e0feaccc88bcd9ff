//! The table of `arena check`.

use std::fmt::Write;
use std::time::Duration;

use serde_json::{Value, json};
use trial::check::report::{about, count};
use trial::check::{CheckReport, Failure, Mark};

use super::text::{one_line, shorten};

/// A check with its command line.
pub struct Checked<'a> {
    /// The game.
    pub game: &'a str,
    /// The program.
    pub spec: &'a str,
    /// What was found.
    pub report: &'a CheckReport,
    /// Share of the time in which the program ran.
    pub share: f64,
    /// Number of busy threads beside it.
    pub load: u64,
    /// Load of the machine at the end, by all programs, if it has more than its cores can do.
    pub busy: Option<f64>,
    /// Time of the check.
    pub time: Duration,
}

/// Longest text of a fault in the table; below it and in JSON it is whole.
const LONGEST_DETAIL: usize = 160;
/// Longest line of an exchange that is shown; JSON has all of it.
const LONGEST: usize = 2000;
/// Number of lines of one side of an exchange that are shown.
const LINES: usize = 150;

fn word(mark: Mark) -> &'static str {
    match mark {
        Mark::Ok => "ok",
        Mark::Note => "note",
        Mark::Fail => "FAIL",
        Mark::Skipped => "-",
    }
}

/// The table.
pub fn text(checked: &Checked) -> String {
    let Checked { game, spec, report, .. } = checked;
    let mut text = format!("{game}, {spec}\n{}\n\n", conditions(checked));
    let mut add = |line: std::fmt::Arguments| text.write_fmt(line).expect("writing to a string cannot fail");
    for row in report.rows() {
        let mut detail = one_line(&row.detail);
        if matches!(row.mark, Mark::Fail | Mark::Note) {
            detail = shorten(&detail, LONGEST_DETAIL);
        }
        add(format_args!("{:<4}  {:<13}  {detail}\n", word(row.mark), row.aspect.name()));
    }
    let moves = count(report.turns.len(), "move");
    let end = match (report.interrupted, report.is_well()) {
        (true, _) => "Ctrl-C ended the check",
        (_, true) => "All is well",
        (_, false) => "It fails",
    };
    add(format_args!("\n{end}: {moves} in {:.0} s.\n", checked.time.as_secs_f64()));
    if let Some(failure) = report.failures.first() {
        text += &failure_text(failure);
    }
    text
}

/// Limits and slowness.
fn conditions(checked: &Checked) -> String {
    let allowed = checked.report.allowed;
    let mut text = format!("{:?} a move", allowed.turn);
    if allowed.first != allowed.turn {
        text += &format!(" ({:?} for the first)", allowed.first);
    }
    text += &format!(", {} MiB", allowed.memory);
    if checked.share < 1.0 {
        let factor = format!("{:.2}", 1.0 / checked.share);
        let factor = factor.trim_end_matches('0').trim_end_matches('.');
        text += &format!(
            "; the program runs in {:.0} % of the time, {factor} times slower",
            checked.share * 100.0
        );
    }
    if checked.load > 0 {
        text += &format!("; {} busy threads beside it", checked.load);
    }
    if let Some(load) = checked.busy {
        text += &format!("; this machine is busy (load {load:.1}): times are longer than on an idle one");
    }
    text
}

fn failure_text(failure: &Failure) -> String {
    let Failure { aspect, form, what, place, position, exchanges, advice, .. } = failure;
    let mut text = format!("\nThe first failure: {}, in {form} ({}); {place}\n", aspect.name(), about(form));
    text += &format!("  it      {}\n  in      {position}\n", one_line(what));
    for exchange in exchanges {
        text += &lines("sent", &exchange.sent);
        text += &lines("back", &exchange.received);
    }
    if exchanges.is_empty() {
        text += "  sent    (nothing)\n";
    }
    text + &format!("What to do: {advice}\n")
}

/// One side of an exchange, its lines below each other.
fn lines(title: &str, bytes: &[u8]) -> String {
    if bytes.is_empty() {
        return format!("  {title:<6}  (nothing)\n");
    }
    let whole = String::from_utf8_lossy(bytes);
    let mut text = String::new();
    let count = whole.lines().count();
    for (number, line) in whole.lines().take(LINES).enumerate() {
        let title = if number == 0 { title } else { "" };
        text += &format!("  {title:<6}  {}\n", shorten(&one_line(line), LONGEST));
    }
    if count > LINES {
        text += &format!("          … {} lines more\n", count - LINES);
    }
    text
}

/// The same as JSON.
pub fn json(checked: &Checked) -> Value {
    let Checked { game, spec, report, share, load, busy, time } = checked;
    let rows: Vec<Value> = report
        .rows()
        .into_iter()
        .map(|row| json!({"row": row.aspect.name(), "result": word(row.mark), "detail": row.detail}))
        .collect();
    let forms: Vec<Value> = report
        .forms
        .iter()
        .map(|form| {
            json!({"form": form.name, "required": form.named, "moves": form.moves, "not_spoken": form.not_spoken})
        })
        .collect();
    let turns: Vec<Value> = report
        .turns
        .iter()
        .map(|turn| json!({"first": turn.first, "seconds": turn.time.as_secs_f64()}))
        .collect();
    let odd: serde_json::Map<String, Value> =
        report.odd.iter().map(|(oddity, count)| (oddity.name().to_string(), (*count).into())).collect();
    json!({
        "game": game,
        "spec": spec,
        "well": report.is_well(),
        "interrupted": report.interrupted,
        "limits": {
            "seconds": report.allowed.turn.as_secs_f64(),
            "first_seconds": report.allowed.first.as_secs_f64(),
            "memory_mib": report.allowed.memory,
        },
        "cpu_share": share,
        "load": load,
        "machine_load": busy,
        "rows": rows,
        "forms": forms,
        "turns": turns,
        "odd_positions": odd,
        "games_to_the_end": report.ended,
        "peak_memory_mib": report.memory,
        "stderr_bytes": report.stderr,
        "failures": report.failures.iter().map(failure_json).collect::<Vec<_>>(),
        "seconds": time.as_secs_f64(),
    })
}

fn failure_json(failure: &Failure) -> Value {
    let exchanges: Vec<Value> = failure
        .exchanges
        .iter()
        .map(|exchange| {
            json!({
                "sent": String::from_utf8_lossy(&exchange.sent),
                "received": String::from_utf8_lossy(&exchange.received),
            })
        })
        .collect();
    json!({
        "row": failure.aspect.name(),
        "form": failure.form,
        "what": failure.what,
        "place": failure.place,
        "position": failure.position,
        "exchanges": exchanges,
        "advice": failure.advice,
    })
}
