//! A budget that is running.

use std::time::{Duration, Instant};

use crate::{Budget, load, process};

/// Time between two readings of the clock. A reading costs some 30 ns, so
/// this is below a thousandth of the search's time.
const GRAIN: Duration = Duration::from_micros(50);

/// Two readings further apart than this were interrupted by somebody else.
const STALL: Duration = Duration::from_micros(500);

/// The load may take at most this share of the wall time (a divisor).
const MOST_LOAD: u32 = 2;

/// A running budget. Polling is a countdown; the clock itself is read every
/// 50 µs or so, by an interval that follows the speed of the search.
#[derive(Debug)]
pub struct Deadline {
    started: Instant,
    limits: Limits,
    /// Polls between readings, and how many are left until the next one.
    interval: u32,
    countdown: u32,
    last_reading: Instant,
    last_simulations: u64,
    longest_stall: Duration,
    expired: bool,
}

#[derive(Debug)]
struct Limits {
    simulations: u64,
    nodes: u64,
    wall: Option<Wall>,
    /// CPU time of the process at which it is over.
    cpu: Option<Duration>,
}

/// A limit in real time, less what the load may take of it.
#[derive(Clone, Copy, Debug)]
struct Wall {
    end: Instant,
    reserve: Duration,
    most_reserve: Duration,
}

impl Wall {
    fn new(since: Instant, total: Duration, margin: Duration) -> Self {
        let usable = total.saturating_sub(margin);
        let most_reserve = usable / MOST_LOAD;
        let reserve = load::expected_stall().min(most_reserve);
        Wall { end: since + usable, reserve, most_reserve }
    }

    /// A stall like this one can come again at the end.
    fn expect(&mut self, stall: Duration) {
        self.reserve = self.reserve.max(stall).min(self.most_reserve);
    }

    fn remaining(&self, now: Instant) -> Duration {
        self.end.saturating_duration_since(now).saturating_sub(self.reserve)
    }
}

impl Deadline {
    /// The budget starts to run (or has been running since `budget.since`).
    pub fn start(budget: &Budget) -> Self {
        let started = Instant::now();
        let since = budget.since.unwrap_or(started);
        let cpu = budget.cpu.map(|cpu| {
            // What ran between `since` and now was on the processor at most
            // for all of that time.
            let already = started.saturating_duration_since(since);
            process::cpu_time() + cpu.saturating_sub(budget.margin + already)
        });
        Deadline {
            started,
            limits: Limits {
                simulations: budget.simulations.unwrap_or(u64::MAX),
                nodes: budget.nodes.unwrap_or(u64::MAX),
                wall: budget.wall.map(|total| Wall::new(since, total, budget.margin)),
                cpu,
            },
            interval: 1,
            countdown: 1,
            last_reading: started,
            last_simulations: 0,
            longest_stall: Duration::ZERO,
            expired: false,
        }
    }

    /// Is the budget used up, after so many simulations and nodes? Once true,
    /// always true. Call it once per simulation (or every few nodes).
    #[inline]
    pub fn expired(&mut self, simulations: u64, nodes: u64) -> bool {
        self.countdown -= 1;
        if simulations >= self.limits.simulations || nodes >= self.limits.nodes {
            self.expired = true;
        }
        if self.countdown == 0 {
            self.tick(simulations);
        }
        self.expired
    }

    /// Did the last poll look at the clock? A good moment for whatever is too
    /// dear to do at every poll.
    #[inline]
    pub fn ticked(&self) -> bool {
        self.countdown == self.interval
    }

    #[cold]
    fn tick(&mut self, simulations: u64) {
        let now = Instant::now();
        let gap = now.duration_since(self.last_reading);
        if gap > STALL {
            self.longest_stall = self.longest_stall.max(gap);
            self.limits.wall.iter_mut().for_each(|wall| wall.expect(gap));
        }
        self.expired |= self.limits.wall.is_some_and(|wall| wall.remaining(now).is_zero());
        self.expired |= self.limits.cpu.is_some_and(|end| process::cpu_time() >= end);

        // Aim at one reading per GRAIN; at most double, so that one fast
        // stretch does not blind the clock for a long one. The first poll
        // comes before any work and says nothing about its speed.
        if self.last_reading != self.started {
            let ideal = u128::from(self.interval) * GRAIN.as_nanos() / gap.as_nanos().max(1);
            self.interval = ideal.clamp(1, u128::from(self.interval) * 2).min(1 << 20) as u32;
        }
        self.countdown = self.interval;
        self.last_reading = now;
        self.last_simulations = simulations;
    }

    /// Does time limit the budget?
    pub fn is_timed(&self) -> bool {
        self.limits.wall.is_some() || self.limits.cpu.is_some()
    }

    /// When the budget is limited in time: how much of it is left.
    pub fn remaining(&self) -> Option<Duration> {
        let wall = self.limits.wall.map(|wall| wall.remaining(Instant::now()));
        let cpu = self.limits.cpu.map(|end| end.saturating_sub(process::cpu_time()));
        match (wall, cpu) {
            (Some(wall), Some(cpu)) => Some(wall.min(cpu)),
            (wall, cpu) => wall.or(cpu),
        }
    }

    /// How many simulations can still come, at the speed so far: the answer
    /// to "can anything still change?". `None` before the speed is known.
    pub fn simulations_left(&self, simulations: u64) -> Option<u64> {
        let counted = self.limits.simulations.saturating_sub(simulations);
        let Some(remaining) = self.remaining() else {
            return Some(counted);
        };
        let elapsed = self.last_reading.duration_since(self.started);
        if self.last_simulations == 0 || elapsed < Duration::from_millis(1) {
            return None;
        }
        // A search may speed up as it goes: count on half as much again.
        let rate = self.last_simulations as f64 / elapsed.as_secs_f64() * 1.5;
        Some(counted.min((rate * remaining.as_secs_f64()) as u64 + 1))
    }

    /// Time since the search started.
    pub fn elapsed(&self) -> Duration {
        self.started.elapsed()
    }
}

/// The end of a decision tells the load measurement what it saw.
impl Drop for Deadline {
    fn drop(&mut self) {
        if self.limits.wall.is_some() {
            load::observe(self.longest_stall);
        }
    }
}
