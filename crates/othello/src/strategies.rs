//! The named strategies.

use game::strategy::SEED;
use game::{Kind, Param, Strategies, Strategy, Work};
use mcts::preset::Uct;

use crate::State;
use crate::champion::Champion;
use crate::greedy::Greedy;
use crate::positional::Positional;
use crate::search::{Limits, Options};

const DEPTH: Param =
    Param { name: "depth", kind: Kind::Int(1, 60), default: "1", about: "plies that it looks ahead" };

/// Every way to play Othello that has a name.
pub fn strategies() -> Strategies<State> {
    // Playouts are random, as in the program that this one grows from. At
    // 5,000 simulations a move c = 0.7 beats 1.4 by 66 % (60 games) and 0.3 by
    // as much; between 0.5 and 1.0 there is no difference to be seen.
    let uct = Uct::new().evaluation().heuristic().defaults(&[("c", "0.7")]).strategy();
    Strategies::new(vec![champion(), uct, positional(), greedy(), Strategy::random()])
}

fn champion() -> Strategy<State> {
    Strategy {
        name: "champion",
        about: "deep selective search with learned patterns, and a perfect endgame",
        work: Work::Nodes,
        params: vec![
            Param {
                name: "memory",
                kind: Kind::Memory(1, 4096),
                default: "24",
                about: "MiB for the transposition table",
            },
            Param { name: "depth", kind: Kind::Int(1, 60), default: "60", about: "plies at most" },
            Param {
                name: "caution",
                kind: Kind::Real(0.1, 10.0),
                default: "1.0",
                about: "the larger, the less selective",
            },
            Param {
                name: "cpu",
                kind: Kind::Choice(&["any", "portable"]),
                default: "any",
                about: "use newer instructions where there are any",
            },
        ],
        build: |values| {
            let options = Options {
                table_bytes: values.bytes("memory"),
                portable: values.word("cpu") == "portable",
                caution: values.real("caution"),
            };
            let depth = values.int("depth") as i32;
            Ok(Box::new(Champion::new(options, Limits { depth, solve_from: depth, ..Limits::NONE })))
        },
    }
}

fn positional() -> Strategy<State> {
    Strategy {
        name: "positional",
        about: "the classic program: a table of good and bad squares, and mobility",
        work: Work::Nothing,
        params: vec![DEPTH, SEED],
        build: |values| Ok(Box::new(Positional::new(values.int("depth") as u32, values.int("seed")))),
    }
}

fn greedy() -> Strategy<State> {
    Strategy {
        name: "greedy",
        about: "the move that flips the most discs",
        work: Work::Nothing,
        params: vec![SEED],
        build: |values| Ok(Box::new(Greedy::new(values.int("seed")))),
    }
}
