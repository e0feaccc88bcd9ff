//! The exact solver: decides whether the side to move wins.
//!
//! A depth-first search with a transposition table. It reduces every position to a
//! [`ReducedPosition`]: decided regions become numbers, and equal games have equal
//! keys. It first checks whether counting or the table decides one of the children
//! and then searches the others, the most promising first.

use clock::Deadline;
use game::{Game, Move, Symmetric};

use crate::board::State;
use crate::points::{Point, Points, hash};
use crate::regions::ReducedPosition;
use crate::table::Table;

/// Default size of the transposition table in bytes.
const DEFAULT_TABLE_BYTES: usize = 64 << 20;

/// Maximum number of stones of a position whose key is the same for all its
/// symmetric images. Such positions are few, and each stands for a large subtree.
const MAX_STONES_SYMMETRIC: u32 = 9;

/// Number of positions between two polls of a deadline.
const POLL: u64 = 256;

/// An exact solver. It keeps its transposition table between calls.
pub struct Solver {
    table: Table,
    symmetric_keys: SymmetricKeys,
    /// The children still to search, of all positions on the current path, each
    /// with its order (lowest first) and the move that leads to it.
    stack: Vec<(i32, ReducedPosition, Point)>,
    /// History heuristic: how often a move of each side has won, plus one.
    history: [[u32; Point::COUNT]; 2],
    nodes: u64,
    node_limit: u64,
    /// A deadline, and the number of nodes when it started.
    deadline: Option<(Deadline, u64)>,
}

/// Exact result of a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Solution {
    /// Whether the side to move wins.
    pub wins: bool,
    /// A winning move if the side to move wins, otherwise any legal move. `None` if
    /// the game is over.
    pub best: Option<Point>,
}

/// The search has reached its node limit.
struct NodeLimitReached;

impl Default for Solver {
    fn default() -> Self {
        Solver::new(DEFAULT_TABLE_BYTES)
    }
}

impl Solver {
    /// Creates a solver whose table takes at most `memory` bytes (rounded down to a
    /// power of two).
    pub fn new(memory: usize) -> Self {
        Solver {
            table: Table::new(memory),
            symmetric_keys: SymmetricKeys::new(&State::start()),
            stack: Vec::new(),
            history: [[1; Point::COUNT]; 2],
            nodes: 0,
            node_limit: u64::MAX,
            deadline: None,
        }
    }

    /// Number of positions searched since the solver was created.
    pub fn nodes(&self) -> u64 {
        self.nodes
    }

    /// Solves a position, without a limit.
    pub fn solve(&mut self, state: &State) -> Solution {
        self.solve_within(state, u64::MAX).expect("the limit cannot be reached")
    }

    /// Solves a position; `None` if about `nodes` positions are not enough.
    pub fn solve_within(&mut self, state: &State, nodes: u64) -> Option<Solution> {
        self.node_limit = self.nodes.saturating_add(nodes);
        self.run(state)
    }

    /// Solves a position; `None` if the deadline expires first.
    pub fn solve_until(&mut self, state: &State, deadline: Deadline) -> Option<Solution> {
        self.deadline = Some((deadline, self.nodes));
        self.node_limit = self.nodes;
        let solution = self.run(state);
        self.deadline = None;
        solution
    }

    /// Whether the search has to end, now that it has reached its node limit. With a deadline
    /// the limit is only the moment of the next poll.
    #[cold]
    fn is_used_up(&mut self) -> bool {
        let Some((deadline, start)) = &mut self.deadline else { return true };
        let nodes = self.nodes - *start;
        self.node_limit = self.nodes + POLL;
        deadline.expired(nodes, nodes)
    }

    /// Solves a position within the limits that are set.
    fn run(&mut self, state: &State) -> Option<Solution> {
        self.symmetric_keys = SymmetricKeys::new(state);
        let mut best = state.own_legal().members().next();
        let mut children: Vec<(Point, ReducedPosition)> = Vec::new();
        for m in state.own_legal().members() {
            let mut next = *state;
            next.play_unchecked(m);
            children.push((m, ReducedPosition::new(&next, 0)));
        }
        children.sort_by_key(|(_, child)| static_score(child));
        for (m, child) in &children {
            if !self.wins(child).ok()? {
                best = Some(*m);
                return Some(Solution { wins: true, best });
            }
        }
        Some(Solution { wins: false, best })
    }

    /// Whether the side to move wins.
    fn wins(&mut self, position: &ReducedPosition) -> Result<bool, NodeLimitReached> {
        if let Some(wins) = position.decided_by_count() {
            return Ok(wins);
        }
        let key = self.key(position);
        if let Some(wins) = self.table.get(key) {
            return Ok(wins);
        }
        let before = self.nodes;
        let wins = self.has_winning_move(position)?;
        self.table.insert(key, wins, self.nodes - before);
        Ok(wins)
    }

    /// Key of a position in the table. With few stones, all symmetric images have
    /// the same key.
    fn key(&self, position: &ReducedPosition) -> u64 {
        match (position.hot.own() | position.hot.other()).count() {
            0..=MAX_STONES_SYMMETRIC => self.symmetric_keys.key(position),
            _ => position.key,
        }
    }

    fn has_winning_move(&mut self, position: &ReducedPosition) -> Result<bool, NodeLimitReached> {
        let first = self.stack.len();
        let wins = self.try_moves(position, first);
        self.stack.truncate(first);
        wins
    }

    /// Pushes the children that are not decided yet on the stack, which has `first`
    /// entries before, and searches them in order.
    fn try_moves(&mut self, position: &ReducedPosition, first: usize) -> Result<bool, NodeLimitReached> {
        let side = (position.hot.own() | position.hot.other()).count() as usize % 2;
        for m in position.hot.own_legal().members() {
            let mut next = position.hot;
            next.play_unchecked(m);
            let child = ReducedPosition::new(&next, -position.tempo);
            self.nodes += 1;
            match child.decided_by_count().or_else(|| self.table.get(self.key(&child))) {
                Some(false) => return Ok(true),
                Some(true) => (),
                None => {
                    let wins = self.history[side][m.index()];
                    self.stack.push((8 * static_score(&child) - wins.ilog2() as i32, child, m));
                }
            }
        }
        if self.nodes > self.node_limit && self.is_used_up() {
            return Err(NodeLimitReached);
        }
        self.stack[first..].sort_unstable_by_key(|(order, ..)| *order);
        for i in first..self.stack.len() {
            let (_, child, m) = self.stack[i];
            if !self.wins(&child)? {
                let wins = &mut self.history[side][m.index()];
                *wins = wins.saturating_add(1);
                return Ok(true);
            }
        }
        // A free move leaves the hot regions as they are, so it is tried last.
        if position.tempo > 0 {
            let waited = ReducedPosition::new(&position.hot.passed(), 1 - position.tempo);
            self.nodes += 1;
            return Ok(!self.wins(&waited)?);
        }
        Ok(false)
    }
}

/// Static score of a position for the side to move, to order moves: the opponent
/// prefers moves to positions with a low score.
fn static_score(position: &ReducedPosition) -> i32 {
    let count = |points: Points| points.count() as i32;
    let lead = count(position.hot.own_legal()) - count(position.hot.other_legal());
    lead + 2 * position.tempo + position.own_safe - position.other_safe
}

/// Zobrist keys of the stones of both sides under each symmetry of a board.
struct SymmetricKeys {
    /// By symmetry, then by point.
    own: [[u64; Point::COUNT]; 8],
    other: [[u64; Point::COUNT]; 8],
    /// Number of symmetries of the board.
    count: usize,
    /// Hash of the board's points.
    board: u64,
}

impl SymmetricKeys {
    fn new(board: &State) -> Self {
        let count = board.symmetries();
        let image = |s: usize, index: usize| {
            let point = Point::from_index(index).expect("an index below Point::COUNT");
            board.transform_move(point, s % count).index()
        };
        let keys = |salt: usize| {
            std::array::from_fn(|s| std::array::from_fn(|index| hash(2 * image(s, index) + salt)))
        };
        SymmetricKeys { own: keys(0), other: keys(1), count, board: Points::hash([board.board()]) }
    }

    /// Key that is the same for all symmetric images of a position on this board:
    /// the minimum over the images.
    fn key(&self, position: &ReducedPosition) -> u64 {
        let mut keys = [0u64; 8];
        for (stone_keys, stones) in [(&self.own, position.hot.own()), (&self.other, position.hot.other())] {
            for point in stones.members() {
                for (key, stone_keys) in keys.iter_mut().zip(stone_keys) {
                    *key = key.wrapping_add(stone_keys[point.index()]);
                }
            }
        }
        let min = keys[..self.count].iter().min().copied().unwrap_or_default();
        min ^ hash((1000 + position.tempo) as usize) ^ self.board
    }
}

/// Solves a position with a new solver of the default size.
pub fn solve(state: &State) -> Solution {
    Solver::default().solve(state)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Empty strip with this number of points. It is longer than a row, so it winds
    /// through the rows of a board that is not a rectangle.
    fn strip(points: usize) -> State {
        let turn = |row: usize| Point::new(row, if row % 4 == 1 { 8 } else { 0 });
        let path = (0..9).flat_map(|row| {
            let points: Vec<_> = match row % 4 {
                0 => (0..9).filter_map(|column| Point::new(row, column)).collect(),
                2 => (0..9).rev().filter_map(|column| Point::new(row, column)).collect(),
                _ => turn(row).into_iter().collect(),
            };
            points
        });
        State::from_stones(Points::EMPTY, Points::EMPTY, path.take(points).collect())
    }

    #[test]
    fn the_first_player_wins_all_strips_except_those_of_1_and_4_points() {
        for points in 1..=20 {
            let state = strip(points);
            assert_eq!(state.empty().count() as usize, points);
            assert_eq!(solve(&state).wins, points != 1 && points != 4, "1x{points}");
        }
    }
}
