//! The loop: simulations until the budget is used or the result is proven.

use clock::{Budget, Deadline};
use game::{Game, Rng};

use crate::guide::Guide;
use crate::options::{Expansion, MemoryError, Options};
use crate::playout::Playout;
use crate::report;
use crate::select::Select;
use crate::tree::{Leaf, Path, Tree};

/// A tree and the one who plays in it.
pub struct Search<G: Game, S: Select, P, K> {
    tree: Tree<G, S, K>,
    worker: Worker<G, P>,
    options: Options,
    /// Does the path of the last simulation end in a block whose other
    /// children are to be visited next?
    siblings: bool,
}

/// Somebody who looks at the tree whenever the search looks at the clock, and
/// says whether to go on.
pub(crate) type Look<'a, G, S, K> = dyn FnMut(&Tree<G, S, K>, &Deadline) -> bool + 'a;

/// What a thread needs besides the tree.
pub(crate) struct Worker<G: Game, P> {
    pub playout: P,
    pub rng: Rng,
    pub path: Path<G::Move>,
}

impl<G: Game, P: Playout<G>> Worker<G, P> {
    pub fn new(playout: P, seed: u64, shared: bool) -> Self {
        Worker { playout, rng: Rng::with_seed(seed), path: Path::new(shared) }
    }

    /// Must the path write its moves down?
    #[inline]
    pub fn records<S: Select>(&self) -> bool {
        S::AMAF || self.playout.learns()
    }

    /// Judges a leaf for its side to move.
    #[inline]
    pub fn judge<S: Select>(&mut self, state: G, leaf: Leaf) -> f32 {
        match leaf {
            Leaf::Open if self.records::<S>() => self.playout.run(state, &mut self.rng, &mut self.path.trace),
            Leaf::Open => self.playout.run(state, &mut self.rng, &mut ()),
            Leaf::Known | Leaf::Found | Leaf::News => 0.0,
        }
    }

    /// Lets the playout hear what came of it.
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

    /// The tree, to move it on.
    pub fn tree_mut(&mut self) -> &mut Tree<G, S, K> {
        // Whatever happens to it, the last path may no longer lead anywhere.
        self.siblings = false;
        &mut self.tree
    }

    /// A seed for workers that join in.
    pub(crate) fn next_seed(&mut self) -> u64 {
        self.worker.rng.u64(..)
    }

    /// One simulation. Where a leaf gets all its children at once, the next
    /// ones go to those that are left.
    #[inline]
    pub fn simulate(&mut self) {
        let Search { tree, worker, options, siblings } = self;
        let record = worker.records::<S>();
        let nodes = tree.nodes;
        let (state, leaf) = match *siblings && tree.has_unvisited_sibling(&worker.path) {
            true => tree.descend_to_sibling(&mut worker.path, record),
            false => {
                *siblings = false;
                tree.descend(&mut worker.rng, &mut worker.path, record)
            }
        };
        let value = worker.judge::<S>(state, leaf);
        worker.learn(&tree.state, leaf, value);
        let learned = tree.backup(&worker.path, leaf, value);
        if matches!(options.expansion, Expansion::All { .. }) {
            // What became certain may have closed the way to the others.
            *siblings = !learned && (*siblings || tree.nodes > nodes);
        }
    }

    /// Simulates until the budget is used up, the result is proven, or (if
    /// the budget allows) nothing can change the choice any more.
    pub fn run(&mut self, budget: &Budget) -> Deadline {
        self.run_while(budget, &mut |_, _| true)
    }

    /// The same, for as long as `look` says so.
    pub(crate) fn run_while(&mut self, budget: &Budget, look: &mut Look<'_, G, S, K>) -> Deadline {
        let mut deadline = Deadline::start(budget);
        let settled = report::Settled::new(self.options.choice, budget);
        // How far the tree of the last move already went does not count.
        let (simulations, nodes) = (self.tree.simulations, self.tree.nodes);
        while !self.tree.is_proven() {
            let done = self.tree.simulations - simulations;
            if deadline.expired(done, self.tree.nodes - nodes) {
                break;
            }
            if deadline.ticked() && (!look(&self.tree, &deadline) || settled.is(&self.tree, &deadline, done))
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

/// Recycling takes a while: only when at least twice that is left, which a
/// look at the clock has to tell.
pub(crate) fn may_recycle<G: Game, S: Select, K: Guide<G>>(
    deadline: &Deadline,
    tree: &Tree<G, S, K>,
) -> bool {
    if !deadline.is_timed() {
        return true;
    }
    deadline.ticked() && deadline.remaining().is_some_and(|left| left > 2 * tree.recycle_time())
}
