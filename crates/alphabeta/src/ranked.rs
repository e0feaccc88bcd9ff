//! Analysis: iterative deepening that gives each of the best moves its own value.
//!
//! Play needs the value of one move and a proof that no other is better. A reader wants
//! to know by how much the others are worse: here the best moves are searched with an
//! open window, each by itself, and the others against the worst of these.

use game::{Bound, Evaluate, Game};

use crate::root::{Root, RootMove};
use crate::score::{Certainty, INFINITY, Score, SearchResult, is_undecided};
use crate::search::Search;

/// Factor by which an aspiration window grows after it failed.
const WINDOW_GROWTH: Score = 4;

/// A move with the principal variation that begins with it.
struct Candidate<M> {
    found: RootMove<M>,
    line: Vec<M>,
}

impl<M> Candidate<M> {
    /// Returns true if no deeper search can change the result.
    fn is_settled(&self) -> bool {
        let RootMove { result, bound, .. } = self.found;
        result.is_solved() || bound == Bound::Upper && result.upper == Certainty::Proven
    }
}

impl<G: Game + Evaluate> Search<'_, G> {
    /// As [`Search::deepen`]: the best `best` moves get exact results, the others
    /// bounds. A depth counts when all moves have their results; a move that is solved
    /// before keeps that result.
    pub fn deepen_ranked(
        &mut self,
        state: &G,
        root: &mut Root<G::Move>,
        best: usize,
        max_depth: u32,
        aspiration: Score,
        mut on_depth: impl FnMut(&Self, &Root<G::Move>),
    ) {
        let candidate = |found: RootMove<G::Move>| Candidate { line: vec![found.played], found };
        let mut moves: Vec<_> = std::mem::take(&mut root.moves).into_iter().map(candidate).collect();
        let results = |moves: &[Candidate<G::Move>]| -> Vec<(SearchResult, Bound)> {
            moves.iter().map(|m| (m.found.result, m.found.bound)).collect()
        };
        let mut finished = results(&moves);
        for depth in 1..=max_depth {
            let complete = self.rank(state, &mut moves, best, depth, aspiration).is_some();
            if !complete {
                for (candidate, &before) in moves.iter_mut().zip(&finished) {
                    if !candidate.found.result.is_solved() && before.1 != Bound::Unknown {
                        (candidate.found.result, candidate.found.bound) = before;
                    }
                }
            }
            moves.sort_by_key(|m| (m.found.bound != Bound::Exact, -m.found.result.score));
            finished = results(&moves);
            if complete {
                root.depth = depth;
            }
            publish(root, &moves);
            if !complete || moves.iter().all(Candidate::is_settled) {
                break;
            }
            on_depth(self, root);
        }
    }

    /// One depth: searches all moves that are not settled. `None` if the budget ended.
    fn rank(
        &mut self,
        state: &G,
        moves: &mut [Candidate<G::Move>],
        best: usize,
        depth: u32,
        aspiration: Score,
    ) -> Option<()> {
        self.count_node()?;
        let mut exact: Vec<Score> = Vec::new();
        for candidate in moves {
            exact.sort_unstable_by_key(|score| -score);
            let floor = exact.get(best.max(1) - 1).copied();
            if !candidate.found.result.is_solved() {
                let before = self.nodes;
                let valued = self.value_move(state, candidate, depth, aspiration, floor);
                candidate.found.nodes += self.nodes - before;
                (candidate.found.result, candidate.found.bound) = valued?;
            }
            if candidate.found.bound == Bound::Exact {
                exact.push(candidate.found.result.score);
            }
        }
        Some(())
    }

    /// The result of one move: exact, or an upper bound that is not above `floor`.
    fn value_move(
        &mut self,
        state: &G,
        candidate: &mut Candidate<G::Move>,
        depth: u32,
        aspiration: Score,
        floor: Option<Score>,
    ) -> Option<(SearchResult, Bound)> {
        let played = candidate.found.played;
        let mut next = *state;
        next.play_unchecked(played);
        if let Some(floor) = floor {
            let result = self.search_move(&next, depth - 1, 1, floor, floor + 1, true)?;
            if result.score <= floor {
                return Some((result, result.bound(floor, floor + 1)));
            }
        }
        let expected = candidate.found.result.score;
        let known = candidate.found.bound == Bound::Exact && is_undecided(expected);
        let mut window = if known { aspiration.max(1) } else { 2 * INFINITY };
        let mut alpha = (expected - window).max(-INFINITY);
        let mut beta = (expected + window).min(INFINITY);
        loop {
            let result = self.search_move(&next, depth - 1, 1, alpha, beta, true)?;
            window = window.saturating_mul(WINDOW_GROWTH);
            if result.score <= alpha {
                alpha = expected.saturating_sub(window).max(-INFINITY);
            } else if result.score >= beta {
                beta = expected.saturating_add(window).min(INFINITY);
            } else {
                candidate.line = [&[played], self.pv(1)].concat();
                return Some((result.with_shortest_win(depth, 0), Bound::Exact));
            }
        }
    }
}

/// Copies the moves, best first, to the root; the best one is the root's result.
fn publish<M: Copy>(root: &mut Root<M>, moves: &[Candidate<M>]) {
    root.moves = moves.iter().map(|m| RootMove { ..m.found }).collect();
    let Some(first) = moves.first().filter(|m| m.found.is_searched()) else { return };
    let upper = moves.iter().map(|m| m.found.result.upper).min();
    root.result = SearchResult { upper: upper.unwrap_or(Certainty::Unknown), ..first.found.result };
    root.line.clone_from(&first.line);
}
