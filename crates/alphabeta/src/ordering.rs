//! Which move to try first. The sooner the best one is tried, the more of
//! the others a null window refutes at once:
//!
//! 1. the best move that the table remembers,
//! 2. the two *killers*: moves that lately refuted a sibling position,
//! 3. the rest by *history*: how often, and how high in the tree, a move
//!    has refuted anything.

use crate::table::NO_MOVE;

/// History stays below this, whatever happens.
const MOST: i32 = 1 << 14;

/// A move and how promising it looks.
#[derive(Clone, Copy)]
pub(crate) struct Ranked<M> {
    pub played: M,
    pub rank: i32,
}

/// Brings the most promising move to the front and gives it.
#[inline]
pub(crate) fn pick<M: Copy>(moves: &mut [Ranked<M>]) -> M {
    let mut most = 0;
    for i in 1..moves.len() {
        if moves[i].rank > moves[most].rank {
            most = i;
        }
    }
    moves.swap(0, most);
    moves[0].played
}

/// What refuted what.
pub(crate) struct Hints {
    /// By ply.
    killers: Vec<[u16; 2]>,
    /// By side and move.
    history: [Box<[i32]>; 2],
}

impl Hints {
    pub fn new(plies: usize, moves: usize) -> Self {
        let history = || vec![0; moves].into_boxed_slice();
        Hints { killers: vec![[NO_MOVE; 2]; plies], history: [history(), history()] }
    }

    /// A new decision begins, some plies further on: killers are of other
    /// plies now, and history counts half.
    pub fn fade(&mut self) {
        self.killers.fill([NO_MOVE; 2]);
        self.history.iter_mut().flatten().for_each(|count| *count /= 2);
    }

    /// How promising a move of `side` is at this ply.
    #[inline]
    pub fn rank(&self, ply: usize, side: usize, played: usize, remembered: u16) -> i32 {
        let index = played as u16;
        let [first, second] = self.killers[ply];
        match index {
            _ if index == remembered => MOST + 3,
            _ if index == first => MOST + 2,
            _ if index == second => MOST + 1,
            _ => self.history[side][played],
        }
    }

    /// `played` refuted the position, and the `failed` ones did not.
    pub fn refuted(
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
        let mut learn = |index: usize, bonus: i32| {
            let count = &mut self.history[side][index];
            // The nearer to the limit, the less it moves: it never passes it.
            *count += bonus - *count * bonus.abs() / MOST;
        };
        learn(played, bonus);
        failed.for_each(|index| learn(index, -bonus));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn remembered_moves_come_before_killers_before_history() {
        let mut hints = Hints::new(4, 10);
        hints.refuted(2, 0, 9, 5, [6, 7].into_iter());
        hints.refuted(2, 0, 3, 4, std::iter::empty());
        hints.refuted(1, 0, 3, 3, std::iter::empty());
        let rank = |played| Ranked { played, rank: hints.rank(2, 0, played, 8) };
        let mut moves: Vec<_> = (0..10).map(rank).collect();
        let order: Vec<_> = (0..10).map(|i| pick(&mut moves[i..])).collect();
        assert_eq!(order[..4], [8, 4, 5, 3]);
        assert!(order[8..].contains(&6) && order[8..].contains(&7), "what failed comes last");
    }

    #[test]
    fn history_stays_inside_its_limits() {
        let mut hints = Hints::new(2, 2);
        for _ in 0..100_000 {
            hints.refuted(1, 1, 200, 0, [1].into_iter());
        }
        assert!(hints.rank(0, 1, 0, NO_MOVE) <= MOST);
        assert!(hints.rank(0, 1, 1, NO_MOVE) >= -MOST);
        hints.fade();
        assert!(hints.rank(1, 1, 0, NO_MOVE) <= MOST / 2);
    }
}
