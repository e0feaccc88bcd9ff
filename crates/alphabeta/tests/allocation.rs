//! The hot loop allocates nothing: a thousand times the nodes cost no more
//! memory requests than a few more iterations of the root.

use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;

use alphabeta::{AlphaBeta, Options};
use clock::Budget;
use game::{Engine, Game, History};
use tictactoe::State;

mod common;

thread_local! {
    static REQUESTS: Cell<u64> = const { Cell::new(0) };
}

struct Counting;

// SAFETY: every request is handed on to the system's allocator unchanged.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        REQUESTS.with(|count| count.set(count.get() + 1));
        // SAFETY: the caller's promises are the system's requirements.
        unsafe { System.alloc(layout) }
    }
    unsafe fn dealloc(&self, pointer: *mut u8, layout: Layout) {
        // SAFETY: the caller's promises are the system's requirements.
        unsafe { System.dealloc(pointer, layout) }
    }
}

#[global_allocator]
static COUNTING: Counting = Counting;

/// Memory requests of one decision.
fn requests<G: Game + game::Evaluate>(state: G, nodes: u64) -> u64 {
    let mut engine = AlphaBeta::new(Options { table_bytes: 1 << 12, ..Options::default() });
    let history = History::new(state);
    let before = REQUESTS.get();
    let decision = engine.decide(&history, &Budget::nodes(nodes)).expect("the game goes on");
    assert_eq!(decision.nodes, nodes, "the search is big enough");
    REQUESTS.get() - before
}

#[test]
fn a_search_allocates_only_at_its_root() {
    let nim = common::JudgedNim::new([7, 7, 7]);
    let (few, many) = (requests(nim, 1_000), requests(nim, 1_000_000));
    println!("{few} requests in 1,000 nodes, {many} in 1,000,000");
    assert!(many < few + 100);
    assert!(requests(State::start(), 3_000) < 100);
}
