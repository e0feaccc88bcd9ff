//! A search that can be watched: one simulation as data, and the tree as data.
//!
//! [`Search::step`] makes the same simulation as [`Search::simulate`] and returns what
//! happened. It costs nothing where it is not called.

use game::{Game, Proof, Snapshot};

use crate::evaluator::Evaluator;
use crate::path::Leaf;
use crate::report::{Rank, best_first};
use crate::search::Search;
use crate::select::{FIRST, Select};
use crate::tree::Tree;

/// What happened in one simulation.
#[derive(Clone, Debug)]
pub struct Simulation<M> {
    /// The nodes in which a move was chosen, from the root down.
    pub levels: Vec<Level<M>>,
    /// How the descent ended.
    pub leaf: Leaf,
    /// Number of moves of the node that was expanded, if one was.
    pub expanded: Option<u32>,
    /// Moves of the playout; empty if there was none.
    pub playout: Vec<M>,
    /// Value that was backed up, for the side to move at the root.
    pub value: f32,
    /// Nodes of the path that were proven by this simulation.
    pub proven: Vec<Proven>,
}

/// A node in which a move was chosen, as it was before the simulation.
#[derive(Clone, Debug)]
pub struct Level<M> {
    /// Number of simulations through the node.
    pub visits: u32,
    /// Its value for the side to move.
    pub value: f32,
    /// Its moves that have a node, in the order of the tree.
    pub moves: Vec<ScoredMove<M>>,
    /// The move that was chosen.
    pub chosen: M,
}

/// A move with its score.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct ScoredMove<M> {
    /// The move.
    pub played: M,
    /// Number of simulations that began with it.
    pub visits: u32,
    /// Their mean value for the side to move; 0 without visits.
    pub value: f32,
    /// Score of the selection rule: the value and everything that is added to it.
    /// `None` if the move is visited before all others, or pruned.
    pub score: Option<f32>,
    /// Prior or win chance, if the selection rule uses them.
    pub prior: Option<f32>,
    /// What the selection rule adds up beside visits and values: of UCB1-tuned the squares
    /// of the values, of RAVE sum and number of the AMAF values.
    pub sums: [f32; 2],
    /// Proven result for the side to move, after the move.
    pub proof: Option<Proof>,
}

/// A node of the path whose result became proven.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Proven {
    /// Its depth; the root has depth 0.
    pub depth: usize,
    /// Its result for the side to move there.
    pub proof: Proof,
}

impl<G: Game, S: Select, E: Evaluator<G>> Search<G, S, E> {
    /// Makes one simulation, the same as [`Search::simulate`] would, and returns what
    /// happened.
    pub fn step(&mut self) -> Simulation<G::Move> {
        let (state, leaf) = self.descend(true);
        let steps = self.worker.path.steps.clone();
        let tree = &self.tree;
        let levels = steps[1..].iter().zip(&steps).map(|(step, above)| tree.level(above.node, step.edge));
        let levels = levels.collect();
        let expanded = self.worker.path.expanded.map(|node| tree.pool[node].count.into());
        let was_proven: Vec<bool> = steps.iter().map(|step| tree.is_proven_at(step.node)).collect();
        let plies = steps.len() - 1;
        let (leaf, value) = self.evaluate(&state, leaf, true);
        self.finish(leaf, value);
        let (tree, trace) = (&self.tree, &self.worker.path.trace);
        let playout = if leaf == Leaf::Open { trace[plies..].to_vec() } else { Vec::new() };
        // A leaf that was not evaluated has the value that the tree knows.
        let leaf_value = match leaf {
            Leaf::Open => value,
            Leaf::Proven | Leaf::Terminal | Leaf::Solved => -tree.pool[steps[plies].node].value(),
        };
        let value = if plies.is_multiple_of(2) { leaf_value } else { -leaf_value };
        let proven = steps.iter().zip(was_proven).enumerate().filter_map(|(depth, (step, before))| {
            // The descent itself has marked a new terminal state.
            let is_new = !before || leaf == Leaf::Terminal;
            let proof = tree.pool[step.node].proof().filter(|_| is_new)?;
            Some(Proven { depth, proof: Proof { outcome: -proof.outcome, ..proof } })
        });
        Simulation { levels, leaf, expanded, playout, value, proven: proven.collect() }
    }
}

impl<G: Game, S: Select> Tree<G, S> {
    fn is_proven_at(&self, node: u32) -> bool {
        self.pool[node].flags.is_proven()
    }

    /// The scores of a node's children before a simulation is backed up.
    fn level(&self, node: u32, chosen: u32) -> Level<G::Move> {
        let here = &self.pool[node];
        let explore = self.select.explore(here.visits);
        let moves = self.pool.pairs(node).map(|(child, stat)| {
            let score = self.select.score(explore, child, stat);
            ScoredMove {
                played: child.played,
                visits: child.visits,
                value: if child.visits == 0 { 0.0 } else { child.value() },
                score: (score.abs() < 0.5 * FIRST).then_some(score),
                prior: self.select.wants_priors().then(|| child.prior()),
                sums: self.select.sums(stat),
                proof: child.proof().map(|proof| Proof { plies: proof.plies + 1, ..proof }),
            }
        });
        let (visits, value) = (here.visits, -here.value());
        Level { visits, value, moves: moves.collect(), chosen: self.pool[chosen].played }
    }

    /// The top `depth` levels of the tree: nodes with at least `least_visits`
    /// visits.
    pub fn snapshot(&self, depth: usize, least_visits: u32) -> Snapshot<G::Move> {
        self.snapshot_of(0, 0, depth, least_visits)
    }

    fn snapshot_of(&self, edge: u32, node: u32, depth: usize, least_visits: u32) -> Snapshot<G::Move> {
        let mut children = Vec::new();
        // In graph search, an edge without a shared node has nothing below it.
        if depth > 0 && (edge == 0 || self.table.is_none() || edge != node) {
            let range = self.pool[node].range();
            let ranks = self.pool.nodes()[range.clone()].iter();
            let ranks: Vec<Rank> = ranks.map(|child| Rank::open([child.visits.into(), 0.0])).collect();
            let edges = best_first(&ranks).into_iter().map(|place| range.start as u32 + place);
            let enough = |edge: &u32| self.pool[*edge].visits >= least_visits.max(1);
            children = edges
                .take_while(enough)
                .map(|edge| self.snapshot_of(edge, self.behind(edge), depth - 1, least_visits))
                .collect();
        }
        let here = &self.pool[edge];
        let bounds = here.bounds().flip();
        Snapshot {
            node,
            played: (edge != 0).then_some(here.played),
            visits: here.visits,
            value: -self.pool[node].value(),
            bounds: [bounds.lower, bounds.upper],
            proof: here.proof().map(|proof| Proof { outcome: -proof.outcome, ..proof }),
            children,
        }
    }
}
