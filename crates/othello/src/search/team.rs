//! Several threads search the same position and share the transposition table: what a thread
//! has found saves the others a search ("lazy SMP").
//!
//! The first thread's result counts. The others run the same iterations, every second thread
//! one iteration ahead, and stop when the first one has its result.

use std::sync::atomic::Ordering::Relaxed;
use std::sync::atomic::{AtomicBool, AtomicU64};
use std::thread;

use game::Watch;

use super::root::Report;
use super::{Cpu, Search};

/// What the threads of a search share beside the table.
#[derive(Debug, Default)]
pub(super) struct Team {
    nodes: AtomicU64,
    stopped: AtomicBool,
}

impl Team {
    /// Adds nodes of a thread and returns those of all threads.
    pub fn add_nodes(&self, nodes: u64) -> u64 {
        self.nodes.fetch_add(nodes, Relaxed) + nodes
    }

    /// Number of nodes that were added.
    pub fn nodes(&self) -> u64 {
        self.nodes.load(Relaxed)
    }

    /// Has the first thread its result?
    pub fn is_stopped(&self) -> bool {
        self.stopped.load(Relaxed)
    }
}

/// Stops the other threads, also if the first one panics.
struct StopAtEnd<'a>(&'a Team);

impl Drop for StopAtEnd<'_> {
    fn drop(&mut self) {
        self.0.stopped.store(true, Relaxed);
    }
}

/// Runs `body` with the first search in this thread, and with each of the others in a thread of
/// its own. A thread that the system refuses is left out.
pub(super) fn run<C: Cpu>(
    team: &Team,
    first: Search<C>,
    others: Vec<Search<C>>,
    body: impl Fn(Search<C>, &mut Watch<'_, Report>) -> Option<Report> + Sync,
    watch: &mut Watch<'_, Report>,
) -> Option<Report> {
    if others.is_empty() {
        return body(first, watch);
    }
    let body = &body;
    thread::scope(|scope| {
        for other in others {
            let search = move || drop(body(other, &mut |_| ()));
            drop(thread::Builder::new().spawn_scoped(scope, search));
        }
        let _stop = StopAtEnd(team);
        body(first, watch)
    })
}
