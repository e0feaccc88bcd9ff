//! Who wins, for certain.
//!
//! A depth-first search that asks one question: does the side to move win? It
//! sees each position as the [`Survey`] of it, so that settled parts of the
//! board are numbers and positions that play alike are found again in its
//! table; and it looks at all children of a position (counting may decide
//! them, or the table) before it goes down to the most promising.

use game::{Game, Move, Symmetric};

use crate::board::State;
use crate::points::{Point, Points, name};
use crate::regions::Survey;
use crate::table::Table;

/// Bytes of the table when nobody says.
const MEMORY: usize = 64 << 20;

/// Positions with no more stones than this are looked up in all directions:
/// they are few, and a lot hangs on each.
const TURNED: u32 = 9;

/// An exact solver, with what it remembers from one question to the next.
pub struct Solver {
    table: Table,
    images: Images,
    /// The children that wait for their turn, of all positions on the way
    /// down, each with its [`promise`].
    stack: Vec<(i32, Survey, Point)>,
    /// How often a move of each side has won, plus one.
    successes: [[u32; Point::COUNT]; 2],
    nodes: u64,
    most_nodes: u64,
}

/// A result that is certain.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Verdict {
    /// Does the side to move win?
    pub wins: bool,
    /// A move that wins, if there is one; else any.
    pub best: Option<Point>,
}

/// The search has used up what it was given.
struct OutOfNodes;

impl Default for Solver {
    fn default() -> Self {
        Solver::new(MEMORY)
    }
}

impl Solver {
    /// A solver whose table takes this many bytes (rounded to a power of two).
    pub fn new(memory: usize) -> Self {
        Solver {
            table: Table::new(memory),
            images: Images::new(&State::start()),
            stack: Vec::new(),
            successes: [[1; Point::COUNT]; 2],
            nodes: 0,
            most_nodes: u64::MAX,
        }
    }

    /// Positions that have been looked at since the solver was made.
    pub fn nodes(&self) -> u64 {
        self.nodes
    }

    /// The result of a position, however long it takes.
    pub fn solve(&mut self, state: &State) -> Verdict {
        let verdict = self.solve_within(state, u64::MAX);
        verdict.expect("there is no limit that could be reached")
    }

    /// The result of a position, if looking at `nodes` positions is enough.
    pub fn solve_within(&mut self, state: &State, nodes: u64) -> Option<Verdict> {
        self.images = Images::new(state);
        self.most_nodes = self.nodes.saturating_add(nodes);
        let mut best = state.own_legal().members().next();
        let mut children: Vec<(Point, Survey)> = Vec::new();
        for m in state.own_legal().members() {
            let mut next = *state;
            next.play_unchecked(m);
            children.push((m, Survey::new(&next, 0)));
        }
        children.sort_by_key(|(_, child)| promise(child));
        for (m, child) in &children {
            if !self.wins(child).ok()? {
                best = Some(*m);
                return Some(Verdict { wins: true, best });
            }
        }
        Some(Verdict { wins: false, best })
    }

    /// Does the side to move win?
    fn wins(&mut self, position: &Survey) -> Result<bool, OutOfNodes> {
        if let Some(wins) = position.verdict() {
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

    /// The name of a position; early in the game the same for all its images.
    fn key(&self, position: &Survey) -> u64 {
        match (position.hot.own() | position.hot.other()).count() {
            0..=TURNED => self.images.key(position),
            _ => position.key,
        }
    }

    fn has_winning_move(&mut self, position: &Survey) -> Result<bool, OutOfNodes> {
        let first = self.stack.len();
        let wins = self.try_moves(position, first);
        self.stack.truncate(first);
        wins
    }

    /// Puts the children that nothing decides yet on the stack, from `first`
    /// on, and goes down to them in turn.
    fn try_moves(&mut self, position: &Survey, first: usize) -> Result<bool, OutOfNodes> {
        let side = (position.hot.own() | position.hot.other()).count() as usize % 2;
        for m in position.hot.own_legal().members() {
            let mut next = position.hot;
            next.play_unchecked(m);
            let child = Survey::new(&next, -position.tempo);
            self.nodes += 1;
            match child.verdict().or_else(|| self.table.get(self.key(&child))) {
                Some(false) => return Ok(true),
                Some(true) => (),
                None => {
                    let successes = self.successes[side][m.index()];
                    self.stack.push((8 * promise(&child) - successes.ilog2() as i32, child, m));
                }
            }
        }
        if self.nodes > self.most_nodes {
            return Err(OutOfNodes);
        }
        self.stack[first..].sort_unstable_by_key(|(promise, ..)| *promise);
        for i in first..self.stack.len() {
            let (_, child, m) = self.stack[i];
            if !self.wins(&child)? {
                let successes = &mut self.successes[side][m.index()];
                *successes = successes.saturating_add(1);
                return Ok(true);
            }
        }
        // A free move changes nothing on the board, so it comes last.
        if position.tempo > 0 {
            let waited = Survey::new(&position.hot.passed(), 1 - position.tempo);
            self.nodes += 1;
            return Ok(!self.wins(&waited)?);
        }
        Ok(false)
    }
}

/// How good a position looks to the side to move: the lower, the better for
/// the one who moves there.
fn promise(position: &Survey) -> i32 {
    let count = |points: Points| points.count() as i32;
    let lead = count(position.hot.own_legal()) - count(position.hot.other_legal());
    lead + 2 * position.tempo + position.own_safe - position.other_safe
}

/// The names of the stones of both sides, as each symmetry of a board shows
/// them.
struct Images {
    own: [[u64; Point::COUNT]; 8],
    other: [[u64; Point::COUNT]; 8],
    count: usize,
    board: u64,
}

impl Images {
    fn new(board: &State) -> Self {
        let count = board.symmetries();
        let image = |s: usize, index: usize| {
            let point = Point::from_index(index).expect("there are so many points");
            board.transform_move(point, s % count).index()
        };
        let names = |salt: usize| {
            std::array::from_fn(|s| std::array::from_fn(|index| name(2 * image(s, index) + salt)))
        };
        Images { own: names(0), other: names(1), count, board: Points::name([board.board()]) }
    }

    /// A name that is the same for all images of a position on this board: the
    /// least of those that its stones have.
    fn key(&self, position: &Survey) -> u64 {
        let mut keys = [0u64; 8];
        for (names, stones) in [(&self.own, position.hot.own()), (&self.other, position.hot.other())] {
            for point in stones.members() {
                for (key, names) in keys.iter_mut().zip(names) {
                    *key = key.wrapping_add(names[point.index()]);
                }
            }
        }
        let least = keys[..self.count].iter().min().copied().unwrap_or_default();
        least ^ name((1000 + position.tempo) as usize) ^ self.board
    }
}

/// The result of a position, by a solver of its own.
pub fn solve(state: &State) -> Verdict {
    Solver::default().solve(state)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A strip of so many points: a board need not be a rectangle, so it winds
    /// through the rows.
    fn strip(points: usize) -> State {
        let turn = |row: usize| Point::new(row, if row % 4 == 1 { 8 } else { 0 });
        let way = (0..9).flat_map(|row| {
            let points: Vec<_> = match row % 4 {
                0 => (0..9).filter_map(|column| Point::new(row, column)).collect(),
                2 => (0..9).rev().filter_map(|column| Point::new(row, column)).collect(),
                _ => turn(row).into_iter().collect(),
            };
            points
        });
        State::from_stones(Points::EMPTY, Points::EMPTY, way.take(points).collect())
    }

    #[test]
    fn strips_are_won_by_the_first_player_but_for_two() {
        for points in 1..=20 {
            let state = strip(points);
            assert_eq!(state.empty().count() as usize, points);
            assert_eq!(solve(&state).wins, points != 1 && points != 4, "1x{points}");
        }
    }
}
