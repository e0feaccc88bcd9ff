//! The games of the tests.

#![allow(dead_code, reason = "each test file uses some of them")]

use game::example::{Nim, Take};
use game::{Cells, Drops, Move, Playable, RowOrder};
use judge_protocol::gtp::GtpBot;
use proptest::test_runner::{Config, FileFailurePersistence};

fn cells<G: Playable>() -> Cells<G> {
    G::CELLS.expect("the game has cells")
}

pub fn tictactoe() -> Cells<tictactoe::State> {
    cells()
}

/// On every board that Saiblo may choose.
pub fn connect4() -> Drops<connect4::State> {
    connect4::State::DROPS.expect("stones fall")
}

/// On the usual board.
pub fn classic() -> Drops<connect4::Classic> {
    connect4::Classic::DROPS.expect("stones fall")
}

pub fn nogo(name: &'static str) -> GtpBot<nogo::State> {
    GtpBot { name, game: "NoGo", cells: cells(), reversed: false }
}

pub fn othello(name: &'static str) -> GtpBot<othello::State> {
    GtpBot { name, game: "Othello", cells: cells(), reversed: false }
}

const MOST: usize = Nim::MOST as usize;

/// Index of the move that is written as a pass: five stones from the third heap.
const PASS: usize = 2 * MOST + 4;

/// Nim has no board; it stands for all games with a pass. The column is the heap
/// and the row the number of stones.
pub fn nim() -> Cells<Nim> {
    Cells {
        start: |_, _| None,
        size: |_| (MOST + 1, Nim::HEAPS),
        place: |_, take| {
            let index = take.index();
            (index != PASS).then_some((index % MOST + 1, index / MOST))
        },
        move_at: |_, (stones, heap)| {
            let inside = heap < Nim::HEAPS && (1..=MOST).contains(&stones);
            Take::from_index(inside.then(|| heap * MOST + stones - 1)?)
        },
        stone: |_, _| None,
        pass: Take::from_index(PASS),
        rows: RowOrder::FromBottom,
    }
}

/// Proptest's configuration with this number of cases. Failing seeds are kept
/// beside the tests.
pub fn cases(cases: u32) -> Config {
    let file = FileFailurePersistence::WithSource("proptest-regressions");
    Config { cases, failure_persistence: Some(Box::new(file)), ..Config::default() }
}
