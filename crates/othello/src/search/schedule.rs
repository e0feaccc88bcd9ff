//! The iterations of a search: how deep and how selective, one after the other.

use super::probcut::EXACT;

/// Limits of depth and selectivity of a search. The budget may end it earlier.
#[derive(Clone, Copy, Debug)]
pub struct SearchLimits {
    /// Largest depth in plies.
    pub depth: i32,
    /// With at most this many empty squares, the search goes to the end of the
    /// game.
    pub solve_from: i32,
    /// Multi-ProbCut level of the first searches (see [`super::probcut`]).
    pub first_level: u8,
    /// Multi-ProbCut level of the last search to the end of the game.
    pub last_level: u8,
}

impl SearchLimits {
    /// To the end of the game, at last without pruning.
    pub const NONE: SearchLimits =
        SearchLimits { depth: 60, solve_from: 60, first_level: 0, last_level: EXACT };

    /// Lowers both limits of depth to `plies` (at least 1).
    pub fn at_most(self, plies: Option<u32>) -> SearchLimits {
        let most = plies.map_or(i32::MAX, |plies| plies.clamp(1, 60) as i32);
        SearchLimits { depth: self.depth.min(most), solve_from: self.solve_from.min(most), ..self }
    }
}

/// What an iteration computes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Goal {
    /// The score.
    Score,
    /// Win, draw or loss.
    Outcome,
}

/// An iteration of the search.
#[derive(Clone, Copy, Debug)]
pub(super) struct Iteration {
    pub depth: i32,
    pub level: u8,
    pub goal: Goal,
}

/// The iterations of a thread: every second thread leaves out the first one.
pub(super) fn iterations(thread: usize, empties: i32, limits: &SearchLimits) -> Vec<Iteration> {
    let mut iterations = schedule(empties, limits);
    if thread % 2 == 1 && iterations.len() > 1 {
        iterations.remove(0);
    }
    iterations
}

/// The iterations in order.
fn schedule(empties: i32, limits: &SearchLimits) -> Vec<Iteration> {
    let mut iterations = Vec::new();
    let end = limits.depth >= empties || limits.solve_from >= empties;
    // A search nearly to the end costs as much as one to the end.
    let deepest = if end { empties - 9 } else { limits.depth };
    for depth in 1..=deepest {
        iterations.push(Iteration { depth, level: limits.first_level, goal: Goal::Score });
    }
    if end {
        // With few empty squares the exact search is cheap enough to come first.
        let from = if empties < 14 { limits.last_level } else { limits.first_level };
        for level in [0, 2, EXACT].into_iter().filter(|level| (from..=limits.last_level).contains(level)) {
            if level == EXACT && from < EXACT {
                iterations.push(Iteration { depth: empties, level, goal: Goal::Outcome });
            }
            iterations.push(Iteration { depth: empties, level, goal: Goal::Score });
        }
    }
    iterations
}
