//! A budget that is running.

use std::time::Duration;

use crate::{Budget, Instant, Stop, load, process};

/// Intended time between two readings of the clock. A reading takes about 30 ns,
/// which is less than a thousandth of this.
const READING_INTERVAL: Duration = Duration::from_micros(50);

/// If two readings are further apart than this, the thread was interrupted.
const STALL: Duration = Duration::from_micros(500);

/// The reserve for stalls takes at most the usable real time divided by this.
const RESERVE_DIVISOR: u32 = 2;

/// CPU time from the end of a search to the end of the process, on a slow machine: the
/// answer is written, and the system takes back the memory. On a loaded machine it takes
/// as much longer in real time as the search did.
const ENDING: Duration = Duration::from_millis(12);

/// Slowdown by other programs above which it is not believed.
const MAX_SLOWDOWN: f64 = 20.0;

/// Running time below which it says little about the slowdown.
const SHORT_RUN: Duration = Duration::from_millis(5);

/// A running budget. A poll only counts down; the clock is read about every
/// 50 µs, after a number of polls that adapts to the speed of the search.
#[derive(Debug)]
pub struct Deadline {
    started: Instant,
    thresholds: Thresholds,
    /// Number of polls from one reading of the clock to the next.
    interval: u32,
    /// Number of polls until the next reading.
    countdown: u32,
    last_reading: Instant,
    last_simulations: u64,
    longest_stall: Duration,
    /// What the last decisions make likely.
    expected_stall: Duration,
    /// All stalls together.
    stalled: Duration,
    stop: Option<Stop>,
    expired: bool,
}

/// Values at which the deadline expires.
#[derive(Debug)]
struct Thresholds {
    simulations: u64,
    nodes: u64,
    wall: Option<WallLimit>,
    /// CPU time of the process, counted from its start.
    cpu: Option<Duration>,
}

/// A limit of real time with a reserve for stalls.
#[derive(Clone, Copy, Debug)]
struct WallLimit {
    end: Instant,
    /// The deadline expires this much before `end`.
    reserve: Duration,
    max_reserve: Duration,
}

impl WallLimit {
    fn new(since: Instant, total: Duration, margin: Duration) -> Self {
        let usable = total.saturating_sub(margin);
        let max_reserve = usable / RESERVE_DIVISOR;
        WallLimit { end: since + usable, reserve: Duration::ZERO, max_reserve }
    }

    /// Sets the reserve: another stall of the longest one's length can happen at the end of
    /// the search and another after it, and what follows the search takes `slowdown` times
    /// [`ENDING`] more than on an idle machine.
    fn reserve_for(&mut self, longest_stall: Duration, slowdown: f64) {
        let ending = ENDING.mul_f64(slowdown.min(MAX_SLOWDOWN));
        self.reserve = (2 * longest_stall + ending).min(self.max_reserve);
    }

    fn remaining(&self, now: Instant) -> Duration {
        self.end.saturating_duration_since(now).saturating_sub(self.reserve)
    }
}

impl Deadline {
    /// Starts to measure `budget`, from now or from `budget.since`.
    pub fn start(budget: &Budget) -> Self {
        let started = Instant::now();
        let since = budget.since.unwrap_or(started);
        let cpu = budget.cpu.map(|cpu| {
            // The CPU time used between `since` and now is not known. It is at
            // most the real time in between (for one thread).
            let already = started.saturating_duration_since(since);
            process::cpu_time() + cpu.saturating_sub(budget.margin + already)
        });
        let mut deadline = Deadline {
            started,
            thresholds: Thresholds {
                simulations: budget.simulations.unwrap_or(u64::MAX),
                nodes: budget.nodes.unwrap_or(u64::MAX),
                wall: budget.wall.map(|total| WallLimit::new(since, total, budget.margin)),
                cpu,
            },
            interval: 1,
            countdown: 1,
            last_reading: started,
            last_simulations: 0,
            longest_stall: Duration::ZERO,
            expected_stall: if budget.wall.is_some() { load::expected_stall() } else { Duration::ZERO },
            stalled: Duration::ZERO,
            stop: budget.stop.clone(),
            expired: false,
        };
        deadline.set_reserve(started);
        deadline
    }

    /// Sets the reserve for stalls from those of this decision and of the last ones.
    fn set_reserve(&mut self, now: Instant) {
        let ran = now.duration_since(self.started).saturating_sub(self.stalled).max(SHORT_RUN);
        let slowdown = self.stalled.as_secs_f64() / ran.as_secs_f64();
        let longest = self.longest_stall.max(self.expected_stall);
        self.thresholds.wall.iter_mut().for_each(|wall| wall.reserve_for(longest, slowdown));
    }

    /// Returns true if the budget is used up. The arguments are the numbers of
    /// simulations and nodes so far. Once true, it stays true. Call it once per
    /// simulation, or once per node or every few nodes.
    #[inline]
    pub fn expired(&mut self, simulations: u64, nodes: u64) -> bool {
        self.countdown -= 1;
        if simulations >= self.thresholds.simulations || nodes >= self.thresholds.nodes {
            self.expired = true;
        }
        if self.countdown == 0 {
            self.tick(simulations);
        }
        self.expired
    }

    /// Returns true if the last poll read the clock. Do then what is too
    /// expensive for every poll.
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
            self.stalled += gap;
            self.set_reserve(now);
        }
        self.expired |= self.thresholds.wall.is_some_and(|wall| wall.remaining(now).is_zero());
        self.expired |= self.thresholds.cpu.is_some_and(|end| process::cpu_time() >= end);
        self.expired |= self.stop.as_ref().is_some_and(Stop::is_stopped);

        // Aim at one reading per READING_INTERVAL. Grow at most to the double,
        // so that a few fast simulations do not delay the next reading by much.
        // The first poll comes before any work, so it does not measure speed.
        if self.last_reading != self.started {
            let ideal = u128::from(self.interval) * READING_INTERVAL.as_nanos() / gap.as_nanos().max(1);
            self.interval = ideal.clamp(1, u128::from(self.interval) * 2).min(1 << 20) as u32;
        }
        self.countdown = self.interval;
        self.last_reading = now;
        self.last_simulations = simulations;
    }

    /// Returns true if real time or CPU time is limited.
    pub fn is_timed(&self) -> bool {
        self.thresholds.wall.is_some() || self.thresholds.cpu.is_some()
    }

    /// Time left until the deadline expires, or `None` if time is not limited.
    pub fn remaining(&self) -> Option<Duration> {
        let wall = self.thresholds.wall.map(|wall| wall.remaining(Instant::now()));
        let cpu = self.thresholds.cpu.map(|end| end.saturating_sub(process::cpu_time()));
        match (wall, cpu) {
            (Some(wall), Some(cpu)) => Some(wall.min(cpu)),
            (wall, cpu) => wall.or(cpu),
        }
    }

    /// Number of simulations that are still possible at the speed so far: a
    /// search can stop early if they cannot change its choice. `None` before the
    /// speed is known.
    pub fn simulations_left(&self, simulations: u64) -> Option<u64> {
        let counted = self.thresholds.simulations.saturating_sub(simulations);
        let Some(remaining) = self.remaining() else {
            return Some(counted);
        };
        let elapsed = self.last_reading.duration_since(self.started);
        if self.last_simulations == 0 || elapsed < Duration::from_millis(1) {
            return None;
        }
        // A search may become faster: allow for one and a half times the speed.
        let rate = self.last_simulations as f64 / elapsed.as_secs_f64() * 1.5;
        Some(counted.min((rate * remaining.as_secs_f64()) as u64 + 1))
    }

    /// Limit of nodes, if there is one.
    pub fn node_limit(&self) -> Option<u64> {
        Some(self.thresholds.nodes).filter(|&nodes| nodes < u64::MAX)
    }

    /// Moment of [`Deadline::start`].
    pub fn started(&self) -> Instant {
        self.started
    }

    /// Real time since [`Deadline::start`].
    pub fn elapsed(&self) -> Duration {
        self.started.elapsed()
    }
}

/// Records the longest stall of this decision for the next ones.
impl Drop for Deadline {
    fn drop(&mut self) {
        if self.thresholds.wall.is_some() {
            load::observe(self.longest_stall);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A bot on a machine with eight busy threads was late in 16 of 200 turns: it kept the
    /// longest stall of the search in reserve, and nothing for what follows the search.
    #[test]
    fn the_reserve_covers_two_stalls_and_a_slow_end() {
        let milliseconds = Duration::from_millis;
        let mut wall = WallLimit::new(Instant::now(), milliseconds(1000), milliseconds(80));
        let mut reserve = |stall, slowdown| {
            wall.reserve_for(milliseconds(stall), slowdown);
            wall.reserve
        };
        assert_eq!(reserve(0, 0.0), Duration::ZERO, "an idle machine");
        assert_eq!(reserve(20, 4.0), milliseconds(2 * 20) + 4 * ENDING);
        assert_eq!(reserve(20, 1e9), milliseconds(2 * 20) + 20 * ENDING, "no slowdown is that large");
        assert_eq!(reserve(500, 4.0), milliseconds(460), "half of the usable time is left");
    }
}
