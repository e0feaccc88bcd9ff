//! The named strategies.

use alphabeta::AlphaBeta;
use game::{Kind, Param, SpecError, Strategies, Strategy, Work};
use mcts::playout::{Decisive, Full, Uniform};
use mcts::preset::{self, Uct};
use mcts::{Expansion, Options};

use crate::champion::{Champion, Rooms};
use crate::playout::CentreFirst;
use crate::weights::LEARNED;

use crate::board::{Class, Position};
use crate::root::Alert;

/// MiB for the trees.
const MEMORY: (&str, &str) = ("memory", "128");

/// Every way to play Connect-4 that has a name.
pub fn strategies<B: Class>() -> Strategies<Position<B>> {
    Strategies::new(vec![
        champion(),
        Uct::new().tactics().evaluation().heuristic().strategy(),
        alphabeta(),
        uct_weighted(),
        uct_pool(),
        Strategy::random(),
    ])
}

/// A homework bot of old: its reward was six for a win in one ply and one for
/// a far one. Here the near win counts 1 and the far one less, so that `c`
/// means what it says.
fn uct_weighted<B: Class>() -> Strategy<Position<B>> {
    Strategy {
        name: "uct-weighted",
        about: "UCT whose playouts win, block, or prefer the centre; near wins count more",
        work: Work::Simulations,
        params: preset::only(&[("c", "1.0"), ("sims", "0"), ("shaping", "0.5"), MEMORY, ("seed", "0")]),
        build: |values| {
            let policy = Decisive(CentreFirst);
            let playout = Full { policy, shaping: values.real("shaping") };
            Ok(Box::new(preset::textbook(values, playout)?))
        },
    }
}

/// The other homework bot: no knowledge in the playouts, but many of them.
fn uct_pool<B: Class>() -> Strategy<Position<B>> {
    Strategy {
        name: "uct-pool",
        about: "pure UCT with random playouts; wins or blocks at once if it can",
        work: Work::Simulations,
        params: preset::only(&[("c", "0.9"), ("sims", "0"), MEMORY, ("seed", "0")]),
        build: |values| Ok(Box::new(Alert(preset::textbook(values, Full::new(Uniform))?))),
    }
}

/// PUCT over the sharp game. What its parameters leave out of `uct`'s was
/// tried and does not help: see docs/connect4.md.
fn champion<B: Class>() -> Strategy<Position<B>> {
    let own = |name, kind, default, about| Param { name, kind, default, about };
    // What the book leaves open the solver must be able to finish.
    let share = if B::BOOK.is_empty() { "0.3" } else { "0.9" };
    let mut params = preset::only(&[
        ("c", "1.5"),
        ("sims", "0"),
        ("at", "1"),
        ("graph", "off"),
        ("reuse", "on"),
        ("memory", "256"),
        ("seed", "0"),
    ]);
    params.extend([
        own("solve", Kind::Int(0, 144), "60", "the exact solver is asked from so many empty cells on"),
        own("share", Kind::Real(0.0, 1.0), share, "the part of the time that it gets"),
        own("table", Kind::Memory(1, 1 << 16), "64", "MiB for the table of the exact solver"),
        own(
            "prover_table",
            Kind::Memory(1, 1 << 16),
            "16",
            "MiB for the table that proves nodes of the search",
        ),
        own("mix", Kind::Real(0.0, 1.0), "0.5", "how much the learned judgement counts beside a playout"),
    ]);
    Strategy {
        name: "champion",
        about: "exact solver, then tree search guided by threats and a learned evaluation",
        work: Work::Simulations,
        params,
        build: |values| {
            let options = Options {
                memory: values.bytes("memory"),
                expansion: Expansion::One { at_visit: values.int("at") as u32 },
                graph: values.on("graph"),
                reuse: values.on("reuse"),
                seed: values.int("seed"),
                ..Options::default()
            };
            let rooms = Rooms {
                table: values.bytes("table"),
                prover_table: values.bytes("prover_table"),
                solve_at: values.int("solve") as u32,
                share: values.real("share"),
            };
            let engine = Champion::usual(options, rooms, values.real("c"), LEARNED, values.real("mix"));
            let engine = engine.map_err(SpecError::new)?;
            Ok(match values.int("sims") {
                0 => Box::new(engine),
                sims => Box::new(engine.at_most(sims)),
            })
        },
    }
}

/// Looks so many plies ahead, and judges by threats.
fn alphabeta<B: Class>() -> Strategy<Position<B>> {
    let depth =
        Param { name: "depth", kind: Kind::Int(1, 144), default: "8", about: "search depth in plies" };
    let table = Param {
        name: "memory",
        kind: Kind::Memory(1, 1 << 16),
        default: "16",
        about: "MiB for the transposition table",
    };
    Strategy {
        name: "alphabeta",
        about: "alpha-beta search of a few plies, evaluated by threats and where they lie",
        work: Work::Nodes,
        params: vec![depth, table],
        build: |values| {
            let options = alphabeta::Options {
                max_depth: values.int("depth") as u32,
                table_bytes: values.bytes("memory"),
                ..alphabeta::Options::default()
            };
            Ok(Box::new(AlphaBeta::new(options)))
        },
    }
}
