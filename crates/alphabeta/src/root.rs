//! The root: iterative deepening with aspiration windows. At any moment there is a
//! move to play.

use game::{Bound, Evaluate, Game, Move};

use crate::score::{Certainty, INFINITY, Score, SearchResult, is_undecided};
use crate::search::Search;
use crate::table::{Entry, NO_MOVE};

/// Factor by which an aspiration window grows after it failed.
const WINDOW_GROWTH: Score = 4;

/// A legal move at the root.
pub(crate) struct RootMove<M> {
    pub played: M,
    /// Result of its last search, for the side to move at the root.
    pub result: SearchResult,
    /// What the score of the result is.
    pub bound: Bound,
    /// Number of nodes visited below it.
    pub nodes: u64,
}

impl<M> RootMove<M> {
    /// Returns true if any search of this move was completed.
    pub fn is_searched(&self) -> bool {
        self.result != SearchResult::NONE
    }
}

/// Best result so far.
pub(crate) struct Root<M> {
    /// Legal moves, the best one of the last iteration first.
    pub moves: Vec<RootMove<M>>,
    pub result: SearchResult,
    /// Principal variation; begins with the move to play.
    pub line: Vec<M>,
    /// Depth of the search behind this result, in plies.
    pub depth: u32,
}

impl<M: Move> Root<M> {
    /// The root before any search: chooses `table_move` if it is legal, else the
    /// first legal move. `None` if there is no legal move.
    pub fn new(legal: &[M], table_move: u16) -> Option<Self> {
        let unsearched =
            |&played| RootMove { played, result: SearchResult::NONE, bound: Bound::Unknown, nodes: 0 };
        let mut moves: Vec<_> = legal.iter().map(unsearched).collect();
        if let Some(place) = legal.iter().position(|m| m.index() == table_move as usize) {
            moves[..=place].rotate_right(1);
        }
        let line = vec![moves.first()?.played];
        Some(Root { moves, result: SearchResult { score: 0, ..SearchResult::NONE }, line, depth: 0 })
    }
}

impl<G: Game + Evaluate> Search<'_, G> {
    /// Iterative deepening: up to `max_depth`, to the end of the budget, or until
    /// the position is solved. Calls `on_depth` after each completed depth.
    pub fn deepen(
        &mut self,
        state: &G,
        root: &mut Root<G::Move>,
        max_depth: u32,
        aspiration: Score,
        mut on_depth: impl FnMut(&Self, &Root<G::Move>),
    ) {
        for depth in 1..=max_depth {
            let window = match root.depth > 0 && is_undecided(root.result.score) {
                true => aspiration.max(1),
                false => 2 * INFINITY,
            };
            if self.search_depth(state, root, depth, window).is_none() || root.result.is_solved() {
                break;
            }
            on_depth(self, root);
        }
    }

    /// One iteration: starts with a narrow window around the last score and widens
    /// it until it contains the new score. `None` if the budget ended.
    fn search_depth(
        &mut self,
        state: &G,
        root: &mut Root<G::Move>,
        depth: u32,
        mut window: Score,
    ) -> Option<()> {
        let expected = root.result.score;
        let mut alpha = (expected - window).max(-INFINITY);
        let mut beta = (expected + window).min(INFINITY);
        loop {
            let (result, line) = self.search_root(state, root, depth, alpha, beta)?;
            window = window.saturating_mul(WINDOW_GROWTH);
            if result.score <= alpha {
                alpha = expected.saturating_sub(window).max(-INFINITY);
            } else if result.score >= beta {
                beta = expected.saturating_add(window).min(INFINITY);
            } else {
                (root.result, root.line, root.depth) = (result, line, depth);
                return Some(());
            }
        }
    }

    /// Searches all moves of the root with one window. A better move becomes the
    /// result at once, before the other moves are searched.
    fn search_root(
        &mut self,
        state: &G,
        root: &mut Root<G::Move>,
        depth: u32,
        mut alpha: Score,
        beta: Score,
    ) -> Option<(SearchResult, Vec<G::Move>)> {
        self.count_node()?;
        let mut best = SearchResult::NONE;
        let mut best_move = NO_MOVE;
        let mut line = Vec::new();
        let mut upper = Certainty::Proven;
        for i in 0..root.moves.len() {
            let played = root.moves[i].played;
            let mut next = *state;
            next.play_unchecked(played);
            let before = self.nodes;
            let result = self.search_move(&next, depth - 1, 1, alpha, beta, i == 0);
            root.moves[i].nodes += self.nodes - before;
            let result = result?;
            root.moves[i].result = result;
            root.moves[i].bound = result.bound(alpha, beta);
            upper = upper.min(result.upper);
            if result.score <= best.score {
                continue;
            }
            best = result;
            best_move = played.index() as u16;
            if result.score <= alpha {
                continue;
            }
            alpha = result.score;
            self.update_pv(0, played);
            line = self.pv(0).to_vec();
            root.moves[..=i].rotate_right(1);
            // The upper bound is unknown until the other moves are searched.
            let so_far = SearchResult { upper: Certainty::Unknown, ..result };
            if root.result.proof().is_none() || so_far.proof().is_some() {
                (root.result, root.line, root.depth) = (so_far, line.clone(), depth);
            }
            if alpha >= beta {
                if i + 1 < root.moves.len() {
                    upper = Certainty::Unknown;
                }
                break;
            }
        }
        best.upper = upper;
        let result = best.with_shortest_win(depth, 0);
        self.memory.table.store(state.key(), 0, Entry { result, depth, best: best_move });
        Some((result, line))
    }
}
