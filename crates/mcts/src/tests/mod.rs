//! The laws of the search, checked from inside on whole trees.

mod amaf;
mod bookkeeping;
mod engine;
mod evaluator;
mod memory;
mod minimax;
mod old_bugs;
mod playouts;
mod reuse;
mod scores;
mod solver;
mod threads;
mod top;
mod watched;

use std::collections::HashMap;

use clock::Budget;
use game::Game;
use tictactoe::State;

use crate::guide::{Chances, Even, Priors, Prover, Proving, WinChances};
use crate::node::Node;
use crate::options::Options;
use crate::playout::{Full, Uniform};
use crate::search::Search;
use crate::select::{Fpu, Select, Ucb1};
use crate::tree::Tree;

/// The rule that most tests use.
pub fn ucb1() -> Ucb1 {
    Ucb1 { c: 1.4, fpu: Fpu::First, bias: 0.0 }
}

/// A plain UCT search.
pub fn uct<G: Game>(state: G, options: Options) -> Search<G, Ucb1, (Full<Uniform>, Priors<Even>)> {
    Search::new(state, options, ucb1(), (Full::new(Uniform), Priors(Even))).unwrap()
}

/// A plain UCT search after `simulations` simulations.
pub fn searched<G: Game>(
    state: G,
    options: Options,
    simulations: u64,
) -> Search<G, Ucb1, (Full<Uniform>, Priors<Even>)> {
    let mut search = uct(state, options);
    search.run(&Budget::simulations(simulations));
    search
}

/// Visits every node of a tree with its state, each shared node once per path.
pub fn walk<G: Game, S: Select>(tree: &Tree<G, S>, mut visit: impl FnMut(&G, u32, &Node<G::Move>)) {
    let mut stack = vec![(*tree.state(), 0)];
    while let Some((state, node)) = stack.pop() {
        visit(&state, node, &tree.pool[node]);
        for edge in tree.pool[node].range() {
            let edge = edge as u32;
            let mut next = state;
            next.play_unchecked(tree.pool[edge].played);
            if tree.behind(edge) != edge || tree.table.is_none() {
                stack.push((next, tree.behind(edge)));
            }
        }
    }
}

/// Minimax with a cache.
pub struct Truth<G: Game>(HashMap<u64, game::Proof>, std::marker::PhantomData<G>);

impl<G: Game> Truth<G> {
    pub fn new() -> Self {
        Truth(HashMap::new(), std::marker::PhantomData)
    }

    pub fn of(&mut self, state: &G) -> game::Proof {
        *self.0.entry(state.key()).or_insert_with(|| game::example::minimax(state))
    }
}

/// All reachable positions of tic-tac-toe, finished ones included.
pub fn all_positions() -> Vec<State> {
    let mut seen = HashMap::new();
    let mut stack = vec![State::start()];
    let mut moves = Vec::new();
    while let Some(state) = stack.pop() {
        if seen.insert(state.key(), state).is_some() {
            continue;
        }
        state.legal_moves(&mut moves);
        stack.extend(moves.iter().map(|&m| state.play(m).unwrap()));
    }
    let mut positions: Vec<_> = seen.into_values().collect();
    positions.sort_by_key(Game::key);
    positions
}
