//! The exact solver: the score of a position under best play, and a best move.
//!
//! A score is for the side to move: 0 is a draw, a win is worth 1 plus 1 for every
//! two cells that it leaves empty, and a loss is the negative of a win. On the
//! classic board a win is worth 22 minus the number of the winner's stones, the
//! usual scale of published test positions.
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
use forced::ForcedWinSearch;
use search::{Board, HistoryHeuristic, OrderedMoves, Search, Stones, win_at};
use table::Table;

/// Largest number of threats, and node limit, of the searches of [`is_settled`].
const SETTLED_THREATS: u32 = 8;
const SETTLED_NODES: u64 = 2000;

/// Score and best move of a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Solution {
    /// Score for the side to move.
    pub score: i32,
    /// A move that reaches the score.
    pub best: Column,
    /// The result and the number of plies to it.
    pub proof: Proof,
    /// Number of nodes.
    pub nodes: u64,
}

/// Score of a win of the side to move or of its opponent `plies` plies after `state`.
pub(crate) fn win_score<B: Class>(state: &Position<B>, plies: u16) -> i32 {
    let stones = (state.own() | state.other()).count() as i32;
    win_at(stones + i32::from(plies), state.cells().count() as i32)
}

/// Whether a short forced win decides the game: the side to move has one, or the
/// opponent has one after every move. A quick test to reject decided openings: every
/// search has at most 8 threats and 2,000 nodes.
pub fn is_settled<B: Class>(state: &Position<B>) -> bool {
    let solver = Solver::new(0);
    let limit = Budget { nodes: Some(SETTLED_NODES), ..Budget::default() };
    let wins = |state: &Position<B>| {
        solver.forced_win(state, SETTLED_THREATS, &mut Deadline::start(&limit)).is_some()
    };
    let mut moves = Vec::new();
    state.legal_moves(&mut moves);
    wins(state) || moves.iter().all(|&m| state.play(m).is_ok_and(|next| wins(&next)))
}

/// Solves positions of one size class.
///
/// Its transposition table is kept from call to call as long as the board is the
/// same.
#[derive(Clone)]
pub struct Solver<B> {
    table: Table<B>,
    board: Option<Board<B>>,
    /// Number of nodes of the last search for a score or an outcome.
    nodes: u64,
}

impl<B: Class> Solver<B> {
    /// Creates a solver with a transposition table of at most `bytes` bytes.
    pub fn new(bytes: usize) -> Self {
        Solver { table: Table::new(bytes), board: None, nodes: 0 }
    }

    /// Number of nodes of the last call of [`Solver::solve`] or [`Solver::solve_outcome`],
    /// also if its deadline expired.
    pub fn nodes(&self) -> u64 {
        self.nodes
    }

    /// Clears the transposition table.
    pub fn clear(&mut self) {
        self.table.clear();
    }

    /// Finds the exact score. `None` if the deadline expires first or the game is
    /// over.
    pub fn solve(&mut self, state: &Position<B>, deadline: &mut Deadline) -> Option<Solution> {
        self.bisect(state, deadline, false)
    }

    /// Finds only the outcome: the score is 1 for any win and −1 for any loss, and the
    /// plies of the proof are an upper bound. Much cheaper than [`Solver::solve`].
    pub fn solve_outcome(&mut self, state: &Position<B>, deadline: &mut Deadline) -> Option<Solution> {
        self.bisect(state, deadline, true)
    }

    /// Finds a forced win of at most `threats` threatening moves. `None` if there is
    /// none or the deadline expires first.
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
        let may_continue = |nodes| !deadline.expired(nodes, nodes);
        let mut search = ForcedWinSearch { board: &board, may_continue, nodes: 0 };
        let (cell, plies) = search.win(&Stones::of(state), threats)?;
        Some((column_of(cell)?, won(plies)))
    }

    /// As [`Solver::forced_win`] with a node limit instead of a deadline, for many
    /// short searches. The side to move must not have a winning move.
    pub fn forced_win_within(&mut self, state: &Position<B>, threats: u32, nodes: u64) -> Option<Proof> {
        let board = self.set_board(state);
        let mut search = ForcedWinSearch { board, may_continue: |searched| searched < nodes, nodes: 0 };
        let (_, plies) = search.win(&Stones::of(state), threats)?;
        Some(Proof { outcome: Outcome::Win, plies })
    }

    fn bisect(
        &mut self,
        state: &Position<B>,
        deadline: &mut Deadline,
        outcome_only: bool,
    ) -> Option<Solution> {
        self.nodes = 0;
        if state.outcome().is_some() {
            return None;
        }
        let board = *self.set_board(state);
        let count = (state.own() | state.other()).count() as i32;
        let root = Root { state, stones: Stones::of(state), count, board: &board };
        if let Some(win) = state.winning_move() {
            let score = if outcome_only { 1 } else { win_at(count + 1, board.total) };
            return Some(root.solution(score, win, 0));
        }
        let mut search = Search {
            table: &mut self.table,
            deadline,
            board: &board,
            nodes: 0,
            history: [HistoryHeuristic::EMPTY; 2],
        };
        let solution = root.bisect(&mut search, outcome_only);
        self.nodes = search.nodes;
        solution
    }

    /// Switches to the board of a position. Clears the table if the board changes,
    /// because its keys do not include the board.
    fn set_board(&mut self, state: &Position<B>) -> &Board<B> {
        if !self.board.as_ref().is_some_and(|board| board.is_of(state)) {
            self.table.clear();
            self.board = None;
        }
        self.board.get_or_insert_with(|| Board::of(state))
    }
}

/// The position to solve. Its side to move has no winning move.
struct Root<'a, B> {
    state: &'a Position<B>,
    stones: Stones<B>,
    count: i32,
    board: &'a Board<B>,
}

impl<B: Class> Root<'_, B> {
    /// The exact solution, or only the outcome. `None` if the deadline expires.
    fn bisect(&self, search: &mut Search<B>, outcome_only: bool) -> Option<Solution> {
        let (count, total) = (self.count, self.board.total);
        let (mut lower, mut upper) = (-win_at(count + 2, total), win_at(count + 3, total).max(0));
        if outcome_only {
            (lower, upper) = (lower.max(-1), upper.min(1));
        }
        let mut best = self.default_move()?;
        while lower < upper {
            // Bounds near a draw first: they decide most and are cheapest to test.
            let alpha = match lower + (upper - lower) / 2 {
                middle if middle <= 0 => middle.min(lower / 2),
                middle => middle.max(upper / 2),
            };
            let alpha = alpha.clamp(lower, upper - 1);
            match self.value(search, alpha)? {
                (value, Some(played)) => (lower, best) = (value.min(upper), played),
                (value, None) => upper = value.max(lower),
            }
        }
        Some(self.solution(lower, best, search.nodes))
    }

    fn safe_moves(&self) -> Option<B> {
        let threats = completing(self.stones.other) & self.state.vacant();
        self.board.safe_moves(self.stones.next, threats)
    }

    /// The best move until the search finds a better one: the safe move nearest to
    /// the centre if there is one, else a block, else any move.
    fn default_move(&self) -> Option<Column> {
        let safe = |moves| self.board.outwards(moves).next();
        match self.safe_moves().and_then(safe) {
            Some(cell) => column_of(cell),
            None => self.state.blocking_move().or_else(|| column_of(self.stones.next)),
        }
    }

    /// As [`Search::value`], with a move whose score is above `alpha`.
    fn value(&self, search: &mut Search<B>, alpha: i32) -> Option<(i32, Option<Column>)> {
        let (count, total) = (self.count, self.board.total);
        let Some(moves) = self.safe_moves() else {
            return Some((-win_at(count + 2, total), None));
        };
        if total - count <= 2 {
            return Some((0, self.default_move().filter(|_| 0 > alpha)));
        }
        let ordered = match OrderedMoves::new(&self.stones, moves, self.board, &HistoryHeuristic::EMPTY) {
            Ok(ordered) => ordered,
            Err(winning) => {
                let value = win_at(count + 3, total);
                return Some((value, column_of(winning).filter(|_| value > alpha)));
            }
        };
        let mut best = i32::MIN;
        for cell in ordered.cells() {
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
        // Two numbers of stones have this score; the winner's parity selects one.
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
