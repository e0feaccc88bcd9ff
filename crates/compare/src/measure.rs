//! CPU time and memory of one search.

use std::time::Duration;

use clock::process;
use game::Outcome;

use crate::heap;

/// One search, measured.
#[derive(Clone, Copy, Debug)]
pub struct Run {
    /// Simulations made: fewer than asked for if the result was proven.
    pub simulations: u64,
    /// CPU time of making the tree and searching, without freeing it.
    pub time: Duration,
    /// Bytes of the nodes of the tree at the end; `None` if there is no tree.
    pub used: Option<usize>,
    /// Bytes that the search has allocated and not freed at the end.
    pub live: usize,
    /// Proven result for the first player.
    pub proven: Option<Outcome>,
}

/// CPU time of a search, and the bytes that are allocated after it and were not
/// before.
pub struct Cost {
    /// CPU time of the thread, with the time that the kernel spends for it.
    pub time: Duration,
    /// Bytes.
    pub live: usize,
}

/// Runs a search and measures it. The result, which is to own the tree, is dropped by
/// the caller, outside of the measured time.
pub fn measured<T>(search: impl FnOnce() -> T) -> (T, Cost) {
    let bytes = heap::live();
    let start = process::thread_cpu_time();
    let tree = search();
    let time = process::thread_cpu_time() - start;
    (tree, Cost { time, live: heap::live().saturating_sub(bytes) })
}
