//! Bookkeeping: a node's visits and sum are those of its children plus its own
//! evaluation.

use game::example::RandomTree;
use tictactoe::State;

use super::*;
use crate::node::Bounds;
use crate::options::Expansion;

/// A node's own evaluations: all of its visits that no child has.
fn own<M: Copy>(node: &Node<M>, children: &[Node<M>]) -> (i64, f64) {
    let visits: i64 = children.iter().map(|c| i64::from(c.visits)).sum();
    let sum: f64 = children.iter().map(|c| c.sum).sum();
    (i64::from(node.visits) - visits, node.sum + sum)
}

#[test]
fn without_a_solver_every_visit_is_accounted_for() {
    let options = Options { solver: false, ..Options::default() };
    for simulations in [1, 2, 10, 100, 5000] {
        let search = searched(State::start(), options.clone(), simulations);
        let tree = search.tree();
        assert_eq!(u64::from(tree.root().visits), simulations, "the root counts every simulation");
        walk(tree, |state, index, node| {
            assert!(node.mean().abs() <= 1.0, "{state}");
            if node.is_expanded() {
                let (visits, sum) = own(node, tree.pool.children(index));
                // A leaf was evaluated once before it got children; the root never.
                let evaluated = i64::from(index != 0);
                assert_eq!(visits, evaluated, "{state}");
                assert!(sum.abs() <= evaluated as f64, "{state}");
            }
        });
    }
}

#[test]
fn what_the_solver_corrects_is_corrected_all_the_way_up() {
    let expansions = [Expansion::One { at_visit: 1 }, Expansion::All { at_visit: 3 }];
    for seed in 0..40 {
        for (expansion, lookahead) in expansions.into_iter().zip([false, true]) {
            let options = Options { seed, expansion, lookahead, ..Options::default() };
            let start = if seed % 2 == 0 { "x../.o./..x".parse().unwrap() } else { State::start() };
            for simulations in [50, 300, 2000] {
                let search = searched(start, options.clone(), simulations);
                check_bookkeeping(search.tree());
            }
            check_bookkeeping(searched(RandomTree::new(seed), options, 400).tree());
        }
    }
}

fn check_bookkeeping<G: Game, S: Select>(tree: &Tree<G, S>) {
    assert_eq!(u64::from(tree.root().visits), tree.simulations(), "the root counts every simulation");
    walk(tree, |state, index, node| {
        let (bounds, mean) = (node.bounds(), node.mean());
        let possible = bounds.clamp(mean);
        assert!(node.visits == 0 || (possible - mean).abs() < 1e-5, "{state}: {mean} in {bounds:?}");
        if node.is_expanded() {
            let (visits, sum) = own(node, tree.pool.children(index));
            assert!(visits >= 0, "{state}: the children count {} more visits than their parent", -visits);
            // The bounds of the node itself may be tighter than those of the sum.
            if bounds == Bounds::OPEN {
                assert!(sum.abs() <= visits as f64 + 1e-6, "{state}: {sum} out of {visits} evaluations");
            }
        }
    });
}

/// A refuted move kept the good mean of its early simulations, and its ancestors
/// went on preferring it.
#[test]
fn the_simulations_of_a_refuted_move_are_corrected() {
    // O draws with any edge and loses with either corner.
    let state: State = "x../.o./..x".parse().unwrap();
    let mut truth = Truth::new();
    let search = searched(state, Options::default(), 2000);
    let mut refuted = 0;
    for report in search.tree().moves(crate::Choice::Visits) {
        let next = state.play(report.played).unwrap();
        let actual = -truth.of(&next).outcome;
        if let Some(proof) = report.proof {
            assert_eq!(proof.outcome, actual);
            assert_eq!(report.value, actual.value(), "a proven value is exact");
            refuted += usize::from(actual == game::Outcome::Loss);
        }
    }
    assert_eq!(refuted, 2, "both corners are refuted");
}
