//! Evaluators: asked once per position, told the path to it, in batches or one by one.

use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};

use game::example::{Nim, RandomTree};
use game::{Move, Outcome, Rng};
use tictactoe::Cell;

use super::*;
use crate::conformance::GuideConformance;
use crate::evaluator::{Evaluator, Query};
use crate::guide::ByWeight;
use crate::options::Expansion;
use crate::playout::Trace;
use crate::select::Puct;

/// Evaluates a position by the order of the moves that led to it, updated move by move.
#[derive(Clone, Default)]
struct ByPath {
    /// Hash after each move of the last path.
    hashes: Vec<(Cell, u64)>,
    kept: Arc<AtomicU32>,
    values: Arc<AtomicU32>,
    estimates: Arc<AtomicU32>,
}

impl ByPath {
    /// Follows the path, keeps what it has in common with the last one, and checks
    /// that it leads to the position.
    fn follow(&mut self, query: &Query<State>) -> u64 {
        let mut state = *query.root;
        query.path.iter().for_each(|&m| state.play_unchecked(m));
        assert_eq!(state, *query.state, "the path leads to the position");
        let common = self.hashes.iter().zip(query.path).take_while(|((old, _), new)| old == *new).count();
        self.kept.fetch_add(common as u32, Ordering::Relaxed);
        self.hashes.truncate(common);
        for &m in &query.path[common..] {
            let before = self.hashes.last().map_or(1, |(_, hash)| *hash);
            self.hashes.push((m, (before ^ m.index() as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15)));
        }
        self.hashes.last().map_or(1, |(_, hash)| *hash)
    }
}

impl Evaluator<State> for ByPath {
    const FOLLOWS: bool = true;

    fn value(&mut self, query: Query<State>, _: &mut Rng, _: &mut impl Trace<Cell>) -> f32 {
        self.values.fetch_add(1, Ordering::Relaxed);
        (self.follow(&query) >> 40) as f32 / (1 << 23) as f32 - 1.0
    }

    fn estimate(&mut self, query: Query<State>, moves: &[Cell], estimates: &mut Vec<f32>) {
        self.estimates.fetch_add(1, Ordering::Relaxed);
        self.follow(&query);
        estimates.extend(moves.iter().map(|m| 0.1 + m.index() as f32 / 100.0));
    }
}

#[test]
fn the_answers_of_a_playout_and_a_guide_agree() {
    let suite = GuideConformance { games: 10, ..Default::default() };
    suite.check_evaluator(State::start(), (Full::new(Uniform), Priors(ByWeight)));
    suite.check_evaluator(Nim::start(), (Full::new(Uniform), Priors(Even)));
    for seed in 0..5 {
        suite.check_evaluator(RandomTree::new(seed), (Full::new(Uniform), Priors(ByWeight)));
    }
}

/// Every evaluation gets the path to its position, however the search runs.
#[test]
fn an_evaluator_is_told_the_path() {
    for at_visit in [0, 1, 3] {
        for batch in [1, 5] {
            let evaluator = ByPath::default();
            let expansion = Expansion::One { at_visit };
            let options = Options { expansion, batch, solver: false, ..Options::default() };
            let rule = Puct { c: 1.5, fpu: Fpu::Parent(0.1) };
            let mut search = Search::new(State::start(), options, rule, evaluator.clone()).unwrap();
            search.run(&Budget::simulations(1000));
            assert_eq!(search.tree().simulations(), 1000);
            let kept = evaluator.kept.load(Ordering::Relaxed);
            assert!(kept > 300, "paths have common parts: {kept}");
        }
    }
}

/// With `at_visit` 0 a position is evaluated once: value and estimates together.
#[test]
fn a_leaf_that_gets_children_at_once_is_evaluated_once() {
    for batch in [1, 4] {
        let evaluator = ByPath::default();
        let expansion = Expansion::One { at_visit: 0 };
        let options = Options { expansion, batch, solver: false, ..Options::default() };
        let rule = Puct { c: 1.5, fpu: Fpu::Parent(0.1) };
        let mut search = Search::new(State::start(), options, rule, evaluator.clone()).unwrap();
        search.run(&Budget::simulations(500));
        let (values, estimates) = (&evaluator.values, &evaluator.estimates);
        let (values, estimates) = (values.load(Ordering::Relaxed), estimates.load(Ordering::Relaxed));
        // The root gets its children before the first simulation, without a value.
        assert_eq!(values + 1, estimates);
        let mut unfinished = 0;
        walk(search.tree(), |state, _, node| {
            assert_eq!(node.pending, 0, "virtual losses are taken back");
            let is_leaf = node.visits > 0 && state.outcome().is_none() && !node.is_expanded();
            unfinished += u32::from(is_leaf);
        });
        assert_eq!(unfinished, 0, "every visited position has children");
    }
}

/// A batch of simulations keeps the books of the tree and proves what is true.
#[test]
fn batches_search_like_single_simulations() {
    let mut truth = Truth::new();
    for size in [2, 7, 64] {
        let options = Options { batch: size, solver: false, ..Options::default() };
        let search = searched(State::start(), options, 3000);
        let tree = search.tree();
        assert_eq!((tree.simulations(), tree.root().visits), (3000, 3000));
        walk(tree, |_, _, node| assert_eq!(node.pending, 0));
        let best = tree.moves(crate::Choice::Visits)[0];
        assert_eq!(best.played.index(), 4, "the centre is best: {best:?}");
        let search = searched(State::start(), Options { batch: size, ..Options::default() }, 200_000);
        let proof = search.tree().proof().expect("tic-tac-toe is proven");
        assert_eq!(proof.outcome, Outcome::Draw);
        walk(search.tree(), |state, _, node| {
            if let Some(proof) = node.proof() {
                assert_eq!(-proof.outcome, truth.of(state).outcome, "{state}");
            }
        });
    }
}
