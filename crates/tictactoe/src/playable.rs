//! Tic-tac-toe as the arena and the bots take it.

use game::{Cells, Game, Playable, RowOrder, Side, Strategies, Symmetric};

use crate::{Cell, State, strategies};

/// Rows and columns of the board.
const SIZE: (usize, usize) = (3, 3);

impl Playable for State {
    const CELLS: Option<Cells<Self>> = Some(Cells {
        start: |rows, columns| ((rows, columns) == SIZE).then(State::start),
        size: |_| SIZE,
        place: |_, cell| Some((cell.row(), cell.column())),
        move_at: |_, (row, column)| Cell::new(row, column),
        stone: |state, (row, column)| {
            let cell = Cell::new(row, column)?.bit();
            let (first, second) = state.stones();
            match (first & cell != 0, second & cell != 0) {
                (true, _) => Some(Side::First),
                (_, true) => Some(Side::Second),
                _ => None,
            }
        },
        pass: None,
        rows: RowOrder::FromBottom,
    });

    fn strategies() -> Strategies<Self> {
        strategies()
    }

    fn symmetry_key(&self) -> u64 {
        self.least_key()
    }
}
