//! The named strategies.

use clock::Budget;
use game::{Kind, Param, RandomEngine, SpecError, Strategies, Strategy};

use mcts::playout::{Full, Uniform};
use mcts::prior::Even;
use mcts::select::{Fpu, Ucb1};
use mcts::{Mcts, Options, preset};

use crate::State;
use crate::minimax::Minimax;

const SEED: Param =
    Param { name: "seed", kind: Kind::Int(0, u64::MAX), default: "0", about: "random numbers start here" };

/// The whole tree of the game is 17 MB.
const MEMORY: usize = 24 << 20;

/// Every way to play tic-tac-toe that has a name.
pub fn strategies() -> Strategies<State, Budget> {
    Strategies::new(vec![minimax(), uct(), uct_plain(), random()])
}

fn minimax() -> Strategy<State, Budget> {
    Strategy {
        name: "minimax",
        about: "perfect play, lots drawn among equally good moves",
        params: vec![SEED],
        build: |values| Ok(Box::new(Minimax::new(values.int("seed")))),
    }
}

/// With uniform playouts a thousand simulations lose a game in some thousands
/// to `minimax`; with decisive ones none of 180,000.
fn uct() -> Strategy<State, Budget> {
    Strategy {
        name: "uct",
        about: "Monte-Carlo tree search with a solver; every rule of the search is a parameter",
        params: preset::params_with(&[("playout", "decisive"), ("memory", "24")]),
        build: preset::build::<State>,
    }
}

fn uct_plain() -> Strategy<State, Budget> {
    Strategy {
        name: "uct-plain",
        about: "the textbook: UCB1, random playouts, no solver, a new tree for every move",
        params: preset::params().into_iter().filter(|p| ["c", "sims", "seed"].contains(&p.name)).collect(),
        build: |values| {
            let options = Options {
                solver: false,
                reuse: false,
                memory: MEMORY,
                seed: values.int("seed"),
                ..Options::default()
            };
            let rule = Ucb1 { c: values.real("c"), fpu: Fpu::First, bias: 0.0 };
            let engine = Mcts::new(options, rule, Full::new(Uniform), Even).map_err(SpecError::new)?;
            Ok(match values.int("sims") {
                0 => Box::new(engine),
                sims => Box::new(engine.at_most(sims)),
            })
        },
    }
}

fn random() -> Strategy<State, Budget> {
    Strategy {
        name: "random",
        about: "any legal move",
        params: vec![SEED],
        build: |values| Ok(Box::new(RandomEngine::new(values.int("seed")))),
    }
}
