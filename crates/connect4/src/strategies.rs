//! The named strategies.

use clock::Budget;
use game::{Strategies, Strategy};
use mcts::playout::{Decisive, Full, Uniform};
use mcts::preset;

use crate::board::{Class, Position};
use crate::playout::CentreFirst;
use crate::root::Alert;

/// MiB for the trees.
const MEMORY: (&str, &str) = ("memory", "128");

/// Every way to play Connect-4 that has a name.
pub fn strategies<B: Class>() -> Strategies<Position<B>, Budget> {
    Strategies::new(vec![preset::uct(&[]), uct_weighted(), uct_pool(), Strategy::random()])
}

/// A homework bot of old: its reward was six for a win in one ply and one for
/// a far one. Here the near win counts 1 and the far one less, so that `c`
/// means what it says.
fn uct_weighted<B: Class>() -> Strategy<Position<B>, Budget> {
    Strategy {
        name: "uct-weighted",
        about: "UCT whose playouts win, block, or prefer the centre; near wins count more",
        params: preset::only(&[("c", "1.0"), ("sims", "0"), ("shaping", "0.5"), MEMORY, ("seed", "0")]),
        build: |values| {
            let policy = Decisive(CentreFirst);
            let playout = Full { policy, shaping: values.real("shaping") };
            Ok(Box::new(preset::textbook(values, playout)?))
        },
    }
}

/// The other homework bot: no knowledge in the playouts, but many of them.
fn uct_pool<B: Class>() -> Strategy<Position<B>, Budget> {
    Strategy {
        name: "uct-pool",
        about: "pure UCT with random playouts; wins or blocks at once where it can",
        params: preset::only(&[("c", "0.9"), ("sims", "0"), MEMORY, ("seed", "0")]),
        build: |values| Ok(Box::new(Alert(preset::textbook(values, Full::new(Uniform))?))),
    }
}
