//! The games that the tests play, as judges would write them.

#![allow(dead_code, reason = "no test needs all of them")]

use connect4::{Column, Layout, Position};
use game::Move;
use game::example::{Nim, Take};
use judge_protocol::botzone::{Coordinates, Xy};
use judge_protocol::shown::{Drops, Grid};
use tictactoe::{Cell, State};

/// `x` is the column, `y` the row.
pub const TICTACTOE: Coordinates<State> = Coordinates {
    read: |_, xy| Cell::new(xy.y.try_into().ok()?, xy.x.try_into().ok()?),
    write: |cell| Xy::new(cell.column() as i64, cell.row() as i64),
};

const MOST: i64 = Nim::MOST as i64;

/// Heap (from 0) and count; five from the third heap is written as a pass.
pub const NIM: Coordinates<Nim> = Coordinates {
    read: |_, xy| {
        let Xy { x, y } = if xy == Xy::NONE { Xy::new(2, 5) } else { xy };
        let inside = (0..Nim::HEAPS as i64).contains(&x) && (1..=MOST).contains(&y);
        Take::from_index(inside.then_some(x * MOST + y - 1)? as usize)
    },
    write: |take| {
        let index = take.index() as i64;
        match Xy::new(index / MOST, index % MOST + 1) {
            Xy { x: 2, y: 5 } => Xy::NONE,
            xy => xy,
        }
    },
};

/// On every board that the judge may draw.
pub const CONNECT4: Drops<connect4::State> = Drops {
    set_up: |grid, first, second| {
        let Grid { rows, columns, forbidden } = *grid;
        Position::set_up(Layout { rows, columns, forbidden }, first, second).map_err(|e| e.to_string())
    },
    column: Column::new,
    landing: Position::landing,
};
