//! Winning and blocking moves, an evaluation by rights, move weights, and the
//! symmetries of the board.

use game::{Evaluate, Game, Heuristic, Symmetric, Tactics};

use crate::board::State;
use crate::points::{Point, Points};

/// Maximum number of legal points that a stone takes from the opponent: its own
/// point, the last liberty of its own group, its four neighbours and the last
/// liberties of four groups.
const MAX_POINTS_TAKEN: u32 = 10;

impl Tactics for State {
    fn winning_move(&self) -> Option<Point> {
        if self.other_legal().count() > MAX_POINTS_TAKEN {
            return None;
        }
        self.own_legal().members().find(|&m| after(self, m).outcome().is_some())
    }

    fn blocking_move(&self) -> Option<Point> {
        self.passed().winning_move()?;
        self.own_legal().members().find(|&m| after(self, m).winning_move().is_none())
    }
}

fn after(state: &State, m: Point) -> State {
    let mut next = *state;
    next.play_unchecked(m);
    next
}

/// The difference of the rights of both sides, divided by their sum plus one.
impl Evaluate for State {
    #[inline]
    fn evaluate(&self) -> f32 {
        let (own, other) = (self.own_rights().count() as f32, self.other_rights().count() as f32);
        (own - other) / (own + other + 1.0)
    }
}

/// Shared points have a higher weight: a right can also be played later.
impl Heuristic for State {
    #[inline]
    fn weight(&self, m: Point) -> f32 {
        if self.other_legal().contains(m) { 4.0 } else { 1.0 }
    }
}

/// A square has eight symmetries, a rectangle four. Bit 1 reverses the rows, bit 2
/// reverses the columns, bit 4 then swaps rows and columns.
impl Symmetric for State {
    fn symmetries(&self) -> usize {
        if self.rows() == self.columns() { 8 } else { 4 }
    }

    fn transform(&self, s: usize) -> Self {
        let (rows, columns) = (self.rows(), self.columns());
        self.mapped(|set: Points| set.members().map(|point| transformed(point, rows, columns, s)).collect())
    }

    fn transform_move(&self, m: Point, s: usize) -> Point {
        transformed(m, self.rows(), self.columns(), s)
    }
}

/// Image of a point under symmetry `s`. A point off the board is its own image.
pub(crate) fn transformed(point: Point, rows: usize, columns: usize, s: usize) -> Point {
    let (mut row, mut column) = (point.row(), point.column());
    if row >= rows || column >= columns {
        return point;
    }
    if s & 1 != 0 {
        row = rows - 1 - row;
    }
    if s & 2 != 0 {
        column = columns - 1 - column;
    }
    if s & 4 != 0 {
        (row, column) = (column, row);
    }
    Point::new(row, column).unwrap_or(point)
}
