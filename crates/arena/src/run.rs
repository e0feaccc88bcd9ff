//! The playing of a contest: several games at a time, written down as they
//! end, told in their order.
//!
//! What is told of a contest must not depend on which of two games that run
//! side by side ends first, so results wait until it is their turn. Games that
//! are in the log already are checked and told like the others.

use std::collections::{BTreeMap, HashMap};
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Mutex, OnceLock, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use anyhow::{Context, Error, Result, anyhow};

use crate::cli::ContestArgs;
use crate::contest::Contest;
use crate::duel::Played;
use crate::games::Playable;
use crate::log::{self, Games, Header, Log};
use crate::progress::Progress;
use crate::report::{Ran, Report};
use crate::terms::{Fixture, Shard};

/// The exit code of a contest that Ctrl-C has ended: what shells report for
/// that signal.
pub const INTERRUPTED: u8 = 130;

/// Plays a contest whose games are known beforehand.
pub fn hold<G: Playable>(contest: &Contest<G>, shard: Shard, args: &ContestArgs) -> Result<Report> {
    let run = Run::begin(contest, shard, args, interruption()?)?;
    let started = Instant::now();
    let mut report = Report::empty(contest.terms.clone(), shard);
    let mut progress = Progress::new(run.stored_games());
    let tell = |fixture: &Fixture, played| {
        let flow = report.add(fixture, played);
        progress.show(&report);
        flow
    };
    run.play(&shard.numbers(contest.terms.total()), |number| contest.terms.fixture(number), tell)?;
    progress.finish();
    report.ran = Some(run.ran(started));
    Ok(report)
}

/// A contest that is being played.
pub struct Run<'a, G: Playable> {
    contest: &'a Contest<G>,
    args: &'a ContestArgs,
    log: Option<Log>,
    /// Games that the log had before.
    stored: Games,
    interrupted: &'a AtomicBool,
    /// Nanoseconds that the players have thought.
    thinking: AtomicU64,
}

impl<'a, G: Playable> Run<'a, G> {
    /// Opens the log, if one is wanted.
    pub fn begin(
        contest: &'a Contest<G>,
        shard: Shard,
        args: &'a ContestArgs,
        interrupted: &'a AtomicBool,
    ) -> Result<Self> {
        let header = Header::new(contest.terms.clone(), shard);
        let opened = args.log.as_ref().map(|path| Log::open(path, args.resume, &header)).transpose()?;
        let (log, stored) = opened.unzip();
        let stored = stored.unwrap_or_default();
        Ok(Run { contest, args, log, stored, interrupted, thinking: AtomicU64::new(0) })
    }

    /// How it was played since then.
    pub fn ran(&self, started: Instant) -> Ran {
        let thinking = Duration::from_nanos(self.thinking.load(Ordering::Relaxed));
        Ran { elapsed: started.elapsed(), jobs: self.args.jobs, thinking }
    }

    /// Games that the log had before.
    pub fn stored_games(&self) -> u64 {
        self.stored.len() as u64
    }

    /// Plays these games, those of the log excepted, and tells of all in the
    /// order of `numbers`, until it is told to stop. After an interruption the
    /// games that have begun are played to their end, and all that was played is
    /// told.
    pub fn play(
        &self,
        numbers: &[u64],
        fixture: impl Fn(u64) -> Fixture + Sync,
        tell: impl FnMut(&Fixture, Played) -> ControlFlow<()> + Send,
    ) -> Result<()> {
        let stored = self.stored(numbers, &fixture)?;
        let state = Mutex::new(Order {
            stored,
            ended: BTreeMap::new(),
            next: 0,
            told: 0,
            stopped: false,
            error: None,
            tell,
        });
        let lock = || state.lock().unwrap_or_else(PoisonError::into_inner);
        let work = || {
            loop {
                // Not the condition of a while: the lock would be held in its body.
                let next = lock().take(numbers, &fixture, self.interrupted);
                let Some((i, fixture)) = next else { break };
                let ended = self.play_one(&fixture);
                lock().add(i, fixture, ended);
            }
        };
        thread::scope(|scope| {
            for _ in 1..self.args.jobs {
                scope.spawn(work);
            }
            work();
        });
        let mut order = state.into_inner().unwrap_or_else(PoisonError::into_inner);
        order.tell_the_rest(numbers, fixture);
        order.error.map_or(Ok(()), Err)
    }

    /// The games of the log among these.
    fn stored(&self, numbers: &[u64], fixture: impl Fn(u64) -> Fixture) -> Result<HashMap<u64, Played>> {
        let path = self.args.log.as_deref().unwrap_or("".as_ref());
        let read = |number: &u64| {
            let (at, line) = self.stored.get(number)?;
            let finished = self.contest.read(&fixture(*number), line);
            let named = finished.with_context(|| format!("{}: game {}", log::at(path, *at), line.game));
            Some(named.map(|finished| (*number, finished.played())))
        };
        numbers.iter().filter_map(read).collect()
    }

    fn play_one(&self, fixture: &Fixture) -> Result<Played> {
        let finished = self.contest.play(fixture);
        if let Some(log) = &self.log {
            log.write(&self.contest.write(fixture, &finished))?;
        }
        let played = finished.played();
        let [first, second] = &played.usage;
        self.thinking.fetch_add((first.time + second.time).as_nanos() as u64, Ordering::Relaxed);
        Ok(played)
    }
}

/// Who is next to be played, and who to be told of.
struct Order<T> {
    stored: HashMap<u64, Played>,
    /// What has ended and is not told yet, by its place in the order.
    ended: BTreeMap<usize, (Fixture, Played)>,
    /// The place of the next game to begin.
    next: usize,
    /// So many games are told.
    told: usize,
    stopped: bool,
    error: Option<Error>,
    tell: T,
}

impl<T: FnMut(&Fixture, Played) -> ControlFlow<()>> Order<T> {
    /// The next game to play and its place; those of the log are told on the
    /// way there.
    fn take(
        &mut self,
        numbers: &[u64],
        fixture: impl Fn(u64) -> Fixture,
        interrupted: &AtomicBool,
    ) -> Option<(usize, Fixture)> {
        while !self.stopped && self.error.is_none() && !interrupted.load(Ordering::Relaxed) {
            let (i, fixture) = (self.next, fixture(*numbers.get(self.next)?));
            self.next += 1;
            match self.stored.remove(&fixture.number) {
                Some(played) => self.add(i, fixture, Ok(played)),
                None => return Some((i, fixture)),
            }
        }
        None
    }

    fn add(&mut self, i: usize, fixture: Fixture, ended: Result<Played>) {
        match ended {
            Ok(played) => drop(self.ended.insert(i, (fixture, played))),
            Err(error) => self.error = Some(error),
        }
        while let Some((fixture, played)) = self.ended.remove(&self.told)
            && !self.stopped
        {
            self.told += 1;
            self.stopped = (self.tell)(&fixture, played).is_break();
        }
    }

    /// Those that waited for a game that will not come.
    fn tell_the_rest(&mut self, numbers: &[u64], fixture: impl Fn(u64) -> Fixture) {
        if self.stopped {
            return;
        }
        for (i, number) in numbers.iter().enumerate().skip(self.next) {
            if let Some(played) = self.stored.remove(number) {
                self.ended.insert(i, (fixture(*number), played));
            }
        }
        for (fixture, played) in std::mem::take(&mut self.ended).into_values() {
            // Nothing is left to stop.
            let _ = (self.tell)(&fixture, played);
        }
    }
}

/// Becomes true with the first Ctrl-C; the second ends the program.
pub fn interruption() -> Result<&'static AtomicBool> {
    static SEEN: AtomicBool = AtomicBool::new(false);
    static HANDLER: OnceLock<Result<(), String>> = OnceLock::new();
    let handler = || {
        if SEEN.swap(true, Ordering::Relaxed) {
            std::process::exit(INTERRUPTED.into());
        }
    };
    let listening = HANDLER.get_or_init(|| ctrlc::set_handler(handler).map_err(|error| error.to_string()));
    listening.as_ref().map_err(|error| anyhow!("cannot listen to Ctrl-C: {error}"))?;
    Ok(&SEEN)
}
