//! Connect-4 as the arena and the bots take it.

use game::{Cells, Drops, Playable, RowOrder, Shape, Strategies, Symmetric};

use crate::board::{Class, Classic, Column, Position, State};
use crate::is_settled;
use crate::strategies::strategies;

/// Random plies at the start of a match's games.
const OPENING_PLIES: usize = 4;

const fn cells<B: Class>() -> Cells<Position<B>> {
    Cells {
        start: |rows, columns| Position::set_up(Shape { rows, columns, forbidden: None }, &[], &[]).ok(),
        size: |state| (state.rows(), state.columns()),
        place: Position::landing,
        move_at: |state, (row, column)| {
            let m = Column::new(column)?;
            (state.landing(m) == Some((row, column))).then_some(m)
        },
        stone: |state, (row, column)| {
            let on_board = row < state.rows() && column < state.columns();
            on_board.then(|| state.stone(row, column)).flatten()
        },
        pass: None,
        rows: RowOrder::FromBottom,
    }
}

/// How stones fall, on the boards of this size class.
pub const fn drops<B: Class>() -> Drops<Position<B>> {
    Drops {
        shape: Position::shape,
        set_up: |shape, first, second| Position::set_up(*shape, first, second).map_err(|e| e.to_string()),
        column: Column::new,
        landing: Position::landing,
    }
}

/// Saiblo's game: the judge chooses size and forbidden cell at random.
impl Playable for State {
    const OPENING_PLIES: usize = OPENING_PLIES;
    const CELLS: Option<Cells<Self>> = Some(cells());
    const DROPS: Option<Drops<Self>> = Some(drops());

    fn strategies() -> Strategies<Self> {
        strategies()
    }

    fn is_settled(&self) -> bool {
        is_settled(self)
    }

    fn symmetry_key(&self) -> u64 {
        self.least_key()
    }

    /// Most games end before the board is full, and are decided long before.
    fn plies_to_decision(&self) -> u32 {
        2 * self.empty_cells().unwrap_or_default() / 5
    }

    fn random_start(seed: u64) -> Option<Self> {
        Some(State::random_board(seed))
    }
}

/// The classic game, Kaggle's ConnectX.
impl Playable for Classic {
    const OPENING_PLIES: usize = OPENING_PLIES;
    const CELLS: Option<Cells<Self>> = Some(cells());
    const DROPS: Option<Drops<Self>> = Some(drops());

    fn strategies() -> Strategies<Self> {
        strategies()
    }

    fn is_settled(&self) -> bool {
        is_settled(self)
    }

    fn symmetry_key(&self) -> u64 {
        self.least_key()
    }

    /// Most games end before the board is full, and are decided long before.
    fn plies_to_decision(&self) -> u32 {
        2 * self.empty_cells().unwrap_or_default() / 5
    }
}
