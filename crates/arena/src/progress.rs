//! The line that moves while a match is played: on a terminal, and only
//! there.

use std::time::{Duration, Instant};

use indicatif::{HumanDuration, ProgressBar, ProgressStyle};

use crate::report::{elo_text, percent};
use crate::tally::Tally;

/// Time between two looks: a fast match has a hundred thousand games.
const PERIOD: Duration = Duration::from_millis(100);

/// The line.
pub struct Progress {
    bar: ProgressBar,
    games: u64,
    started: Instant,
    shown: Instant,
}

impl Progress {
    /// A line for so many games. Where stderr is no terminal it stays
    /// hidden.
    pub fn new(games: u64) -> Progress {
        let bar = ProgressBar::new_spinner();
        bar.set_style(ProgressStyle::with_template("{msg}").expect("a template of one part"));
        let now = Instant::now();
        Progress { bar, games, started: now, shown: now }
    }

    /// Shows how it stands, if that is due.
    pub fn show(&mut self, tally: &Tally) {
        if self.bar.is_hidden() || self.shown.elapsed() < PERIOD {
            return;
        }
        self.shown = Instant::now();
        self.bar.set_message(message(tally, self.games, self.started.elapsed()));
    }

    /// The line goes away.
    pub fn finish(&self) {
        self.bar.finish_and_clear();
    }
}

fn message(tally: &Tally, games: u64, elapsed: Duration) -> String {
    let Some(estimate) = tally.estimate() else {
        return String::new();
    };
    let (played, faults) = (tally.games(), tally.faults().len());
    let left = elapsed.mul_f64(games.saturating_sub(played) as f64 / played as f64);
    let faults = if faults == 0 { String::new() } else { format!("  {faults} faults") };
    format!(
        "{played}/{games} games  score {}  Elo {}{faults}  {:#} left",
        percent(estimate.score),
        elo_text(&estimate),
        HumanDuration(left)
    )
}

#[cfg(test)]
mod tests {
    use game::Outcome;

    use super::*;
    use crate::duel::{Played, Usage};

    #[test]
    fn the_line_tells_how_it_stands_and_how_long_it_takes() {
        let mut tally = Tally::default();
        for game in 0..4 {
            let usage = [Usage::default(); 2];
            tally.add(game, Played { outcome: Outcome::Draw, plies: 9, usage, fault: None, fingerprint: 1 });
        }
        let line = message(&tally, 400, Duration::from_secs(1));
        assert_eq!(line, "4/400 games  score 50.0 %  Elo +0.0 ± 426.5  2m left");
    }
}
