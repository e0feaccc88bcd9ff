//! Table, move ordering and null windows reduce the number of nodes.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

mod common;

use alphabeta::{AlphaBeta, Options};
use clock::Budget;
use common::EvaluatedNim;
use game::{Engine, Evaluate, Game, History};
use tictactoe::State;

/// Number of nodes that plain minimax visits.
fn tree_size<G: Game>(state: &G) -> u64 {
    let mut moves = Vec::new();
    state.legal_moves(&mut moves);
    1 + moves.iter().map(|&m| tree_size(&state.play(m).unwrap())).sum::<u64>()
}

/// Number of nodes that a new engine visits until the result is proven.
fn visited<G: Game + Evaluate>(state: G, table_bytes: usize) -> u64 {
    let mut engine = AlphaBeta::new(Options { table_bytes, ..Options::default() });
    let decision = engine.decide(&History::new(state), &Budget::default()).unwrap();
    assert!(decision.proof.is_some());
    decision.nodes
}

#[test]
fn solving_tic_tac_toe_takes_a_small_part_of_the_tree() {
    let tree = tree_size(&State::start());
    assert_eq!(tree, 549_946);
    let (with, without) = (visited(State::start(), 1 << 20), visited(State::start(), 0));
    println!("tic-tac-toe: {with} nodes with a table, {without} without");
    assert!(with * 50 < tree, "{with} nodes in all iterations");
    assert!(without * 8 < tree, "{without} nodes without a table");
}

#[test]
fn solving_nim_takes_a_small_part_of_the_tree() {
    let state = EvaluatedNim::new([3, 3, 3]);
    let tree = tree_size(&state);
    let (with, without) = (visited(state, 1 << 20), visited(state, 0));
    println!("nim: {tree} in the tree, {with} nodes with a table, {without} without");
    assert!(with * 20 < tree, "{with} nodes in all iterations");
    assert!(without * 4 < tree, "{without} nodes without a table");
}
