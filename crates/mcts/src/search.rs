//! The search loop: simulations until the budget is used or the result is proven.

use clock::{Budget, Deadline};
use game::{Game, Rng, random};

#[cfg(feature = "parallel")]
use crate::batch::Batch;
#[cfg(feature = "parallel")]
use crate::evaluator::Request;
use crate::evaluator::{Evaluator, Query};
use crate::options::{Expansion, MemoryError, Options};
use crate::path::{Leaf, Path};
use crate::report;
use crate::select::Select;
use crate::tree::Tree;

/// A tree with what its simulations need.
pub struct Search<G: Game, S: Select, E> {
    pub(crate) tree: Tree<G, S>,
    pub(crate) worker: Worker<G, E>,
    pub(crate) options: Options,
    #[cfg(feature = "parallel")]
    pub(crate) batch: Batch<G>,
    /// Does the path of the last simulation end in a block whose other children
    /// are visited next?
    siblings: bool,
}

/// A search ends above this number of visits of the root: a node counts them in 32 bits.
const MAX_VISITS: u32 = u32::MAX / 4 * 3;

/// Callback that gets the search whenever it reads the clock, and after nodes were
/// recycled. The search stops if it returns false.
pub(crate) type Observer<'a, G, S, E> = dyn FnMut(&mut Search<G, S, E>, &Deadline) -> bool + 'a;

/// What a thread needs in addition to the tree.
pub(crate) struct Worker<G: Game, E> {
    pub evaluator: E,
    pub rng: Rng,
    pub path: Path<G::Move>,
    /// Moves from the root to the leaf, for evaluators that follow them.
    way: Vec<G::Move>,
    /// Moves and estimates of a leaf that is expanded at its first visit.
    moves: Vec<G::Move>,
    estimates: Vec<f32>,
}

impl<G: Game, E: Evaluator<G>> Worker<G, E> {
    pub fn new(evaluator: E, seed: u64, shared: bool) -> Self {
        Worker {
            evaluator,
            rng: Rng::with_seed(seed),
            path: Path::new(shared),
            way: Vec::new(),
            moves: Vec::new(),
            estimates: Vec::new(),
        }
    }

    /// Must the path record its moves?
    #[inline]
    pub fn records<S: Select>(&self) -> bool {
        E::FOLLOWS || self.collects::<S>()
    }

    /// Must the moves of playouts be recorded?
    #[inline]
    fn collects<S: Select>(&self) -> bool {
        S::AMAF || self.evaluator.learns()
    }

    /// Evaluates an open leaf for its side to move; `estimate` is that of its move.
    #[inline]
    pub fn value<S: Select>(&mut self, state: &G, root: &G, estimate: Option<f32>, trace: bool) -> f32 {
        if E::FOLLOWS {
            self.way.clone_from(&self.path.trace);
        }
        let query = Query { state, root, path: &self.way, estimate };
        match trace || self.collects::<S>() {
            true => self.evaluator.value(query, &mut self.rng, &mut self.path.trace),
            false => self.evaluator.value(query, &mut self.rng, &mut ()),
        }
    }

    /// Evaluates an open leaf and its moves, and makes its children.
    fn evaluate_and_expand<S: Select>(&mut self, tree: &mut Tree<G, S>, state: &G) -> (Leaf, f32) {
        self.list_moves(state);
        if E::FOLLOWS {
            self.way.clone_from(&self.path.trace);
        }
        let query =
            Query { state, root: &tree.state, path: &self.way, estimate: tree.estimate_of(&self.path) };
        let Worker { evaluator, rng, path, moves, estimates, .. } = self;
        let value = evaluator.evaluate(query, moves, estimates, rng, &mut path.trace);
        (tree.expand_leaf(path, state, moves, estimates, value), value)
    }

    /// Fills in a request about an open leaf.
    #[cfg(feature = "parallel")]
    pub fn ask<S: Select>(&mut self, tree: &Tree<G, S>, state: &G, request: &mut Request<G>) {
        request.state = *state;
        request.estimate = tree.estimate_of(&self.path);
        request.moves.clear();
        request.estimates.clear();
        if tree.expands_leaves {
            self.list_moves(state);
            request.moves.clone_from(&self.moves);
        }
        request.path.clear();
        if E::FOLLOWS {
            request.path.clone_from(&self.path.trace);
        }
        std::mem::swap(&mut request.trace, &mut self.path.trace);
    }

    /// Lists the moves of a leaf in random order: equal children are visited in the
    /// order of the list.
    fn list_moves(&mut self, state: &G) {
        state.legal_moves(&mut self.moves);
        random::shuffle(&mut self.rng, &mut self.moves);
        self.estimates.clear();
    }

    /// Passes the result to an evaluator that learns.
    #[inline]
    pub fn learn(&mut self, root: &G, leaf: Leaf, value: f32) {
        if leaf == Leaf::Open && self.evaluator.learns() {
            let tree_plies = self.path.steps.len() - 1;
            let root_value = if tree_plies.is_multiple_of(2) { value } else { -value };
            self.evaluator.learn(root.side(), &self.path.trace, root_value);
        }
    }
}

impl<G: Game, S: Select, E: Evaluator<G>> Search<G, S, E> {
    /// A search of `state`.
    pub fn new(state: G, options: Options, select: S, evaluator: E) -> Result<Self, MemoryError> {
        let tree = Tree::new(state, &options, select)?;
        let worker = Worker::new(evaluator, options.seed, options.batch > 1);
        Ok(Search {
            tree,
            worker,
            options,
            #[cfg(feature = "parallel")]
            batch: Batch::default(),
            siblings: false,
        })
    }

    /// The tree.
    pub fn tree(&self) -> &Tree<G, S> {
        &self.tree
    }

    /// The tree, mutable.
    pub fn tree_mut(&mut self) -> &mut Tree<G, S> {
        // The last path may no longer be valid.
        self.siblings = false;
        &mut self.tree
    }

    /// Makes one simulation. With [`crate::Expansion::All`] it goes to the next unvisited
    /// child of the last expanded leaf, if there is one.
    #[inline]
    pub fn simulate(&mut self) {
        let record = self.worker.records::<S>();
        let (state, leaf) = self.descend(record);
        let (leaf, value) = self.evaluate(&state, leaf, false);
        self.finish(leaf, value);
    }

    /// The second part of a simulation: evaluates the leaf. With `trace`, the moves of
    /// a playout are recorded.
    #[inline]
    pub(crate) fn evaluate(&mut self, state: &G, leaf: Leaf, trace: bool) -> (Leaf, f32) {
        let Search { tree, worker, .. } = self;
        match leaf {
            Leaf::Open if tree.expands_leaves => worker.evaluate_and_expand(tree, state),
            Leaf::Open => {
                let estimate = tree.estimate_of(&worker.path);
                (leaf, worker.value::<S>(state, &tree.state, estimate, trace))
            }
            Leaf::Proven | Leaf::Terminal | Leaf::Solved => (leaf, 0.0),
        }
    }

    /// The first part of a simulation: goes to a leaf.
    #[inline]
    pub(crate) fn descend(&mut self, record: bool) -> (G, Leaf) {
        let Search { tree, worker, siblings, .. } = self;
        match *siblings && tree.has_unvisited_sibling(&worker.path) {
            true => tree.descend_to_sibling(&mut worker.path, record),
            false => {
                *siblings = false;
                tree.descend(worker, record)
            }
        }
    }

    /// The last part of a simulation: passes its result on and backs it up.
    #[inline]
    pub(crate) fn finish(&mut self, leaf: Leaf, value: f32) {
        let Search { tree, worker, options, siblings, .. } = self;
        worker.learn(&tree.state, leaf, value);
        let learned = tree.backup(&worker.path, leaf, value);
        if matches!(options.expansion, Expansion::All { .. }) {
            // New proofs may have pruned the path to the other children.
            *siblings = !learned && (*siblings || worker.path.expanded.is_some());
        }
    }

    /// Searches until the budget is used, the result is proven, or (unless the
    /// budget is exhaustive) nothing can change the choice.
    pub fn run(&mut self, budget: &Budget) -> Deadline {
        self.run_while(budget, &mut |_, _| true)
    }

    /// Searches as [`Search::run`] does, and stops when `observe` returns false.
    pub(crate) fn run_while(&mut self, budget: &Budget, observe: &mut Observer<'_, G, S, E>) -> Deadline {
        let mut deadline = Deadline::start(budget);
        let settled = report::Settled::new(self.options.choice, budget, self.options.threads);
        // Simulations of earlier moves do not count.
        let (simulations, nodes) = (self.tree.simulations, self.tree.nodes);
        while !self.tree.is_proven() {
            let done = self.tree.simulations - simulations;
            if deadline.expired(done, self.tree.nodes - nodes) {
                break;
            }
            if deadline.ticked()
                && (!observe(self, &deadline)
                    || settled.is(&self.tree, &deadline, done)
                    || self.tree.root().visits > MAX_VISITS)
            {
                break;
            }
            if self.tree.is_full() && may_recycle(&deadline, &self.tree) {
                self.tree_mut().recycle();
                if !observe(self, &deadline) {
                    break;
                }
            }
            #[cfg(feature = "parallel")]
            if self.options.batch > 1 {
                // A batch ends where a limit of simulations does.
                let left = budget.simulations.map_or(u64::MAX, |most| most - done);
                self.simulate_batch(self.options.batch.min(left.try_into().unwrap_or(usize::MAX)));
                continue;
            }
            self.simulate();
        }
        deadline
    }
}

/// Allows recycling only if at least twice its time is left.
fn may_recycle<G: Game, S: Select>(deadline: &Deadline, tree: &Tree<G, S>) -> bool {
    if !deadline.is_timed() {
        return true;
    }
    deadline.ticked() && deadline.remaining().is_some_and(|left| left > 2 * tree.recycle_time())
}
