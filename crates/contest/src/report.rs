//! The results of a contest.

use std::ops::ControlFlow;
use std::time::Duration;

use stats::Verdict;

use crate::one_game::GameResult;
use crate::shard::Shard;
use crate::tally::Tally;
use crate::terms::{ContestKind, Fixture, Terms};

/// The results of a contest, or of the games of it that were played.
#[derive(Clone, Debug)]
pub struct ContestReport {
    /// The terms.
    pub terms: Terms,
    /// The part of the contest that was to be played.
    pub shard: Shard,
    /// Sums of each pairing.
    pub tallies: Vec<Tally>,
    /// Result of the test, if the contest is one and it has ended.
    pub verdict: Option<Verdict>,
    /// Number of games that the log had before the run.
    pub stored: u64,
    /// How the games were played; `None` if they were only read from logs.
    pub run: Option<RunInfo>,
}

/// How a contest was played.
#[derive(Clone, Copy, Debug)]
pub struct RunInfo {
    /// Real time.
    pub elapsed: Duration,
    /// Number of games at a time.
    pub jobs: u64,
    /// Sum of the times of all choices.
    pub thinking: Duration,
}

impl RunInfo {
    /// Share of the time (of all threads) in which no player was thinking.
    pub fn overhead(&self) -> f64 {
        let spent = self.elapsed.as_secs_f64() * self.jobs as f64;
        (1.0 - self.thinking.as_secs_f64() / spent.max(1e-9)).clamp(0.0, 1.0)
    }
}

impl ContestReport {
    /// The report before the first game.
    pub fn empty(terms: Terms, shard: Shard) -> ContestReport {
        let tallies = vec![Tally::default(); terms.pairings().len()];
        ContestReport { terms, shard, tallies, verdict: None, stored: 0, run: None }
    }

    /// Adds a game; `Break` if the test has ended.
    pub fn add(&mut self, fixture: &Fixture, result: GameResult) -> ControlFlow<()> {
        let tally = &mut self.tallies[fixture.pairing];
        tally.add(fixture.game, result);
        // A test uses whole pairs, and all of them up to the last.
        let gapless = tally.unpaired() == 0 && tally.games() == fixture.number + 1;
        if let (Some(test), true) = (self.terms.kind.test(), gapless) {
            self.verdict = test.verdict(&tally.pairs);
        }
        if self.verdict.is_some() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }

    /// Number of games that were played.
    pub fn games(&self) -> u64 {
        self.tallies.iter().map(Tally::games).sum()
    }

    /// Number of games that were to be played.
    pub fn wanted(&self) -> u64 {
        match self.verdict {
            Some(_) => self.games(),
            None => self.shard.count(self.terms.total()),
        }
    }

    /// Number of forfeits.
    pub fn forfeits(&self) -> usize {
        self.tallies.iter().map(|tally| tally.forfeits().len()).sum()
    }

    /// Are games missing?
    pub fn is_incomplete(&self) -> bool {
        self.games() < self.wanted()
    }

    /// Did the run end before all games were played?
    pub fn is_interrupted(&self) -> bool {
        self.run.is_some() && self.is_incomplete()
    }

    /// Were all openings of the book used, and then again?
    pub fn are_openings_used_up(&self) -> bool {
        let pairs = match &self.terms.kind {
            // The openings of a tuning go on from step to step.
            ContestKind::Tune(_) => self.games() / 2,
            _ => self.tallies.iter().map(|tally| tally.games() / 2).max().unwrap_or(0),
        };
        self.terms.openings.as_ref().is_some_and(|book| pairs > book.count)
    }

    /// A hash of all moves of all games.
    pub fn fingerprint(&self) -> u64 {
        let numbered = self.tallies.iter().enumerate();
        numbered.fold(0, |sum: u64, (i, tally)| sum.wrapping_add(tally.fingerprint.rotate_left(i as u32)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_time_in_which_no_player_thinks_is_overhead() {
        let [second, thought] = [1000, 1900].map(Duration::from_millis);
        let info = RunInfo { elapsed: second, jobs: 2, thinking: thought };
        assert!((info.overhead() - 0.05).abs() < 1e-9, "{}", info.overhead());
        assert_eq!(RunInfo { thinking: 3 * second, ..info }.overhead(), 0.0, "clocks differ a little");
        assert_eq!(RunInfo { elapsed: Duration::ZERO, thinking: Duration::ZERO, ..info }.overhead(), 1.0);
    }
}
