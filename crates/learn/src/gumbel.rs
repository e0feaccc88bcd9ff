//! The search of self-play: Gumbel search, which improves the policy of a network even
//! with a few dozen simulations (Danihelka and others, *Policy improvement by planning
//! with Gumbel*, 2022).
//!
//! At the root, a few moves are drawn without repetition in proportion to their priors, by
//! adding Gumbel noise to the logits. Sequential halving divides the simulations between
//! them. Below the root a simulation goes to the move whose share of the visits is furthest
//! below its share in the improved policy. Moves without visits are completed with a mean
//! of the network's value and of the visited moves.

use game::{Game, Outcome, Rng};
use net::{Cpu, Network, Planes, Scratch};

use crate::subject::{Subject, Teacher, cell};

/// Options of a search.
#[derive(Clone, Copy, Debug)]
pub struct Options {
    /// Simulations per move.
    pub simulations: u32,
    /// Most moves of the root that are compared.
    pub candidates: usize,
}

/// What a search says about a position.
#[derive(Clone, Debug)]
pub struct Found<M> {
    /// The move to play in self-play.
    pub chosen: M,
    /// The improved policy: every legal move with its probability.
    pub policy: Vec<(M, f32)>,
    /// Value of the improved policy for the side to move.
    pub value: f32,
}

/// A position of the tree.
struct Node<G: Game> {
    state: G,
    /// The network's value, or the exact one.
    value: f32,
    exact: Option<Outcome>,
    /// First edge and number of edges; none before it is expanded.
    first: u32,
    edges: u32,
}

/// A move of a position.
#[derive(Clone, Copy)]
struct Edge<M> {
    played: M,
    logit: f32,
    prior: f32,
    visits: u32,
    /// Sum of the values for the side that makes the move.
    sum: f32,
    /// The position after the move, or [`NONE`].
    child: u32,
}

const NONE: u32 = u32::MAX;

/// Weight of a value in the improved policy: grows with the visits.
const VISIT_OFFSET: f32 = 50.0;
const VALUE_SCALE: f32 = 0.25;

/// Searches with a network.
pub struct Searcher<'a, G: Subject> {
    network: &'a Network,
    teacher: G::Teacher,
    nodes: Vec<Node<G>>,
    edges: Vec<Edge<G::Move>>,
    planes: Planes,
    scratch: Scratch,
    cpu: Cpu,
    moves: Vec<G::Move>,
    weights: Vec<f32>,
    path: Vec<(u32, u32)>,
}

impl<'a, G: Subject> Searcher<'a, G> {
    /// A searcher with this network.
    pub fn new(network: &'a Network) -> Self {
        Searcher {
            network,
            teacher: G::Teacher::default(),
            nodes: Vec::new(),
            edges: Vec::new(),
            planes: Planes::default(),
            scratch: Scratch::default(),
            cpu: Cpu::detect(),
            moves: Vec::new(),
            weights: Vec::new(),
            path: Vec::new(),
        }
    }

    /// The exact result of a position, if the teacher knows it.
    pub fn exact(&mut self, state: &G) -> Option<Outcome> {
        state.outcome().or_else(|| self.teacher.slow(state))
    }

    /// Searches a position. The game must not be over.
    pub fn search(&mut self, state: &G, options: Options, rng: &mut Rng) -> Found<G::Move> {
        self.nodes.clear();
        self.edges.clear();
        self.add(*state);
        if self.nodes[0].edges == 0 {
            // The teacher knows the value, but not the move.
            self.expand(0);
        }
        let edges = self.nodes[0].edges as usize;
        let noise: Vec<f32> = (0..edges).map(|_| gumbel(rng)).collect();
        let mut candidates: Vec<usize> = (0..edges).collect();
        let rank = |this: &Self, edge: usize| this.edges[edge].logit + noise[edge];
        candidates.sort_by(|&a, &b| rank(self, b).total_cmp(&rank(self, a)));
        candidates.truncate(options.candidates);
        let rounds = (candidates.len().max(2) as f32).log2().ceil() as u32;
        let mut left = options.simulations;
        for round in 0..rounds {
            let share = left / (rounds - round);
            let each = (share / candidates.len() as u32).max(1);
            for _ in 0..each {
                for &edge in &candidates {
                    if left > 0 {
                        self.simulate(edge as u32);
                        left -= 1;
                    }
                }
            }
            let scale = self.scale(0);
            let score = |edge: usize| {
                let e = &self.edges[edge];
                rank(self, edge) + scale * if e.visits > 0 { e.sum / e.visits as f32 } else { -1.0 }
            };
            candidates.sort_by(|&a, &b| score(b).total_cmp(&score(a)));
            let half = candidates.len().div_ceil(2);
            if round + 1 < rounds {
                candidates.truncate(half);
            }
        }
        let chosen = self.edges[candidates[0]].played;
        self.improve(0);
        let policy: Vec<_> = self.edges[..edges]
            .iter()
            .zip(&self.weights)
            .map(|(edge, &weight)| (edge.played, weight))
            .collect();
        let completed = self.completion(0);
        let value = self.edges[..edges].iter().zip(&self.weights);
        let value = value.map(|(edge, weight)| weight * edge.value_or(completed)).sum();
        let value = self.nodes[0].exact.map_or(value, Outcome::value);
        Found { chosen, policy, value }
    }

    /// Adds a position to the tree; returns its number.
    fn add(&mut self, state: G) -> u32 {
        let exact = state.outcome().or_else(|| self.teacher.quick(&state));
        let number = self.nodes.len() as u32;
        let value = exact.map_or(0.0, Outcome::value);
        self.nodes.push(Node { state, value, exact, first: 0, edges: 0 });
        if exact.is_none() {
            self.expand(number);
        }
        number
    }

    /// Asks the network about a position and lists its moves.
    fn expand(&mut self, number: u32) {
        let node = &mut self.nodes[number as usize];
        node.state.fill(&mut self.planes);
        let answer = self.network.evaluate(&self.planes, &mut self.scratch, self.cpu);
        if node.exact.is_none() {
            node.value = answer.value;
        }
        node.state.legal_moves(&mut self.moves);
        node.first = self.edges.len() as u32;
        node.edges = self.moves.len() as u32;
        let logit = |m: G::Move| cell(&node.state, m).map_or(0.0, |cell| answer.logits[usize::from(cell)]);
        let logits = self.moves.iter().map(|&m| (m, logit(m)));
        let first = self.edges.len();
        self.edges.extend(logits.map(|(played, logit)| Edge {
            played,
            logit,
            prior: 0.0,
            visits: 0,
            sum: 0.0,
            child: NONE,
        }));
        let most = self.edges[first..].iter().map(|edge| edge.logit).fold(f32::MIN, f32::max);
        let mut total = 0.0;
        for edge in &mut self.edges[first..] {
            edge.prior = net::math::exp(edge.logit - most);
            total += edge.prior;
        }
        self.edges[first..].iter_mut().for_each(|edge| edge.prior /= total);
    }

    /// Makes a simulation through an edge of the root.
    fn simulate(&mut self, edge: u32) {
        self.path.clear();
        let (mut node, mut edge) = (0, edge);
        let value = loop {
            self.path.push((node, edge));
            let child = match self.edges[edge as usize].child {
                NONE => {
                    let mut state = self.nodes[node as usize].state;
                    state.play_unchecked(self.edges[edge as usize].played);
                    let child = self.add(state);
                    self.edges[edge as usize].child = child;
                    break self.nodes[child as usize].value;
                }
                child => child,
            };
            if self.nodes[child as usize].exact.is_some() {
                break self.nodes[child as usize].value;
            }
            node = child;
            edge = self.select(node);
        };
        let mut value = -value;
        while let Some((node, edge)) = self.path.pop() {
            let taken = &mut self.edges[edge as usize];
            taken.visits += 1;
            taken.sum += value;
            let child = taken.child;
            if let Some(exact) = self.nodes[child as usize].exact {
                // Earlier simulations did not know it.
                taken.sum = -exact.value() * taken.visits as f32;
            }
            self.prove(node, child);
            if let Some(exact) = self.nodes[node as usize].exact {
                value = exact.value();
                self.nodes[node as usize].value = value;
            }
            value = -value;
        }
    }

    /// A won move proves a win; if all moves lose, the position is lost.
    fn prove(&mut self, node: u32, child: u32) {
        if self.nodes[node as usize].exact.is_some() {
            return;
        }
        let after = self.nodes[child as usize].exact;
        let proven = match after {
            Some(Outcome::Loss) => Some(Outcome::Win),
            Some(Outcome::Win) => {
                let Node { first, edges, .. } = self.nodes[node as usize];
                let lost = |edge: &Edge<G::Move>| {
                    edge.child != NONE && self.nodes[edge.child as usize].exact == Some(Outcome::Win)
                };
                self.edges[first as usize..(first + edges) as usize].iter().all(lost).then_some(Outcome::Loss)
            }
            _ => None,
        };
        self.nodes[node as usize].exact = proven;
    }

    /// The edge whose share of the visits is furthest below its share in the improved policy.
    fn select(&mut self, node: u32) -> u32 {
        self.improve(node);
        let Node { first, edges, .. } = self.nodes[node as usize];
        let all = &self.edges[first as usize..(first + edges) as usize];
        let visits: u32 = all.iter().map(|edge| edge.visits).sum();
        let share = 1.0 / (1 + visits) as f32;
        let lack = all.iter().zip(&self.weights).map(|(edge, weight)| weight - edge.visits as f32 * share);
        let best = (0..).zip(lack).max_by(|a, b| a.1.total_cmp(&b.1));
        first + best.map_or(0, |(place, _)| place)
    }

    /// Computes the improved policy of a position into `weights`.
    fn improve(&mut self, node: u32) {
        let completed = self.completion(node);
        let scale = self.scale(node);
        let Node { first, edges, .. } = self.nodes[node as usize];
        let all = &self.edges[first as usize..(first + edges) as usize];
        self.weights.clear();
        self.weights.extend(all.iter().map(|edge| edge.logit + scale * edge.value_or(completed)));
        let most = self.weights.iter().copied().fold(f32::MIN, f32::max);
        let mut total = 0.0;
        for weight in &mut self.weights {
            *weight = net::math::exp(*weight - most);
            total += *weight;
        }
        self.weights.iter_mut().for_each(|weight| *weight /= total);
    }

    /// How much a value counts beside a logit.
    fn scale(&self, node: u32) -> f32 {
        let Node { first, edges, .. } = self.nodes[node as usize];
        let all = &self.edges[first as usize..(first + edges) as usize];
        let most = all.iter().map(|edge| edge.visits).max().unwrap_or(0);
        (VISIT_OFFSET + most as f32) * VALUE_SCALE
    }

    /// The value of moves without visits: a mean of the network's value and of the visited
    /// moves by their priors.
    fn completion(&self, node: u32) -> f32 {
        let Node { first, edges, value, .. } = self.nodes[node as usize];
        let all = &self.edges[first as usize..(first + edges) as usize];
        let (mut visits, mut prior, mut sum) = (0, 0.0, 0.0);
        for edge in all.iter().filter(|edge| edge.visits > 0) {
            visits += edge.visits;
            prior += edge.prior;
            sum += edge.prior * edge.sum / edge.visits as f32;
        }
        if visits == 0 {
            return value;
        }
        let visits = visits as f32;
        (value + visits * sum / prior.max(1e-9)) / (1.0 + visits)
    }
}

impl<M> Edge<M> {
    fn value_or(&self, completed: f32) -> f32 {
        if self.visits == 0 { completed } else { self.sum / self.visits as f32 }
    }
}

/// A random number of the Gumbel distribution.
fn gumbel(rng: &mut Rng) -> f32 {
    let uniform = (rng.f32() + 1e-7).min(1.0 - 1e-7);
    -(-uniform.ln()).ln()
}

#[cfg(test)]
mod tests {
    use nogo::{Solver, State};

    use super::*;
    use crate::folder::tests::SMALL;
    use crate::trainer::Model;

    /// With a network that knows nothing, the search itself has to find the winning moves.
    #[test]
    fn near_the_end_the_search_finds_winning_moves() {
        let network = Model::new(SMALL.shape(<State as net::Input>::PLANES), 1).network();
        let mut searcher = Searcher::<State>::new(&network);
        let mut solver = Solver::new(1 << 22);
        let mut rng = Rng::with_seed(8);
        let (mut won, mut found) = (0, 0);
        while won < 20 {
            let mut state = State::start();
            for _ in 0..68 {
                if state.outcome().is_none() {
                    state.play_unchecked(state.random_move(&mut rng));
                }
            }
            if state.outcome().is_some() || !solver.solve(&state).wins {
                continue;
            }
            let mut wins = |m| !solver.solve(&state.play(m).unwrap()).wins;
            let winning: Vec<_> = state.own_legal().members().filter(|&m| wins(m)).collect();
            if winning.len() as u32 == state.own_legal().count() {
                continue;
            }
            let options = Options { simulations: 500, candidates: 64 };
            let result = searcher.search(&state, options, &mut rng);
            won += 1;
            found += u32::from(winning.contains(&result.chosen));
            let total: f32 = result.policy.iter().map(|&(_, share)| share).sum();
            assert!((total - 1.0).abs() < 1e-3 && (-1.0..=1.0).contains(&result.value));
            assert_eq!(result.policy.len() as u32, state.own_legal().count());
        }
        assert!(found >= 18, "{found} of {won} winning moves found");
    }

    /// The noise has mean γ and variance π²/6.
    #[test]
    fn the_noise_has_the_gumbel_distribution() {
        let mut rng = Rng::with_seed(1);
        let numbers: Vec<f64> = (0..100_000).map(|_| f64::from(gumbel(&mut rng))).collect();
        let mean = numbers.iter().sum::<f64>() / 1e5;
        let variance = numbers.iter().map(|x| (x - mean).powi(2)).sum::<f64>() / 1e5;
        assert!((mean - 0.5772).abs() < 0.02 && (variance - 1.645).abs() < 0.05, "{mean} {variance}");
    }
}
