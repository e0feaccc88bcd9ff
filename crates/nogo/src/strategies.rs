//! The named strategies.

use game::{Kind, Param, Strategies, Strategy, Values, Work};
use mcts::guide::{Chances, Even, Priors};
use mcts::playout::{Full, Truncated, Uniform};
use mcts::preset::{self, Uct, engine};
use mcts::select::{Fpu, Puct, Rave, Ucb1};
use mcts::{Choice, Expansion, Options};

use crate::board::State;
use crate::front::Front;
use crate::learned::{ByLearned, Learned, LearnedChances, Mixed};
use crate::playout::{ByRights, SharedFirst};

/// MiB for the trees.
const MEMORY: (&str, &str) = ("memory", "128");

/// Every way to play NoGo that has a name.
pub fn strategies() -> Strategies<State> {
    let uct = Uct::new().tactics().evaluation().heuristic().strategy();
    Strategies::new(vec![champion(), rave(), learned(), uct, uct_rights(), Strategy::random()])
}

/// The best that there is: `rave`, in which the learned value stands beside
/// every playout and for the moves that nobody has tried yet.
fn champion() -> Strategy<State> {
    let own = |name, kind, default, about| Param { name, kind, default, about };
    let tree = ("memory", "96");
    let mut params = preset::only(&[("bias", "0.01"), ("sims", "0"), ("at", "4"), tree, ("seed", "0")]);
    params.extend([
        own("mix", Kind::Real(0.0, 1.0), "0.6", "how much the learned value counts beside a playout"),
        own("trust", Kind::Real(0.0, 1e6), "10", "playouts that the learned value of a new move stands for"),
        own("proof", Kind::Int(0, 1 << 30), "40000", "nodes of the exact solver before the search"),
        own("table", Kind::Memory(1, 1 << 16), "32", "MiB for the table of the exact solver"),
    ]);
    Strategy {
        name: "champion",
        about: "rave with a learned value in playouts and new moves; an exact solver is asked first",
        work: Work::Simulations,
        params,
        build: |values| {
            let rule = Rave {
                c: 0.0,
                bias: values.real("bias"),
                reference: 0,
                fpu: Fpu::First,
                trust: values.real("trust"),
            };
            let playout = Mixed { playout: Full::new(SharedFirst), share: values.real("mix") };
            let search = engine(values, expanding(values), rule, playout, Chances(LearnedChances))?;
            Ok(Box::new(Front::new(search, values.bytes("table"), values.int("proof"))))
        },
    }
}

/// How much the priors of `learned` follow its values.
const TEMPERATURE: Param = Param {
    name: "temperature",
    kind: Kind::Real(0.01, 100.0),
    default: "0.2",
    about: "the lower, the more the best-looking moves stand out",
};

/// The learned evaluation alone, without a playout.
fn learned() -> Strategy<State> {
    let mut params = preset::only(&[("c", "2.0"), ("urgency", "0.1"), ("sims", "0"), MEMORY, ("seed", "0")]);
    params.push(TEMPERATURE);
    Strategy {
        name: "learned",
        about: "PUCT on a learned evaluation instead of playouts, with a solver",
        work: Work::Simulations,
        params,
        build: |values| {
            let rule = Puct { c: values.real("c"), fpu: Fpu::Parent(values.real("urgency")) };
            let prior = Priors(ByLearned { temperature: values.real("temperature") });
            Ok(Box::new(engine(values, options(values), rule, Learned, prior)?))
        },
    }
}

/// The sparring partner.
fn rave() -> Strategy<State> {
    Strategy {
        name: "rave",
        about: "RAVE with a solver; playouts keep points that only one side may play for later",
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
            };
            Ok(Box::new(engine(values, expanding(values), rule, Full::new(SharedFirst), Priors(Even))?))
        },
    }
}

/// How the points that each side has to itself become a value.
const VALUE: Param = Param {
    name: "value",
    kind: Kind::Choice(&["share", "tanh"]),
    default: "share",
    about: "rights: their difference by their sum, or tanh of their ratio's logarithm",
};

/// A homework bot of old: it plays on for six plies and counts who has more
/// points to himself. Its ratio of the two had no bound; here the difference
/// is taken as a share of the sum, so that `c` means what it says.
fn uct_rights() -> Strategy<State> {
    let mut params = preset::only(&[("c", "1.5"), ("plies", "6"), ("sims", "0"), MEMORY, ("seed", "0")]);
    params.push(VALUE);
    Strategy {
        name: "uct-rights",
        about: "UCT with a few random plies and a count of rights; plays the move of highest value",
        work: Work::Simulations,
        params,
        build: |values| {
            // Unvisited children come first, so that all of the root's are
            // looked at before any of their own.
            let rule = Ucb1 { c: values.real("c"), fpu: Fpu::First, bias: 0.0 };
            let options = Options { solver: false, reuse: false, choice: Choice::Value, ..options(values) };
            let playout = Truncated { policy: Uniform, plies: values.int("plies") as u32 };
            let playout = ByRights { playout, steep: values.word("value") == "tanh" };
            Ok(Box::new(engine(values, options, rule, playout, Priors(Even))?))
        },
    }
}

fn options(values: &Values) -> Options {
    Options { memory: values.bytes("memory"), seed: values.int("seed"), ..Options::default() }
}

/// The same, with the visits that a leaf needs before it gets children.
fn expanding(values: &Values) -> Options {
    Options { expansion: Expansion::One { at_visit: values.int("at") as u32 }, ..options(values) }
}
