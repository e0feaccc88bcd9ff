//! Unix systems other than Linux: CPU time from the system's clocks. They have
//! no common way to ask for the start of the process.

use std::time::Duration;

use rustix::time::{ClockId, Timespec, clock_gettime};

pub(super) fn age() -> Option<Duration> {
    None
}

pub(super) fn waited_for_core() -> Option<Duration> {
    None
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
