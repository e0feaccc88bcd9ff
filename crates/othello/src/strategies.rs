//! The named strategies.

use game::strategy::SEED;
use game::{Kind, Param, Strategies, Strategy, Work};
use mcts::preset::Uct;

use crate::State;
use crate::champion::Champion;
use crate::greedy::Greedy;
use crate::positional::Positional;
use crate::search::{Options, SearchLimits};

const DEPTH: Param =
    Param { name: "depth", kind: Kind::Int(1, 60), default: "1", about: "search depth in plies" };

/// All named strategies of Othello.
pub fn strategies() -> Strategies<State> {
    // Playouts are random, as in the course project that this crate grew from.
    // At 5,000 simulations a move c = 0.7 scores 66 % against 1.4 (60 games) and
    // as much against 0.3; between 0.5 and 1.0 no difference is measurable.
    let uct = Uct::new().evaluation().heuristic().defaults(&[("c", "0.7")]).strategy();
    Strategies::new(vec![champion(), uct, positional(), greedy(), Strategy::random()])
}

fn champion() -> Strategy<State> {
    Strategy {
        name: "champion",
        about: "selective search with learned patterns, exact endgame",
        work: Work::Nodes,
        params: vec![
            Param { name: "memory", kind: Kind::Memory(1, 4096), default: "24", about: "table size in MiB" },
            Param { name: "depth", kind: Kind::Int(1, 60), default: "60", about: "depth limit in plies" },
            Param {
                name: "probcut_scale",
                kind: Kind::Real(0.1, 10.0),
                default: "1.0",
                about: "factor of Multi-ProbCut's margins; larger prunes less",
            },
            Param {
                name: "cpu",
                kind: Kind::Choice(&["any", "portable"]),
                default: "any",
                about: "any uses AVX2 and BMI2 if the CPU has them; portable never does",
            },
            Param { name: "threads", kind: Kind::Int(1, 64), default: "1", about: "number of threads" },
        ],
        build: |values| {
            let options = Options {
                table_bytes: values.bytes("memory"),
                portable: values.word("cpu") == "portable",
                probcut_scale: values.real("probcut_scale"),
                threads: values.int("threads") as usize,
            };
            let depth = values.int("depth") as i32;
            Ok(Box::new(Champion::new(
                options,
                SearchLimits { depth, solve_from: depth, ..SearchLimits::NONE },
            )))
        },
    }
}

fn positional() -> Strategy<State> {
    Strategy {
        name: "positional",
        about: "alpha-beta with a table of square values and mobility",
        work: Work::Nothing,
        params: vec![DEPTH, SEED],
        build: |values| Ok(Box::new(Positional::new(values.int("depth") as u32, values.int("seed")))),
    }
}

fn greedy() -> Strategy<State> {
    Strategy {
        name: "greedy",
        about: "plays the move that flips the most discs",
        work: Work::Nothing,
        params: vec![SEED],
        build: |values| Ok(Box::new(Greedy::new(values.int("seed")))),
    }
}
