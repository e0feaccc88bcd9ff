//! The tree below a root move: negamax with null windows.
//!
//! The contract of [`Search::negamax`], for a window alpha < beta and a
//! verdict of score `s`:
//!
//! ```text
//!   s ≤ alpha:          the value is at most s   (the ceiling holds)
//!   alpha < s < beta:   the value is s           (both hold)
//!   beta ≤ s:           the value is at least s  (the floor holds)
//! ```
//!
//! `None` means that the budget is over and nothing is claimed.

use std::time::Duration;

use clock::Deadline;
use game::{Evaluate, Game, Move};

use crate::ordering::{Hints, Ranked, pick};
use crate::score::{Score, Trust, Verdict};
use crate::table::{Known, NO_MOVE, Table};

/// What outlives a decision: knowledge, and buffers that are reused so that
/// a search allocates nothing.
pub(crate) struct Memory<G: Game> {
    pub table: Table,
    pub hints: Hints,
    /// The moves of all positions on the way to the present one, as a stack.
    ranked: Vec<Ranked<G::Move>>,
    listed: Vec<G::Move>,
    /// By ply: the expected line from there on.
    lines: Vec<Vec<G::Move>>,
}

impl<G: Game> Memory<G> {
    pub fn new(table_bytes: usize, max_depth: u32) -> Self {
        let plies = max_depth as usize + 1;
        Memory {
            table: Table::new(table_bytes),
            hints: Hints::new(plies, G::Move::COUNT),
            ranked: Vec::with_capacity(plies * G::MAX_MOVES),
            listed: Vec::with_capacity(G::MAX_MOVES),
            lines: (0..plies).map(|ply| Vec::with_capacity(plies - ply)).collect(),
        }
    }
}

/// One decision's search.
pub(crate) struct Search<'a, G: Game> {
    pub memory: &'a mut Memory<G>,
    deadline: Deadline,
    /// Positions visited so far.
    pub nodes: u64,
    /// Index of the side that moves at the root.
    side: usize,
}

impl<'a, G: Game + Evaluate> Search<'a, G> {
    pub fn new(memory: &'a mut Memory<G>, deadline: Deadline, root: &G) -> Self {
        memory.ranked.clear();
        memory.hints.fade();
        memory.table.next_generation();
        Search { memory, deadline, nodes: 0, side: root.side().index() }
    }

    /// Time since the search started.
    pub fn elapsed(&self) -> Duration {
        self.deadline.elapsed()
    }

    /// Counts one more position, or says that there is no budget for it.
    #[inline]
    pub fn visit(&mut self) -> Option<()> {
        // This search's nearest thing to a simulation is a node: a budget of
        // simulations ends it, too.
        if self.deadline.expired(self.nodes, self.nodes) {
            return None;
        }
        self.nodes += 1;
        Some(())
    }

    /// The line that the last search with an open window expects from `ply`.
    pub fn line(&self, ply: usize) -> &[G::Move] {
        &self.memory.lines[ply]
    }

    fn negamax(
        &mut self,
        state: &G,
        depth: u32,
        ply: usize,
        mut alpha: Score,
        mut beta: Score,
    ) -> Option<Verdict> {
        self.visit()?;
        self.memory.lines[ply].clear();
        if let Some(outcome) = state.outcome() {
            return Some(Verdict::ended(outcome, ply));
        }
        if let Some(verdict) = Verdict::out_of_reach(ply, alpha, beta) {
            return Some(verdict);
        }
        if depth == 0 {
            return Some(Verdict::judged(state.evaluate()));
        }

        let open = beta - alpha > 1;
        let key = state.key();
        let mut facts = Verdict::NONE;
        let mut remembered = NO_MOVE;
        if let Some(known) = self.memory.table.get(key, ply) {
            let usable = known.verdict.usable(known.depth >= depth && !open);
            // Inside an open window even a final value is searched again (a
            // matter of a few nodes): the expected line would end here.
            let inside = open && alpha < usable.score && usable.score < beta;
            if usable.answers(alpha, beta) && !inside {
                return Some(usable);
            }
            facts = usable.usable(false);
            (alpha, beta) = facts.narrow(alpha, beta);
            remembered = known.best;
        }

        let first = self.rank_moves(state, ply, remembered);
        let last = self.memory.ranked.len();
        let mut best = Verdict::NONE;
        let mut best_move = NO_MOVE;
        let mut ceiling = Trust::Proven;
        for i in first..last {
            let played = pick(&mut self.memory.ranked[i..]);
            let mut next = *state;
            next.play_unchecked(played);
            let verdict = self.reply(&next, depth - 1, ply + 1, alpha, beta, i == first)?;
            ceiling = ceiling.min(verdict.ceiling);
            if verdict.score <= best.score {
                continue;
            }
            best = verdict;
            best_move = played.index() as u16;
            if verdict.score <= alpha {
                continue;
            }
            alpha = verdict.score;
            if open {
                self.prepend(ply, played);
            }
            if alpha >= beta {
                if i + 1 < last {
                    ceiling = Trust::Nothing;
                }
                self.learn(ply, depth, first, i);
                break;
            }
        }
        self.memory.ranked.truncate(first);

        best.ceiling = ceiling;
        let mut verdict = best.with_soonest_win(depth, ply);
        if facts.outdo(verdict) {
            // The move that goes with the fact, then, and not a worse one.
            best_move = remembered;
            self.memory.lines[ply].clear();
        }
        verdict = verdict.corrected_by(facts);
        self.memory.table.put(key, ply, Known { verdict, depth, best: best_move });
        Some(verdict)
    }

    /// What the mover gets after a move to `next`, at `ply` and with `depth`
    /// plies to go. The first move gets the whole window; a later one has to
    /// show with a null window that it is worth as much.
    #[inline]
    pub fn reply(
        &mut self,
        next: &G,
        depth: u32,
        ply: usize,
        alpha: Score,
        beta: Score,
        is_first: bool,
    ) -> Option<Verdict> {
        if !is_first {
            let verdict = self.negamax(next, depth, ply, -alpha - 1, -alpha)?.turned();
            if verdict.score <= alpha || verdict.score >= beta {
                return Some(verdict);
            }
        }
        Some(self.negamax(next, depth, ply, -beta, -alpha)?.turned())
    }

    /// Puts the legal moves on the stack and gives the place of the first.
    fn rank_moves(&mut self, state: &G, ply: usize, remembered: u16) -> usize {
        let side = (self.side + ply) & 1;
        let Memory { hints, ranked, listed, .. } = &mut *self.memory;
        let first = ranked.len();
        state.legal_moves(listed);
        ranked.extend(listed.iter().map(|&played| {
            let rank = hints.rank(ply, side, played.index(), remembered);
            Ranked { played, rank }
        }));
        first
    }

    /// The move at `place` of the stack refuted the position whose moves
    /// begin at `first`.
    fn learn(&mut self, ply: usize, depth: u32, first: usize, place: usize) {
        let side = (self.side + ply) & 1;
        let Memory { hints, ranked, .. } = &mut *self.memory;
        let index = |ranked: &Ranked<G::Move>| ranked.played.index();
        let failed = ranked[first..place].iter().map(index);
        hints.refuted(ply, side, depth, index(&ranked[place]), failed);
    }

    /// The line from `ply` on is this move and what is expected after it.
    pub fn prepend(&mut self, ply: usize, played: G::Move) {
        if let [.., here, after] = &mut self.memory.lines[..ply + 2] {
            here.clear();
            here.push(played);
            here.extend_from_slice(after);
        }
    }
}
