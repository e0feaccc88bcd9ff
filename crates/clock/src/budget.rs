//! What one decision may cost.

use std::time::{Duration, Instant};

/// The limits of one decision; the first one reached ends it.
///
/// A budget with no limit at all is for games that a search finishes by
/// proving them.
#[derive(Clone, Debug, Default)]
pub struct Budget {
    /// At most this many simulations.
    pub simulations: Option<u64>,
    /// At most this many nodes.
    pub nodes: Option<u64>,
    /// At most this many plies, for who goes deeper ply by ply.
    pub depth: Option<u32>,
    /// An answer within this much real time.
    pub wall: Option<Duration>,
    /// An answer within this much CPU time of the process.
    pub cpu: Option<Duration>,
    /// When the wall and CPU time began to run; when the search starts, if
    /// not said.
    pub since: Option<Instant>,
    /// Time to leave unused at the end: what it takes to get the answer out.
    /// The measured load of the machine comes on top of it.
    pub margin: Duration,
    /// Spend it all, even when the choice can no longer change.
    pub exhaustive: bool,
}

impl Budget {
    /// A fixed number of simulations: the same decision on every machine.
    pub fn simulations(count: u64) -> Self {
        Budget { simulations: Some(count), exhaustive: true, ..Budget::default() }
    }

    /// A fixed number of nodes: the same decision on every machine.
    pub fn nodes(count: u64) -> Self {
        Budget { nodes: Some(count), exhaustive: true, ..Budget::default() }
    }

    /// An answer within `wall`.
    pub fn wall(wall: Duration) -> Self {
        Budget { wall: Some(wall), ..Budget::default() }
    }

    /// An answer within `wall` and with no more than `cpu` on the processor.
    pub fn wall_and_cpu(wall: Duration, cpu: Duration) -> Self {
        Budget { wall: Some(wall), cpu: Some(cpu), ..Budget::default() }
    }

    /// The same, with no more simulations than this.
    pub fn and_simulations(mut self, count: u64) -> Self {
        self.simulations = Some(self.simulations.map_or(count, |c| c.min(count)));
        self
    }

    /// Does the clock have a say?
    pub fn is_timed(&self) -> bool {
        self.wall.is_some() || self.cpu.is_some()
    }
}
