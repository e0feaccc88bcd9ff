//! The playing of a contest: several games at a time, appended to the log as
//! they end, results passed on in the order of the games.
//!
//! A report must not depend on which of two games that run at the same time
//! ends first; so results wait until it is their turn. Games that the log
//! already has are checked and passed on like the others.

use std::collections::HashMap;
use std::ops::ControlFlow;
use std::path::Path;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use clock::Instant;
use game::{Game, Playable, Side};
use stdx::jobs;

use crate::book::Book;
use crate::error::{EntrantError, Error, LogError};
use crate::log::{Games, Header, Log};
use crate::one_game::{self, FinishedGame, GameResult, Seat};
use crate::players::Players;
use crate::report::{ContestReport, RunInfo};
use crate::schedule::Schedule;
use crate::shard::Shard;
use crate::terms::{Fixture, Terms};

/// Terms whose entrants can all play.
pub struct Contest<G: Game, P> {
    /// The games.
    pub schedule: Schedule<G>,
    players: P,
}

impl<G: Playable, P: Players<G>> Contest<G, P> {
    /// Checks the terms and every entrant.
    pub fn new(terms: Terms, players: P) -> Result<Self, Error> {
        Contest::checked(Schedule::new(terms)?, players)
    }

    /// The same with the openings of a book.
    pub fn with_book(terms: Terms, book: Book<G>, players: P) -> Result<Self, Error> {
        Contest::checked(Schedule::with_book(terms, book)?, players)
    }

    fn checked(schedule: Schedule<G>, players: P) -> Result<Self, Error> {
        for entrant in &schedule.terms().engines {
            players.check(entrant, schedule.start())?;
        }
        Ok(Contest { schedule, players })
    }

    /// The terms.
    pub fn terms(&self) -> &Terms {
        self.schedule.terms()
    }

    /// The players.
    pub fn players_mut(&mut self) -> &mut P {
        &mut self.players
    }

    /// Plays a game.
    pub fn play(&self, fixture: &Fixture) -> Result<FinishedGame<G>, EntrantError> {
        let (history, seeds) = self.schedule.opening(fixture);
        let seat = |side: Side| {
            let entrant = fixture.on(side);
            let player = self.players.make(entrant, seeds[side.index()])?;
            Ok::<_, EntrantError>(Seat::new(player, entrant.limits.time))
        };
        let seats = [seat(Side::First)?, seat(Side::Second)?];
        let Terms { tolerance, adjudicate, .. } = *self.terms();
        Ok(one_game::play(history, seats, tolerance, adjudicate))
    }
}

/// How a contest is played.
#[derive(Clone, Copy, Debug)]
pub struct RunOptions<'a> {
    /// Number of games at a time.
    pub jobs: usize,
    /// The log.
    pub log: Option<&'a Path>,
    /// Continue a log that exists.
    pub resume: bool,
    /// No game begins after this is set; games that have begun are finished.
    pub stop: &'a AtomicBool,
}

impl<'a> RunOptions<'a> {
    /// One game at a time, without a log, until `stop` is set.
    pub fn new(stop: &'a AtomicBool) -> Self {
        RunOptions { jobs: 1, log: None, resume: false, stop }
    }

    /// The same with this number of games at a time.
    pub fn jobs(self, jobs: usize) -> Self {
        RunOptions { jobs, ..self }
    }
}

/// Plays a contest (not a tuning) and calls `on_game` after each game with the
/// report so far.
pub fn play_all<G: Playable, P: Players<G>>(
    contest: &Contest<G, P>,
    shard: Shard,
    options: RunOptions<'_>,
    mut on_game: impl FnMut(&ContestReport),
) -> Result<ContestReport, Error> {
    let mut run = Run::begin(contest, shard, options)?;
    let terms = contest.terms();
    let mut report = ContestReport::empty(terms.clone(), shard);
    report.stored = run.stored_games();
    let each = |fixture: &Fixture, result| {
        let flow = report.add(fixture, result);
        on_game(&report);
        flow
    };
    run.play(&shard.numbers(terms.total()), |number| terms.fixture(number), each)?;
    report.run = Some(run.info());
    Ok(report)
}

/// A contest that is being played.
pub struct Run<'a, G: Game, P> {
    contest: &'a Contest<G, P>,
    options: RunOptions<'a>,
    log: Option<Log>,
    /// Games that the log had before.
    stored: Games,
    started: Instant,
    thinking: Duration,
}

impl<'a, G: Playable, P: Players<G>> Run<'a, G, P> {
    /// Opens the log, if there is one.
    pub fn begin(
        contest: &'a Contest<G, P>,
        shard: Shard,
        options: RunOptions<'a>,
    ) -> Result<Self, LogError> {
        let header = Header::new(contest.terms().clone(), shard);
        let opened = options.log.map(|path| Log::open(path, options.resume, &header)).transpose()?;
        let (log, stored) = opened.unzip();
        let stored = stored.unwrap_or_default();
        Ok(Run { contest, options, log, stored, started: Instant::now(), thinking: Duration::ZERO })
    }

    /// Time and threads used so far.
    pub fn info(&self) -> RunInfo {
        let (elapsed, thinking) = (self.started.elapsed(), self.thinking);
        RunInfo { elapsed, jobs: self.options.jobs as u64, thinking }
    }

    /// Number of games that the log had before.
    pub fn stored_games(&self) -> u64 {
        self.stored.len() as u64
    }

    /// Plays these games, except for those of the log, and passes all results to
    /// `each` in the order of `numbers`, until it returns `Break`. After a stop
    /// the games that have begun are finished, and all results are passed on,
    /// those of the log included.
    pub fn play(
        &mut self,
        numbers: &[u64],
        fixture: impl Fn(u64) -> Fixture + Sync,
        mut each: impl FnMut(&Fixture, GameResult) -> ControlFlow<()>,
    ) -> Result<(), Error> {
        let stored = self.restore(numbers, &fixture)?;
        let mut thinking = Duration::ZERO;
        let mut ended = Ok(ControlFlow::Continue(()));
        let passed = {
            let (contest, log) = (self.contest, self.log.as_ref());
            let job = |_: &mut (), i: u64| {
                let number = numbers[i as usize];
                let fixture = fixture(number);
                let played = match stored.get(&number) {
                    Some(result) => Ok((result.clone(), false)),
                    None => play_one(contest, log, &fixture).map(|result| (result, true)),
                };
                (fixture, played)
            };
            let pass_on = |_, (fixture, played): (Fixture, Result<(GameResult, bool), Error>)| {
                ended = played.map(|(result, is_new)| {
                    let [first, second] = &result.usage;
                    thinking += if is_new { first.time + second.time } else { Duration::ZERO };
                    each(&fixture, result)
                });
                match ended {
                    Ok(flow) => flow,
                    Err(_) => ControlFlow::Break(()),
                }
            };
            let RunOptions { jobs, stop, .. } = self.options;
            jobs::ordered(jobs, numbers.len() as u64, stop, || (), job, pass_on)
        };
        self.thinking += thinking;
        if ended?.is_continue() {
            for number in &numbers[passed as usize..] {
                if let Some(result) = stored.get(number) {
                    // No game follows that could be stopped.
                    let _ = each(&fixture(*number), result.clone());
                }
            }
        }
        Ok(())
    }

    /// Results of those of these games that the log has.
    fn restore(
        &self,
        numbers: &[u64],
        fixture: impl Fn(u64) -> Fixture,
    ) -> Result<HashMap<u64, GameResult>, LogError> {
        let restore = |number: &u64| {
            let (line, record) = self.stored.get(number)?;
            let finished = self.contest.schedule.restore(&fixture(*number), record);
            let path = self.options.log.unwrap_or("".as_ref()).to_path_buf();
            let located = finished.map_err(|why| LogError::Line { path, line: *line, why });
            Some(located.map(|finished| (*number, finished.result())))
        };
        numbers.iter().filter_map(restore).collect()
    }
}

fn play_one<G: Playable, P: Players<G>>(
    contest: &Contest<G, P>,
    log: Option<&Log>,
    fixture: &Fixture,
) -> Result<GameResult, Error> {
    let finished = contest.play(fixture)?;
    if let Some(log) = log {
        log.write(&contest.schedule.record(fixture, &finished))?;
    }
    Ok(finished.result())
}
