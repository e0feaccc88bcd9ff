//! Wins by force: the mover makes one threat after the other, and the
//! opponent has no time for anything else.
//!
//! Only moves that threaten are tried, and to each there is one reply; so the
//! search is narrow, and sees far ahead what a full search cannot reach.

use crate::bits::MAX_COLUMNS;
use crate::board::Class;
use crate::lines::completing;
use crate::solver::search::{Board, Stones};

/// One search for a win by force.
pub(crate) struct Chase<'a, B, P> {
    pub board: &'a Board<B>,
    /// Whether to go on after so many positions.
    pub patience: P,
    /// Positions visited.
    pub nodes: u64,
}

impl<B: Class, P: FnMut(u64) -> bool> Chase<'_, B, P> {
    /// A win within so many threats: the first move, and after how many plies
    /// the line is there. The side to move has no win at once. `None` if there
    /// is none, or no patience to see it.
    pub fn win(&mut self, stones: &Stones<B>, threats_left: u32) -> Option<(B, u16)> {
        if !(self.patience)(self.nodes) {
            return None;
        }
        self.nodes += 1;
        let board = self.board;
        let vacant = board.cells & !(stones.own | stones.other);
        let moves = board.safe_moves(stones.next, completing(stones.other) & vacant)?;
        // First those that win now, then those that go on.
        let mut chases = [(B::EMPTY, B::EMPTY); MAX_COLUMNS];
        let mut count = 0;
        for cell in board.outwards(moves) {
            let next = stones.next ^ cell | board.above(cell);
            let wins = completing(stones.own | cell) & vacant & !cell;
            if !next.is_empty() && board.safe_moves(next, wins).is_none() {
                return Some((cell, 3));
            }
            if !(wins & next).is_empty() {
                chases[count] = (cell, wins & next);
                count += 1;
            }
        }
        if threats_left <= 1 {
            return None;
        }
        chases[..count].iter().find_map(|&(cell, reply)| {
            let after = stones.after(cell, board).after(reply, board);
            self.win(&after, threats_left - 1).map(|(_, plies)| (cell, plies + 2))
        })
    }
}
