//! A contest that is followed in its log while it is played.
//!
//! The games of most contests count as soon as the log has them. A sequential test and a
//! tuning need them in the order of their numbers; a game whose predecessor is still being
//! played waits.

use std::collections::BTreeMap;

use game::{Game, Playable};
use stats::Estimate;

use crate::book::Book;
use crate::error::{Error, RecordError};
use crate::log::{GameRecord, Header};
use crate::one_game::GameResult;
use crate::report::ContestReport;
use crate::schedule::Schedule;
use crate::shard::Shard;
use crate::terms::{ContestKind, Fixture};
use crate::tuning::Tuning;

/// A contest as far as its log goes.
pub struct Live<G: Game> {
    schedule: Schedule<G>,
    results: Results,
    course: Vec<Point>,
    /// Games whose predecessor is missing, with their lines.
    waiting: BTreeMap<u64, (usize, GameRecord)>,
    /// The next game of a contest whose games count in their order.
    next: u64,
}

enum Results {
    Report(Box<ContestReport>),
    Tuning(Box<Tuning>),
}

/// What was known after a number of games of a match or a test.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Point {
    /// Number of games in whole pairs.
    pub games: u64,
    /// Strength of A.
    pub estimate: Estimate,
    /// Log-likelihood ratio of the test, if the contest is one.
    pub llr: Option<f64>,
}

/// Error: a game of a log is wrong; the number of its line.
pub type Wrong = (usize, RecordError);

impl<G: Playable> Live<G> {
    /// The contest of this header, before its first game. `book` are its openings, if the
    /// caller has them.
    pub fn new(header: &Header, book: Option<Book<G>>) -> Result<Self, Error> {
        let terms = header.terms.clone();
        let schedule = Schedule::of_log(terms.clone(), book)?;
        let results = match Tuning::begin(&terms)? {
            Some(tuning) => Results::Tuning(Box::new(tuning)),
            None => Results::Report(Box::new(ContestReport::empty(terms, header.shard))),
        };
        Ok(Live { schedule, results, course: Vec::new(), waiting: BTreeMap::new(), next: 0 })
    }

    /// Adds game number `number`, from 0, which is in line `line` of the log.
    pub fn add(&mut self, line: usize, number: u64, record: GameRecord) -> Result<(), Wrong> {
        if !self.is_ordered() {
            return self.count(line, number, &record);
        }
        self.waiting.insert(number, (line, record));
        while let Some((line, record)) = self.waiting.remove(&self.next) {
            self.count(line, self.next, &record)?;
            self.next += 1;
        }
        Ok(())
    }

    /// The contest was made longer: each pairing has this number of games.
    pub fn make_longer(&mut self, games: u64) {
        self.report_mut().terms.games = games;
    }

    /// The results.
    pub fn report(&self) -> &ContestReport {
        match &self.results {
            Results::Report(report) => report,
            Results::Tuning(tuning) => &tuning.report,
        }
    }

    /// The tuning, if the contest is one.
    pub fn tuning(&self) -> Option<&Tuning> {
        match &self.results {
            Results::Tuning(tuning) => Some(tuning),
            Results::Report(_) => None,
        }
    }

    /// What was known after each pair of games of a match or a test.
    pub fn course(&self) -> &[Point] {
        &self.course
    }

    /// Number of games that do not count yet, since a game before them is missing.
    pub fn waiting(&self) -> usize {
        self.waiting.len()
    }

    fn report_mut(&mut self) -> &mut ContestReport {
        match &mut self.results {
            Results::Report(report) => report,
            Results::Tuning(tuning) => &mut tuning.report,
        }
    }

    fn is_ordered(&self) -> bool {
        let report = self.report();
        let kind = &report.terms.kind;
        report.shard == Shard::WHOLE && matches!(kind, ContestKind::Sprt { .. } | ContestKind::Tune(_))
    }

    fn count(&mut self, line: usize, number: u64, record: &GameRecord) -> Result<(), Wrong> {
        let mut fixture = self.report().terms.fixture(number);
        if let Results::Tuning(tuning) = &self.results {
            fixture.engines = tuning.engines();
        }
        let finished = self.schedule.restore(&fixture, record).map_err(|why| (line, why))?;
        self.add_result(&fixture, finished.result());
        Ok(())
    }

    fn add_result(&mut self, fixture: &Fixture, result: GameResult) {
        match &mut self.results {
            Results::Tuning(tuning) => tuning.add(fixture, result),
            // Games after the end of a test do not count.
            Results::Report(report) if report.verdict.is_some() => (),
            Results::Report(report) => {
                let _ = report.add(fixture, result);
                self.add_point();
            }
        }
    }

    /// Notes what a match or a test knows after one more pair.
    fn add_point(&mut self) {
        let Results::Report(report) = &self.results else { return };
        if !matches!(report.terms.kind, ContestKind::Match | ContestKind::Sprt { .. }) {
            return;
        }
        let pairs = &report.tallies[0].pairs;
        let games = 2 * pairs.iter().sum::<u64>();
        if self.course.last().is_some_and(|last| last.games >= games) {
            return;
        }
        let llr = report.terms.kind.test().map(|test| test.llr(pairs));
        let estimate = Estimate::from_counts(pairs);
        self.course.extend(estimate.map(|estimate| Point { games, estimate, llr }));
    }
}
