//! Linux: the start of the process from `/proc`, CPU time from the kernel's
//! clocks.

use std::fs;
use std::time::Duration;

use rustix::time::{ClockId, Timespec, clock_gettime};

/// Age of this process, rounded up to the resolution of the kernel's value.
pub(super) fn age() -> Option<Duration> {
    /// Ticks per second in `/proc`: 100 on every Linux, as user programs see it.
    const TICKS: u64 = 100;
    let stat = fs::read_to_string("/proc/self/stat").ok()?;
    // The second field is the program's name in parentheses and may contain
    // spaces and parentheses. After it, the start time is the 20th field.
    let (_, fields) = stat.rsplit_once(')')?;
    let started: u64 = fields.split_ascii_whitespace().nth(19)?.parse().ok()?;
    let started = Duration::from_millis(started * 1000 / TICKS);
    duration(clock_gettime(ClockId::Boottime)).checked_sub(started)
}

/// The second number of `schedstat`, in nanoseconds. Kernels without it, and kernels
/// that count nothing there, give `None` or 0.
pub(super) fn waited_for_core() -> Option<Duration> {
    let stat = fs::read_to_string("/proc/self/schedstat").ok()?;
    stat.split_ascii_whitespace().nth(1)?.parse().ok().map(Duration::from_nanos)
}

pub(super) fn cpu_time() -> Duration {
    duration(clock_gettime(ClockId::ProcessCPUTime))
}

pub(super) fn thread_cpu_time() -> Duration {
    duration(clock_gettime(ClockId::ThreadCPUTime))
}

fn duration(time: Timespec) -> Duration {
    Duration::new(time.tv_sec.max(0) as u64, time.tv_nsec as u32)
}
