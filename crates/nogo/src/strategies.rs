//! The named strategies.

use clock::Budget;
use game::{SpecError, Strategies, Strategy, Values};
use mcts::playout::{Full, Playout, Truncated, Uniform};
use mcts::prior::Even;
use mcts::select::{Fpu, Rave, Select, Ucb1};
use mcts::{Choice, Mcts, Options, preset};

use crate::board::State;
use crate::playout::SharedFirst;

/// MiB for the trees.
const MEMORY: (&str, &str) = ("memory", "128");

/// Every way to play NoGo that has a name.
pub fn strategies() -> Strategies<State, Budget> {
    Strategies::new(vec![rave(), preset::uct(&[]), uct_rights(), Strategy::random()])
}

/// The sparring partner.
fn rave() -> Strategy<State, Budget> {
    Strategy {
        name: "rave",
        about: "RAVE with a solver; playouts keep what only one side may play for later",
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
            };
            let options = Options {
                expansion: mcts::Expansion::One { at_visit: values.int("at") as u32 },
                ..options(values)
            };
            Ok(Box::new(engine(values, options, rule, Full::new(SharedFirst))?))
        },
    }
}

/// A homework bot of old: it plays on for six plies and counts who has more
/// points to himself. Its ratio of the two had no bound; here the difference
/// is taken as a share of the sum, so that `c` means what it says.
fn uct_rights() -> Strategy<State, Budget> {
    Strategy {
        name: "uct-rights",
        about: "UCT that plays on for a few random plies and then counts rights; chooses by value",
        params: preset::only(&[("c", "1.5"), ("plies", "6"), ("sims", "0"), MEMORY, ("seed", "0")]),
        build: |values| {
            // Unvisited children come first, so that all of the root's are
            // looked at before any of their own.
            let rule = Ucb1 { c: values.real("c"), fpu: Fpu::First, bias: 0.0 };
            let options = Options { solver: false, reuse: false, choice: Choice::Value, ..options(values) };
            let playout = Truncated { policy: Uniform, plies: values.int("plies") as u32 };
            Ok(Box::new(engine(values, options, rule, playout)?))
        },
    }
}

fn options(values: &Values) -> Options {
    Options { memory: (values.int("memory") as usize) << 20, seed: values.int("seed"), ..Options::default() }
}

fn engine<S: Select, P: Playout<State>>(
    values: &Values,
    options: Options,
    rule: S,
    playout: P,
) -> Result<Mcts<State, S, P, Even>, SpecError> {
    let engine = Mcts::new(options, rule, playout, Even).map_err(SpecError::new)?;
    Ok(match values.int("sims") {
        0 => engine,
        sims => engine.at_most(sims),
    })
}
