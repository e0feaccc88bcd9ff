//! Platforms without processes (WebAssembly): the real time since the first
//! call takes the place of CPU time.

use std::sync::OnceLock;
use std::time::Duration;

use super::Instant;

pub(super) fn age() -> Option<Duration> {
    None
}

pub(super) fn waited_for_core() -> Option<Duration> {
    None
}

pub(super) fn cpu_time() -> Duration {
    static FIRST_CALL: OnceLock<Instant> = OnceLock::new();
    FIRST_CALL.get_or_init(Instant::now).elapsed()
}

pub(super) fn thread_cpu_time() -> Duration {
    cpu_time()
}
