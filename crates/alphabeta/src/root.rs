//! The root: one iteration after the other, each a ply deeper, and at any
//! moment a result to play by.

use game::{Evaluate, Game, Move};

use crate::score::{INFINITY, Score, Trust, Verdict, is_undecided};
use crate::search::Search;
use crate::table::{Known, NO_MOVE};

/// A failed window grows by this factor, until it is the whole scale.
const WIDER: Score = 4;

/// A move of the root.
pub(crate) struct RootMove<M> {
    pub played: M,
    /// What its last search said, seen from the root.
    pub verdict: Verdict,
    /// Positions visited below it.
    pub nodes: u64,
}

impl<M> RootMove<M> {
    /// Has any search said anything about it?
    pub fn is_searched(&self) -> bool {
        self.verdict != Verdict::NONE
    }
}

/// The best that is known so far.
pub(crate) struct Root<M> {
    /// The best move of the last iteration first.
    pub moves: Vec<RootMove<M>>,
    pub verdict: Verdict,
    /// Begins with the move to play.
    pub line: Vec<M>,
    /// Plies that were searched for this result.
    pub depth: u32,
}

impl<M: Move> Root<M> {
    /// Without any search the move that is `remembered` will do, or the first
    /// one. `None` if there is no move.
    pub fn new(legal: &[M], remembered: u16) -> Option<Self> {
        let unsearched = |&played| RootMove { played, verdict: Verdict::NONE, nodes: 0 };
        let mut moves: Vec<_> = legal.iter().map(unsearched).collect();
        if let Some(place) = legal.iter().position(|m| m.index() == remembered as usize) {
            moves[..=place].rotate_right(1);
        }
        let line = vec![moves.first()?.played];
        Some(Root { moves, verdict: Verdict { score: 0, ..Verdict::NONE }, line, depth: 0 })
    }
}

impl<G: Game + Evaluate> Search<'_, G> {
    /// Searches deeper and deeper: to `max_depth`, to the end of the budget,
    /// or until the value is final. After each depth `look` is called.
    pub fn deepen(
        &mut self,
        state: &G,
        root: &mut Root<G::Move>,
        max_depth: u32,
        aspiration: Score,
        mut look: impl FnMut(&Self, &Root<G::Move>),
    ) {
        for depth in 1..=max_depth {
            let window = match root.depth > 0 && is_undecided(root.verdict.score) {
                true => aspiration.max(1),
                false => 2 * INFINITY,
            };
            if self.aspire(state, root, depth, window).is_none() || root.verdict.is_final() {
                break;
            }
            look(self, root);
        }
    }

    /// One iteration: a narrow window around the last score, wider and wider
    /// until it holds the new one.
    fn aspire(&mut self, state: &G, root: &mut Root<G::Move>, depth: u32, mut window: Score) -> Option<()> {
        let expected = root.verdict.score;
        let mut alpha = (expected - window).max(-INFINITY);
        let mut beta = (expected + window).min(INFINITY);
        loop {
            let (verdict, line) = self.iterate(state, root, depth, alpha, beta)?;
            window = window.saturating_mul(WIDER);
            if verdict.score <= alpha {
                alpha = expected.saturating_sub(window).max(-INFINITY);
            } else if verdict.score >= beta {
                beta = expected.saturating_add(window).min(INFINITY);
            } else {
                (root.verdict, root.line, root.depth) = (verdict, line, depth);
                return Some(());
            }
        }
    }

    /// All moves of the root, with one window. A move that turns out better
    /// becomes the result at once, before its siblings are searched.
    fn iterate(
        &mut self,
        state: &G,
        root: &mut Root<G::Move>,
        depth: u32,
        mut alpha: Score,
        beta: Score,
    ) -> Option<(Verdict, Vec<G::Move>)> {
        self.visit()?;
        let mut best = Verdict::NONE;
        let mut best_move = NO_MOVE;
        let mut line = Vec::new();
        let mut ceiling = Trust::Proven;
        for i in 0..root.moves.len() {
            let played = root.moves[i].played;
            let mut next = *state;
            next.play_unchecked(played);
            let before = self.nodes;
            let verdict = self.reply(&next, depth - 1, 1, alpha, beta, i == 0);
            root.moves[i].nodes += self.nodes - before;
            let verdict = verdict?;
            root.moves[i].verdict = verdict;
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
            self.prepend(0, played);
            line = self.line(0).to_vec();
            root.moves[..=i].rotate_right(1);
            // Until the others are searched, nothing is known from above.
            let so_far = Verdict { ceiling: Trust::Nothing, ..verdict };
            if root.verdict.proof().is_none() || so_far.proof().is_some() {
                (root.verdict, root.line, root.depth) = (so_far, line.clone(), depth);
            }
            if alpha >= beta {
                if i + 1 < root.moves.len() {
                    ceiling = Trust::Nothing;
                }
                break;
            }
        }
        best.ceiling = ceiling;
        let verdict = best.with_soonest_win(depth, 0);
        self.memory.table.put(state.key(), 0, Known { verdict, depth, best: best_move });
        Some((verdict, line))
    }
}
