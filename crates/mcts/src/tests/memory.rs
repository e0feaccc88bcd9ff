//! The memory limit is never exceeded, and the search goes on within it.

use clock::Budget;
use game::example::{Nim, RandomTree};
use game::{Outcome, Side};
use tictactoe::State;

use super::*;
use crate::options::MemoryError;

#[test]
fn the_limit_is_never_exceeded_and_the_search_goes_on() {
    for graph in [false, true] {
        for memory in [Options::least_memory::<State>(graph), 40 << 10, 200 << 10] {
            let options = Options { memory, graph, solver: false, ..Options::default() };
            let mut search = uct(State::start(), options);
            for round in 1..=200 {
                search.run(&Budget::simulations(100));
                assert_eq!(search.tree().simulations(), round * 100, "the search goes on");
                let bytes = search.tree().bytes();
                assert!(bytes <= memory, "{bytes} bytes of {memory}, graph: {graph}");
            }
            assert!(search.tree().nodes > search.tree().pool.capacity() as u64, "it was full at least once");
            let decision = search.tree().decision(crate::Choice::Visits).unwrap();
            assert!(State::start().is_legal(decision.chosen));
        }
    }
}

/// Although most nodes are recycled, the solver finishes: the nodes that stay keep
/// what is proven.
#[test]
fn a_search_in_a_small_memory_still_proves_the_truth() {
    for graph in [false, true] {
        let options = Options { memory: 64 << 10, graph, ..Options::default() };
        let search = searched(State::start(), options.clone(), 2_000_000);
        assert!(search.tree().nodes > search.tree().pool.capacity() as u64, "it was full at least once");
        assert_eq!(search.tree().proof().map(|p| p.outcome), Some(Outcome::Draw), "graph: {graph}");

        let nim = Nim::new([4, 5, 6], Side::First).unwrap();
        let search = searched(nim, options.clone(), 2_000_000);
        assert_eq!(
            search.tree().proof().map(|p| p.outcome == Outcome::Win),
            Some(nim.is_won()),
            "graph: {graph}"
        );
        let mut truth = Truth::new();
        let mut proven = 0;
        for seed in 0..40 {
            let options = Options { memory: 24 << 10, ..options.clone() };
            let state = RandomTree::new(seed);
            let search = searched(state, options, 50_000);
            if let Some(proof) = search.tree().proof() {
                assert_eq!(proof.outcome, truth.of(&state).outcome, "{state}");
                proven += 1;
            }
        }
        assert_eq!(proven, 40, "graph: {graph}");
    }
}

#[test]
fn recycling_keeps_the_most_visited_and_every_link() {
    for graph in [false, true] {
        let options = Options { graph, solver: false, memory: 100 << 10, ..Options::default() };
        let mut search = uct(State::start(), options);
        while !search.tree().is_full() {
            search.simulate();
        }
        let before = search.tree().moves(crate::Choice::Visits);
        let nodes = search.tree().pool.size();
        search.tree_mut().recycle();
        let tree = search.tree();
        assert!(tree.pool.size() <= nodes * 6 / 10, "{} of {nodes} are left", tree.pool.size());
        let after = tree.moves(crate::Choice::Visits);
        for (a, b) in before.iter().zip(&after) {
            assert_eq!((a.played, a.visits, a.value), (b.played, b.visits, b.value));
        }
        // Every node still belongs to its state: its moves are that state's moves,
        // and in a graph the table finds it.
        let mut legal = Vec::new();
        walk(tree, |state, index, node| {
            if node.is_expanded() {
                state.legal_moves(&mut legal);
                let mut moves: Vec<_> = tree.pool.children(index).iter().map(|c| c.played).collect();
                moves.sort_by_key(|m| game::Move::index(*m));
                moves.dedup();
                assert!(moves.iter().all(|m| legal.contains(m)), "{state}");
                assert_eq!((moves.len(), legal.len()), (node.made.into(), node.count.into()), "{state}");
            }
            if let (Some(table), true) = (&tree.table, index != 0) {
                assert_eq!(table.get(state.key()), Some(index), "{state}");
            }
        });
    }
}

#[test]
fn too_little_memory_is_an_error_in_one_line() {
    let options = Options { memory: 1000, ..Options::default() };
    let error: MemoryError =
        Search::new(State::start(), options, ucb1(), (Full::new(Uniform), Priors(Even))).err().unwrap();
    assert!(error.to_string().contains("1000 bytes is too small"), "{error}");
}

/// Recycling a full pool near the end of the time made the search late.
#[test]
fn a_full_pool_does_not_cost_the_deadline() {
    let options = Options { memory: 8 << 20, solver: false, ..Options::default() };
    let mut search = uct(State::start(), options);
    for _ in 0..5 {
        let budget = std::time::Duration::from_millis(60);
        let deadline = search.run(&Budget::wall(budget));
        assert!(
            deadline.elapsed() < budget + std::time::Duration::from_millis(80),
            "{:?}",
            deadline.elapsed()
        );
    }
}
