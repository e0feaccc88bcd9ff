//! The search: is a position worth more than this, or not?
//!
//! Scores are whole numbers for the side to move, [`win_at`] for a win and its
//! negative for a loss. The contract of [`Search::value`] with a limit `alpha`
//! and an answer `s`:
//!
//! ```text
//!   s ≤ alpha:   the score is at most s
//!   alpha < s:   the score is at least s
//! ```
//!
//! `None` means that the budget is over and nothing is claimed.
//!
//! What keeps it small: moves that lose at once are never made (the win of a
//! side that cannot avoid one is seen from the move before); the cells that
//! fall to a side that only ever answers bound the score without a search; and
//! the moves come first that have been right most often elsewhere, on small
//! boards those with the most threats behind them.

use clock::Deadline;

use crate::bits::MAX_COLUMNS;
use crate::board::{Class, Position};
use crate::lines::{completing, has_line};
use crate::solver::table::{Known, Table};

/// What does not change while stones fall.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Board<B> {
    pub cells: B,
    forbidden: B,
    /// How many cells there are.
    pub total: i32,
    /// See [`Position::answers`].
    answers: B,
    columns: usize,
    /// The columns, from the middle outwards.
    order: [B; MAX_COLUMNS],
    /// Is the board its own mirror image?
    is_symmetric: bool,
    /// How often a move must have been right to count as much as a threat.
    threat: i32,
}

/// Boards of more cells than this are decided by who must move at the end, and
/// less by threats: with these first, it takes several times as many positions.
const SMALL: u32 = 64;

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
            answers: state.answers(),
            columns,
            order,
            is_symmetric,
            threat: if cells.count() <= SMALL { 10 } else { 0 },
        }
    }

    /// Is this the board of the position?
    #[inline]
    pub fn is_of(&self, state: &Position<B>) -> bool {
        self.cells == state.cells() && self.forbidden == state.forbidden()
    }

    /// Those of the moves that there are, one by one, from the middle.
    #[inline]
    pub fn outwards(&self, moves: B) -> impl Iterator<Item = B> {
        self.order[..self.columns].iter().map(move |column| moves & *column).filter(|cell| !cell.is_empty())
    }

    /// The cells where the next stones land after stones on these.
    #[inline]
    pub fn above(&self, cells: B) -> B {
        let above = cells.up(1);
        (above | (above & self.forbidden).up(1)) & self.cells
    }

    /// The cells whose stones make room for stones on these.
    #[inline]
    fn below(&self, cells: B) -> B {
        let below = cells.down(1);
        below | (below & self.forbidden).down(1)
    }

    /// The landing cells that do not lose at once, given the opponent's
    /// winning cells; `None` if all do.
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

/// A position without its board.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Stones<B> {
    pub own: B,
    pub other: B,
    /// Where a stone can land.
    pub next: B,
}

impl<B: Class> Stones<B> {
    pub fn of(state: &Position<B>) -> Self {
        Stones { own: state.own(), other: state.other(), next: state.playable() }
    }

    /// After a stone on this cell, which makes no line.
    #[inline]
    pub fn after(&self, cell: B, board: &Board<B>) -> Self {
        Stones { own: self.other, other: self.own | cell, next: self.next ^ cell | board.above(cell) }
    }

    /// The position's name; on a symmetric board its mirror image has the
    /// same.
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

/// What a line is worth to the one who makes it with stone number `stone` of
/// a game on `total` cells: one, and one more for every two cells that stay
/// empty.
#[inline]
pub(crate) fn win_at(stone: i32, total: i32) -> i32 {
    (total + 2 - stone) / 2
}

/// How much more often a stone on a cell was right than wrong, by the cell: it
/// refuted the move before it, or another one had to.
#[derive(Clone)]
pub(crate) struct Merits([i32; 16 * MAX_COLUMNS]);

impl Merits {
    pub const NONE: Self = Merits([0; 16 * MAX_COLUMNS]);

    #[inline]
    fn of<B: Class>(&self, cell: B) -> i32 {
        self.0[place(cell)]
    }

    #[inline]
    fn add<B: Class>(&mut self, cell: B, merit: i32) {
        self.0[place(cell)] += merit;
    }
}

/// A number of its own for every cell.
#[inline]
fn place<B: Class>(cell: B) -> usize {
    let column = cell.first_column().unwrap_or(0);
    (16 * column + cell.lane(column).trailing_zeros() as usize).min(16 * MAX_COLUMNS - 1)
}

/// Moves in the order in which they are tried.
pub(crate) struct Ranked<B> {
    /// Landing cells, and what speaks for each.
    list: [(B, i32); MAX_COLUMNS],
    len: usize,
}

impl<B: Class> Ranked<B> {
    /// These moves; or the one after which the opponent has no safe move.
    #[inline]
    pub fn new(stones: &Stones<B>, moves: B, board: &Board<B>, merits: &Merits) -> Result<Self, B> {
        let vacant = board.cells & !(stones.own | stones.other);
        let mut ranked = Ranked { list: [(B::EMPTY, 0); MAX_COLUMNS], len: 0 };
        for cell in board.outwards(moves) {
            let threats = completing(stones.own | cell) & vacant & !cell;
            let next = stones.next ^ cell | board.above(cell);
            if board.safe_moves(next, threats).is_none() {
                return Err(cell);
            }
            ranked.insert(cell, board.threat * threats.count() as i32 + merits.of(cell));
        }
        Ok(ranked)
    }

    /// Equals stay in the order in which they came.
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

/// One search: a table, a clock, a board.
pub(crate) struct Search<'a, B> {
    pub table: &'a mut Table<B>,
    pub deadline: &'a mut Deadline,
    pub board: &'a Board<B>,
    /// Positions visited.
    pub nodes: u64,
    /// Of the cells, for the side whose stones are even in number and the
    /// other.
    pub merits: [Merits; 2],
}

impl<B: Class> Search<'_, B> {
    /// Is the position, with so many stones in it, worth more than `alpha`?
    /// Its side to move has no win at once.
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
        let mut known = Known {
            lower: -win_at(count + 4, board.total) as i8,
            upper: win_at(count + 3, board.total) as i8,
        };
        self.tighten_by_answers(stones, vacant, &mut known);
        if let Some(answer) = known.answer(alpha) {
            return Some(answer);
        }
        let key = stones.key(board);
        if let Some(found) = self.table.get(key) {
            known = known.and(found);
            if let Some(answer) = known.answer(alpha) {
                return Some(answer);
            }
        }
        let turn = (count & 1) as usize;
        let Ok(ranked) = Ranked::new(stones, moves, board, &self.merits[turn]) else {
            return Some(win_at(count + 3, board.total));
        };
        // The opponent always has a safe reply: a win takes longer.
        known.upper = known.upper.min(win_at(count + 5, board.total) as i8);
        if let Some(answer) = known.answer(alpha) {
            return Some(answer);
        }
        // A move that is known to be good enough saves the search of those
        // before it.
        for cell in ranked.cells() {
            if let Some(found) = self.table.get(stones.after(cell, board).key(board)) {
                known.lower = known.lower.max(-found.upper);
            }
            if i32::from(known.lower) > alpha {
                self.table.put(key, known);
                return known.answer(alpha);
            }
        }
        let mut best = i32::MIN;
        for (tried, cell) in ranked.cells().enumerate() {
            best = best.max(-self.value(&stones.after(cell, board), count + 1, -alpha - 1)?);
            if best > alpha {
                // What came first by its merits gains none.
                let merits = &mut self.merits[turn];
                merits.add(cell, i32::from(tried > 0));
                ranked.cells().take(tried).for_each(|wrong| merits.add(wrong, -1));
                break;
            }
        }
        match best > alpha {
            true => known.lower = known.lower.max(best as i8),
            false => known.upper = known.upper.min(best as i8),
        }
        self.table.put(key, known);
        known.answer(alpha)
    }

    /// What follows if a side always answers: on top of the other's stone
    /// where that leaves room for it, which is in all columns with an even
    /// number of empty cells; and to a stone in a column with an odd number by
    /// one in another such column, after which both are even.
    ///
    /// It gets every empty cell of [`Board::answers`] but the lowest of the odd
    /// columns, and the other side at most the rest and those. The opponent can
    /// do so if an even number of columns is odd; else the side to move can: it
    /// begins in one of them.
    #[inline]
    fn tighten_by_answers(&self, stones: &Stones<B>, vacant: B, known: &mut Known) {
        let answers = vacant & self.board.answers;
        let rest = vacant & !self.board.answers;
        let odd = stones.next & answers;
        let count = odd.count();
        if count.is_multiple_of(2) {
            if known.upper >= 0 && !has_line(stones.own | rest | odd) {
                let wins = has_line(stones.other | answers & !odd);
                known.upper = known.upper.min(-i8::from(wins));
            }
        } else if known.lower <= 0 {
            // Where the side to move begins it gets the cell itself.
            let open = if count == 1 { B::EMPTY } else { odd };
            if !has_line(stones.other | rest | open) {
                let wins = has_line(stones.own | answers & !open);
                known.lower = known.lower.max(i8::from(wins));
            }
        }
    }
}
