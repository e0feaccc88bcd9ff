//! Connect-4 as a library for Compete, Saiblo's local judge.
//!
//! Compete loads two such libraries into one process and calls [`getPoint`] for
//! every move, each time on a new thread, for at most 3 s. It does not announce a
//! new game; the board shows it. The engine and its game are kept in `SEAT` from
//! call to call. After an error or a panic the library plays any column that is
//! not full.
//!
//! A library has no command line; two environment variables replace the bot's
//! options: `CONNECT4_STRATEGY` and `CONNECT4_TIME` (seconds).

#![allow(non_snake_case, reason = "the judge's names")]

mod seat;

use std::ffi::c_int;
use std::panic::catch_unwind;
use std::slice;
use std::sync::{Mutex, PoisonError};

use game::{Place, Shape};
use judge_protocol::full_board::MAX_SIDE;

use crate::seat::{Seat, full_board};

/// A cell as the judge has it: row from the top, column from the left.
#[repr(C)]
#[derive(Debug)]
pub struct Point {
    /// The row.
    pub x: c_int,
    /// The column.
    pub y: c_int,
}

/// The player, after the first call.
static SEAT: Mutex<Option<Seat>> = Mutex::new(None);

/// Chooses a move for the judge.
///
/// # Safety
///
/// `top` points to `N` numbers and `board` to `M * N`.
#[unsafe(no_mangle)]
#[allow(clippy::too_many_arguments, reason = "the judge's signature")]
pub unsafe extern "C" fn getPoint(
    M: c_int,
    N: c_int,
    top: *const c_int,
    board: *const c_int,
    lastX: c_int,
    lastY: c_int,
    noX: c_int,
    noY: c_int,
) -> *mut Point {
    let size = |number: c_int| usize::try_from(number).ok().filter(|size| (1..=MAX_SIDE).contains(size));
    let (Some(rows), Some(columns), false, false) = (size(M), size(N), top.is_null(), board.is_null()) else {
        return point((-1, -1));
    };
    // SAFETY: the caller promises arrays of these lengths.
    let (top, board) =
        unsafe { (slice::from_raw_parts(top, columns), slice::from_raw_parts(board, rows * columns)) };
    let shape = Shape { rows, columns, forbidden: place(noX, noY) };
    let answered = catch_unwind(|| {
        // After a panic the state of the seat may be wrong.
        let mut seat = SEAT.lock().unwrap_or_else(|poisoned: PoisonError<_>| {
            SEAT.clear_poison();
            let mut seat = poisoned.into_inner();
            *seat = None;
            seat
        });
        let seat = match &mut *seat {
            Some(seat) => seat,
            empty => empty.insert(Seat::new()?),
        };
        seat.answer(&shape, &full_board(top, board, place(lastX, lastY)))
    });
    match answered {
        Ok(Ok((row, column))) => point((row as c_int, column as c_int)),
        _ => point(any_move(top)),
    }
}

/// Frees a point.
///
/// # Safety
///
/// `given` came from [`getPoint`] and is freed once.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn clearPoint(given: *mut Point) {
    if !given.is_null() {
        // SAFETY: it was a box in `point`, and the caller has the only copy.
        drop(unsafe { Box::from_raw(given) });
    }
}

fn point((x, y): (c_int, c_int)) -> *mut Point {
    Box::into_raw(Box::new(Point { x, y }))
}

fn place(x: c_int, y: c_int) -> Option<Place> {
    Some((x.try_into().ok()?, y.try_into().ok()?))
}

/// A move in the first column that is not full, by the judge's tops.
fn any_move(top: &[c_int]) -> (c_int, c_int) {
    let column = top.iter().position(|&top| top > 0);
    column.map_or((-1, -1), |column| (top[column] - 1, column as c_int))
}
