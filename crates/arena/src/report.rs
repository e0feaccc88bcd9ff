//! What a contest came to, and what is told of it: a table for people, JSON for
//! programs.

use std::fmt::Write;
use std::ops::ControlFlow;
use std::time::Duration;

use serde_json::{Value, json};
use stats::{Estimate, Verdict};

use crate::duel::Played;
use crate::scoresheet;
use crate::sweep;
use crate::tally::Tally;
use crate::terms::{Fixture, Kind, Shard, Terms};
use crate::text::time;
use crate::tournament;

/// A contest that was played, or what there is of it.
pub struct Report {
    /// What it is.
    pub terms: Terms,
    /// The part of it that was to be played.
    pub shard: Shard,
    /// What came of each pairing.
    pub tallies: Vec<Tally>,
    /// How its test ended, if it has one and that has ended.
    pub verdict: Option<Verdict>,
    /// How it was played; nothing where logs were read.
    pub ran: Option<Ran>,
}

/// How a contest was played.
#[derive(Clone, Copy, Debug)]
pub struct Ran {
    /// How long it took.
    pub elapsed: Duration,
    /// How many games were played at a time.
    pub jobs: u64,
    /// How long the players thought, all of them taken together.
    pub thinking: Duration,
}

impl Ran {
    /// The share of the time in which nobody thought: what the arena takes for
    /// itself, and what is lost where the last games leave others idle.
    pub fn overhead(&self) -> f64 {
        let spent = self.elapsed.as_secs_f64() * self.jobs as f64;
        (1.0 - self.thinking.as_secs_f64() / spent.max(1e-9)).clamp(0.0, 1.0)
    }
}

impl Report {
    /// Before the first game.
    pub fn empty(terms: Terms, shard: Shard) -> Report {
        let tallies = vec![Tally::default(); terms.pairings().len()];
        Report { terms, shard, tallies, verdict: None, ran: None }
    }

    /// Adds a game; breaks where no other one is wanted.
    pub fn add(&mut self, fixture: &Fixture, played: Played) -> ControlFlow<()> {
        let tally = &mut self.tallies[fixture.pairing];
        tally.add(fixture.game, played);
        // A test looks at whole pairs, and all of them up to the last.
        let gapless = tally.unpaired() == 0 && tally.games() == fixture.number + 1;
        if let (Some(test), true) = (self.terms.kind.test(), gapless) {
            self.verdict = test.verdict(&tally.pairs);
        }
        if self.verdict.is_some() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }

    /// Games that were played.
    pub fn games(&self) -> u64 {
        self.tallies.iter().map(Tally::games).sum()
    }

    /// Games that were to be played.
    pub fn wanted(&self) -> u64 {
        match self.verdict {
            Some(_) => self.games(),
            None => self.shard.count(self.terms.total()),
        }
    }

    /// Are there games that were to be played and were not?
    pub fn is_incomplete(&self) -> bool {
        self.games() < self.wanted()
    }

    /// Was it ended before all games were played?
    pub fn is_interrupted(&self) -> bool {
        self.ran.is_some() && self.is_incomplete()
    }

    /// A number that follows from all moves of all games.
    pub fn fingerprint(&self) -> u64 {
        let numbered = self.tallies.iter().enumerate();
        numbered.fold(0, |sum: u64, (i, tally)| sum.wrapping_add(tally.fingerprint.rotate_left(i as u32)))
    }

    /// `100 games in 2.3s, 2 at a time, 2 random plies from …, seed 1`.
    pub fn heading(&self) -> String {
        let (games, wanted) = (self.games(), self.wanted());
        let mut out = match (self.ran, self.is_incomplete()) {
            (Some(Ran { elapsed, .. }), true) => {
                format!("interrupted after {games} of {wanted} games in {}", time(elapsed))
            }
            (Some(Ran { elapsed, .. }), false) => format!("{games} games in {}", time(elapsed)),
            (None, true) => format!("{games} of {wanted} games, the others are missing"),
            (None, false) => format!("{games} games"),
        };
        if let Some(Ran { jobs, .. }) = self.ran {
            let _ = write!(out, ", {jobs} at a time");
        }
        let _ = write!(out, ", {}", self.setting());
        out
    }

    /// How the games began, which is the same whoever plays them when.
    pub fn setting(&self) -> String {
        let part = match self.shard {
            Shard::WHOLE => String::new(),
            shard => format!("part {shard}, "),
        };
        let Terms { opening_plies, seed, .. } = self.terms;
        let start = self.terms.start.as_deref().unwrap_or("boards drawn by lot");
        format!("{part}{opening_plies} random plies from {start}, seed {seed}")
    }

    /// How much of the time nobody thought, as a line of its own.
    pub fn overhead(&self) -> String {
        self.ran.map_or(String::new(), |ran| {
            let Ran { elapsed, jobs, thinking } = ran;
            let (share, thinking) = (100.0 * ran.overhead(), time(thinking));
            format!("overhead        {share:.2} % of {jobs} × {}: {thinking} were thinking\n", time(elapsed))
        })
    }

    /// What all reports tell to programs.
    pub fn heading_json(&self) -> Value {
        json!({
            "game": self.terms.game,
            "from": self.terms.start,
            "opening_plies": self.terms.opening_plies,
            "seed": self.terms.seed,
            "shard": self.shard,
            "jobs": self.ran.map(|ran| ran.jobs),
            "games": self.games(),
            "games_wanted": self.wanted(),
            "complete": !self.is_incomplete(),
            "interrupted": self.is_interrupted(),
            "seconds": self.ran.map(|ran| ran.elapsed.as_secs_f64()),
            "thinking_seconds": self.ran.map(|ran| ran.thinking.as_secs_f64()),
            "overhead": self.ran.map(|ran| ran.overhead()),
            "tolerance_seconds": self.terms.tolerance.as_secs_f64(),
            "fingerprint": format!("{:016x}", self.fingerprint()),
        })
    }

    /// The table.
    pub fn text(&self) -> String {
        match self.terms.kind {
            Kind::Match | Kind::Sprt { .. } | Kind::Tune(_) => scoresheet::text(self),
            Kind::Tournament { .. } => tournament::text(self),
            Kind::Sweep { .. } => sweep::text(self),
        }
    }

    /// The same for programs. A bound that is infinite is null.
    pub fn json(&self) -> Value {
        match self.terms.kind {
            Kind::Match | Kind::Sprt { .. } | Kind::Tune(_) => scoresheet::json(self),
            Kind::Tournament { .. } => tournament::json(self),
            Kind::Sweep { .. } => sweep::json(self),
        }
    }
}

/// A share in percent.
pub fn percent(share: f64) -> String {
    format!("{:.1} %", 100.0 * share)
}

/// `+27.9 ± 20.1`, or the interval where it has no end.
pub fn elo_text(estimate: &Estimate) -> String {
    let Estimate { elo, elo_range: [low, high], .. } = estimate;
    match estimate.elo_error().is_finite() {
        true => format!("{elo:+.1} ± {:.1}", estimate.elo_error()),
        false => format!("{elo:+.1} ({low:+.1} to {high:+.1})"),
    }
}

/// An estimate for programs.
pub fn estimate_json(estimate: &Estimate) -> Value {
    let Estimate { score, score_range, elo, elo_range, superiority } = *estimate;
    json!({
        "score": score, "score_low": score_range[0], "score_high": score_range[1],
        "elo": elo, "elo_error": estimate.elo_error(), "elo_low": elo_range[0], "elo_high": elo_range[1],
        "los": superiority,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_nobody_thought_about_is_overhead() {
        let [second, thought] = [1000, 1900].map(Duration::from_millis);
        let ran = Ran { elapsed: second, jobs: 2, thinking: thought };
        assert!((ran.overhead() - 0.05).abs() < 1e-9, "{}", ran.overhead());
        assert_eq!(Ran { thinking: 3 * second, ..ran }.overhead(), 0.0, "clocks differ a little");
        assert_eq!(Ran { elapsed: Duration::ZERO, thinking: Duration::ZERO, ..ran }.overhead(), 1.0);
    }

    #[test]
    fn elo_has_an_error_or_an_interval() {
        let estimate = |counts: &[u64]| Estimate::from_counts(counts).unwrap();
        assert_eq!(elo_text(&estimate(&[10, 40, 120, 60, 20])), "+27.9 ± 20.1");
        assert_eq!(elo_text(&estimate(&[0, 0, 0, 0, 20])), "+inf (+277.4 to +inf)");
        assert_eq!(elo_text(&estimate(&[20, 0, 0, 0, 0])), "-inf (-inf to -277.4)");
    }
}
