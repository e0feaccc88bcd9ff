//! Search for forced wins: the side to move makes one threat after the other, and
//! the opponent can only block.
//!
//! Only threatening moves are tried, and each has one reply. So the search is narrow
//! and reaches depths that a full search cannot.

use crate::bits::MAX_COLUMNS;
use crate::board::Class;
use crate::lines::completing;
use crate::solver::search::{Board, Stones};

/// One search for a forced win.
pub(crate) struct ForcedWinSearch<'a, B, P> {
    pub board: &'a Board<B>,
    /// Whether to continue, given the number of nodes so far.
    pub may_continue: P,
    /// Number of nodes.
    pub nodes: u64,
}

impl<B: Class, P: FnMut(u64) -> bool> ForcedWinSearch<'_, B, P> {
    /// The first move of a win with at most `threats_left` threats, and the number
    /// of plies until the line is complete. `None` if there is no such win or the
    /// search was stopped. The side to move must not have a winning move.
    pub fn win(&mut self, stones: &Stones<B>, threats_left: u32) -> Option<(B, u16)> {
        if !(self.may_continue)(self.nodes) {
            return None;
        }
        self.nodes += 1;
        let board = self.board;
        let vacant = board.cells & !(stones.own | stones.other);
        let moves = board.safe_moves(stones.next, completing(stones.other) & vacant)?;
        // Moves that leave no safe reply win at once; the other threats are tried
        // after them.
        let mut threats = [(B::EMPTY, B::EMPTY); MAX_COLUMNS];
        let mut count = 0;
        for cell in board.outwards(moves) {
            let next = stones.next ^ cell | board.above(cell);
            let wins = completing(stones.own | cell) & vacant & !cell;
            if !next.is_empty() && board.safe_moves(next, wins).is_none() {
                return Some((cell, 3));
            }
            if !(wins & next).is_empty() {
                threats[count] = (cell, wins & next);
                count += 1;
            }
        }
        if threats_left <= 1 {
            return None;
        }
        threats[..count].iter().find_map(|&(cell, reply)| {
            let after = stones.after(cell, board).after(reply, board);
            self.win(&after, threats_left - 1).map(|(_, plies)| (cell, plies + 2))
        })
    }
}
