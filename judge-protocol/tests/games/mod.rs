//! The games that the tests play, as Botzone would write them.

use game::Move;
use game::example::{Nim, Take};
use judge_protocol::botzone::{Coordinates, Xy};
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
