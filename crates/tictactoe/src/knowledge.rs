//! Knowledge of the game for the searches: wins and threats one move ahead, an
//! evaluation, weights of moves, the symmetries of the board.

use game::{Evaluate, Heuristic, Move, Symmetric, Tactics};

use crate::board::{Cell, LINES, State, has_line};

/// The cells of `empty` that complete a line together with `stones`.
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

/// Number of lines without a stone of the opponent, minus the same for the
/// opponent, divided by 9 to stay inside (−1, 1).
impl Evaluate for State {
    fn evaluate(&self) -> f32 {
        let open = |blocking: u16| LINES.iter().filter(|&&line| line & blocking == 0).count() as f32;
        (open(self.other()) - open(self.own())) / (LINES.len() + 1) as f32
    }
}

/// Number of lines through the cell: 4 for the centre, 3 for a corner, 2 for an
/// edge.
impl Heuristic for State {
    fn weight(&self, m: Cell) -> f32 {
        LINES.iter().filter(|&&line| line & m.bit() != 0).count() as f32
    }
}

/// The four rotations (0 to 3), and the same after a reflection (4 to 7).
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
