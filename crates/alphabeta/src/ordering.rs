//! Move ordering. The earlier the best move is searched, the more of the others
//! are refuted by a null window:
//!
//! 1. the best move from the transposition table,
//! 2. the two *killer moves*: the last moves that caused a cutoff at this ply,
//! 3. the rest by *history*: how often a move caused a cutoff, weighted by depth.

use crate::table::NO_MOVE;

/// Largest absolute value of a history counter.
const MAX_HISTORY: i32 = 1 << 14;

/// A move with its rank; the highest rank is searched first.
#[derive(Clone, Copy)]
pub(crate) struct RankedMove<M> {
    pub played: M,
    pub rank: i32,
}

/// Swaps the move with the highest rank to the front and returns it.
#[inline]
pub(crate) fn pick_best<M: Copy>(moves: &mut [RankedMove<M>]) -> M {
    let mut best = 0;
    for i in 1..moves.len() {
        if moves[i].rank > moves[best].rank {
            best = i;
        }
    }
    moves.swap(0, best);
    moves[0].played
}

/// Killer moves and history counters.
pub(crate) struct MoveOrdering {
    /// Killer moves by ply, the latest first.
    killers: Vec<[u16; 2]>,
    /// History counters by side and move.
    history: [Box<[i32]>; 2],
}

impl MoveOrdering {
    pub fn new(plies: usize, moves: usize) -> Self {
        let history = || vec![0; moves].into_boxed_slice();
        MoveOrdering { killers: vec![[NO_MOVE; 2]; plies], history: [history(), history()] }
    }

    /// Prepares for a new decision: clears the killer moves, whose plies no longer
    /// match, and halves the history.
    pub fn age(&mut self) {
        self.killers.fill([NO_MOVE; 2]);
        self.history.iter_mut().flatten().for_each(|count| *count /= 2);
    }

    /// Rank of a move of `side` at this ply.
    #[inline]
    pub fn rank(&self, ply: usize, side: usize, played: usize, table_move: u16) -> i32 {
        let index = played as u16;
        let [first, second] = self.killers[ply];
        match index {
            _ if index == table_move => MAX_HISTORY + 3,
            _ if index == first => MAX_HISTORY + 2,
            _ if index == second => MAX_HISTORY + 1,
            _ => self.history[side][played],
        }
    }

    /// Records that `played` caused a cutoff and the moves in `failed`, searched
    /// before it, did not.
    pub fn record_cutoff(
        &mut self,
        ply: usize,
        side: usize,
        depth: u32,
        played: usize,
        failed: impl Iterator<Item = usize>,
    ) {
        let [first, second] = &mut self.killers[ply];
        if *first != played as u16 {
            *second = *first;
            *first = played as u16;
        }
        let bonus = (depth * depth).min(1 << 10) as i32;
        let mut add = |index: usize, bonus: i32| {
            let count = &mut self.history[side][index];
            // The closer to the limit, the smaller the change: it is never exceeded.
            *count += bonus - *count * bonus.abs() / MAX_HISTORY;
        };
        add(played, bonus);
        failed.for_each(|index| add(index, -bonus));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_table_move_comes_before_killers_before_history() {
        let mut ordering = MoveOrdering::new(4, 10);
        ordering.record_cutoff(2, 0, 9, 5, [6, 7].into_iter());
        ordering.record_cutoff(2, 0, 3, 4, std::iter::empty());
        ordering.record_cutoff(1, 0, 3, 3, std::iter::empty());
        let rank = |played| RankedMove { played, rank: ordering.rank(2, 0, played, 8) };
        let mut moves: Vec<_> = (0..10).map(rank).collect();
        let order: Vec<_> = (0..10).map(|i| pick_best(&mut moves[i..])).collect();
        assert_eq!(order[..4], [8, 4, 5, 3]);
        assert!(order[8..].contains(&6) && order[8..].contains(&7), "moves that failed come last");
    }

    #[test]
    fn history_stays_inside_its_limits() {
        let mut ordering = MoveOrdering::new(2, 2);
        for _ in 0..100_000 {
            ordering.record_cutoff(1, 1, 200, 0, [1].into_iter());
        }
        assert!(ordering.rank(0, 1, 0, NO_MOVE) <= MAX_HISTORY);
        assert!(ordering.rank(0, 1, 1, NO_MOVE) >= -MAX_HISTORY);
        ordering.age();
        assert!(ordering.rank(1, 1, 0, NO_MOVE) <= MAX_HISTORY / 2);
    }
}
