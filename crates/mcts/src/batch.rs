//! Batches: several leaves of one tree are collected and evaluated together.
//!
//! Until a simulation is finished, it counts as lost on its path (virtual loss), so
//! that the next one of the batch goes elsewhere.

use std::mem::swap;

use game::Game;

use crate::evaluator::{Evaluator, Request};
use crate::path::{Leaf, Path};
use crate::search::Search;
use crate::select::Select;

/// The unfinished simulations of a batch.
pub(crate) struct Batch<G: Game> {
    simulations: Vec<Unfinished<G::Move>>,
    /// The leaves that have to be evaluated come first.
    requests: Vec<Request<G>>,
}

struct Unfinished<M> {
    path: Path<M>,
    leaf: Leaf,
    /// Place of its request, if the leaf has to be evaluated.
    request: Option<usize>,
}

impl<G: Game> Default for Batch<G> {
    fn default() -> Self {
        Batch { simulations: Vec::new(), requests: Vec::new() }
    }
}

impl<G: Game, S: Select, E: Evaluator<G>> Search<G, S, E> {
    /// Makes `size` simulations whose leaves are evaluated together. The search must
    /// have been made with [`crate::Options::batch`] above 1.
    pub fn simulate_batch(&mut self, size: usize) {
        let Search { tree, worker, batch: Batch { simulations, requests }, .. } = self;
        let record = worker.records::<S>();
        let unused = || Unfinished { path: Path::new(true), leaf: Leaf::Open, request: None };
        simulations.resize_with(size.max(simulations.len()), unused);
        let mut open = 0;
        for simulation in &mut simulations[..size] {
            swap(&mut worker.path, &mut simulation.path);
            let (state, leaf) = tree.descend(worker, record);
            simulation.leaf = leaf;
            simulation.request = (leaf == Leaf::Open).then_some(open);
            if leaf == Leaf::Open {
                if open == requests.len() {
                    requests.push(Request::new(state));
                }
                worker.ask(tree, &state, &mut requests[open]);
                open += 1;
            }
            swap(&mut worker.path, &mut simulation.path);
        }
        worker.evaluator.evaluate_batch(&tree.state, &mut requests[..open], &mut worker.rng);
        for simulation in &mut simulations[..size] {
            let Unfinished { path, leaf, request } = simulation;
            let mut value = 0.0;
            if let Some(request) = request.map(|place| &mut requests[place]) {
                value = request.value;
                swap(&mut path.trace, &mut request.trace);
                if tree.expands_leaves {
                    let Request { state, moves, estimates, .. } = request;
                    *leaf = tree.expand_leaf(path, state, moves, estimates, value);
                }
            }
            swap(&mut worker.path, path);
            worker.learn(&tree.state, *leaf, value);
            swap(&mut worker.path, path);
            tree.backup(path, *leaf, value);
        }
    }
}
