//! Othello as the arena and the bots take it.

use game::{Cells, Game, Playable, RowOrder, Strategies, Symmetric};

use crate::{Square, State, strategies};

/// Rows and columns of the board.
const SIZE: (usize, usize) = (8, 8);

impl Playable for State {
    const OPENING_PLIES: usize = 8;

    const CELLS: Option<Cells<Self>> = Some(Cells {
        start: |rows, columns| ((rows, columns) == SIZE).then(State::start),
        size: |_| SIZE,
        place: |_, square| square.place(),
        move_at: |_, (row, column)| Square::new(row, column),
        stone: |state, (row, column)| {
            let square = Square::new(row, column)?.bit();
            match (state.own() & square != 0, state.other() & square != 0) {
                (true, _) => Some(state.side()),
                (_, true) => Some(state.side().other()),
                _ => None,
            }
        },
        pass: Some(Square::PASS),
        rows: RowOrder::FromTop,
    });

    fn strategies() -> Strategies<Self> {
        strategies()
    }

    fn symmetry_key(&self) -> u64 {
        self.least_key()
    }

    /// The exact solver decides the last moves.
    fn plies_to_decision(&self) -> u32 {
        let empty = self.empty_cells().unwrap_or_default();
        empty.saturating_sub(16).max(empty / 3)
    }
}
