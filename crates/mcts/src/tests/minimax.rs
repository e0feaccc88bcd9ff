//! Implicit minimax: what the estimates of a tree are.

use game::Evaluate;
use game::example::RandomTree;

use super::*;
use crate::guide::ByEvaluation;
use crate::select::ImplicitMinimax;

fn search<G: Evaluate>(
    state: G,
    weight: f32,
    options: Options,
    simulations: u64,
) -> Search<G, ImplicitMinimax, (Full<Uniform>, Chances<ByEvaluation>)> {
    let rule = ImplicitMinimax { c: 0.7, weight };
    let mut search = Search::new(state, options, rule, (Full::new(Uniform), Chances(ByEvaluation))).unwrap();
    search.run(&Budget::simulations(simulations));
    search
}

/// Returns the number of nodes with children.
fn check_estimates<G: Evaluate>(tree: &Tree<G, ImplicitMinimax>) -> usize {
    let mut inner = 0;
    walk(tree, |state, index, node| {
        let best = tree.pool.children(index).iter().map(Node::estimate).max();
        if node.flags.is_proven() {
            let value = 2.0 * f32::from(node.estimate()) / f32::from(u16::MAX) - 1.0;
            assert!((value - node.bounds().lower.value()).abs() < 1e-4, "{state}");
        } else if let Some(best) = best {
            assert_eq!(node.estimate(), u16::MAX - best, "{state}");
            inner += 1;
        } else if index != 0 && state.outcome().is_none() {
            let chance = (1.0 + state.evaluate()) / 2.0;
            assert!((1.0 - chance - node.prior()).abs() < 1e-3, "{state}: {chance}, {}", node.prior());
        }
    });
    inner
}

#[test]
fn the_estimate_of_a_node_is_the_minimax_of_the_leaves_below() {
    let mut inner = 0;
    for seed in 0..60 {
        for solver in [true, false] {
            let options = Options { seed, solver, ..Options::default() };
            for simulations in [5, 40, 300] {
                inner +=
                    check_estimates(search(RandomTree::new(seed), 0.3, options.clone(), simulations).tree());
            }
        }
        let options = Options { batch: 8, seed, ..Options::default() };
        inner += check_estimates(search(RandomTree::new(seed), 0.3, options, 100).tree());
    }
    assert!(inner > 3_000, "only {inner} nodes with children");
}

/// With all weight on the estimates, the value of a playout no longer matters.
#[test]
fn the_weight_decides_what_is_searched() {
    let visits = |weight: f32| {
        let options = Options { solver: false, ..Options::default() };
        let search = search(RandomTree::new(5), weight, options, 2_000);
        let children = search.tree().pool.children(0).iter();
        children.map(|child| (child.estimate(), child.visits)).collect::<Vec<_>>()
    };
    let best = |children: &[(u16, u32)]| children.iter().max_by_key(|(_, visits)| *visits).map(|c| c.0);
    let full = visits(1.0);
    assert_eq!(best(&full), full.iter().map(|c| c.0).max(), "{full:?}");
    assert_ne!(visits(0.0), full);
}
