//! The exact solver: what a position is worth if nobody errs, and by what move.
//!
//! A score is for the side to move: 0 is a draw, a win is worth one and one
//! more for every two cells that it leaves empty, a loss is a negative win. On
//! the classic board that is 22 less the winner's stones, the scale on which
//! positions are passed around.
//!
//! ```
//! use clock::{Budget, Deadline};
//! use connect4::{Classic, Solver};
//!
//! let mut solver = Solver::new(1 << 20);
//! let state: Classic = "4223133755".parse().unwrap();
//! let mut deadline = Deadline::start(&Budget::default());
//! let solution = solver.solve(&state, &mut deadline).unwrap();
//! assert_eq!(solution.score, 8, "x wins with its 14th stone");
//! ```

mod forced;
mod search;
mod table;

use clock::{Budget, Deadline};
use game::{Game, Outcome, Proof, Tactics};

use crate::board::{Class, Column, Position};
use crate::lines::completing;
use forced::Chase;
use search::{Board, Merits, Ranked, Search, Stones, win_at};
use table::Table;

/// Threats in a chain that settles an opening.
const BEGINNERS_CHAIN: u32 = 8;

/// What a position is worth.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Solution {
    /// For the side to move.
    pub score: i32,
    /// A move that gets it.
    pub best: Column,
    /// The result, and how many plies away it is.
    pub proof: Proof,
    /// Positions visited.
    pub nodes: u64,
}

/// Has a chain of threats decided this game: does the side to move win by one,
/// or meet one whatever it plays? A beginner's question, answered with a
/// beginner's patience.
pub fn is_settled<B: Class>(state: &Position<B>) -> bool {
    let solver = Solver::new(0);
    let patience = Budget { nodes: Some(2000), ..Budget::default() };
    let wins = |state: &Position<B>| {
        solver.forced_win(state, BEGINNERS_CHAIN, &mut Deadline::start(&patience)).is_some()
    };
    let mut moves = Vec::new();
    state.legal_moves(&mut moves);
    wins(state) || moves.iter().all(|&m| state.play(m).is_ok_and(|next| wins(&next)))
}

/// Solves positions of one size class.
///
/// What it has found out it keeps, as long as the board stays the same.
#[derive(Clone)]
pub struct Solver<B> {
    table: Table<B>,
    board: Option<Board<B>>,
}

impl<B: Class> Solver<B> {
    /// A solver with a table of at most so many bytes.
    pub fn new(bytes: usize) -> Self {
        Solver { table: Table::new(bytes), board: None }
    }

    /// Forgets everything.
    pub fn clear(&mut self) {
        self.table.clear();
    }

    /// The exact score; `None` if the deadline came first, or if the game is
    /// over.
    pub fn solve(&mut self, state: &Position<B>, deadline: &mut Deadline) -> Option<Solution> {
        self.bisect(state, deadline, false)
    }

    /// Only who wins: the score is 1 for any win and −1 for any loss, and the
    /// proof's plies are those that are left at most. Much cheaper.
    pub fn solve_outcome(&mut self, state: &Position<B>, deadline: &mut Deadline) -> Option<Solution> {
        self.bisect(state, deadline, true)
    }

    /// A win by moves that threaten, at most so many of them, if there is one
    /// and the deadline lets it be found.
    pub fn forced_win(
        &self,
        state: &Position<B>,
        threats: u32,
        deadline: &mut Deadline,
    ) -> Option<(Column, Proof)> {
        let won = |plies| Proof { outcome: Outcome::Win, plies };
        if state.outcome().is_some() {
            return None;
        }
        if let Some(win) = state.winning_move() {
            return Some((win, won(1)));
        }
        let board = Board::of(state);
        let patience = |nodes| !deadline.expired(nodes, nodes);
        let mut chase = Chase { board: &board, patience, nodes: 0 };
        let (cell, plies) = chase.win(&Stones::of(state), threats)?;
        Some((column_of(cell)?, won(plies)))
    }

    /// The same with a limit of positions instead of a deadline, for those who
    /// ask often. The side to move has no win at once.
    pub(crate) fn chain(&mut self, state: &Position<B>, threats: u32, positions: u64) -> Option<Proof> {
        let board = self.settle_on(state);
        let mut chase = Chase { board, patience: |nodes| nodes < positions, nodes: 0 };
        let (_, plies) = chase.win(&Stones::of(state), threats)?;
        Some(Proof { outcome: Outcome::Win, plies })
    }

    fn bisect(
        &mut self,
        state: &Position<B>,
        deadline: &mut Deadline,
        outcome_only: bool,
    ) -> Option<Solution> {
        if state.outcome().is_some() {
            return None;
        }
        let board = *self.settle_on(state);
        let count = (state.own() | state.other()).count() as i32;
        let root = Root { state, stones: Stones::of(state), count, board: &board };
        if let Some(win) = state.winning_move() {
            let score = if outcome_only { 1 } else { win_at(count + 1, board.total) };
            return Some(root.solution(score, win, 0));
        }
        let mut search =
            Search { table: &mut self.table, deadline, board: &board, nodes: 0, merits: [Merits::NONE; 2] };
        let (mut least, mut most) = (-win_at(count + 2, board.total), win_at(count + 3, board.total).max(0));
        if outcome_only {
            (least, most) = (least.max(-1), most.min(1));
        }
        let mut best = root.any_move()?;
        while least < most {
            // Near a draw first: that decides most, and searches least.
            let alpha = match least + (most - least) / 2 {
                middle if middle <= 0 => middle.min(least / 2),
                middle => middle.max(most / 2),
            };
            let alpha = alpha.clamp(least, most - 1);
            match root.value(&mut search, alpha)? {
                (value, Some(played)) => (least, best) = (value.min(most), played),
                (value, None) => most = value.max(least),
            }
        }
        let nodes = search.nodes;
        Some(root.solution(least, best, nodes))
    }

    /// The board of a position; a table about another one is of no use.
    fn settle_on(&mut self, state: &Position<B>) -> &Board<B> {
        if !self.board.as_ref().is_some_and(|board| board.is_of(state)) {
            self.table.clear();
            self.board = None;
        }
        self.board.get_or_insert_with(|| Board::of(state))
    }
}

/// The position that somebody asked about; its side to move cannot win at
/// once.
struct Root<'a, B> {
    state: &'a Position<B>,
    stones: Stones<B>,
    count: i32,
    board: &'a Board<B>,
}

impl<B: Class> Root<'_, B> {
    fn safe_moves(&self) -> Option<B> {
        let threats = completing(self.stones.other) & self.state.vacant();
        self.board.safe_moves(self.stones.next, threats)
    }

    /// A move as good as any, as long as nobody knows better: a safe one near
    /// the middle if there is such a move, else one that blocks what can be
    /// blocked.
    fn any_move(&self) -> Option<Column> {
        let safe = |moves| self.board.outwards(moves).next();
        match self.safe_moves().and_then(safe) {
            Some(cell) => column_of(cell),
            None => self.state.blocking_move().or_else(|| column_of(self.stones.next)),
        }
    }

    /// As [`Search::value`], with the move that is worth more than `alpha`.
    fn value(&self, search: &mut Search<B>, alpha: i32) -> Option<(i32, Option<Column>)> {
        let (count, total) = (self.count, self.board.total);
        let Some(moves) = self.safe_moves() else {
            return Some((-win_at(count + 2, total), None));
        };
        if total - count <= 2 {
            return Some((0, self.any_move().filter(|_| 0 > alpha)));
        }
        let ranked = match Ranked::new(&self.stones, moves, self.board, &Merits::NONE) {
            Ok(ranked) => ranked,
            Err(winning) => {
                let value = win_at(count + 3, total);
                return Some((value, column_of(winning).filter(|_| value > alpha)));
            }
        };
        let mut best = i32::MIN;
        for cell in ranked.cells() {
            let next = self.stones.after(cell, self.board);
            best = best.max(-search.value(&next, count + 1, -alpha - 1)?);
            if best > alpha {
                return Some((best, column_of(cell)));
            }
        }
        Some((best, None))
    }

    fn solution(&self, score: i32, best: Column, nodes: u64) -> Solution {
        let (count, total) = (self.count, self.board.total);
        let outcome = match score {
            1.. => Outcome::Win,
            0 => Outcome::Draw,
            _ => Outcome::Loss,
        };
        // Of the two stones that make this score, the one of the winner.
        let last = total + 2 - 2 * score.abs();
        let plies = match outcome {
            Outcome::Draw => total - count,
            Outcome::Win => last - count - i32::from((last - count) % 2 == 0),
            Outcome::Loss => last - count - i32::from((last - count) % 2 == 1),
        };
        Solution { score, best, proof: Proof { outcome, plies: plies as u16 }, nodes }
    }
}

fn column_of<B: Class>(cell: B) -> Option<Column> {
    cell.first_column().and_then(Column::new)
}
