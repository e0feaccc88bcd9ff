//! What a player sees at a glance: the last moves of the game, rights, and
//! how the board can be turned.

use game::{Evaluate, Game, Heuristic, Symmetric, Tactics};

use crate::board::State;
use crate::points::{Point, Points};

/// A stone takes away from the opponent its own point, the last liberty of its
/// own group, four points beside it and the last liberties of four groups: no
/// more than this.
const MOST_TAKEN: u32 = 10;

impl Tactics for State {
    fn winning_move(&self) -> Option<Point> {
        if self.other_legal().count() > MOST_TAKEN {
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

/// Rights (points that only one side may play), mine less yours, as a share
/// of all.
impl Evaluate for State {
    #[inline]
    fn evaluate(&self) -> f32 {
        let (own, other) = (self.own_rights().count() as f32, self.other_rights().count() as f32);
        (own - other) / (own + other + 1.0)
    }
}

/// What both may play goes first: the rest does not run away.
impl Heuristic for State {
    #[inline]
    fn weight(&self, m: Point) -> f32 {
        if self.other_legal().contains(m) { 4.0 } else { 1.0 }
    }
}

/// Eight on a square, four on a rectangle: 1 turns it upside down, 2 mirrors
/// it, 4 swaps rows and columns.
impl Symmetric for State {
    fn symmetries(&self) -> usize {
        if self.rows() == self.columns() { 8 } else { 4 }
    }

    fn transform(&self, s: usize) -> Self {
        let (rows, columns) = (self.rows(), self.columns());
        self.mapped(|set: Points| set.members().map(|point| turned(point, rows, columns, s)).collect())
    }

    fn transform_move(&self, m: Point, s: usize) -> Point {
        turned(m, self.rows(), self.columns(), s)
    }
}

/// A point off the board stays where it is.
pub(crate) fn turned(point: Point, rows: usize, columns: usize, s: usize) -> Point {
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
