//! Budgets are kept exactly, and every budget gives a legal move.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

mod common;

use std::time::{Duration, Instant};

use alphabeta::{AlphaBeta, Options};
use clock::Budget;
use common::line_end;
use game::example::RandomTree;
use game::{Decision, Engine, Evaluate, Game, History};
use tictactoe::State;

fn engine<G: Game + Evaluate>() -> AlphaBeta<G> {
    AlphaBeta::new(Options { table_bytes: 1 << 16, ..Options::default() })
}

/// The decision without its time, as text.
fn content<M: std::fmt::Debug + Copy>(decision: &Decision<M>) -> String {
    format!("{:?}", Decision { elapsed: Duration::ZERO, ..decision.clone() })
}

#[test]
fn a_node_budget_is_spent_exactly() {
    let history = History::new(State::start());
    let all = engine().decide(&history, &Budget::nodes(u64::MAX)).unwrap().nodes;
    assert!(all > 1000);
    for nodes in (0..300).chain([all - 1]) {
        let decision = engine().decide(&history, &Budget::nodes(nodes)).unwrap();
        assert_eq!(decision.nodes, nodes);
        assert_eq!(decision.proof, None, "a proof needs the last node");
    }
    assert_eq!(engine().decide(&history, &Budget::nodes(all)).unwrap().nodes, all);
    let simulations = engine().decide(&history, &Budget::simulations(77)).unwrap();
    assert_eq!((simulations.nodes, simulations.simulations), (77, 0));
}

#[test]
fn the_depth_limit_is_reached_and_kept() {
    let history = History::new(State::start());
    for depth in [1, 2, 5] {
        let budget = Budget { depth: Some(depth), exhaustive: true, ..Budget::default() };
        assert_eq!(engine().decide(&history, &budget).unwrap().depth, depth);
    }
}

#[test]
fn the_same_budget_makes_the_same_decision() {
    for seed in 0..50 {
        let history = History::new(RandomTree::new(seed));
        for nodes in [1, 10, 100, 1000] {
            let (mut one, mut two) = (engine(), engine());
            for _ in 0..2 {
                let first = one.decide(&history, &Budget::nodes(nodes)).unwrap();
                let second = two.decide(&history, &Budget::nodes(nodes)).unwrap();
                assert_eq!(content(&first), content(&second));
            }
        }
    }
}

#[test]
fn the_progress_callback_gets_every_depth_and_changes_nothing() {
    let history = History::new(State::start());
    let mut depths = Vec::new();
    let mut watch = |report: &dyn Fn() -> Decision<_>| depths.push(report().depth);
    let watched = engine().think(&history, &Budget::nodes(1000), &mut watch).unwrap();
    assert_eq!(content(&watched), content(&engine().decide(&history, &Budget::nodes(1000)).unwrap()));
    let complete = depths.len() as u32;
    assert!(complete >= 3 && complete + 1 >= watched.depth, "{depths:?}, {}", watched.depth);
    assert_eq!(depths, (1..=complete).collect::<Vec<_>>());
}

#[test]
fn every_budget_gives_a_legal_move_and_a_legal_line() {
    for seed in 0..200 {
        let state = RandomTree::new(seed);
        for nodes in 0..40 {
            let decision = engine().decide(&History::new(state), &Budget::nodes(nodes)).unwrap();
            line_end(state, &decision);
            assert!((-1.0..=1.0).contains(&decision.value));
        }
        let none = engine().decide(&History::new(state), &Budget::wall(Duration::ZERO)).unwrap();
        line_end(state, &none);
    }
}

#[test]
fn a_win_that_is_proven_with_n_nodes_is_proven_with_more() {
    let state: State = "xo./.x./..o".parse().unwrap();
    let mut won = false;
    for nodes in 0..2000 {
        let decision = engine().decide(&History::new(state), &Budget::nodes(nodes)).unwrap();
        assert!(decision.proof.is_some() || !won, "no proof with {nodes} nodes, but with fewer");
        won = decision.proof.is_some();
    }
    assert!(won);
}

#[test]
fn a_forced_move_is_played_at_once_unless_the_budget_is_exhaustive() {
    let forced: State = "xox/oox/.xo".parse().unwrap();
    let decision = engine().decide(&History::new(forced), &Budget::default()).unwrap();
    assert!(decision.nodes <= 2);
    let forced = (0..).map(RandomTree::new).find(|state| {
        let mut moves = Vec::new();
        state.legal_moves(&mut moves);
        moves.len() == 1
    });
    let history = History::new(forced.unwrap());
    assert!(engine().decide(&history, &Budget::default()).unwrap().nodes <= 2);
    assert!(engine().decide(&history, &Budget::nodes(50)).unwrap().nodes > 2);
}

#[test]
fn a_solved_position_is_not_searched_again() {
    let history = History::new(State::start());
    let mut engine = engine();
    let first = engine.decide(&history, &Budget::default()).unwrap();
    let again = engine.decide(&history, &Budget::default()).unwrap();
    assert!(first.nodes > 0);
    assert_eq!((again.nodes, again.proof, again.chosen), (0, first.proof, first.chosen));
}

#[test]
fn a_time_budget_is_kept() {
    // A tree that is too large to be searched to the end.
    let large = common::EvaluatedNim::new([7, 7, 7]);
    let mut engine = AlphaBeta::new(Options { table_bytes: 0, ..Options::default() });
    let started = Instant::now();
    let decision = engine.decide(&History::new(large), &Budget::wall(Duration::from_millis(100))).unwrap();
    // Allows for delays on a busy machine.
    assert!(started.elapsed() < Duration::from_millis(600));
    assert!(decision.nodes > 1000 && decision.depth > 1);
    line_end(large, &decision);
}
