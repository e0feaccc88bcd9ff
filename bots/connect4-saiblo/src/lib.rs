//! Connect-4 as judges show it: for every bot that plays it on shown boards.

use connect4::{Class, Column, Layout, Position};
use judge_protocol::shown::{Drops, Grid};

/// How the bots play Connect-4 when nobody says.
pub const DEFAULT_STRATEGY: &str = "champion";

/// How stones fall, on the boards of this size class.
pub const fn drops<B: Class>() -> Drops<Position<B>> {
    Drops {
        set_up: |grid, first, second| {
            let Grid { rows, columns, forbidden } = *grid;
            Position::set_up(Layout { rows, columns, forbidden }, first, second).map_err(|e| e.to_string())
        },
        column: Column::new,
        landing: Position::landing,
    }
}
