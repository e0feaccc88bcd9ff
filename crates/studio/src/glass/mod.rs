//! A tree search that is watched: one simulation at a time, as data.
//!
//! Without bugs it is the search of crates/mcts (`real`); with a bug it is the
//! [`teaching`] search, which is the same search written plainly, with switches. A test
//! proves that without bugs both make the same tree.

pub mod duel;
mod real;
pub mod teaching;

use game::{Game, History, Playable, Snapshot};
use mcts::tree::Leaf;
use mcts::watched::{Level, Simulation};
use serde::Deserialize;
use serde_json::{Value, json};

use crate::error::Error;
use crate::{report, view};

/// The selection rules.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Rule {
    /// UCB1.
    #[default]
    Ucb1,
    /// UCB1-tuned.
    Tuned,
    /// PUCT with equal priors.
    Puct,
    /// RAVE.
    Rave,
}

/// How playouts choose their moves.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum PlayoutPolicy {
    /// Uniformly at random.
    #[default]
    Uniform,
    /// Moves that did well in other playouts.
    Mast,
}

/// Bugs of course projects, each as a switch. With any of them the search is UCB1 with
/// uniform playouts and without a solver.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Deserialize)]
#[serde(default, rename_all = "camelCase")]
pub struct Bugs {
    /// The exploration term is √ln(N/n) with an integer division.
    pub integer_exploration: bool,
    /// The mean Q/N is an integer division.
    pub integer_mean: bool,
    /// Values do not change their sign from ply to ply.
    pub no_sign_change: bool,
    /// The tree puts the stone on the board and changes nothing else (Othello: no flips).
    pub no_flips: bool,
    /// A draw counts as a loss for the side that ends the game.
    pub draws_lose: bool,
}

/// A watched search.
#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(default, rename_all = "camelCase")]
pub struct GlassOptions {
    /// Weight of exploration.
    pub c: f32,
    /// Selection rule.
    pub rule: Rule,
    /// Playouts.
    pub playout: PlayoutPolicy,
    /// Whether results are proven.
    pub solver: bool,
    /// Random seed.
    pub seed: u64,
    /// Bugs.
    pub bugs: Bugs,
}

impl Default for GlassOptions {
    fn default() -> Self {
        GlassOptions {
            c: 1.4,
            rule: Rule::Ucb1,
            playout: PlayoutPolicy::Uniform,
            solver: true,
            seed: 1,
            bugs: Bugs::default(),
        }
    }
}

/// What both searches do.
pub trait Watched<G: Game>: Send {
    /// Makes one simulation.
    fn simulate(&mut self);

    /// Makes one simulation and says what happened.
    fn step(&mut self) -> Simulation<G::Move>;

    /// The top of the tree.
    fn snapshot(&self, depth: usize, least_visits: u32) -> Snapshot<G::Move>;

    /// The move that would be played now; `None` before the first simulation.
    fn chosen(&self) -> Option<G::Move>;

    /// Number of nodes.
    fn nodes(&self) -> u64;

    /// Is the result proven?
    fn is_proven(&self) -> bool;
}

/// A watched search of one position.
pub struct Glass<G: Game> {
    state: G,
    search: Box<dyn Watched<G>>,
    simulations: u64,
}

/// Most simulations of one request, so that a request does not take long.
const MOST_SIMULATIONS: u32 = 200_000;

/// Plies and nodes of the tree that are drawn.
const TREE: (usize, usize) = (6, 70);

impl<G: Playable> Glass<G> {
    /// A search of the position of `history`.
    pub fn new(history: History<G>, options: &GlassOptions) -> Result<Self, Error> {
        let state = *history.state();
        if state.outcome().is_some() {
            return Err(Error::Over);
        }
        let options = GlassOptions { c: options.c.clamp(0.0, 100.0), ..*options };
        let search = match options.bugs == Bugs::default() {
            true => real::search(state, &options)?,
            false => Box::new(teaching::Teaching::new(state, options.c, options.seed, options.bugs)),
        };
        Ok(Glass { state, search, simulations: 0 })
    }

    /// Makes one simulation.
    pub fn simulate(&mut self) {
        self.search.simulate();
        self.simulations += 1;
    }

    /// Is the result proven?
    pub fn is_proven(&self) -> bool {
        self.search.is_proven()
    }

    /// The move that would be played now; `None` before the first simulation.
    pub fn chosen(&self) -> Option<G::Move> {
        self.search.chosen()
    }

    /// The tree and its numbers.
    pub fn summary(&self) -> Value {
        let (depth, nodes) = TREE;
        // Nodes with few visits would be cut anyway; a large tree need not be copied.
        let least = (self.simulations / 2000) as u32;
        let tree = self.search.snapshot(depth, least);
        json!({
            "simulations": self.simulations,
            "nodes": self.search.nodes(),
            "proven": self.search.is_proven(),
            "chosen": self.chosen().map(|m| view::played(&self.state, m)),
            "tree": report::tree(&self.state, &tree, nodes),
        })
    }
}

/// Makes simulations; the last one is described.
pub fn simulate<G: Playable>(glass: &mut Glass<G>, count: u32) -> Result<Value, Error> {
    for _ in 1..count.clamp(1, MOST_SIMULATIONS) {
        if glass.is_proven() {
            break;
        }
        glass.simulate();
    }
    let mut last = Value::Null;
    if !glass.is_proven() && count > 0 {
        let simulation = glass.search.step();
        glass.simulations += 1;
        last = described(&glass.state, &simulation);
    }
    let mut summary = glass.summary();
    summary["last"] = last;
    Ok(summary)
}

/// A simulation as JSON, with the cells of every move.
fn described<G: Playable>(root: &G, simulation: &Simulation<G::Move>) -> Value {
    let mut state = *root;
    let mut levels = Vec::new();
    for level in &simulation.levels {
        levels.push(described_level(&state, level));
        state.play_unchecked(level.chosen);
    }
    let leaf = match simulation.leaf {
        Leaf::Open => "open",
        Leaf::Proven => "proven",
        Leaf::Terminal => "terminal",
        Leaf::Solved => "solved",
    };
    let proven = simulation
        .proven
        .iter()
        .map(|proven| json!({ "depth": proven.depth, "proof": report::proof(Some(proven.proof)) }));
    json!({
        "levels": levels,
        "leaf": leaf,
        "leafCells": view::cells(&state),
        "expanded": simulation.expanded,
        "playout": view::line(&state, &simulation.playout),
        "value": simulation.value,
        "proven": proven.collect::<Vec<_>>(),
    })
}

fn described_level<G: Playable>(state: &G, level: &Level<G::Move>) -> Value {
    let moves = level.moves.iter().map(|m| {
        json!({
            "move": state.move_text(m.played),
            "place": view::place(state, m.played),
            "visits": m.visits,
            "value": m.value,
            "score": m.score,
            "prior": m.prior,
            "sums": m.sums,
            "proof": report::proof(m.proof),
        })
    });
    json!({
        "visits": level.visits,
        "value": level.value,
        "side": state.side().index(),
        "moves": moves.collect::<Vec<_>>(),
        "chosen": view::played(state, level.chosen),
    })
}
