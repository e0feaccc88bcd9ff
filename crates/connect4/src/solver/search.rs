//! The null-window alpha-beta search of the solver.
//!
//! Scores are integers for the side to move, [`win_at`] for a win and its negative
//! for a loss. [`Search::value`] with the bound `alpha` returns `s` such that:
//!
//! ```text
//!   s ≤ alpha:   the score is at most s
//!   alpha < s:   the score is at least s
//! ```
//!
//! `None` means that the deadline expired; then nothing is known.
//!
//! What keeps the tree small: only safe moves are tried, and a move that leaves the
//! opponent no safe reply is found one ply earlier; the claimeven strategy bounds the
//! score without a search; moves are ordered by the history heuristic and, on small
//! boards, by the number of threats after them.

use clock::Deadline;

use crate::bits::MAX_COLUMNS;
use crate::board::{Class, Position};
use crate::lines::{completing, has_line};
use crate::solver::table::{Bounds, Table};

/// The data of a board that no move changes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Board<B> {
    pub cells: B,
    forbidden: B,
    /// Number of cells.
    pub total: i32,
    /// See [`Position::claimeven`].
    claimeven: B,
    columns: usize,
    /// The columns, from the centre outwards.
    order: [B; MAX_COLUMNS],
    /// Whether the board is its own mirror image.
    is_symmetric: bool,
    /// Weight of a threat in move ordering, in units of the history heuristic.
    threat_weight: i32,
}

/// Boards with more cells than this are decided by zugzwang more than by threats:
/// ordering moves by threats there takes several times as many nodes.
const MAX_SMALL: u32 = 64;

impl<B: Class> Board<B> {
    pub fn of(state: &Position<B>) -> Self {
        let (cells, forbidden, columns) = (state.cells(), state.forbidden(), state.columns());
        let mut outwards: Vec<usize> = (0..columns).collect();
        outwards.sort_by_key(|column| (2 * column + 1).abs_diff(columns));
        let mut order = [B::EMPTY; MAX_COLUMNS];
        for (place, column) in order.iter_mut().zip(outwards) {
            *place = B::column(column);
        }
        let is_symmetric = forbidden.mirror(columns) == forbidden;
        Board {
            cells,
            forbidden,
            total: cells.count() as i32,
            claimeven: state.claimeven(),
            columns,
            order,
            is_symmetric,
            threat_weight: if cells.count() <= MAX_SMALL { 10 } else { 0 },
        }
    }

    /// Whether `state` is on this board.
    #[inline]
    pub fn is_of(&self, state: &Position<B>) -> bool {
        self.cells == state.cells() && self.forbidden == state.forbidden()
    }

    /// The moves one by one, from the centre outwards.
    #[inline]
    pub fn outwards(&self, moves: B) -> impl Iterator<Item = B> {
        self.order[..self.columns].iter().map(move |column| moves & *column).filter(|cell| !cell.is_empty())
    }

    /// The cells directly above these, across the forbidden cell.
    #[inline]
    pub fn above(&self, cells: B) -> B {
        let above = cells.up(1);
        (above | (above & self.forbidden).up(1)) & self.cells
    }

    /// The cells directly below these, across the forbidden cell.
    #[inline]
    fn below(&self, cells: B) -> B {
        let below = cells.down(1);
        below | (below & self.forbidden).down(1)
    }

    /// The landing cells of the safe moves, given the landing cells and the opponent's
    /// winning cells; `None` if no move is safe. A move is safe if the opponent cannot
    /// win with the next stone.
    #[inline]
    pub fn safe_moves(&self, next: B, threats: B) -> Option<B> {
        let forced = next & threats;
        let moves = match forced.is_empty() {
            true => next,
            false => forced.only_one(),
        };
        let safe = moves & !self.below(threats);
        (!safe.is_empty()).then_some(safe)
    }
}

/// The stones of a position.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Stones<B> {
    pub own: B,
    pub other: B,
    /// The landing cells.
    pub next: B,
}

impl<B: Class> Stones<B> {
    pub fn of(state: &Position<B>) -> Self {
        Stones { own: state.own(), other: state.other(), next: state.playable() }
    }

    /// The stones after a stone on this cell, which must not complete a line.
    #[inline]
    pub fn after(&self, cell: B, board: &Board<B>) -> Self {
        Stones { own: self.other, other: self.own | cell, next: self.next ^ cell | board.above(cell) }
    }

    /// Key in the transposition table. On a symmetric board mirror images have the
    /// same key.
    #[inline]
    fn key(&self, board: &Board<B>) -> B {
        let taken = self.own | self.other;
        let key = self.own | taken.up(1) & !taken;
        match board.is_symmetric {
            true => key.lesser(key.mirror(board.columns)),
            false => key,
        }
    }
}

/// Score of a win with stone number `stone` of a game on `total` cells: 1 plus 1
/// for every two cells that stay empty.
#[inline]
pub(crate) fn win_at(stone: i32, total: i32) -> i32 {
    (total + 2 - stone) / 2
}

/// The history heuristic: for every cell, the number of cutoffs by a stone there
/// minus the number of times that it was tried before the move that cut off.
#[derive(Clone)]
pub(crate) struct HistoryHeuristic([i32; 16 * MAX_COLUMNS]);

impl HistoryHeuristic {
    pub const EMPTY: Self = HistoryHeuristic([0; 16 * MAX_COLUMNS]);

    #[inline]
    fn of<B: Class>(&self, cell: B) -> i32 {
        self.0[index(cell)]
    }

    #[inline]
    fn add<B: Class>(&mut self, cell: B, change: i32) {
        self.0[index(cell)] += change;
    }
}

/// Index of a cell.
#[inline]
fn index<B: Class>(cell: B) -> usize {
    let column = cell.first_column().unwrap_or(0);
    (16 * column + cell.lane(column).trailing_zeros() as usize).min(16 * MAX_COLUMNS - 1)
}

/// Moves in the order in which the search tries them.
pub(crate) struct OrderedMoves<B> {
    /// Landing cells with their rank.
    list: [(B, i32); MAX_COLUMNS],
    len: usize,
}

impl<B: Class> OrderedMoves<B> {
    /// Orders `moves`. Returns `Err` with a move after which the opponent has no safe
    /// move, if there is one.
    #[inline]
    pub fn new(
        stones: &Stones<B>,
        moves: B,
        board: &Board<B>,
        history: &HistoryHeuristic,
    ) -> Result<Self, B> {
        let vacant = board.cells & !(stones.own | stones.other);
        let mut ordered = OrderedMoves { list: [(B::EMPTY, 0); MAX_COLUMNS], len: 0 };
        for cell in board.outwards(moves) {
            let threats = completing(stones.own | cell) & vacant & !cell;
            let next = stones.next ^ cell | board.above(cell);
            if board.safe_moves(next, threats).is_none() {
                return Err(cell);
            }
            ordered.insert(cell, board.threat_weight * threats.count() as i32 + history.of(cell));
        }
        Ok(ordered)
    }

    /// Inserts a move; moves of equal rank stay in the order of insertion.
    #[inline]
    fn insert(&mut self, cell: B, rank: i32) {
        let mut place = self.len;
        while place > 0 && self.list[place - 1].1 < rank {
            self.list[place] = self.list[place - 1];
            place -= 1;
        }
        self.list[place] = (cell, rank);
        self.len += 1;
    }

    pub fn cells(&self) -> impl Iterator<Item = B> {
        self.list[..self.len].iter().map(|(cell, _)| *cell)
    }
}

/// One search.
pub(crate) struct Search<'a, B> {
    pub table: &'a mut Table<B>,
    pub deadline: &'a mut Deadline,
    pub board: &'a Board<B>,
    /// Number of nodes.
    pub nodes: u64,
    /// By the parity of the number of stones, that is, by side.
    pub history: [HistoryHeuristic; 2],
}

impl<B: Class> Search<'_, B> {
    /// Searches a position of `count` stones with the bound `alpha`, see the module's
    /// documentation. The side to move must not have a winning move.
    pub fn value(&mut self, stones: &Stones<B>, count: i32, alpha: i32) -> Option<i32> {
        if self.deadline.expired(self.nodes, self.nodes) {
            return None;
        }
        self.nodes += 1;
        let board = self.board;
        let vacant = board.cells & !(stones.own | stones.other);
        let Some(moves) = board.safe_moves(stones.next, completing(stones.other) & vacant) else {
            return Some(-win_at(count + 2, board.total));
        };
        if board.total - count <= 2 {
            return Some(0);
        }
        // Neither side wins with its next stone.
        let mut bounds = Bounds {
            lower: -win_at(count + 4, board.total) as i8,
            upper: win_at(count + 3, board.total) as i8,
        };
        self.tighten_by_claimeven(stones, vacant, &mut bounds);
        if let Some(score) = bounds.cutoff(alpha) {
            return Some(score);
        }
        let key = stones.key(board);
        if let Some(found) = self.table.get(key) {
            bounds = bounds.intersect(found);
            if let Some(score) = bounds.cutoff(alpha) {
                return Some(score);
            }
        }
        let turn = (count & 1) as usize;
        let Ok(ordered) = OrderedMoves::new(stones, moves, board, &self.history[turn]) else {
            return Some(win_at(count + 3, board.total));
        };
        // The opponent has a safe reply to every move, so a win takes longer.
        bounds.upper = bounds.upper.min(win_at(count + 5, board.total) as i8);
        if let Some(score) = bounds.cutoff(alpha) {
            return Some(score);
        }
        // A reply in the table that causes a cutoff saves the search of the moves
        // before it.
        for cell in ordered.cells() {
            if let Some(found) = self.table.get(stones.after(cell, board).key(board)) {
                bounds.lower = bounds.lower.max(-found.upper);
            }
            if i32::from(bounds.lower) > alpha {
                self.table.put(key, bounds);
                return bounds.cutoff(alpha);
            }
        }
        let mut best = i32::MIN;
        for (tried, cell) in ordered.cells().enumerate() {
            best = best.max(-self.value(&stones.after(cell, board), count + 1, -alpha - 1)?);
            if best > alpha {
                // A cutoff by the first move changes nothing: the order was right.
                let history = &mut self.history[turn];
                history.add(cell, i32::from(tried > 0));
                ordered.cells().take(tried).for_each(|failed| history.add(failed, -1));
                break;
            }
        }
        match best > alpha {
            true => bounds.lower = bounds.lower.max(best as i8),
            false => bounds.upper = bounds.upper.min(best as i8),
        }
        self.table.put(key, bounds);
        bounds.cutoff(alpha)
    }

    /// Tightens the bounds by the claimeven strategy: a side answers every stone on
    /// top of it, in all columns with an even number of empty cells. It answers a
    /// stone in a column with an odd number by one in another such column, after which
    /// both are even.
    ///
    /// That side gets every empty cell of [`Board::claimeven`] except the lowest ones
    /// of the odd columns; the other side gets at most the rest and those. The opponent
    /// can follow the strategy if the number of odd columns is even. Otherwise the side
    /// to move can: it starts in one of them.
    #[inline]
    fn tighten_by_claimeven(&self, stones: &Stones<B>, vacant: B, bounds: &mut Bounds) {
        let claimed = vacant & self.board.claimeven;
        let rest = vacant & !self.board.claimeven;
        let odd = stones.next & claimed;
        let count = odd.count();
        if count.is_multiple_of(2) {
            if bounds.upper >= 0 && !has_line(stones.own | rest | odd) {
                let wins = has_line(stones.other | claimed & !odd);
                bounds.upper = bounds.upper.min(-i8::from(wins));
            }
        } else if bounds.lower <= 0 {
            // The side to move gets the cell where it starts.
            let open = if count == 1 { B::EMPTY } else { odd };
            if !has_line(stones.other | rest | open) {
                let wins = has_line(stones.own | claimed & !open);
                bounds.lower = bounds.lower.max(i8::from(wins));
            }
        }
    }
}
