//! The strategies by name.

use game::strategy::SEED;
use game::{Strategies, Strategy, Work};
use mcts::knowledge::Knowledge;
use mcts::preset::{self, Uct};

use crate::State;
use crate::minimax::Minimax;

/// Default memory in MiB: the whole search tree takes 17 MB.
const MEMORY: (&str, &str) = ("memory", "24");

/// All strategies of tic-tac-toe.
pub fn strategies() -> Strategies<State> {
    // With 1,000 simulations per move, uniform playouts lose about one game in some
    // thousands to `minimax`; decisive playouts lost none in 162,000.
    let uct = uct().defaults(&[("playout", "decisive"), MEMORY]).strategy();
    Strategies::new(vec![minimax(), uct, uct_plain(), Strategy::random()])
}

fn uct() -> Uct<State, impl Knowledge<State>> {
    Uct::new().tactics().evaluation().heuristic()
}

fn minimax() -> Strategy<State> {
    Strategy {
        name: "minimax",
        about: "perfect play; chooses at random among equally good moves",
        work: Work::Nothing,
        params: vec![SEED],
        build: |values| Ok(Box::new(Minimax::new(values.int("seed")))),
    }
}

fn uct_plain() -> Strategy<State> {
    Strategy {
        name: "uct-plain",
        about: "textbook UCT: UCB1, random playouts, no solver, a new tree for every move",
        work: Work::Simulations,
        params: preset::only(&[("c", "1.4"), ("sims", "0"), MEMORY, ("seed", "0")]),
        build: |values| Ok(Box::new(uct().textbook(values)?)),
    }
}
