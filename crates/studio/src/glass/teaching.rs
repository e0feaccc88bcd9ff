//! UCT written plainly, with switches for the bugs of course projects.
//!
//! Without a bug this is the search of crates/mcts with UCB1, uniform playouts and no
//! solver: the same seed gives the same tree. It is slower and takes more memory.

use game::{Outcome, Playable, Rng, Snapshot, random};
use mcts::select::{FIRST, Fpu, Select, Ucb1};
use mcts::tree::Leaf;
use mcts::watched::{Level, ScoredMove, Simulation};

use super::{Bugs, Watched};
use crate::{setup, view};

/// A node of the tree. Its statistics are for the side that chose its move.
struct Node<G: Playable> {
    state: G,
    played: Option<G::Move>,
    visits: u32,
    sum: f64,
    children: Vec<usize>,
    /// Moves that have no child yet, the next one last; `None` before the expansion.
    untried: Option<Vec<G::Move>>,
}

/// The search.
pub struct Teaching<G: Playable> {
    nodes: Vec<Node<G>>,
    rule: Ucb1,
    bugs: Bugs,
    rng: Rng,
}

impl<G: Playable> Teaching<G> {
    /// A search of `state`.
    pub fn new(state: G, c: f32, seed: u64, bugs: Bugs) -> Self {
        let rule = Ucb1 { c, fpu: Fpu::First, bias: 0.0 };
        let mut search = Teaching { nodes: Vec::new(), rule, bugs, rng: Rng::with_seed(seed) };
        search.add(state, None);
        search
    }

    fn add(&mut self, state: G, played: Option<G::Move>) -> usize {
        let node = Node { state, played, visits: 0, sum: 0.0, children: Vec::new(), untried: None };
        self.nodes.push(node);
        self.nodes.len() - 1
    }

    /// The state after a move of the tree.
    fn after(&self, state: &G, m: G::Move) -> G {
        let mut next = *state;
        next.play_unchecked(m);
        if self.bugs.no_flips
            && let Some(place) = view::place(state, m)
        {
            return setup::with_stone(state, place, state.side()).unwrap_or(next);
        }
        next
    }

    /// Mean value of a child for the side that chooses it.
    fn mean(&self, child: usize) -> f32 {
        let Node { visits, sum, .. } = self.nodes[child];
        match self.bugs.integer_mean {
            true => (sum as i64 / i64::from(visits.max(1))) as f32,
            false => sum as f32 * (1.0 / visits.max(1) as f32),
        }
    }

    /// Score of a child: UCB1, or what a bug makes of it.
    fn score(&self, parent: usize, child: usize) -> f32 {
        let (all, visits) = (self.nodes[parent].visits, self.nodes[child].visits);
        if visits == 0 {
            return FIRST;
        }
        let explore = match self.bugs.integer_exploration {
            true => self.rule.explore(all / visits),
            false => self.rule.explore(all) * (1.0 / visits as f32).sqrt(),
        };
        self.mean(child) + explore
    }

    /// The child with the best score. The place of a child takes the last eight bits of
    /// its score, as in crates/mcts, so that equal scores are decided in the same way.
    fn best(&self, node: usize) -> usize {
        let key = |(place, &child): (usize, &usize)| {
            (f32::from_bits(self.score(node, child).to_bits() & !0xff | place as u32), child)
        };
        let keys = self.nodes[node].children.iter().enumerate().map(key);
        keys.max_by(|a, b| a.0.total_cmp(&b.0)).map_or(0, |(_, child)| child)
    }

    /// Lists the moves of a node. The root gets all children at once.
    fn expand(&mut self, node: usize) {
        let mut moves = Vec::new();
        let state = self.nodes[node].state;
        state.legal_moves(&mut moves);
        if node == 0 {
            random::shuffle(&mut self.rng, &mut moves);
            for m in moves {
                let child = self.add(self.after(&state, m), Some(m));
                self.nodes[0].children.push(child);
            }
            self.nodes[0].untried = Some(Vec::new());
            return;
        }
        // From a random place on, and around.
        let first = (usize::from(self.rng.u16(..)) * moves.len()) >> 16;
        moves.rotate_left(first);
        moves.reverse();
        self.nodes[node].untried = Some(moves);
    }

    /// Goes to a leaf; returns the path and the node that was expanded.
    fn descend(&mut self) -> (Vec<usize>, Option<usize>) {
        let (mut path, mut expanded, mut node) = (vec![0], None, 0);
        loop {
            let here = &self.nodes[node];
            if here.state.outcome().is_some() || node != 0 && here.visits == 0 {
                return (path, expanded);
            }
            if here.untried.is_none() {
                self.expand(node);
                expanded = Some(node);
            }
            let state = self.nodes[node].state;
            let next = self.nodes[node].untried.as_mut().and_then(Vec::pop);
            node = match next {
                Some(m) => {
                    let child = self.add(self.after(&state, m), Some(m));
                    self.nodes[node].children.push(child);
                    child
                }
                None => self.best(node),
            };
            path.push(node);
        }
    }

    /// The value of an outcome.
    fn worth(&self, outcome: Outcome) -> f32 {
        match outcome {
            Outcome::Draw if self.bugs.draws_lose => -1.0,
            outcome => outcome.value(),
        }
    }

    /// Plays random moves; returns them and the value for the side to move in `state`.
    fn playout(&mut self, mut state: G) -> (Vec<G::Move>, f32) {
        let mut moves = Vec::new();
        loop {
            if let Some(outcome) = state.outcome() {
                let value = self.worth(outcome);
                let value = if moves.len() % 2 == 0 { value } else { -value };
                return (moves, value);
            }
            let m = state.random_move(&mut self.rng);
            moves.push(m);
            state.play_unchecked(m);
        }
    }

    /// Adds the value of a leaf, for its side to move, to every node of the path.
    fn back_up(&mut self, path: &[usize], value: f32) {
        let mut value = -f64::from(value);
        for &node in path.iter().rev() {
            self.nodes[node].visits += 1;
            self.nodes[node].sum += value;
            if !self.bugs.no_sign_change {
                value = -value;
            }
        }
    }

    /// The node as it is before a simulation is backed up.
    fn level(&self, node: usize, chosen: usize) -> Option<Level<G::Move>> {
        let here = &self.nodes[node];
        let scored = |&child: &usize| {
            let score = self.score(node, child);
            Some(ScoredMove {
                played: self.nodes[child].played?,
                visits: self.nodes[child].visits,
                value: if self.nodes[child].visits == 0 { 0.0 } else { self.mean(child) },
                score: (score < 0.5 * FIRST).then_some(score),
                prior: None,
                sums: [0.0; 2],
                proof: None,
            })
        };
        Some(Level {
            visits: here.visits,
            value: -(here.sum as f32 / here.visits.max(1) as f32),
            moves: here.children.iter().filter_map(scored).collect(),
            chosen: self.nodes[chosen].played?,
        })
    }

    fn snapshot_of(&self, node: usize, depth: usize, least: u32) -> Snapshot<G::Move> {
        let here = &self.nodes[node];
        let mut children: Vec<usize> = here.children.clone();
        children.retain(|&child| depth > 0 && self.nodes[child].visits >= least.max(1));
        children.sort_by_key(|&child| std::cmp::Reverse(self.nodes[child].visits));
        Snapshot {
            node: node as u32,
            played: here.played,
            visits: here.visits,
            value: -(here.sum as f32 / here.visits.max(1) as f32),
            bounds: [Outcome::Loss, Outcome::Win],
            proof: None,
            children: children.into_iter().map(|child| self.snapshot_of(child, depth - 1, least)).collect(),
        }
    }
}

impl<G: Playable> Watched<G> for Teaching<G> {
    fn simulate(&mut self) {
        self.step();
    }

    fn step(&mut self) -> Simulation<G::Move> {
        let (path, expanded) = self.descend();
        let pairs = path[1..].iter().zip(&path);
        let levels = pairs.filter_map(|(&child, &node)| self.level(node, child)).collect();
        let leaf = path[path.len() - 1];
        let state = self.nodes[leaf].state;
        let (kind, playout, value) = match state.outcome() {
            Some(outcome) => (Leaf::Terminal, Vec::new(), self.worth(outcome)),
            None => {
                let (moves, value) = self.playout(state);
                (Leaf::Open, moves, value)
            }
        };
        self.back_up(&path, value);
        let expanded = expanded.map(|node| {
            let here = &self.nodes[node];
            (here.children.len() + here.untried.as_ref().map_or(0, Vec::len)) as u32
        });
        let value = if path.len() % 2 == 1 { value } else { -value };
        Simulation { levels, leaf: kind, expanded, playout, value, proven: Vec::new() }
    }

    fn snapshot(&self, depth: usize, least_visits: u32) -> Snapshot<G::Move> {
        self.snapshot_of(0, depth, least_visits)
    }

    fn chosen(&self) -> Option<G::Move> {
        let visited = self.nodes[0].children.iter().filter(|&&child| self.nodes[child].visits > 0);
        self.nodes[*visited.max_by_key(|&&child| self.nodes[child].visits)?].played
    }

    fn nodes(&self) -> u64 {
        self.nodes.len() as u64
    }

    fn is_proven(&self) -> bool {
        false
    }
}
