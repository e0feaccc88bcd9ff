//! Gives a program a share of the time, as a slower machine would: it is stopped and
//! continued in turn. This needs no control group and no privilege.

use std::fs;
use std::time::{Duration, Instant};

use rustix::process::{Pid, Signal, kill_process};

use crate::inside::BECOME;
use crate::memory::children;
use crate::sandbox::BUBBLEWRAP;

/// A program runs at least this long before it is stopped again.
const LEAST_RUN: Duration = Duration::from_millis(2);
/// Least length of a period of running and stopping.
const LEAST_PERIOD: Duration = Duration::from_millis(10);

/// Interval in which new processes are looked for during a pause.
const LOOK_AGAIN: Duration = Duration::from_millis(5);

/// Stops and continues the descendants of a process.
pub(crate) struct Throttle {
    share: f64,
    /// How long it lets them run.
    run: Duration,
    is_stopped: bool,
    /// When they were stopped or continued.
    since: Instant,
    /// When that changes.
    next: Instant,
}

impl Throttle {
    /// A throttle for this share of the time; `None` if that is all of it.
    pub(crate) fn new(share: f64) -> Option<Throttle> {
        if !(share > 0.0 && share < 1.0) {
            return None;
        }
        let run = LEAST_PERIOD.mul_f64(share).max(LEAST_RUN);
        let now = Instant::now();
        Some(Throttle { share, run, is_stopped: false, since: now, next: now + run })
    }

    /// Stops or continues the processes below `root` if that is due; returns the time
    /// until the next call.
    pub(crate) fn step(&mut self, root: Pid) -> Duration {
        let due = Instant::now() >= self.next;
        self.is_stopped ^= due;
        if due || self.is_stopped {
            for process in below(root) {
                // All are continued: a process that becomes another program may have been
                // taken for another one when it was stopped.
                let _ = match self.is_stopped {
                    true if is_sandbox(process) => Ok(()),
                    true => kill_process(process, Signal::STOP),
                    false => kill_process(process, Signal::CONT),
                };
            }
        }
        let now = Instant::now();
        if due {
            let ran = now.saturating_duration_since(self.since);
            self.next = now + if self.is_stopped { pause(ran, self.share) } else { self.run };
            self.since = now;
        }
        let left = self.next.saturating_duration_since(now);
        // A process that starts during the pause is stopped soon.
        if self.is_stopped { left.min(LOOK_AGAIN) } else { left }
    }
}

/// Time to stop a program after it ran for `ran`. On a busy machine the keeper wakes up
/// late: the pause is longer then, so that the share stays the same.
fn pause(ran: Duration, share: f64) -> Duration {
    ran.mul_f64(1.0 / share - 1.0)
}

/// The descendants of a process.
fn below(root: Pid) -> Vec<Pid> {
    let mut all = children(root);
    let mut at = 0;
    while at < all.len() {
        all.extend(children(all[at]));
        at += 1;
    }
    all
}

/// Is it bubblewrap, or the process that becomes the program?
fn is_sandbox(process: Pid) -> bool {
    let line = fs::read(format!("/proc/{}/cmdline", process.as_raw_nonzero())).unwrap_or_default();
    let mut words = line.split(|&byte| byte == 0);
    let program = words.next().unwrap_or_default();
    let is_bubblewrap = program.rsplit(|&byte| byte == b'/').next() == Some(BUBBLEWRAP.as_bytes());
    is_bubblewrap || words.next() == Some(BECOME.as_bytes())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_share_of_a_period_in_which_a_program_runs_is_the_wanted_one() {
        for share in [0.9, 0.5, 0.4, 0.1, 0.01] {
            let run = Throttle::new(share).unwrap().run;
            assert!(run >= LEAST_RUN);
            // A keeper that wakes up in time, and one that is late.
            for ran in [run, run * 7] {
                let period = ran + pause(ran, share);
                assert!((ran.as_secs_f64() / period.as_secs_f64() - share).abs() < 1e-3, "{share}");
                assert!(period >= LEAST_PERIOD - Duration::from_micros(1), "{share}");
            }
        }
        for all in [1.0, 2.0, 0.0, -1.0, f64::NAN] {
            assert!(Throttle::new(all).is_none(), "{all}");
        }
    }

    #[test]
    fn a_program_is_stopped_and_continued() {
        // Other tests have children of this process, too: only those of the shell are meant.
        let mut shell = std::process::Command::new("sh").args(["-c", "sleep 100; true"]).spawn().unwrap();
        let root = Pid::from_child(&shell);
        let long = Duration::from_secs(60);
        let started = Instant::now();
        let sleep = loop {
            match children(root).first() {
                Some(&sleep) => break sleep,
                None => assert!(started.elapsed() < long),
            }
        };
        let state = || {
            let stat = fs::read_to_string(format!("/proc/{}/stat", sleep.as_raw_nonzero())).unwrap();
            stat.rsplit_once(") ").unwrap().1.chars().next().unwrap()
        };
        let mut throttle = Throttle::new(0.5).unwrap();
        for stopped in [true, false, true] {
            let started = Instant::now();
            while (state() == 'T') != stopped {
                assert!(started.elapsed() < long, "state {}", state());
                std::thread::sleep(throttle.step(root).min(Duration::from_millis(1)));
            }
        }
        kill_process(sleep, Signal::KILL).unwrap();
        shell.wait().unwrap();
    }
}
