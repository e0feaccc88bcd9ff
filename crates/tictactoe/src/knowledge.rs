//! What a player sees at a glance: wins and threats one move ahead, lines
//! that are still open, the symmetries of the square.

use game::{Evaluate, Heuristic, Move, Symmetric, Tactics};

use crate::board::{Cell, LINES, State, has_line};

/// The empty cells that complete a line for the owner of `stones`.
fn winning_cells(stones: u16, empty: u16) -> u16 {
    let mut cells = empty;
    let mut wins = 0;
    while let Some(cell) = Cell::first(cells) {
        if has_line(stones | cell.bit()) {
            wins |= cell.bit();
        }
        cells &= cells - 1;
    }
    wins
}

impl Tactics for State {
    fn winning_move(&self) -> Option<Cell> {
        Cell::first(winning_cells(self.own(), self.empty()))
    }

    fn blocking_move(&self) -> Option<Cell> {
        Cell::first(winning_cells(self.other(), self.empty()))
    }
}

/// Lines without an enemy stone, mine less yours.
impl Evaluate for State {
    fn evaluate(&self) -> f32 {
        let open = |enemy: u16| LINES.iter().filter(|&&line| line & enemy == 0).count() as f32;
        (open(self.other()) - open(self.own())) / (LINES.len() + 1) as f32
    }
}

/// Lines through the cell: 4 for the centre, 3 for a corner, 2 for an edge.
impl Heuristic for State {
    fn weight(&self, m: Cell) -> f32 {
        LINES.iter().filter(|&&line| line & m.bit() != 0).count() as f32
    }
}

/// The four turns, each also mirrored.
impl Symmetric for State {
    fn symmetries(&self) -> usize {
        8
    }

    fn transform(&self, s: usize) -> State {
        let map = |stones: u16| {
            let cells = (0..Cell::COUNT).filter_map(Cell::from_index);
            let kept = cells.filter(|cell| stones & cell.bit() != 0);
            kept.fold(0, |image, cell| image | self.transform_move(cell, s).bit())
        };
        let (x, o) = self.stones();
        State::from_stones(map(x), map(o)).expect("a symmetry keeps the stones")
    }

    fn transform_move(&self, m: Cell, s: usize) -> Cell {
        let (mut row, mut column) = (m.row(), m.column());
        if s >= 4 {
            column = 2 - column;
        }
        for _ in 0..s % 4 {
            (row, column) = (column, 2 - row);
        }
        Cell::new(row, column).expect("a symmetry stays on the board")
    }
}
