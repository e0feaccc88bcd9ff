//! A judge's rules about time, turned into budgets.

use std::time::Duration;

use crate::{Budget, process};

/// What a judge allows per move.
#[derive(Clone, Debug)]
pub struct TimeRules {
    /// Time per move.
    pub each: Duration,
    /// The first move may take this many times as long.
    pub first_factor: u32,
    /// What to leave unused.
    pub margin: Duration,
    /// Does the limit hold for CPU time as well?
    pub counts_cpu: bool,
}

impl TimeRules {
    /// Botzone: 1 s of real time, twice that for the first move.
    pub fn botzone() -> Self {
        TimeRules {
            each: Duration::from_secs(1),
            first_factor: 2,
            margin: Duration::from_millis(80),
            counts_cpu: false,
        }
    }

    /// Saiblo's Connect-4: 3 s, real and CPU time.
    pub fn saiblo() -> Self {
        TimeRules {
            each: Duration::from_secs(3),
            first_factor: 1,
            margin: Duration::from_millis(200),
            counts_cpu: true,
        }
    }

    /// The budget of a move whose request has just arrived.
    pub fn budget(&self, first: bool) -> Budget {
        let allowed = if first { self.each * self.first_factor } else { self.each };
        Budget {
            wall: Some(allowed),
            cpu: self.counts_cpu.then_some(allowed),
            margin: self.margin,
            ..Budget::default()
        }
    }

    /// The budget of the one move that this process was started for: the
    /// judge has been counting since then.
    pub fn budget_from_process_start(&self, first: bool) -> Budget {
        Budget { since: Some(process::start()), ..self.budget(first) }
    }
}
