//! Analysis: iterative deepening that gives each of the best moves its own score.
//!
//! The best moves are searched with an open window, each by itself, and the others
//! against the worst of these, which gives an upper bound.

use game::{Bound, Outcome, Watch};

use super::probcut::{CONFIDENCE, EXACT};
use super::report::{Report, ScoredMove, outcome};
use super::root::{RootMove, root_moves, search_root, search_window};
use super::schedule::{Goal, Iteration, SearchLimits, iterations};
use super::{Cpu, Node, Search};
use crate::{Square, State};

/// A move with what is known about it.
#[derive(Clone, Copy)]
struct Candidate {
    found: RootMove,
    /// The score, or the bound, is proven.
    exact: bool,
    /// The proven result, if there is one.
    outcome: Option<Outcome>,
}

impl Candidate {
    fn scored(&self) -> ScoredMove {
        let scored = self.found.scored(self.exact);
        ScoredMove { outcome: scored.outcome.or(self.outcome), ..scored }
    }

    /// Sort key, least first: a proven result decides before the score, and a score
    /// before an equal bound.
    fn order(&self) -> (i32, bool) {
        let RootMove { score, bound, .. } = self.found;
        let score = match self.outcome {
            Some(Outcome::Win) => score.max(1),
            Some(Outcome::Draw) => 0,
            Some(Outcome::Loss) => score.min(-1),
            None => score,
        };
        (-score, bound == Bound::Upper)
    }
}

/// The whole search. Iterations count when all moves have their scores; an exact score
/// or a proven result counts at once.
pub(super) fn search<C: Cpu>(
    mut search: Search<C>,
    state: &State,
    limits: &SearchLimits,
    best: usize,
    watch: &mut Watch<'_, Report>,
) -> Option<Report> {
    let node = Node::new(search.indexer, state.own(), state.other());
    let candidate = |found| Candidate { found, exact: false, outcome: None };
    let mut moves: Vec<_> = root_moves(&search, state, &node).into_iter().map(candidate).collect();
    let mut report = Report::before_search(&[moves.first()?.found])?;
    for iteration in iterations(search.thread, node.empties, limits) {
        let before = moves.clone();
        let ends = iteration.depth == node.empties && iteration.level == EXACT;
        rank(&mut search, &mut moves, best.max(1), iteration, ends);
        if search.stopped {
            let undo = |(now, before): (&mut Candidate, &Candidate)| {
                if !now.exact {
                    now.found = before.found;
                }
            };
            moves.iter_mut().zip(&before).for_each(undo);
        } else {
            report.depth = iteration.depth;
            report.confidence = CONFIDENCE[iteration.level as usize];
        }
        moves.sort_by_key(Candidate::order);
        report.moves = moves.iter().map(Candidate::scored).collect();
        let first = report.moves[0];
        (report.best, report.score) = (first.square, first.score);
        report.exact = first.bound == Bound::Exact && report.moves.iter().all(|m| m.exact);
        let decided = first.outcome == Some(Outcome::Win) || report.moves.iter().all(|m| m.outcome.is_some());
        report.outcome = first.outcome.filter(|_| decided || report.exact);
        if search.stopped {
            break;
        }
        watch(&|| report.with_effort_and_line(&search, state));
    }
    Some(report.with_effort_and_line(&search, state))
}

/// One iteration over all moves, until the search is stopped. `ends`: it reaches the end
/// of the game without pruning.
fn rank<C: Cpu>(
    search: &mut Search<C>,
    moves: &mut [Candidate],
    best: usize,
    iteration: Iteration,
    ends: bool,
) {
    let Iteration { depth, level, goal } = iteration;
    let mut scores: Vec<i32> = Vec::new();
    for (number, candidate) in moves.iter_mut().enumerate() {
        let found = &mut candidate.found;
        let expected = found.score;
        if goal == Goal::Outcome {
            // The best moves only: of the others a bound is enough.
            if number < best {
                let mut tested = [*found];
                let score = search_window(search, &mut tested, depth, -1, 1, level);
                if search.stopped {
                    return;
                }
                candidate.outcome = score.map(outcome);
            }
            continue;
        }
        scores.sort_unstable_by_key(|score| -score);
        if let Some(&floor) = scores.get(best - 1) {
            // A pass is not a ply.
            let depth = if found.square == Square::PASS { depth } else { depth - 1 };
            let score = -C::midgame(search, &found.node, depth, !floor, level);
            if search.stopped {
                return;
            }
            if score <= floor {
                (found.score, found.bound) = (score, Bound::Upper);
                candidate.exact = ends;
                continue;
            }
        }
        let score = search_root(search, std::slice::from_mut(found), depth, level, goal, expected);
        let Some(score) = score.filter(|_| !search.stopped) else { return };
        (found.score, found.bound) = (score, Bound::Exact);
        if ends {
            candidate.exact = true;
            candidate.outcome = Some(outcome(score));
        }
        scores.push(score);
    }
}
