//! The search loop: simulations until the budget is used or the result is proven.

use clock::{Budget, Deadline};
use game::{Game, Rng};

use crate::guide::Guide;
use crate::options::{Expansion, MemoryError, Options};
use crate::playout::Playout;
use crate::report;
use crate::select::Select;
use crate::tree::{Leaf, Path, Tree};

/// A tree with what its simulations need.
pub struct Search<G: Game, S: Select, P, K> {
    pub(crate) tree: Tree<G, S, K>,
    pub(crate) worker: Worker<G, P>,
    options: Options,
    /// Does the path of the last simulation end in a block whose other children
    /// are visited next?
    siblings: bool,
}

/// Callback that gets the tree whenever the search reads the clock. The search
/// stops if it returns false.
pub(crate) type Observer<'a, G, S, K> = dyn FnMut(&Tree<G, S, K>, &Deadline) -> bool + 'a;

/// What a thread needs in addition to the tree.
pub(crate) struct Worker<G: Game, P> {
    pub playout: P,
    pub rng: Rng,
    pub path: Path<G::Move>,
}

impl<G: Game, P: Playout<G>> Worker<G, P> {
    pub fn new(playout: P, seed: u64, shared: bool) -> Self {
        Worker { playout, rng: Rng::with_seed(seed), path: Path::new(shared) }
    }

    /// Must the path record its moves?
    #[inline]
    pub fn records<S: Select>(&self) -> bool {
        S::AMAF || self.playout.learns()
    }

    /// Evaluates a leaf for its side to move.
    #[inline]
    pub fn evaluate<S: Select>(&mut self, state: G, leaf: Leaf) -> f32 {
        match leaf {
            Leaf::Open if self.records::<S>() => self.playout.run(state, &mut self.rng, &mut self.path.trace),
            Leaf::Open => self.playout.run(state, &mut self.rng, &mut ()),
            Leaf::Proven | Leaf::Terminal | Leaf::Solved => 0.0,
        }
    }

    /// Evaluates a leaf as [`Worker::evaluate`] does and records the playout's moves.
    pub fn evaluate_traced(&mut self, state: G, leaf: Leaf) -> f32 {
        match leaf {
            Leaf::Open => self.playout.run(state, &mut self.rng, &mut self.path.trace),
            Leaf::Proven | Leaf::Terminal | Leaf::Solved => 0.0,
        }
    }

    /// Passes the result to a playout that learns.
    #[inline]
    pub fn learn(&mut self, root: &G, leaf: Leaf, value: f32) {
        if leaf == Leaf::Open && self.playout.learns() {
            let tree_plies = self.path.steps.len() - 1;
            let root_value = if tree_plies.is_multiple_of(2) { value } else { -value };
            self.playout.learn(root.side(), &self.path.trace, root_value);
        }
    }
}

impl<G: Game, S: Select, P: Playout<G>, K: Guide<G>> Search<G, S, P, K> {
    /// A search of `state`.
    pub fn new(state: G, options: Options, select: S, playout: P, guide: K) -> Result<Self, MemoryError> {
        let tree = Tree::new(state, &options, select, guide)?;
        let worker = Worker::new(playout, options.seed, false);
        Ok(Search { tree, worker, options, siblings: false })
    }

    /// The tree.
    pub fn tree(&self) -> &Tree<G, S, K> {
        &self.tree
    }

    /// The tree, mutable.
    pub fn tree_mut(&mut self) -> &mut Tree<G, S, K> {
        // The last path may no longer be valid.
        self.siblings = false;
        &mut self.tree
    }

    /// Random seed for further workers.
    pub(crate) fn next_seed(&mut self) -> u64 {
        self.worker.rng.u64(..)
    }

    /// Makes one simulation. With [`Expansion::All`] it goes to the next unvisited
    /// child of the last expanded leaf, if there is one.
    #[inline]
    pub fn simulate(&mut self) {
        let record = self.worker.records::<S>();
        let (state, leaf) = self.descend(record);
        let value = self.worker.evaluate::<S>(state, leaf);
        self.finish(leaf, value);
    }

    /// The first part of a simulation: goes to a leaf.
    #[inline]
    pub(crate) fn descend(&mut self, record: bool) -> (G, Leaf) {
        let Search { tree, worker, siblings, .. } = self;
        match *siblings && tree.has_unvisited_sibling(&worker.path) {
            true => tree.descend_to_sibling(&mut worker.path, record),
            false => {
                *siblings = false;
                tree.descend(&mut worker.rng, &mut worker.path, record)
            }
        }
    }

    /// The last part of a simulation: passes its result on and backs it up.
    #[inline]
    pub(crate) fn finish(&mut self, leaf: Leaf, value: f32) {
        let Search { tree, worker, options, siblings } = self;
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
    pub(crate) fn run_while(&mut self, budget: &Budget, observe: &mut Observer<'_, G, S, K>) -> Deadline {
        let mut deadline = Deadline::start(budget);
        let settled = report::Settled::new(self.options.choice, budget);
        // Simulations of earlier moves do not count.
        let (simulations, nodes) = (self.tree.simulations, self.tree.nodes);
        while !self.tree.is_proven() {
            let done = self.tree.simulations - simulations;
            if deadline.expired(done, self.tree.nodes - nodes) {
                break;
            }
            if deadline.ticked()
                && (!observe(&self.tree, &deadline) || settled.is(&self.tree, &deadline, done))
            {
                break;
            }
            if self.tree.is_full() && may_recycle(&deadline, &self.tree) {
                self.tree_mut().recycle();
            }
            self.simulate();
        }
        deadline
    }
}

/// Allows recycling only if at least twice its time is left.
pub(crate) fn may_recycle<G: Game, S: Select, K: Guide<G>>(
    deadline: &Deadline,
    tree: &Tree<G, S, K>,
) -> bool {
    if !deadline.is_timed() {
        return true;
    }
    deadline.ticked() && deadline.remaining().is_some_and(|left| left > 2 * tree.recycle_time())
}
