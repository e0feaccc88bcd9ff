//! One module per library: its game trait over our games, and one search.

pub mod arbor;
pub mod board_game;
pub mod tesuji;
pub mod treant;

use crate::measure::Run;
use crate::subject::Subject;

/// A library with its settings.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Library {
    /// Playouts without a tree.
    Playouts,
    /// Our search without solver and lookahead.
    TesujiPlain,
    /// Our search with the defaults of `uct`.
    TesujiUct,
    /// arbor.
    Arbor,
    /// treant.
    Treant,
    /// treant with its solver.
    TreantSolver,
    /// board-game.
    BoardGame,
}

/// All libraries, in the order of the table.
pub const LIBRARIES: [Library; 7] = [
    Library::Playouts,
    Library::TesujiPlain,
    Library::TesujiUct,
    Library::Arbor,
    Library::Treant,
    Library::TreantSolver,
    Library::BoardGame,
];

impl Library {
    /// Name of the library and its settings.
    pub fn name(self) -> &'static str {
        match self {
            Library::Playouts => "playouts",
            Library::TesujiPlain => "tesuji-plain",
            Library::TesujiUct => "tesuji-uct",
            Library::Arbor => "arbor",
            Library::Treant => "treant",
            Library::TreantSolver => "treant-solver",
            Library::BoardGame => "board-game",
        }
    }

    /// Searches the start of a game with at most this many simulations.
    pub fn run<G: Subject>(self, simulations: u64, seed: u64) -> Run {
        match self {
            Library::Playouts => tesuji::playouts::<G>(simulations, seed),
            Library::TesujiPlain => tesuji::search::<G>(simulations, seed, tesuji::PLAIN),
            Library::TesujiUct => tesuji::search::<G>(simulations, seed, tesuji::UCT),
            Library::Arbor => arbor::search::<G>(simulations, seed),
            Library::Treant => treant::search::<G, false>(simulations, seed),
            Library::TreantSolver => treant::search::<G, true>(simulations, seed),
            Library::BoardGame => board_game::search::<G>(simulations, seed),
        }
    }
}
