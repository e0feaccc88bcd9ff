//! The games that the tests play, as judges would write them.

#![allow(dead_code, reason = "no test needs all of them")]

use connect4::{Column, Layout, Position};
use game::example::{Nim, Take};
use game::{Game, Move, Side};
use judge_protocol::botzone::{Coordinates, Xy};
use judge_protocol::gtp::Rules;
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

const fn connect4<B: connect4::Class>() -> Drops<Position<B>> {
    Drops {
        set_up: |grid, first, second| {
            let Grid { rows, columns, forbidden } = *grid;
            Position::set_up(Layout { rows, columns, forbidden }, first, second).map_err(|e| e.to_string())
        },
        column: Column::new,
        landing: Position::landing,
    }
}

/// On every board that Saiblo may draw.
pub const CONNECT4: Drops<connect4::State> = connect4();

/// On the usual board.
pub const CLASSIC: Drops<connect4::Classic> = connect4();

/// The game's own names of points are GTP's.
pub const NOGO: Rules<nogo::State> = Rules {
    name: "NoGo",
    board: |size| nogo::State::empty_board(size, size).ok(),
    size: 9,
    read: |state, vertex| state.parse_move(vertex).ok(),
    write: |state, point| state.move_text(point),
    stone: |state, row, column| state.stone(nogo::Point::new(row, column)?),
};

/// Rows from the bottom.
pub const OTHELLO: Rules<othello::State> = Rules {
    name: "Othello",
    board: |size| (size == 8).then(othello::State::start),
    size: 8,
    read: |state, vertex| {
        let turned = match vertex.as_bytes() {
            [letter, row @ b'1'..=b'8'] => format!("{}{}", *letter as char, b'9' - row),
            _ => vertex.to_string(),
        };
        state.parse_move(&turned).ok()
    },
    write: |state, square| match square.place() {
        Some((row, column)) => format!("{}{}", (b'A' + column as u8) as char, 8 - row),
        None => state.move_text(square),
    },
    stone: |state, row, column| match state.to_string().as_bytes()[8 * row + column] {
        b'X' => Some(Side::First),
        b'O' => Some(Side::Second),
        _ => None,
    },
};
