//! The line that moves while a match is played: on a terminal, and only
//! there.

use std::time::{Duration, Instant};

use indicatif::{HumanDuration, ProgressBar, ProgressStyle};

use crate::report::{Report, elo_text, percent};
use crate::scoresheet::llr_text;
use crate::tournament;

/// Time between two looks: a fast match has a hundred thousand games.
const PERIOD: Duration = Duration::from_millis(100);

/// The line.
pub struct Progress {
    bar: ProgressBar,
    /// Games that were there before.
    before: u64,
    started: Instant,
    shown: Instant,
}

impl Progress {
    /// A line for a contest of which so many games are there already. Where
    /// stderr is no terminal it stays hidden.
    pub fn new(before: u64) -> Progress {
        let bar = ProgressBar::new_spinner();
        bar.set_style(ProgressStyle::with_template("{wide_msg}").expect("a template of one part"));
        let now = Instant::now();
        Progress { bar, before, started: now, shown: now }
    }

    /// Shows how it stands, if that is due.
    pub fn show(&mut self, report: &Report) {
        let (before, elapsed) = (self.before, self.started.elapsed());
        self.say(|| message(report, before, elapsed));
    }

    /// Shows this, if something is due.
    pub fn say(&mut self, message: impl FnOnce() -> String) {
        if self.bar.is_hidden() || self.shown.elapsed() < PERIOD {
            return;
        }
        self.shown = Instant::now();
        self.bar.set_message(message());
    }

    /// The line goes away.
    pub fn finish(&self) {
        self.bar.finish_and_clear();
    }
}

fn message(report: &Report, before: u64, elapsed: Duration) -> String {
    let (played, wanted) = (report.games(), report.wanted());
    let left =
        elapsed.mul_f64(wanted.saturating_sub(played) as f64 / played.saturating_sub(before).max(1) as f64);
    let left = HumanDuration(left);
    let faults: usize = report.tallies.iter().map(|tally| tally.faults().len()).sum();
    let faults = if faults == 0 { String::new() } else { format!("  {faults} faults") };
    let tally = &report.tallies[0];
    let stands = match (report.tallies.len(), tally.estimate()) {
        (1, Some(e)) => format!("score {}  Elo {}", percent(e.score), elo_text(&e)),
        (1, None) => String::new(),
        _ => tournament::leader(report).map_or(String::new(), |leader| format!("first {leader}")),
    };
    match report.terms.kind.test() {
        // Nobody knows when a test will end.
        Some(test) => format!("{played} games  {}  {stands}{faults}", llr_text(&test, tally)),
        None => format!("{played}/{wanted} games  {stands}{faults}  {left:#} left"),
    }
}

#[cfg(test)]
mod tests {
    use game::Outcome;

    use super::*;
    use crate::duel::{Played, Usage};
    use crate::terms::{Kind, Shard, Terms};

    fn drawn(kind: Kind) -> Report {
        let terms = Terms {
            kind,
            game: "tictactoe".into(),
            engines: Vec::new(),
            games: 400,
            start: None,
            opening_plies: 2,
            seed: 1,
            tolerance: Duration::ZERO,
            memory_limit: None,
        };
        let mut report = Report::empty(terms, Shard::WHOLE);
        for game in 0..4 {
            let usage = [Usage::default(); 2];
            report.tallies[0].add(
                game,
                Played { outcome: Outcome::Draw, plies: 9, usage, proven: None, fault: None, fingerprint: 1 },
            );
        }
        report
    }

    #[test]
    fn the_line_tells_how_it_stands_and_how_long_it_takes() {
        let report = drawn(Kind::Match);
        let line = message(&report, 0, Duration::from_secs(1));
        assert_eq!(line, "4/400 games  score 50.0 %  Elo +0.0 ± 426.5  2m left");
        let resumed = message(&report, 2, Duration::from_secs(1));
        assert!(resumed.ends_with("  3m left"), "two games a second: {resumed}");
    }

    #[test]
    fn the_line_of_a_test_tells_how_far_it_is() {
        let test = Kind::Sprt { elo0: 0.0, elo1: 10.0, alpha: 0.05, beta: 0.05 };
        let line = message(&drawn(test), 0, Duration::from_secs(1));
        assert_eq!(line, "4 games  LLR -0.05 (-2.94 to +2.94)  score 50.0 %  Elo +0.0 ± 426.5");
    }
}
