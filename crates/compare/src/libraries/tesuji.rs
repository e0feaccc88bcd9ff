//! Our search, and bare playouts.

use std::hint::black_box;

use clock::Budget;
use game::{Game, Rng};
use mcts::guide::{Even, Priors};
use mcts::playout::{Full, Uniform};
use mcts::select::{Fpu, Ucb1};
use mcts::{Options, Search};

use crate::measure::{Run, measured};
use crate::subject::{C, playout};

/// Is the solver on? The lookahead is a part of it.
pub type Solver = bool;

/// The features that all libraries have.
pub const PLAIN: Solver = false;

/// The defaults of `uct`.
pub const UCT: Solver = true;

/// Bytes of the pool: enough for all searches, so that nothing is recycled. It is not
/// touched before it is used.
const MEMORY: usize = 4 << 30;

/// Searches the start of a game with a new tree.
pub fn search<G: Game>(simulations: u64, seed: u64, solver: Solver) -> Run {
    let (search, cost) = measured(|| {
        let options = Options { seed, solver, lookahead: solver, memory: MEMORY, ..Options::default() };
        let select = Ucb1 { c: C, fpu: Fpu::First, bias: 0.0 };
        let search = Search::new(G::start(), options, select, (Full::new(Uniform), Priors(Even)));
        let mut search = search.expect("the system provides the memory of the pool");
        search.run(&Budget::simulations(simulations));
        search
    });
    let tree = search.tree();
    Run {
        simulations: tree.simulations(),
        time: cost.time,
        used: Some(tree.used_bytes()),
        live: cost.live,
        proven: tree.proof().map(|proof| proof.outcome),
    }
}

/// Plays games from the start at random.
pub fn playouts<G: Game>(simulations: u64, seed: u64) -> Run {
    let mut rng = Rng::with_seed(seed);
    let (sum, cost) = measured(|| (0..simulations).map(|_| playout(G::start(), &mut rng)).sum::<f32>());
    black_box(sum);
    Run { simulations, time: cost.time, used: None, live: cost.live, proven: None }
}
