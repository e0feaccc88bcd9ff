//! The tree: descent, expansion and backup.
//!
//! One simulation is [`Tree::descend`] → a playout from the leaf → [`Tree::backup`].
//! The three are separate so that threads can share a tree and run the playout, the
//! long part, outside its lock.

use std::hint::select_unpredictable;

use game::{Game, Rng};

use crate::amaf::AmafScratch;
use crate::guide::Guide;
use crate::node::{Flags, NONE, Node};
use crate::options::{Expansion, MemoryError, Options};
use crate::pool::Pool;
use crate::select::{Record, Select};
use crate::table::Table;

/// The search tree of one position.
pub struct Tree<G: Game, S: Select, K> {
    pub(crate) pool: Pool<G::Move, S::Stat>,
    pub(crate) table: Option<Table>,
    pub(crate) state: G,
    pub(crate) select: S,
    pub(crate) guide: K,
    expand_at: u32,
    pub(crate) solver: bool,
    lookahead: bool,
    pub(crate) simulations: u64,
    pub(crate) nodes: u64,
    pub(crate) depth: usize,
    pub(crate) amaf: AmafScratch,
    moves: Vec<G::Move>,
    estimates: Vec<f32>,
}

/// One level of a path: the chosen edge and the node behind it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Step {
    pub edge: u32,
    pub node: u32,
}

/// The path of a simulation from the root, and the moves it played.
#[derive(Debug)]
pub struct Path<M> {
    pub(crate) steps: Vec<Step>,
    /// Moves of the descent and of the playout, if they are recorded.
    pub trace: Vec<M>,
    /// Change of the sum at the end of the path by new bounds.
    pub(crate) correction: f64,
    /// Do other threads share the tree? Then every step adds a virtual loss.
    shared: bool,
}

impl<M> Path<M> {
    /// A path for a thread that shares the tree with others, or does not.
    pub fn new(shared: bool) -> Self {
        Path { steps: Vec::with_capacity(64), trace: Vec::new(), correction: 0.0, shared }
    }
}

/// The kind of leaf at which a descent ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Leaf {
    /// A state that a playout has to evaluate.
    Open,
    /// A proven node.
    Proven,
    /// A new terminal state, or a state that the guide has just proven.
    Terminal,
    /// A node whose children have new bounds: a terminal state one move ahead, or
    /// a shared node that was proven through another edge.
    Solved,
}

impl<G: Game, S: Select, K: Guide<G>> Tree<G, S, K> {
    /// A tree for `state` that stays within `options.memory` bytes.
    pub fn new(state: G, options: &Options, select: S, guide: K) -> Result<Self, MemoryError> {
        const { assert!(G::MAX_MOVES <= u8::MAX as usize, "a node counts its children in a byte") };
        let (pool_bytes, slots) = options.split_memory::<G>()?;
        let root = Self::new_root(&select);
        Ok(Tree {
            pool: Pool::new(pool_bytes, root).ok_or(MemoryError::Unavailable { given: options.memory })?,
            table: options.graph.then(|| Table::new(slots)),
            state,
            select,
            guide,
            expand_at: match options.expansion {
                Expansion::One { at_visit } | Expansion::All { at_visit } => at_visit.max(1),
            },
            solver: options.solver,
            lookahead: options.solver && options.lookahead,
            simulations: 0,
            nodes: 1,
            depth: 0,
            amaf: AmafScratch::default(),
            moves: Vec::with_capacity(G::MAX_MOVES),
            estimates: Vec::with_capacity(G::MAX_MOVES),
        })
    }

    /// The root's own move is never read; any value will do.
    pub(crate) fn new_root(select: &S) -> Node<G::Move, S::Stat> {
        let any = game::Move::from_index(0).expect("a game has moves");
        Node::new(any, 0.0, select.fresh(0.0, 0.0))
    }

    /// The position at the root.
    pub fn state(&self) -> &G {
        &self.state
    }

    /// The root.
    pub fn root(&self) -> &Node<G::Move, S::Stat> {
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

    /// Bytes in use.
    pub fn bytes(&self) -> usize {
        self.pool.bytes() + self.table.as_ref().map_or(0, Table::bytes)
    }

    /// Is the result of the position proven?
    pub fn is_proven(&self) -> bool {
        self.root().flags.is_proven()
    }

    /// Descends from the root to a leaf by the selection rule and creates the leaf
    /// if it is new. Returns its state. With `record`, the moves go into the
    /// path's trace.
    #[inline]
    pub fn descend(&mut self, rng: &mut Rng, path: &mut Path<G::Move>, record: bool) -> (G, Leaf) {
        let mut state = self.state;
        let mut node = 0;
        path.steps.clear();
        path.trace.clear();
        path.correction = 0.0;
        self.enter(path, Step { edge: 0, node: 0 });
        loop {
            let here = &self.pool[node];
            if here.flags.is_proven() {
                return (state, Leaf::Proven);
            }
            let is_bare = here.children == NONE;
            if is_bare && here.visits < self.expand_at && node != 0 {
                return (state, Leaf::Open);
            }
            if K::PROVES
                && (is_bare || here.visits.is_power_of_two())
                && let Some(&step) = path.steps[1..].last()
                && self.try_prove(step, &state)
            {
                return (state, Leaf::Terminal);
            }
            if is_bare {
                if !self.expand(node, &state, rng) {
                    return (state, Leaf::Open);
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
            let edge = self.choose(node, path.steps.len() - 1);
            let played = self.pool[edge].played;
            state.play_unchecked(played);
            if record {
                path.trace.push(played);
            }
            node = self.attach(edge, &state);
            let new = self.pool[node].visits == 0;
            self.enter(path, Step { edge, node });
            if new {
                return (state, self.mark_terminal(Step { edge, node }, &state));
            }
        }
    }

    /// Appends a step; adds a virtual loss if other threads share the tree.
    #[inline]
    pub(crate) fn enter(&mut self, path: &mut Path<G::Move>, step: Step) {
        path.steps.push(step);
        if path.shared {
            self.pool[step.edge].pending = self.pool[step.edge].pending.saturating_add(1);
            self.refresh(step);
        }
    }

    /// Creates the children of a node. Returns false if there is no space.
    fn expand(&mut self, node: u32, state: &G, rng: &mut Rng) -> bool {
        state.legal_moves(&mut self.moves);
        debug_assert!(!self.moves.is_empty(), "an unfinished game has moves: {state}");
        if !self.pool.has_room(self.moves.len()) {
            return false;
        }
        // Equal children are visited in memory order.
        rng.shuffle(&mut self.moves);
        let select = &self.select;
        let value = -self.pool[node].value();
        let first = if select.wants_priors() {
            self.estimates.clear();
            self.guide.estimate(state, &self.moves, &mut self.estimates);
            let pairs = self.moves.iter().zip(&self.estimates);
            self.pool.push_block(pairs.map(|(&m, &prior)| Node::new(m, prior, select.fresh(prior, value))))
        } else {
            let fresh = select.fresh(0.0, value);
            self.pool.push_block(self.moves.iter().map(|&m| Node::new(m, 0.0, fresh)))
        };
        self.nodes += self.moves.len() as u64;
        let parent = &mut self.pool[node];
        parent.children = first.expect("there is room");
        parent.count = self.moves.len() as u8;
        true
    }

    /// The child with the best score.
    #[inline]
    fn choose(&mut self, node: u32, depth: usize) -> u32 {
        let here = &self.pool[node];
        let first = here.children;
        let explore = self.select.explore(here.visits + u32::from(here.pending));
        let (mut best, mut chosen) = (f32::NEG_INFINITY, 0);
        if S::AMAF && self.select.reference_visits() > 0 {
            let reference = self.amaf.reference(&self.pool, node, depth, self.select.reference_visits());
            for (i, child) in (0..).zip(self.pool.children(node)) {
                let stat = reference.stat(&self.pool, child).unwrap_or(&child.stat);
                let score = self.select.score(explore, child, stat);
                if score > best {
                    (best, chosen) = (score, i);
                }
            }
        } else {
            // The best child is unpredictable, so there is no branch on it, and two
            // chains of comparisons run in parallel.
            let mut odd = (f32::NEG_INFINITY, 0);
            let children = self.pool.children(node);
            let score = |child: &Node<_, _>| self.select.score(explore, child, &child.stat);
            let (pairs, single) = children.as_chunks::<2>();
            if let [single] = single {
                best = score(single);
                chosen = children.len() as u32 - 1;
            }
            let mut i = 0;
            for [first, second] in pairs {
                let (first, second) = (score(first), score(second));
                chosen = select_unpredictable(first > best, i, chosen);
                best = if first > best { first } else { best };
                odd.1 = select_unpredictable(second > odd.0, i + 1, odd.1);
                odd.0 = if second > odd.0 { second } else { odd.0 };
                i += 2;
            }
            chosen = select_unpredictable(odd.0 > best, odd.1, chosen);
            best = if odd.0 > best { odd.0 } else { best };
        }
        debug_assert!(best > f32::NEG_INFINITY, "an open node has a child that is not pruned");
        first + chosen
    }

    /// Updates the selection rule's data of a step from the value of the node and
    /// the visits of the edge.
    #[inline]
    pub(crate) fn refresh(&mut self, step: Step) {
        let node = &self.pool[step.node];
        let (sum, visits) = (node.sum, node.visits);
        refresh(&self.select, &mut self.pool[step.edge], sum, visits);
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
            value = -value;
        }
        learned
    }

    /// The common case: no new bounds, and no other threads.
    #[inline]
    fn backup_open(&mut self, path: &Path<G::Move>, mut value: f32) {
        let mut change = f64::from(value);
        for step in path.steps.iter().rev() {
            let node = &mut self.pool[step.edge];
            node.visits += 1;
            change = -node.change_sum(change);
            let visits = node.visits as f32;
            let reciprocal = 1.0 / visits;
            let mean = node.sum as f32 * reciprocal;
            let record = Record { mean, visits, reciprocal, prior: node.prior() };
            self.select.observe(&mut node.stat, value);
            self.select.refresh(&mut node.stat, record);
            value = -value;
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
        self.select.observe(&mut self.pool[step.edge].stat, value);
        self.refresh(step);
        -changed
    }
}

/// Updates the selection rule's data of an edge; `sum` and `visits` are those of the
/// node behind it.
#[inline]
fn refresh<M: Copy, S: Select>(select: &S, edge: &mut Node<M, S::Stat>, sum: f64, visits: u32) {
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
    select.refresh(&mut edge.stat, record);
}
