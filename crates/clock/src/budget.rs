//! The limits of one decision.

use std::time::Duration;

use crate::{Instant, Stop};

/// The limits of one decision. The search stops at the first limit it reaches.
///
/// A budget without any limit is for searches that end by themselves, when the
/// result of the game is proven.
#[derive(Clone, Debug, Default)]
pub struct Budget {
    /// Largest number of simulations.
    pub simulations: Option<u64>,
    /// Largest number of nodes.
    pub nodes: Option<u64>,
    /// Largest depth of iterative deepening, in plies.
    pub depth: Option<u32>,
    /// Real time within which the answer must be out.
    pub wall: Option<Duration>,
    /// CPU time of the process within which the answer must be out.
    pub cpu: Option<Duration>,
    /// Moment from which `wall` and `cpu` are measured. Default: the start of
    /// the search.
    pub since: Option<Instant>,
    /// Time kept in reserve at the end, for delivering the answer. A
    /// [`Deadline`](crate::Deadline) keeps the measured load of the machine in
    /// reserve on top of it.
    pub margin: Duration,
    /// Whether to use the whole budget even when the choice can no longer
    /// change.
    pub exhaustive: bool,
    /// Handle that another thread can stop the search with.
    pub stop: Option<Stop>,
}

impl Budget {
    /// Exactly `count` simulations: the same decision on every machine.
    pub fn simulations(count: u64) -> Self {
        Budget { simulations: Some(count), exhaustive: true, ..Budget::default() }
    }

    /// Exactly `count` nodes: the same decision on every machine.
    pub fn nodes(count: u64) -> Self {
        Budget { nodes: Some(count), exhaustive: true, ..Budget::default() }
    }

    /// At most `wall` of real time.
    pub fn wall(wall: Duration) -> Self {
        Budget { wall: Some(wall), ..Budget::default() }
    }

    /// At most `wall` of real time and `cpu` of CPU time.
    pub fn wall_and_cpu(wall: Duration, cpu: Duration) -> Self {
        Budget { wall: Some(wall), cpu: Some(cpu), ..Budget::default() }
    }

    /// Adds a limit of `count` simulations; the lower of two limits counts.
    pub fn and_simulations(mut self, count: u64) -> Self {
        self.simulations = Some(self.simulations.map_or(count, |c| c.min(count)));
        self
    }

    /// Returns true if real time or CPU time is limited.
    pub fn is_timed(&self) -> bool {
        self.wall.is_some() || self.cpu.is_some()
    }
}
