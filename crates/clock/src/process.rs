//! What the operating system knows of this process: when it started, and the
//! CPU time it has used.

use std::fs;
use std::sync::OnceLock;
use std::time::{Duration, Instant};

use rustix::time::{ClockId, Timespec, clock_gettime};

/// When this process was started: what a judge counts from when it starts a
/// process per move. Never later than the truth, and at most 10 ms earlier
/// (the kernel's grain). Where the kernel does not tell: the first call.
pub fn start() -> Instant {
    static START: OnceLock<Instant> = OnceLock::new();
    *START.get_or_init(|| {
        let now = Instant::now();
        age().and_then(|age| now.checked_sub(age)).unwrap_or(now)
    })
}

/// How old this process is, rounded up to the kernel's grain.
fn age() -> Option<Duration> {
    /// Ticks per second of `/proc`'s times: 100 for every Linux user.
    const TICKS: u64 = 100;
    let stat = fs::read_to_string("/proc/self/stat").ok()?;
    // The program's name is in parentheses and may hold anything; behind it,
    // the start time is the 20th field.
    let (_, fields) = stat.rsplit_once(')')?;
    let started: u64 = fields.split_ascii_whitespace().nth(19)?.parse().ok()?;
    let started = Duration::from_millis(started * 1000 / TICKS);
    duration(clock_gettime(ClockId::Boottime)).checked_sub(started)
}

/// CPU time that all threads of this process have used.
pub fn cpu_time() -> Duration {
    duration(clock_gettime(ClockId::ProcessCPUTime))
}

/// CPU time that this thread has used: what benchmarks on a shared machine
/// should count.
pub fn thread_cpu_time() -> Duration {
    duration(clock_gettime(ClockId::ThreadCPUTime))
}

fn duration(time: Timespec) -> Duration {
    Duration::new(time.tv_sec.max(0) as u64, time.tv_nsec as u32)
}
