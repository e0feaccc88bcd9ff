//! The named strategies.

use game::{Kind, Param, Strategies, Strategy, Values, Work};
use mcts::guide::{Even, Priors};
use mcts::playout::{Full, Truncated, Uniform};
use mcts::preset::{self, Uct, engine};
use mcts::select::{Fpu, Puct, Rave, Ucb1};
use mcts::{Choice, Expansion, Options};

use crate::board::State;
use crate::learned::{ByLearned, Learned, Mixed};
use crate::network::{self, ByNetwork};
use crate::playout::{ByMobility, ByRights, SharedFirst};
use crate::solver_first::SolverFirst;

/// Memory of the tree in MiB.
const MEMORY: (&str, &str) = ("memory", "128");

/// All named strategies of NoGo.
pub fn strategies() -> Strategies<State> {
    let uct = Uct::new().tactics().evaluation().heuristic().strategy();
    Strategies::new(vec![champion(), by_network(), rave(), learned(), uct, uct_rights(), Strategy::random()])
}

/// The strongest strategy: `rave` with the learned value mixed into every playout and
/// as the prior of unvisited moves, after the exact solver.
fn champion() -> Strategy<State> {
    let own = |name, kind, default, about| Param { name, kind, default, about };
    let tree = ("memory", "96");
    let mut params = preset::only(&[("bias", "0.01"), ("sims", "0"), ("at", "4"), tree, ("seed", "0")]);
    params.extend([
        own("mix", Kind::Real(0.0, 1.0), "0.4", "weight of the learned value; the rest is the playout's"),
        own("trust", Kind::Real(0.0, 1e6), "10", "virtual visits given to the learned value of a new move"),
        own(
            "minimax",
            Kind::Real(0.0, 1.0),
            "0.0",
            "weight of the learned value that is backed up by minimax",
        ),
        own(
            "candidates",
            Kind::Int(1, 20),
            "3",
            "playouts: random points compared by the mobility after them; 1 compares none",
        ),
        PROOF,
        TABLE,
    ]);
    Strategy {
        name: "champion",
        about: "RAVE with a learned evaluation, after an exact solver",
        work: Work::Simulations,
        params,
        build: |values| {
            let rule = Rave {
                c: 0.0,
                bias: values.real("bias"),
                reference: 0,
                fpu: Fpu::First,
                trust: values.real("trust"),
                minimax: values.real("minimax"),
            };
            let evaluator = Mixed {
                playout: ByMobility::new(values.int("candidates") as u32),
                share: values.real("mix"),
            };
            let search = engine(values, expanding(values), rule, evaluator)?;
            Ok(Box::new(SolverFirst::new(search, values.bytes("table"), values.int("proof"))))
        },
    }
}

/// Temperature of the priors of `learned`.
const TEMPERATURE: Param = Param {
    name: "temperature",
    kind: Kind::Real(0.01, 100.0),
    default: "0.2",
    about: "priors: the lower, the more they favour the best moves",
};

/// PUCT with the learned evaluation alone, without playouts.
fn learned() -> Strategy<State> {
    let mut params = preset::only(&[("c", "2.0"), ("urgency", "0.1"), ("sims", "0"), MEMORY, ("seed", "0")]);
    params.push(TEMPERATURE);
    Strategy {
        name: "learned",
        about: "PUCT with a learned evaluation and a solver",
        work: Work::Simulations,
        params,
        build: |values| {
            let rule = Puct { c: values.real("c"), fpu: Fpu::Parent(values.real("urgency")) };
            let prior = Priors(ByLearned { temperature: values.real("temperature") });
            Ok(Box::new(engine(values, options(values), rule, (Learned, prior))?))
        },
    }
}

/// PUCT with the priors and values of a network, after the exact solver.
fn by_network() -> Strategy<State> {
    let own = |name, kind, default, about| Param { name, kind, default, about };
    let mut params =
        preset::only(&[("c", "1.5"), ("urgency", "0.2"), ("sims", "0"), ("memory", "96"), ("seed", "0")]);
    params.extend([
        own(
            "temperature",
            Kind::Real(0.1, 10.0),
            "1.0",
            "priors: the lower, the more they favour the best moves",
        ),
        PROOF,
        TABLE,
    ]);
    Strategy {
        name: "network",
        about: "PUCT with a policy and value network, after an exact solver",
        work: Work::Simulations,
        params,
        build: |values| {
            let rule = Puct { c: values.real("c"), fpu: Fpu::Parent(values.real("urgency")) };
            let evaluator = ByNetwork::new(network::shipped(), values.real("temperature"));
            let options = Options { expansion: Expansion::One { at_visit: 0 }, ..options(values) };
            let search = engine(values, options, rule, evaluator)?;
            Ok(Box::new(SolverFirst::new(search, values.bytes("table"), values.int("proof"))))
        },
    }
}

/// Limit of the exact solver.
const PROOF: Param = Param {
    name: "proof",
    kind: Kind::Int(0, 1 << 30),
    default: "40000",
    about: "node limit of the exact solver before the search; 0 disables it",
};

/// Memory of the exact solver.
const TABLE: Param = Param {
    name: "table",
    kind: Kind::Memory(1, 1 << 16),
    default: "32",
    about: "size of the exact solver's table in MiB",
};

/// RAVE without the learned evaluation: the reference opponent of `champion`.
fn rave() -> Strategy<State> {
    Strategy {
        name: "rave",
        about: "RAVE with a solver; playouts play shared points first",
        work: Work::Simulations,
        params: preset::only(&[
            ("c", "0.0"),
            ("bias", "0.01"),
            ("reference", "0"),
            ("sims", "0"),
            ("at", "1"),
            MEMORY,
            ("seed", "0"),
        ]),
        build: |values| {
            let rule = Rave {
                c: values.real("c"),
                bias: values.real("bias"),
                reference: values.int("reference") as u32,
                fpu: Fpu::First,
                trust: 0.0,
                minimax: 0.0,
            };
            Ok(Box::new(engine(values, expanding(values), rule, (Full::new(SharedFirst), Priors(Even)))?))
        },
    }
}

/// How `uct-rights` computes a value from the rights of both sides.
const VALUE: Param = Param {
    name: "value",
    kind: Kind::Choice(&["share", "tanh"]),
    default: "share",
    about: "share: difference of the rights by their sum; tanh: of the log of their ratio",
};

/// A course project: plays six random plies and compares the rights of both sides.
/// The original used their ratio, which has no bound; here the difference is divided
/// by the sum, so that values are in [−1, 1], as `c` expects.
fn uct_rights() -> Strategy<State> {
    let mut params = preset::only(&[("c", "1.5"), ("plies", "6"), ("sims", "0"), MEMORY, ("seed", "0")]);
    params.push(VALUE);
    Strategy {
        name: "uct-rights",
        about: "UCT with truncated playouts that compare rights; plays the move with the best value",
        work: Work::Simulations,
        params,
        build: |values| {
            // Unvisited children come first, so that all children of the root are
            // visited before any grandchild.
            let rule = Ucb1 { c: values.real("c"), fpu: Fpu::First, bias: 0.0 };
            let options = Options { solver: false, reuse: false, choice: Choice::Value, ..options(values) };
            let playout = Truncated { policy: Uniform, plies: values.int("plies") as u32 };
            let playout = ByRights { playout, steep: values.word("value") == "tanh" };
            Ok(Box::new(engine(values, options, rule, (playout, Priors(Even)))?))
        },
    }
}

fn options(values: &Values) -> Options {
    Options { memory: values.bytes("memory"), seed: values.int("seed"), ..Options::default() }
}

/// [`options`] with the number of visits before a leaf is expanded.
fn expanding(values: &Values) -> Options {
    Options { expansion: Expansion::One { at_visit: values.int("at") as u32 }, ..options(values) }
}
