//! How long this machine keeps a thread waiting.
//!
//! A deadline reads the clock every few dozen microseconds. When two
//! readings are milliseconds apart, something else had the processor: a
//! *stall*. A deadline that has seen one stops that much earlier, and so do
//! those of the next decisions: what came once can come again at the end.

use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

/// The stall to expect, in microseconds; for the whole process, since it is
/// about the machine.
static STALL: AtomicU64 = AtomicU64::new(0);

/// A decision ended, and this was its longest stall. Bad news counts at
/// once, good news fades it: by an eighth per decision.
pub(crate) fn observe(longest: Duration) {
    let seen = longest.as_micros() as u64;
    let before = STALL.load(Ordering::Relaxed);
    // Two threads may both store: one of two honest measurements stays.
    STALL.store(seen.max(before - before / 8), Ordering::Relaxed);
}

/// The stall to expect from what the last decisions saw.
pub fn expected_stall() -> Duration {
    Duration::from_micros(STALL.load(Ordering::Relaxed))
}
