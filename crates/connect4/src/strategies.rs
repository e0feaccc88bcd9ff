//! The named strategies.

use alphabeta::AlphaBeta;
use game::{Kind, Param, SpecError, Strategies, Strategy, Work};
use mcts::knowledge::Knowledge;
use mcts::playout::{Decisive, Full};
use mcts::preset::{self, Uct};
use mcts::{Expansion, Options};

use crate::champion::{Champion, SolverOptions};
use crate::playout::CentreFirst;
use crate::weights::LEARNED;

use crate::board::{Class, Position};
use crate::tactics_first::TacticsFirst;

/// Default memory of the trees, in MiB.
const MEMORY: (&str, &str) = ("memory", "128");

/// All named strategies of Connect-4. Crate-private: callers use
/// [`game::Playable::strategies`], which is compiled once, in this crate.
pub(crate) fn strategies<B: Class>() -> Strategies<Position<B>> {
    Strategies::new(vec![
        champion(),
        uct().strategy(),
        alphabeta(),
        uct_weighted(),
        uct_pool(),
        Strategy::random(),
    ])
}

fn uct<B: Class>() -> Uct<Position<B>, impl Knowledge<Position<B>>> {
    Uct::new().tactics().evaluation().heuristic()
}

/// The strategy of a course project, whose rewards were 6 for a win in one ply and
/// down to 1 for a late win. Here rewards stay within [−1, 1], so that `c` has its
/// usual scale.
fn uct_weighted<B: Class>() -> Strategy<Position<B>> {
    Strategy {
        name: "uct-weighted",
        about: "UCT; playouts win or block at once and prefer the centre; near wins count more",
        work: Work::Simulations,
        params: preset::only(&[("c", "1.0"), ("sims", "0"), ("shaping", "0.5"), MEMORY, ("seed", "0")]),
        build: |values| {
            let policy = Decisive(CentreFirst);
            let playout = Full { policy, shaping: values.real("shaping") };
            Ok(Box::new(preset::textbook(values, playout)?))
        },
    }
}

/// The strategy of another course project: fast playouts without knowledge.
fn uct_pool<B: Class>() -> Strategy<Position<B>> {
    Strategy {
        name: "uct-pool",
        about: "UCT with random playouts; wins or blocks at once at the root",
        work: Work::Simulations,
        params: preset::only(&[("c", "0.9"), ("sims", "0"), MEMORY, ("seed", "0")]),
        build: |values| Ok(Box::new(TacticsFirst(uct().textbook(values)?))),
    }
}

/// PUCT over the game of safe moves. Parameters of `uct` that are missing here gained
/// nothing in matches: see docs/connect4.md.
fn champion<B: Class>() -> Strategy<Position<B>> {
    let own = |name, kind, default, about| Param { name, kind, default, about };
    // With a book, the solver must be able to finish every position after it.
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
        own("solve", Kind::Int(0, 144), "60", "largest number of empty cells at which the exact solver runs"),
        own("share", Kind::Real(0.0, 1.0), share, "share of the time that the solver gets"),
        own("table", Kind::Memory(1, 1 << 16), "64", "MiB of the solver's transposition table"),
        own(
            "prover_table",
            Kind::Memory(1, 1 << 16),
            "16",
            "MiB of the table that proves nodes of the search",
        ),
        own(
            "mix",
            Kind::Real(0.0, 1.0),
            "0.5",
            "weight of the learned evaluation in a simulation; the playout has the rest",
        ),
    ]);
    Strategy {
        name: "champion",
        about: "book, forced wins and exact solver, then PUCT over safe moves with a learned evaluation",
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
            let solver_options = SolverOptions {
                table: values.bytes("table"),
                prover_table: values.bytes("prover_table"),
                solve_at: values.int("solve") as u32,
                share: values.real("share"),
                nodes: SolverOptions::NODES,
            };
            let engine =
                Champion::standard(options, solver_options, values.real("c"), LEARNED, values.real("mix"));
            let engine = engine.map_err(SpecError::new)?;
            Ok(match values.int("sims") {
                0 => Box::new(engine),
                sims => Box::new(engine.at_most(sims)),
            })
        },
    }
}

/// Alpha-beta to a fixed depth with the hand-made evaluation of threats.
fn alphabeta<B: Class>() -> Strategy<Position<B>> {
    let depth =
        Param { name: "depth", kind: Kind::Int(1, 144), default: "8", about: "search depth in plies" };
    let table = Param {
        name: "memory",
        kind: Kind::Memory(1, 1 << 16),
        default: "16",
        about: "MiB of the transposition table",
    };
    Strategy {
        name: "alphabeta",
        about: "alpha-beta to a fixed depth; evaluates threats by their place",
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
