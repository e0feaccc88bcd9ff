//! The tree: descent and backup. (Expansion is in `expand.rs`.)
//!
//! One simulation is `Tree::descend` → an evaluation of the leaf → [`Tree::backup`].
//! The three are separate so that several leaves can be evaluated together.

use game::Game;

use crate::amaf::AmafScratch;
use crate::evaluator::Evaluator;
use crate::node::{Flags, Node};
use crate::options::{Expansion, MemoryError, Options};
use crate::path::Step;
use crate::pool::{Pool, update_best};
use crate::search::Worker;
use crate::select::{FIRST, Record, Select, WORST};
use crate::table::Table;

pub use crate::path::{Leaf, Path};

/// The search tree of one position.
pub struct Tree<G: Game, S: Select> {
    pub(crate) pool: Pool<G::Move, S::Stat>,
    pub(crate) table: Option<Table>,
    pub(crate) state: G,
    pub(crate) select: S,
    expand_at: u32,
    /// Are the children of a leaf evaluated together with it, at its first visit?
    pub(crate) expands_leaves: bool,
    /// Are children made one by one?
    pub(crate) lazy: bool,
    /// Are unvisited children visited before all others?
    pub(crate) unvisited_first: bool,
    /// Do nodes keep their best child? Not if their scores depend on other nodes.
    keeps_best: bool,
    pub(crate) solver: bool,
    pub(crate) lookahead: bool,
    pub(crate) simulations: u64,
    pub(crate) nodes: u64,
    pub(crate) depth: usize,
    /// Number of times that nodes were recycled.
    pub(crate) recycled: u64,
    pub(crate) amaf: AmafScratch,
    pub(crate) moves: Vec<G::Move>,
    pub(crate) estimates: Vec<f32>,
}

impl<G: Game, S: Select> Tree<G, S> {
    /// A tree for `state` that stays within `options.memory` bytes.
    pub fn new(state: G, options: &Options, select: S) -> Result<Self, MemoryError> {
        const { assert!(G::MAX_MOVES <= u8::MAX as usize, "a node counts its children in a byte") };
        let (pool_bytes, slots) = options.split_memory::<G>()?;
        let (root, stat) = Self::new_root(&select);
        let pool = Pool::new(pool_bytes, root, stat);
        // Blocks that grow move their nodes, which the unfinished simulations of a batch
        // would not notice.
        let is_shared = options.batch > 1;
        let at_visit = match options.expansion {
            Expansion::One { at_visit } | Expansion::All { at_visit } => at_visit,
        };
        let are_alike = !S::AMAF && !select.wants_priors();
        let lazy = are_alike && !is_shared && matches!(options.expansion, Expansion::One { .. });
        Ok(Tree {
            pool: pool.ok_or(MemoryError::Unavailable { given: options.memory })?,
            table: options.graph.then(|| Table::new(slots)),
            state,
            expand_at: at_visit.max(1),
            expands_leaves: at_visit == 0 && select.wants_priors(),
            lazy,
            unvisited_first: select.unvisited(0.0, 0.0) >= FIRST,
            keeps_best: !options.graph && select.reference_visits() == 0,
            solver: options.solver,
            lookahead: options.solver && options.lookahead,
            simulations: 0,
            nodes: 1,
            depth: 0,
            recycled: 0,
            amaf: AmafScratch::default(),
            moves: Vec::with_capacity(G::MAX_MOVES),
            estimates: Vec::with_capacity(G::MAX_MOVES),
            select,
        })
    }

    /// The root's own move is never read; any value will do.
    pub(crate) fn new_root(select: &S) -> (Node<G::Move>, S::Stat) {
        let any = game::Move::from_index(0).expect("a game has moves");
        (Node::new(any, 0.0), select.fresh(0.0, 0.0))
    }

    /// The position at the root.
    pub fn state(&self) -> &G {
        &self.state
    }

    /// The root.
    pub fn root(&self) -> &Node<G::Move> {
        &self.pool[0]
    }

    /// Number of simulations since the last change of the root.
    pub fn simulations(&self) -> u64 {
        self.simulations
    }

    /// Number of nodes created, recycled ones included.
    pub fn nodes(&self) -> u64 {
        self.nodes
    }

    /// Is the result of the position proven?
    pub fn is_proven(&self) -> bool {
        self.root().flags.is_proven()
    }

    /// Descends from the root to a leaf by the selection rule and creates the leaf
    /// if it is new. Returns its state. With `record`, the moves go into the
    /// path's trace.
    #[inline]
    pub(crate) fn descend<E: Evaluator<G>>(&mut self, worker: &mut Worker<G, E>, record: bool) -> (G, Leaf) {
        let Worker { evaluator, rng, path, .. } = worker;
        let mut state = self.state;
        let mut node = 0;
        path.steps.clear();
        path.trace.clear();
        path.expanded = None;
        path.correction = 0.0;
        self.enter(path, Step { edge: 0, node: 0 });
        if self.keeps_best && !path.shared {
            node = self.follow::<E>(&mut state, path, record);
        }
        loop {
            let here = &self.pool[node];
            if here.flags.is_proven() {
                return (state, Leaf::Proven);
            }
            let is_bare = !here.is_expanded();
            if is_bare && node != 0 && (here.visits < self.expand_at || self.is_unattached(path)) {
                return (state, Leaf::Open);
            }
            if E::PROVES
                && (is_bare || here.visits.is_power_of_two())
                && let Some(&step) = path.steps[1..].last()
                && self.try_prove(step, &state, evaluator)
            {
                return (state, Leaf::Terminal);
            }
            if is_bare {
                if !self.expand(node, &state, evaluator, rng, path) {
                    return (state, Leaf::Open);
                }
                path.expanded = Some(node);
                if self.select.backs_up_estimates() {
                    self.back_up_estimates(path, false);
                }
                if self.lookahead && self.find_terminal_children(node, &state) {
                    return (state, Leaf::Solved);
                }
            }
            if self.table.is_some()
                && let Some(change) = self.update_edges(node)
            {
                path.correction = change;
                return (state, Leaf::Solved);
            }
            let edge = match self.choose(node, path.steps.len() - 1) {
                Some(edge) => edge,
                None => match self.make_next(node, &state) {
                    Some(edge) => edge,
                    None => return (state, Leaf::Open),
                },
            };
            let played = self.pool[edge].played;
            let seen = self.pool[edge].visits > 0;
            if record {
                path.trace.push(played);
            }
            if seen {
                state.play_on(played);
            } else {
                state.play_unchecked(played);
            }
            node = self.attach(edge, &state);
            let new = self.pool[node].visits == 0;
            self.enter(path, Step { edge, node });
            if new {
                return (state, self.mark_terminal(Step { edge, node }, &state));
            }
        }
    }

    /// The common part of a descent in a tree: follows the best children, which the
    /// last backup through each node has found, as long as nothing has to be made or
    /// proven. Returns the node where it ends.
    ///
    /// A descent is a chain of dependent loads. To find the best child here would
    /// make every link of the chain several times as long; in the backup, the scans
    /// of all levels run at the same time.
    #[inline]
    fn follow<E: Evaluator<G>>(&self, state: &mut G, path: &mut Path<G::Move>, record: bool) -> u32 {
        let mut node = 0;
        let nodes = self.pool.nodes();
        // A vector of its own stays in registers.
        let mut steps = std::mem::take(&mut path.steps);
        loop {
            let here = &nodes[node as usize];
            if !here.is_open_and_complete() || E::PROVES && here.visits.is_power_of_two() {
                break;
            }
            let edge = here.children + here.best();
            let child = &nodes[edge as usize];
            if child.visits == 0 {
                break;
            }
            state.play_on(child.played);
            if record {
                path.trace.push(child.played);
            }
            steps.push(Step { edge, node: edge });
            node = edge;
        }
        path.steps = steps;
        node
    }

    /// Appends a step; adds a virtual loss if other simulations are unfinished.
    #[inline]
    pub(crate) fn enter(&mut self, path: &mut Path<G::Move>, step: Step) {
        path.steps.push(step);
        debug_assert!(!(path.shared && self.lazy), "nodes of a shared tree stay where they are");
        if path.shared {
            self.pool[step.edge].pending = self.pool[step.edge].pending.saturating_add(1);
            self.refresh(step);
        }
    }

    /// The child with the best score; `None` if it is one that has not been made.
    #[inline]
    fn choose(&mut self, node: u32, depth: usize) -> Option<u32> {
        let here = &self.pool[node];
        if self.unvisited_first && here.has_unmade() {
            return None;
        }
        let explore = self.select.explore(here.visits + u32::from(here.pending));
        let unvisited = match here.has_unmade() {
            true => self.select.unvisited(explore, -here.value()),
            false => f32::NEG_INFINITY,
        };
        let (best, chosen) = if S::AMAF && self.select.reference_visits() > 0 {
            let reference = self.amaf.reference(&self.pool, node, depth, self.select.reference_visits());
            let mut best = (f32::NEG_INFINITY, 0);
            for (i, (child, own)) in (0..).zip(self.pool.pairs(node)) {
                let stat = reference.stat(&self.pool, child).unwrap_or(own);
                let score = self.select.score(explore, child, stat);
                if score > best.0 {
                    best = (score, i);
                }
            }
            best
        } else {
            let range = here.range();
            self.select.best_of(explore, &self.pool.nodes()[range.clone()], &self.pool.stats()[range])
        };
        if best < unvisited {
            return None;
        }
        debug_assert!(best > 0.5 * WORST, "an open node has a child that is not pruned");
        Some(here.children + chosen)
    }

    /// Updates the selection rule's data of a step from the value of the node and
    /// the visits of the edge.
    #[inline]
    pub(crate) fn refresh(&mut self, step: Step) {
        let node = &self.pool[step.node];
        let (sum, visits) = (node.sum, node.visits);
        let (nodes, stats) = self.pool.both_mut();
        let edge = step.edge as usize;
        refresh(&self.select, &nodes[edge], &mut stats[edge], sum, visits);
    }

    /// Finds the best child of a node for the next descent, if nodes keep it.
    pub(crate) fn find_best(&mut self, node: u32) {
        if self.keeps_best {
            self.pool.update_best(node, &self.select);
        }
    }

    /// Backs a result up to the root. `value` is the leaf's value for its side to
    /// move (ignored unless the leaf is [`Leaf::Open`]). Returns true if a node
    /// got new bounds.
    #[inline]
    pub fn backup(&mut self, path: &Path<G::Move>, leaf: Leaf, value: f32) -> bool {
        self.simulations += 1;
        self.depth = self.depth.max(path.steps.len() - 1);
        let last = path.steps.len() - 1;
        let leaf_node = path.steps[last].node;
        let mut value = match leaf {
            Leaf::Open => -value,
            Leaf::Proven | Leaf::Terminal | Leaf::Solved => self.pool[leaf_node].value(),
        };
        if path.shared {
            for step in &path.steps {
                self.pool[step.edge].pending = self.pool[step.edge].pending.saturating_sub(1);
            }
        }
        if S::AMAF {
            let root_value = if last.is_multiple_of(2) { value } else { -value };
            let Tree { pool, select, amaf, .. } = self;
            amaf.update(pool, select, &path.steps, &path.trace, root_value);
        }
        if self.table.is_none() && !path.shared && !matches!(leaf, Leaf::Terminal | Leaf::Solved) {
            self.backup_open(path, value);
            return false;
        }
        let mut change = f64::from(value) + path.correction;
        // Does a child of the current node have new bounds?
        let mut tightened = leaf == Leaf::Solved;
        let mut learned = leaf == Leaf::Terminal && self.solver;
        for (i, &step) in path.steps.iter().enumerate().rev() {
            let mut certain = i == last && leaf == Leaf::Terminal && self.solver;
            if tightened && self.tighten(step) {
                certain = true;
                learned = true;
            }
            tightened = certain;
            change = self.add(step, change, value);
            self.find_best(step.node);
            value = -value;
        }
        if learned && self.select.backs_up_estimates() {
            self.back_up_estimates(path, true);
        }
        learned
    }

    /// The common case: no new bounds, and no other unfinished simulations.
    #[inline]
    fn backup_open(&mut self, path: &Path<G::Move>, mut value: f32) {
        let mut change = f64::from(value);
        let (nodes, stats) = self.pool.both_mut();
        for step in path.steps.iter().rev() {
            let index = step.edge as usize;
            let (node, stat) = (&mut nodes[index], &mut stats[index]);
            node.visits += 1;
            change = -node.change_sum(change);
            let visits = node.visits as f32;
            let reciprocal = 1.0 / visits;
            let mean = node.sum as f32 * reciprocal;
            let record = Record { mean, visits, reciprocal, prior: node.prior() };
            self.select.observe(stat, value);
            self.select.refresh(stat, record);
            value = -value;
        }
        if self.keeps_best {
            // In a loop of its own: a scan reads the numbers of several children at once,
            // and one of them has just been written. Such a read waits for the write.
            for step in path.steps.iter().rev() {
                update_best(nodes, stats, step.edge as usize, &self.select);
            }
        }
    }

    /// Adds a simulation to a step, whose sum changes by `change`. Returns the change
    /// for the level above.
    #[inline]
    fn add(&mut self, step: Step, change: f64, value: f32) -> f64 {
        let node = &mut self.pool[step.node];
        node.visits += 1;
        let mut changed = node.change_sum(change);
        if step.edge != step.node {
            // Corrections of the shared node apply to this edge in its own share.
            let edge = &mut self.pool[step.edge];
            edge.visits += 1;
            changed = edge.change_sum(change);
        }
        self.select.observe(&mut self.pool.both_mut().1[step.edge as usize], value);
        self.refresh(step);
        -changed
    }
}

/// Updates the selection rule's data of an edge; `sum` and `visits` are those of the
/// node behind it.
#[inline]
fn refresh<M: Copy, S: Select>(select: &S, edge: &Node<M>, stat: &mut S::Stat, sum: f64, visits: u32) {
    // An unfinished simulation counts as lost (virtual loss).
    let pending = f32::from(edge.pending);
    let visits_here = edge.visits as f32 + pending;
    let reciprocal = 1.0 / visits_here.max(1.0);
    // Almost always edge and node have the same visits.
    let share = if visits == edge.visits { reciprocal } else { 1.0 / (visits as f32 + pending).max(1.0) };
    if edge.flags.contains(Flags::PRUNED) {
        return;
    }
    let mean = (sum as f32 - pending) * share;
    let record = Record { mean, visits: visits_here, reciprocal, prior: edge.prior() };
    select.refresh(stat, record);
}
