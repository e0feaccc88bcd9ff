//! The line that shows the progress of a contest; only on a terminal.

use std::time::{Duration, Instant};

use contest::ContestReport;
use indicatif::{HumanDuration, ProgressBar, ProgressStyle};

use super::cross_table;
use super::match_table::llr_text;
use super::summary::elo_text;
use super::text::percent;

/// Time between two updates: a fast match has a hundred thousand games.
const PERIOD: Duration = Duration::from_millis(100);

/// The progress line.
pub struct Progress {
    bar: ProgressBar,
    started: Instant,
    shown: Instant,
}

impl Progress {
    /// A line on stderr; hidden if stderr is not a terminal.
    pub fn new() -> Progress {
        let bar = ProgressBar::new_spinner();
        bar.set_style(ProgressStyle::with_template("{wide_msg}").expect("the template is valid"));
        let now = Instant::now();
        Progress { bar, started: now, shown: now }
    }

    /// Shows the results so far, if an update is due.
    pub fn show(&mut self, report: &ContestReport) {
        let elapsed = self.started.elapsed();
        self.show_text(|| message(report, elapsed));
    }

    /// Shows this text, if an update is due.
    pub fn show_text(&mut self, message: impl FnOnce() -> String) {
        if self.bar.is_hidden() || self.shown.elapsed() < PERIOD {
            return;
        }
        self.shown = Instant::now();
        self.bar.set_message(message());
    }

    /// Removes the line.
    pub fn finish(&self) {
        self.bar.finish_and_clear();
    }
}

/// A line that shows the time while a foreign program thinks, which reports nothing.
pub struct Waiting(ProgressBar);

impl Waiting {
    /// A line on stderr that changes by itself until it is dropped.
    pub fn new() -> Waiting {
        let bar = ProgressBar::new_spinner();
        let style = ProgressStyle::with_template("{spinner} the program thinks, {elapsed}");
        bar.set_style(style.expect("the template is valid"));
        bar.enable_steady_tick(2 * PERIOD);
        Waiting(bar)
    }
}

impl Drop for Waiting {
    fn drop(&mut self) {
        self.0.finish_and_clear();
    }
}

fn message(report: &ContestReport, elapsed: Duration) -> String {
    let (played, wanted) = (report.games(), report.wanted());
    let now = played.saturating_sub(report.stored).max(1);
    let left = HumanDuration(elapsed.mul_f64(wanted.saturating_sub(played) as f64 / now as f64));
    let forfeits = match report.forfeits() {
        0 => String::new(),
        count => format!("  {count} forfeits"),
    };
    let tally = &report.tallies[0];
    let standing = match (report.tallies.len(), tally.estimate()) {
        (1, Some(e)) => format!("score {}  Elo {}", percent(e.score), elo_text(&e)),
        (1, None) => String::new(),
        _ => cross_table::leader(report).map_or(String::new(), |leader| format!("first {leader}")),
    };
    match report.terms.kind.test() {
        // The end of a test cannot be predicted.
        Some(test) => format!("{played} games  {}  {standing}{forfeits}", llr_text(&test, tally)),
        None => format!("{played}/{wanted} games  {standing}{forfeits}  {left:#} left"),
    }
}

#[cfg(test)]
mod tests {
    use contest::{ContestKind, GameResult, Shard, Terms, Usage};
    use game::Outcome;

    use super::*;

    fn drawn(kind: ContestKind) -> ContestReport {
        let terms = Terms::new::<tictactoe::State>(kind, Vec::new(), 400);
        let mut report = ContestReport::empty(terms, Shard::WHOLE);
        for game in 0..4 {
            let usage = [Usage::default(); 2];
            let outcome = Outcome::Draw;
            let draw = GameResult {
                outcome,
                plies: 9,
                usage,
                proven: None,
                forfeit: None,
                adjudicated: false,
                fingerprint: 1,
            };
            report.tallies[0].add(game, draw);
        }
        report
    }

    #[test]
    fn the_line_has_the_score_and_the_time_left() {
        let mut report = drawn(ContestKind::Match);
        let line = message(&report, Duration::from_secs(1));
        assert_eq!(line, "4/400 games  score 50.0 %  Elo +0.0 ± 296.6  2m left");
        report.stored = 2;
        let resumed = message(&report, Duration::from_secs(1));
        assert!(resumed.ends_with("  3m left"), "two games a second: {resumed}");
    }

    #[test]
    fn the_line_of_a_test_has_the_log_likelihood_ratio() {
        let test = ContestKind::Sprt { elo0: 0.0, elo1: 10.0, alpha: 0.05, beta: 0.05 };
        let line = message(&drawn(test), Duration::from_secs(1));
        assert_eq!(line, "4 games  LLR -0.05 (-2.94 to +2.94)  score 50.0 %  Elo +0.0 ± 296.6");
    }
}
