//! The tree follows the game.

use clock::Budget;
use game::{Engine, History};
use tictactoe::State;

use super::*;
use crate::engine::Mcts;

#[test]
fn statistics_of_the_new_position_are_kept() {
    for graph in [false, true] {
        let options = Options { graph, solver: false, ..Options::default() };
        let mut search = searched(State::start(), options, 20_000);
        let line = search.tree().line(crate::Choice::Visits);
        let mut state = State::start();
        for m in &line[..2] {
            state = state.play(*m).unwrap();
        }
        // The old tree's statistics of every position behind the two moves.
        let mut known = HashMap::new();
        walk(search.tree(), |state, _, node| {
            known.insert(state.key(), (node.visits, node.sum));
        });
        assert!(search.tree_mut().advance(&line[..2]));
        let tree = search.tree();
        assert_eq!(*tree.state(), state);
        assert_eq!(tree.simulations(), 0, "simulations count from here");
        let mut nodes = 0;
        walk(tree, |state, _, node| {
            nodes += 1;
            if graph {
                assert_eq!(known[&state.key()], (node.visits, node.sum), "{state}");
            }
        });
        assert!(nodes > 100, "{nodes} nodes are left");
        let before = tree.root().visits;
        search.run(&Budget::simulations(100));
        assert_eq!(search.tree().root().visits, before + 100);
    }
}

/// In a tree a position may occur several times; the right one is kept.
#[test]
fn the_subtree_is_unchanged() {
    let options = Options { solver: false, ..Options::default() };
    let mut search = searched(State::start(), options, 20_000);
    let text = |search: &Search<_, _, _>| search.tree().snapshot(20, 1).text(search.tree().state());
    let whole = text(&search);
    let first = search.tree().moves(crate::Choice::Visits)[0].played;
    let move_text = State::start().move_text(first);
    assert!(search.tree_mut().advance(&[first]));
    let part = text(&search);
    let old: Vec<&str> = whole
        .lines()
        .skip_while(|line| !line.starts_with(&format!("  {move_text} ")))
        .skip(1)
        .take_while(|line| line.starts_with("    "))
        .map(|line| &line[2..])
        .collect();
    let new: Vec<&str> = part.lines().skip(1).collect();
    assert_eq!(old, new);
}

#[test]
fn a_position_outside_the_tree_starts_an_empty_one() {
    let mut search = searched(State::start(), Options::default(), 5);
    let moves = ["a1", "b2", "c3", "a2"].map(|text| State::start().parse_move(text).unwrap());
    assert!(!search.tree_mut().advance(&moves));
    assert_eq!(search.tree().state().to_string(), "x../oo./..x");
    assert_eq!(search.tree().root().visits, 0);
    search.run(&Budget::simulations(50));
    assert!(search.tree().decision(crate::Choice::Visits).is_some());
}

/// A position keeps its proof only if the moves that prove it are still in the
/// tree.
#[test]
fn a_proven_root_always_has_the_move_that_proves_it() {
    let mut truth = Truth::new();
    for seed in 0..20 {
        let options = Options { seed, memory: 48 << 10, ..Options::default() };
        let mut engine = Mcts::new(options, ucb1(), (Full::new(Uniform), Priors(Even))).unwrap();
        let mut history = History::new(State::start());
        while history.state().outcome().is_none() {
            let best = truth.of(history.state()).outcome;
            let decision = engine.decide(&history, &Budget::simulations(40_000)).unwrap();
            let next = history.state().play(decision.chosen).unwrap();
            assert_eq!(-truth.of(&next).outcome, best, "perfect play in {}", history.state());
            if let Some(proof) = decision.proof {
                assert_eq!(proof.outcome, best);
            }
            history.play(decision.chosen).unwrap();
        }
    }
}

#[test]
fn an_engine_follows_the_game_and_detects_a_new_one() {
    let mut engine = Mcts::new(
        Options { solver: false, ..Options::default() },
        ucb1(),
        (Full::new(Uniform), Priors(Even)),
    )
    .unwrap();
    let mut history = History::new(State::start());
    let first = engine.decide(&history, &Budget::simulations(2000)).unwrap();
    history.play(first.chosen).unwrap();
    history.play(first.line[1]).unwrap();
    let second = engine.decide(&history, &Budget::simulations(1)).unwrap();
    let visits: u64 = second.moves.iter().map(|m| m.visits).sum();
    assert!(visits > 50, "the tree of the first move is still there: {visits} visits");

    let another = History::new("x../.o./...".parse().unwrap());
    let fresh = engine.decide(&another, &Budget::simulations(7)).unwrap();
    let visits: u64 = fresh.moves.iter().map(|m| m.visits).sum();
    assert_eq!(visits, 7, "a new game starts an empty tree");
}
