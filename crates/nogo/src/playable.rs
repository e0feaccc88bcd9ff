//! NoGo as the arena and the bots take it.

use game::{Cells, Playable, RowOrder, Strategies, Symmetric};

use crate::{Point, State, strategies};

impl Playable for State {
    const CELLS: Option<Cells<Self>> = Some(Cells {
        start: |rows, columns| State::empty_board(rows, columns).ok(),
        size: |state| (state.rows(), state.columns()),
        place: |_, point| Some((point.row(), point.column())),
        move_at: |state, (row, column)| {
            let on_board = row < state.rows() && column < state.columns();
            Point::new(row, column).filter(|_| on_board)
        },
        stone: |state, (row, column)| state.stone(Point::new(row, column)?),
        pass: None,
        rows: RowOrder::FromBottom,
    });

    fn strategies() -> Strategies<Self> {
        strategies()
    }

    fn symmetry_key(&self) -> u64 {
        self.least_key()
    }

    /// The last empty points are rights of one side, which only have to be counted.
    fn plies_to_decision(&self) -> u32 {
        let empty = self.empty_cells().unwrap_or_default();
        empty.saturating_sub(20).max(empty / 3)
    }
}
