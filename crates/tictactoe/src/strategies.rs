//! The named strategies.

use clock::Budget;
use game::{Kind, Param, RandomEngine, Strategies, Strategy};

use crate::State;
use crate::minimax::Minimax;

const SEED: Param =
    Param { name: "seed", kind: Kind::Int(0, u64::MAX), default: "0", about: "random numbers start here" };

/// Every way to play tic-tac-toe that has a name.
pub fn strategies() -> Strategies<State, Budget> {
    Strategies::new(vec![minimax(), uct(), random()])
}

fn minimax() -> Strategy<State, Budget> {
    Strategy {
        name: "minimax",
        about: "perfect play, lots drawn among equally good moves",
        params: vec![SEED],
        build: |values| Box::new(Minimax::new(values.int("seed"))),
    }
}

fn uct() -> Strategy<State, Budget> {
    Strategy {
        name: "uct",
        about: "Monte-Carlo tree search with a solver; every rule of the search is a parameter",
        params: mcts::preset::params(),
        build: mcts::preset::build::<State>,
    }
}

fn random() -> Strategy<State, Budget> {
    Strategy {
        name: "random",
        about: "any legal move",
        params: vec![SEED],
        build: |values| Box::new(RandomEngine::new(values.int("seed"))),
    }
}
