//! The tree below the root: principal variation search (negamax with null
//! windows).
//!
//! [`Search::negamax`] promises, for a window alpha < beta and a result of score
//! `s`:
//!
//! ```text
//!   s ≤ alpha:          the value is at most s   (upper bound)
//!   alpha < s < beta:   the value is s           (both bounds)
//!   beta ≤ s:           the value is at least s  (lower bound)
//! ```
//!
//! `None` means that the budget ended before there was a result.

use std::time::Duration;

use clock::Deadline;
use game::{Evaluate, Game, Move};

use crate::ordering::{MoveOrdering, RankedMove, pick_best};
use crate::score::{Certainty, Score, SearchResult};
use crate::table::{Entry, NO_MOVE, Table};

/// State that is kept from one decision to the next: the transposition table, the
/// move ordering, and buffers, so that a search allocates nothing.
pub(crate) struct Memory<G: Game> {
    pub table: Table,
    pub ordering: MoveOrdering,
    /// Moves of all positions on the path to the current one.
    move_stack: Vec<RankedMove<G::Move>>,
    legal: Vec<G::Move>,
    /// Principal variations by ply, each from that ply on.
    pvs: Vec<Vec<G::Move>>,
}

impl<G: Game> Memory<G> {
    pub fn new(table_bytes: usize, max_depth: u32) -> Self {
        let plies = max_depth as usize + 1;
        Memory {
            table: Table::new(table_bytes),
            ordering: MoveOrdering::new(plies, G::Move::COUNT),
            move_stack: Vec::with_capacity(plies * G::MAX_MOVES),
            legal: Vec::with_capacity(G::MAX_MOVES),
            pvs: (0..plies).map(|ply| Vec::with_capacity(plies - ply)).collect(),
        }
    }
}

/// The search of one decision.
pub(crate) struct Search<'a, G: Game> {
    pub memory: &'a mut Memory<G>,
    deadline: Deadline,
    /// Number of nodes visited so far.
    pub nodes: u64,
    /// Index of the side to move at the root.
    side: usize,
}

impl<'a, G: Game + Evaluate> Search<'a, G> {
    pub fn new(memory: &'a mut Memory<G>, deadline: Deadline, root: &G) -> Self {
        memory.move_stack.clear();
        memory.ordering.age();
        memory.table.next_generation();
        Search { memory, deadline, nodes: 0, side: root.side().index() }
    }

    /// Real time since the start of the decision.
    pub fn elapsed(&self) -> Duration {
        self.deadline.elapsed()
    }

    /// Counts one node, or returns `None` if the budget is used up.
    #[inline]
    pub fn count_node(&mut self) -> Option<()> {
        // This search has no simulations; a limit of simulations counts nodes.
        if self.deadline.expired(self.nodes, self.nodes) {
            return None;
        }
        self.nodes += 1;
        Some(())
    }

    /// Principal variation from `ply` on, of the last search with an open window.
    pub fn pv(&self, ply: usize) -> &[G::Move] {
        &self.memory.pvs[ply]
    }

    fn negamax(
        &mut self,
        state: &G,
        depth: u32,
        ply: usize,
        mut alpha: Score,
        mut beta: Score,
    ) -> Option<SearchResult> {
        self.count_node()?;
        self.memory.pvs[ply].clear();
        if let Some(outcome) = state.outcome() {
            return Some(SearchResult::terminal(outcome, ply));
        }
        if let Some(result) = SearchResult::distance_bound(ply, alpha, beta) {
            return Some(result);
        }
        if depth == 0 {
            return Some(SearchResult::evaluated(state.evaluate()));
        }

        let open = beta - alpha > 1;
        let key = state.key();
        let mut proven = SearchResult::NONE;
        let mut table_move = NO_MOVE;
        if let Some(entry) = self.memory.table.probe(key, ply) {
            let usable = entry.result.usable(entry.depth >= depth && !open);
            // Inside an open window even a solved position is searched again (a few
            // nodes), because the principal variation would end here.
            let inside = open && alpha < usable.score && usable.score < beta;
            if usable.resolves(alpha, beta) && !inside {
                return Some(usable);
            }
            proven = usable.usable(false);
            (alpha, beta) = proven.narrow(alpha, beta);
            table_move = entry.best;
        }

        let first = self.order_moves(state, ply, table_move);
        let last = self.memory.move_stack.len();
        let mut best = SearchResult::NONE;
        let mut best_move = NO_MOVE;
        let mut upper = Certainty::Proven;
        for i in first..last {
            let played = pick_best(&mut self.memory.move_stack[i..]);
            let mut next = *state;
            next.play_unchecked(played);
            let result = self.search_move(&next, depth - 1, ply + 1, alpha, beta, i == first)?;
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
            if open {
                self.update_pv(ply, played);
            }
            if alpha >= beta {
                if i + 1 < last {
                    upper = Certainty::Unknown;
                }
                self.record_cutoff(ply, depth, first, i);
                break;
            }
        }
        self.memory.move_stack.truncate(first);

        best.upper = upper;
        let mut result = best.with_shortest_win(depth, ply);
        if proven.exceeds(result) {
            // The proven bound belongs to the table's move.
            best_move = table_move;
            self.memory.pvs[ply].clear();
        }
        result = result.improved_by(proven);
        self.memory.table.store(key, ply, Entry { result, depth, best: best_move });
        Some(result)
    }

    /// Searches the position `next` after a move, at `ply` and to `depth`, and
    /// returns the result for the side that moved. The first move is searched with
    /// the whole window; a later one first with a null window, and with the whole
    /// window only if that shows it to be better.
    #[inline]
    pub fn search_move(
        &mut self,
        next: &G,
        depth: u32,
        ply: usize,
        alpha: Score,
        beta: Score,
        is_first: bool,
    ) -> Option<SearchResult> {
        if !is_first {
            let result = self.negamax(next, depth, ply, -alpha - 1, -alpha)?.negated();
            if result.score <= alpha || result.score >= beta {
                return Some(result);
            }
        }
        Some(self.negamax(next, depth, ply, -beta, -alpha)?.negated())
    }

    /// Pushes the legal moves with their ranks on the stack; returns the index of
    /// the first.
    fn order_moves(&mut self, state: &G, ply: usize, table_move: u16) -> usize {
        let side = (self.side + ply) & 1;
        let Memory { ordering, move_stack, legal, .. } = &mut *self.memory;
        let first = move_stack.len();
        state.legal_moves(legal);
        move_stack.extend(legal.iter().map(|&played| {
            let rank = ordering.rank(ply, side, played.index(), table_move);
            RankedMove { played, rank }
        }));
        first
    }

    /// Records a cutoff by the move at `index` of the stack; the moves of the
    /// position begin at `first`.
    fn record_cutoff(&mut self, ply: usize, depth: u32, first: usize, index: usize) {
        let side = (self.side + ply) & 1;
        let Memory { ordering, move_stack, .. } = &mut *self.memory;
        let number = |ranked: &RankedMove<G::Move>| ranked.played.index();
        let failed = move_stack[first..index].iter().map(number);
        ordering.record_cutoff(ply, side, depth, number(&move_stack[index]), failed);
    }

    /// Sets the principal variation at `ply` to this move followed by the principal
    /// variation of the next ply.
    pub fn update_pv(&mut self, ply: usize, played: G::Move) {
        if let [.., here, after] = &mut self.memory.pvs[..ply + 2] {
            here.clear();
            here.push(played);
            here.extend_from_slice(after);
        }
    }
}
