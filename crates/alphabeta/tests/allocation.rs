//! The search below the root allocates nothing: a thousand times more nodes add
//! only the allocations of a few more iterations at the root.

use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;

use alphabeta::{AlphaBeta, Options};
use clock::Budget;
use game::{Engine, Game, History};
use tictactoe::State;

mod common;

thread_local! {
    static ALLOCATIONS: Cell<u64> = const { Cell::new(0) };
}

struct Counting;

// SAFETY: every request is passed on to the system's allocator unchanged.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        ALLOCATIONS.with(|count| count.set(count.get() + 1));
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

/// Number of allocations of one decision.
fn allocations<G: Game + game::Evaluate>(state: G, nodes: u64) -> u64 {
    let mut engine = AlphaBeta::new(Options { table_bytes: 1 << 12, ..Options::default() });
    let history = History::new(state);
    let before = ALLOCATIONS.get();
    let decision = engine.decide(&history, &Budget::nodes(nodes)).expect("the game goes on");
    assert_eq!(decision.nodes, nodes, "the tree has at least that many nodes");
    ALLOCATIONS.get() - before
}

#[test]
fn a_search_allocates_only_at_its_root() {
    let nim = common::EvaluatedNim::new([7, 7, 7]);
    let (few, many) = (allocations(nim, 1_000), allocations(nim, 1_000_000));
    println!("{few} allocations in 1,000 nodes, {many} in 1,000,000");
    assert!(many < few + 100);
    assert!(allocations(State::start(), 3_000) < 100);
}
