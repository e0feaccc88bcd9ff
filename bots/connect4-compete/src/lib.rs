//! Connect-4 as a library for Compete, the local judge of Saiblo's homework.
//!
//! Compete loads two such libraries into one process and calls [`getPoint`]
//! for every move, each time on a fresh thread, for 3 s at most. Nobody says
//! when a game begins: the board tells. The engine and what it knows live in
//! `SEAT` from call to call, and nothing that goes wrong in here gets out:
//! then any column with room is played.
//!
//! Without a command line, the environment says what a bot's options would:
//! `CONNECT4_STRATEGY` and `CONNECT4_TIME` (seconds).

#![allow(non_snake_case, reason = "the judge's names")]

mod seat;

use std::ffi::c_int;
use std::panic::catch_unwind;
use std::slice;
use std::sync::{Mutex, PoisonError};

use judge_protocol::shown::{Grid, MOST, Place};

use crate::seat::{Seat, shown};

/// A cell, row from the top and column from the left, as the judge has it.
#[repr(C)]
#[derive(Debug)]
pub struct Point {
    /// The row.
    pub x: c_int,
    /// The column.
    pub y: c_int,
}

/// The player, once somebody has asked for a move.
static SEAT: Mutex<Option<Seat>> = Mutex::new(None);

/// The judge asks for a move.
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
    let size = |number: c_int| usize::try_from(number).ok().filter(|size| (1..=MOST).contains(size));
    let (Some(rows), Some(columns), false, false) = (size(M), size(N), top.is_null(), board.is_null()) else {
        return point((-1, -1));
    };
    // SAFETY: the judge promises that there are so many numbers.
    let (top, board) =
        unsafe { (slice::from_raw_parts(top, columns), slice::from_raw_parts(board, rows * columns)) };
    let grid = Grid { rows, columns, forbidden: place(noX, noY) };
    let answered = catch_unwind(|| {
        // After a panic what the seat knew is not to be trusted.
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
        seat.answer(&grid, &shown(top, board, place(lastX, lastY)))
    });
    match answered {
        Ok(Ok((row, column))) => point((row as c_int, column as c_int)),
        _ => point(with_room(top)),
    }
}

/// The judge gives a point back.
///
/// # Safety
///
/// `given` came from [`getPoint`] and is given back once.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn clearPoint(given: *mut Point) {
    if !given.is_null() {
        // SAFETY: it was a box in `point`, and nobody else has it.
        drop(unsafe { Box::from_raw(given) });
    }
}

fn point((x, y): (c_int, c_int)) -> *mut Point {
    Box::into_raw(Box::new(Point { x, y }))
}

fn place(x: c_int, y: c_int) -> Option<Place> {
    Some((x.try_into().ok()?, y.try_into().ok()?))
}

/// Any stone that can fall, as far as the judge's tops tell.
fn with_room(top: &[c_int]) -> (c_int, c_int) {
    let column = top.iter().position(|&top| top > 0);
    column.map_or((-1, -1), |column| (top[column] - 1, column as c_int))
}
