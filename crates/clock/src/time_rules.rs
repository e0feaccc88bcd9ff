//! A judge's time limits, turned into budgets.

use std::time::Duration;

use crate::{Budget, process};

/// Time limits of a judge (an online site where bots play), and the time that a
/// bot keeps in reserve.
#[derive(Clone, Debug)]
pub struct TimeRules {
    /// Limit per move: real time from the request to the answer.
    pub each: Duration,
    /// The limit of the first move of a game is `each` times this factor. 1
    /// means that the first move has no special limit.
    pub first_factor: u32,
    /// Time kept in reserve within every limit: the search stops this much
    /// before the limit.
    pub margin: Duration,
    /// Whether the same limits also hold for the CPU time of the process.
    pub counts_cpu: bool,
}

impl TimeRules {
    /// Botzone: 1 s of real time per move, 2 s for the first move.
    pub fn botzone() -> Self {
        TimeRules {
            each: Duration::from_secs(1),
            first_factor: 2,
            margin: Duration::from_millis(80),
            counts_cpu: false,
        }
    }

    /// Saiblo's Connect-4: 3 s of real time and 3 s of CPU time per move.
    pub fn saiblo() -> Self {
        TimeRules {
            each: Duration::from_secs(3),
            first_factor: 1,
            margin: Duration::from_millis(200),
            counts_cpu: true,
        }
    }

    /// Budget of a move whose request has just arrived. `first` is true for the
    /// first move of the game.
    pub fn budget(&self, first: bool) -> Budget {
        let allowed = if first { self.each * self.first_factor } else { self.each };
        Budget {
            wall: Some(allowed),
            cpu: self.counts_cpu.then_some(allowed),
            margin: self.margin,
            ..Budget::default()
        }
    }

    /// Budget of a move for which the judge started this process: the time is
    /// measured from the start of the process.
    pub fn budget_from_process_start(&self, first: bool) -> Budget {
        Budget { since: Some(process::start()), ..self.budget(first) }
    }
}
