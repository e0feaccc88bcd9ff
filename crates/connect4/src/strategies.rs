//! The named strategies.

use clock::Budget;
use game::{Kind, Param, RandomEngine, SpecError, Strategies, Strategy, Values};
use mcts::playout::{Decisive, Full, Playout, Uniform};
use mcts::prior::Even;
use mcts::select::{Fpu, Ucb1};
use mcts::{Mcts, Options, preset};

use crate::board::{Class, Position};
use crate::playout::CentreFirst;
use crate::root::Alert;

const SEED: Param =
    Param { name: "seed", kind: Kind::Int(0, u64::MAX), default: "0", about: "random numbers start here" };

/// Every way to play Connect-4 that has a name.
pub fn strategies<B: Class>() -> Strategies<Position<B>, Budget> {
    Strategies::new(vec![uct(), uct_weighted(), uct_pool(), random()])
}

fn uct<B: Class>() -> Strategy<Position<B>, Budget> {
    Strategy {
        name: "uct",
        about: "Monte-Carlo tree search with a solver; every rule of the search is a parameter",
        params: preset::params(),
        build: preset::build::<Position<B>>,
    }
}

/// A homework bot of old: its reward was six for a win in one ply and one for
/// a far one. Here the near win counts 1 and the far one less, so that `c`
/// means what it says.
fn uct_weighted<B: Class>() -> Strategy<Position<B>, Budget> {
    Strategy {
        name: "uct-weighted",
        about: "UCT whose playouts win, block, or prefer the centre; near wins count more",
        params: params(&[("c", "1.0"), ("sims", "0"), ("shaping", "0.5"), ("seed", "0")]),
        build: |values| {
            let policy = Decisive(CentreFirst);
            let playout = Full { policy, shaping: values.real("shaping") };
            Ok(Box::new(textbook(values, playout)?))
        },
    }
}

/// The other homework bot: no knowledge in the playouts, but many of them.
fn uct_pool<B: Class>() -> Strategy<Position<B>, Budget> {
    Strategy {
        name: "uct-pool",
        about: "pure UCT with random playouts; wins or blocks at once where it can",
        params: params(&[("c", "0.9"), ("sims", "0"), ("seed", "0")]),
        build: |values| Ok(Box::new(Alert(textbook(values, Full::new(Uniform))?))),
    }
}

fn random<B: Class>() -> Strategy<Position<B>, Budget> {
    Strategy {
        name: "random",
        about: "any legal move",
        params: vec![SEED],
        build: |values| Ok(Box::new(RandomEngine::new(values.int("seed")))),
    }
}

/// These of the search's parameters, with these defaults.
fn params(wanted: &[(&'static str, &'static str)]) -> Vec<Param> {
    let all = preset::params_with(wanted);
    all.into_iter().filter(|param| wanted.iter().any(|(name, _)| *name == param.name)).collect()
}

/// The textbook's search: UCB1, no solver, a new tree for every move.
fn textbook<B: Class, P: Playout<Position<B>>>(
    values: &Values,
    playout: P,
) -> Result<Mcts<Position<B>, Ucb1, P, Even>, SpecError> {
    let options = Options { solver: false, reuse: false, seed: values.int("seed"), ..Options::default() };
    let rule = Ucb1 { c: values.real("c"), fpu: Fpu::First, bias: 0.0 };
    let engine = Mcts::new(options, rule, playout, Even).map_err(SpecError::new)?;
    Ok(match values.int("sims") {
        0 => engine,
        sims => engine.at_most(sims),
    })
}
