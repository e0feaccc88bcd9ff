//! What the table, the order of moves and the null windows are for.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

mod common;

use alphabeta::{AlphaBeta, Options};
use clock::Budget;
use common::JudgedNim;
use game::{Engine, Evaluate, Game, History};
use tictactoe::State;

/// Positions that plain minimax visits.
fn tree_size<G: Game>(state: &G) -> u64 {
    let mut moves = Vec::new();
    state.legal_moves(&mut moves);
    1 + moves.iter().map(|&m| tree_size(&state.play(m).unwrap())).sum::<u64>()
}

/// Positions that a new engine visits until it has proven the result.
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
    assert!(with * 50 < tree, "all iterations together: {with}");
    assert!(without * 8 < tree, "without a table: {without}");
}

#[test]
fn solving_nim_takes_a_small_part_of_the_tree() {
    let state = JudgedNim::new([3, 3, 3]);
    let tree = tree_size(&state);
    let (with, without) = (visited(state, 1 << 20), visited(state, 0));
    println!("nim: {tree} in the tree, {with} nodes with a table, {without} without");
    assert!(with * 20 < tree, "all iterations together: {with}");
    assert!(without * 4 < tree, "without a table: {without}");
}
