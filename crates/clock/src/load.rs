//! How long other programs keep a thread of this machine waiting.
//!
//! A [`Deadline`](crate::Deadline) reads the clock about every 50 µs. If two
//! readings are milliseconds apart, the operating system ran something else in
//! between: a *stall*. After a stall the deadline stops earlier by the length of
//! that stall, and so do the deadlines of the next decisions, because a stall of
//! the same length can happen at the end. The first decision of a process expects a
//! stall as long as the process had to wait for a core before it.

use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use crate::process;

/// Expected stall in microseconds. One value for the whole process, since it is
/// a property of the machine.
static STALL: AtomicU64 = AtomicU64::new(UNKNOWN);

/// Longest stall that a process expects before its first decision: a program that has
/// been running for long has waited for longer, but not at once.
const MAX_FIRST: Duration = Duration::from_millis(60);

/// Before the first decision.
const UNKNOWN: u64 = u64::MAX;

/// Records the longest stall of a finished decision. A longer stall raises the
/// expected one at once; a shorter one lowers it by at most an eighth.
pub(crate) fn observe(longest: Duration) {
    let seen = longest.as_micros() as u64;
    let before = expected_stall().as_micros() as u64;
    // If two threads store at the same time, either value is a valid measurement.
    STALL.store(seen.max(before - before / 8), Ordering::Relaxed);
}

/// Stall to expect after what the last decisions measured.
pub fn expected_stall() -> Duration {
    if STALL.load(Ordering::Relaxed) == UNKNOWN {
        let waited = process::waited_for_core().unwrap_or_default().min(MAX_FIRST);
        STALL.store(waited.as_micros() as u64, Ordering::Relaxed);
    }
    Duration::from_micros(STALL.load(Ordering::Relaxed))
}
