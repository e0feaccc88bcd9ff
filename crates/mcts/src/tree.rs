//! The tree: descending, expanding, and taking results back up.
//!
//! One simulation is [`Tree::descend`] → a playout from the leaf that it
//! reached → [`Tree::backup`]. The three are apart so that many threads can
//! share a tree and do the long part, the playout, outside its lock.

use std::hint::select_unpredictable;

use game::{Game, Rng};

use crate::amaf::AmafScratch;
use crate::guide::Guide;
use crate::node::{Flags, NONE, Node};
use crate::options::{Expansion, MemoryError, Options};
use crate::pool::Pool;
use crate::select::{Record, Select};
use crate::table::Table;

/// A tree of everything that simulations have found about one position.
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

/// One level of a way down: the edge that was chosen, and the node behind it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Step {
    pub edge: u32,
    pub node: u32,
}

/// The way down that a simulation took, and all moves it made.
#[derive(Debug)]
pub struct Path<M> {
    pub(crate) steps: Vec<Step>,
    /// Moves of the descent and of the playout behind it, if anybody learns
    /// from them.
    pub trace: Vec<M>,
    /// What the news at the end of the path change in the sum there.
    pub(crate) correction: f64,
    /// Are others in the tree at the same time? Then the way is marked, so
    /// that they look elsewhere (virtual loss).
    shared: bool,
}

impl<M> Path<M> {
    /// A path for a thread that has the tree alone, or shares it.
    pub fn new(shared: bool) -> Self {
        Path { steps: Vec::with_capacity(64), trace: Vec::new(), correction: 0.0, shared }
    }
}

/// Where a descent ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Leaf {
    /// At a state that has to be judged by a playout.
    Open,
    /// At a state whose value the tree knows.
    Known,
    /// At the end of a game that nobody had seen before.
    Found,
    /// At a node whose children know something new for certain: the end of
    /// the game one move ahead, or what a shared node learned elsewhere.
    News,
}

impl<G: Game, S: Select, K: Guide<G>> Tree<G, S, K> {
    /// A tree for `state` that stays within `options.memory` bytes.
    pub fn new(state: G, options: &Options, select: S, guide: K) -> Result<Self, MemoryError> {
        const { assert!(G::MAX_MOVES <= u8::MAX as usize, "a node counts its children in a byte") };
        let (pool_bytes, slots) = options.split_memory::<G>()?;
        let root = Self::fresh_root(&select);
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

    /// The root's own move is never looked at; any will do.
    pub(crate) fn fresh_root(select: &S) -> Node<G::Move, S::Stat> {
        let any = game::Move::from_index(0).expect("a game has moves");
        Node::new(any, 0.0, select.fresh(0.0, 0.0))
    }

    /// The position that the tree is about.
    pub fn state(&self) -> &G {
        &self.state
    }

    /// The root.
    pub fn root(&self) -> &Node<G::Move, S::Stat> {
        &self.pool[0]
    }

    /// Simulations since the tree began.
    pub fn simulations(&self) -> u64 {
        self.simulations
    }

    /// Nodes made since the tree began, those that were recycled included.
    pub fn nodes(&self) -> u64 {
        self.nodes
    }

    /// Bytes in use.
    pub fn bytes(&self) -> usize {
        self.pool.bytes() + self.table.as_ref().map_or(0, Table::bytes)
    }

    /// Is the result of the position known?
    pub fn is_proven(&self) -> bool {
        self.root().flags.is_proven()
    }

    /// From the root to a leaf, choosing by the selection rule; the leaf is
    /// made if it is new. Gives the state there. With `record`, the moves go
    /// into the path's trace.
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
                return (state, Leaf::Known);
            }
            let is_bare = here.children == NONE;
            if is_bare && here.visits < self.expand_at && node != 0 {
                return (state, Leaf::Open);
            }
            if K::PROVES
                && (is_bare || here.visits.is_power_of_two())
                && let Some(&step) = path.steps[1..].last()
                && self.foresee(step, &state)
            {
                return (state, Leaf::Found);
            }
            if is_bare {
                if !self.expand(node, &state, rng) {
                    return (state, Leaf::Open);
                }
                if self.lookahead && self.find_ends(node, &state) {
                    return (state, Leaf::News);
                }
            }
            if self.table.is_some()
                && let Some(change) = self.hear_news(node)
            {
                path.correction = change;
                return (state, Leaf::News);
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
                return (state, self.arrive(Step { edge, node }, &state));
            }
        }
    }

    /// Steps on, marking the way if others are about.
    #[inline]
    pub(crate) fn enter(&mut self, path: &mut Path<G::Move>, step: Step) {
        path.steps.push(step);
        if path.shared {
            self.pool[step.edge].pending = self.pool[step.edge].pending.saturating_add(1);
            self.refresh(step);
        }
    }

    /// The children of a node are made. False if there is no room.
    fn expand(&mut self, node: u32, state: &G, rng: &mut Rng) -> bool {
        state.legal_moves(&mut self.moves);
        debug_assert!(!self.moves.is_empty(), "a game that goes on has moves: {state}");
        if !self.pool.has_room(self.moves.len()) {
            return false;
        }
        // Equal children are tried in the order in which they lie.
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
            // Which child is next is what nobody can predict, so there is no
            // branch on it; and two chains of comparisons run side by side.
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
        debug_assert!(best > f32::NEG_INFINITY, "an open node has an open child");
        first + chosen
    }

    /// Brings the selection rule's figures of a step up to date: the value of
    /// the node, the visits of the edge.
    #[inline]
    pub(crate) fn refresh(&mut self, step: Step) {
        let node = &self.pool[step.node];
        let (sum, visits) = (node.sum, node.visits);
        refresh(&self.select, &mut self.pool[step.edge], sum, visits);
    }

    /// Takes a result to the root. `value` is what the leaf is worth to its
    /// side to move (not looked at if the tree knew it). True if something
    /// became certain on the way.
    #[inline]
    pub fn backup(&mut self, path: &Path<G::Move>, leaf: Leaf, value: f32) -> bool {
        self.simulations += 1;
        self.depth = self.depth.max(path.steps.len() - 1);
        let last = path.steps.len() - 1;
        let leaf_node = path.steps[last].node;
        let mut value = match leaf {
            Leaf::Open => -value,
            Leaf::Known | Leaf::Found | Leaf::News => self.pool[leaf_node].value(),
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
        if self.table.is_none() && !path.shared && !matches!(leaf, Leaf::Found | Leaf::News) {
            self.add_up(path, value);
            return false;
        }
        let mut change = f64::from(value) + path.correction;
        // Has a child of the node at hand new bounds?
        let mut news = leaf == Leaf::News;
        let mut learned = leaf == Leaf::Found && self.solver;
        for (i, &step) in path.steps.iter().enumerate().rev() {
            let mut certain = i == last && leaf == Leaf::Found && self.solver;
            if news && self.tighten(step) {
                certain = true;
                learned = true;
            }
            news = certain;
            change = self.add(step, change, value);
            value = -value;
        }
        learned
    }

    /// The common case: nothing new is certain, nobody else is in the tree.
    #[inline]
    fn add_up(&mut self, path: &Path<G::Move>, mut value: f32) {
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

    /// A simulation with this value counts at a step and changes its sum by
    /// `change`; gives the change for the level above.
    #[inline]
    fn add(&mut self, step: Step, change: f64, value: f32) -> f64 {
        let node = &mut self.pool[step.node];
        node.visits += 1;
        let mut changed = node.change_sum(change);
        if step.edge != step.node {
            // Of what is corrected in the shared node, this edge only has to
            // answer for its own share.
            let edge = &mut self.pool[step.edge];
            edge.visits += 1;
            changed = edge.change_sum(change);
        }
        self.select.observe(&mut self.pool[step.edge].stat, value);
        self.refresh(step);
        -changed
    }
}

/// Brings the selection rule's figures of an edge up to date, the node behind
/// which has this record.
#[inline]
fn refresh<M: Copy, S: Select>(select: &S, edge: &mut Node<M, S::Stat>, sum: f64, visits: u32) {
    // A simulation in flight counts as lost until it is back.
    let pending = f32::from(edge.pending);
    let visits_here = edge.visits as f32 + pending;
    let reciprocal = 1.0 / visits_here.max(1.0);
    // Almost always edge and node have the same visits.
    let share = if visits == edge.visits { reciprocal } else { 1.0 / (visits as f32 + pending).max(1.0) };
    if edge.flags.contains(Flags::DISMISSED) {
        return;
    }
    let mean = (sum as f32 - pending) * share;
    let record = Record { mean, visits: visits_here, reciprocal, prior: edge.prior() };
    select.refresh(&mut edge.stat, record);
}
