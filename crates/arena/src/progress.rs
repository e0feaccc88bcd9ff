//! The line that moves while a match is played: on a terminal, and only
//! there.

use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressStyle};

use crate::report::{elo_text, percent};
use crate::tally::Tally;

/// Time between two looks: a fast match has a hundred thousand games.
const PERIOD: Duration = Duration::from_millis(100);

/// The line.
pub struct Progress {
    bar: ProgressBar,
    shown: Instant,
}

impl Progress {
    /// A line for so many games. Where stderr is no terminal it stays
    /// hidden.
    pub fn new(games: u64) -> Progress {
        let bar = ProgressBar::new(games);
        let style = ProgressStyle::with_template("{pos}/{len} games  {msg}  {eta} left");
        bar.set_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()));
        Progress { bar, shown: Instant::now() }
    }

    /// Shows how it stands, if that is due.
    pub fn show(&mut self, tally: &Tally) {
        if self.bar.is_hidden() || self.shown.elapsed() < PERIOD {
            return;
        }
        self.shown = Instant::now();
        self.bar.set_message(message(tally));
        self.bar.set_position(tally.games());
    }

    /// The line goes away.
    pub fn finish(&self) {
        self.bar.finish_and_clear();
    }
}

fn message(tally: &Tally) -> String {
    let Some(estimate) = tally.estimate() else {
        return String::new();
    };
    let faults = match tally.faults().len() {
        0 => String::new(),
        count => format!("  {count} faults"),
    };
    format!("score {}  Elo {}{faults}", percent(estimate.score), elo_text(&estimate))
}
