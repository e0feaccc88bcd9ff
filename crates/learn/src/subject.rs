//! What a game gives to the learning program.

use std::sync::Arc;

use game::{Engine, Outcome, Playable, Symmetric};
use net::{Input, Network};

use crate::trial::Params;

/// A game that can be learned: it has the input of a network, symmetries, and a teacher
/// that knows exact results near the end of the game.
pub trait Subject: Playable + Symmetric + Input {
    /// The teacher.
    type Teacher: Teacher<Self>;

    /// A tree search that asks a network.
    fn engine(network: Arc<Network>, params: Params, seed: u64) -> Box<dyn Engine<Self>>;
}

/// Knows exact results.
pub trait Teacher<G>: Default + Send {
    /// The exact result for the side to move, if it can be found about as quickly as a
    /// network evaluates a position. The game is not over.
    fn quick(&mut self, state: &G) -> Option<Outcome>;

    /// The exact result for the side to move, if it can be found within about a millisecond.
    fn slow(&mut self, state: &G) -> Option<Outcome>;
}

/// Cell of a move, as a network numbers them; `None` for a pass.
pub fn cell<G: Playable>(state: &G, played: G::Move) -> Option<u16> {
    let cells = G::CELLS?;
    let (row, column) = (cells.place)(state, played)?;
    let (_, columns) = (cells.size)(state);
    u16::try_from(row * columns + column).ok()
}

/// NoGo.
pub mod nogo {
    use std::sync::Arc;

    use game::{Engine, Outcome};
    use mcts::select::{Fpu, Puct};
    use mcts::{Expansion, Mcts, Options};
    use net::Network;
    use nogo::network::ByNetwork;
    use nogo::regions::ReducedPosition;
    use nogo::solver_first::SolverFirst;
    use nogo::{Solver, State};

    use super::{Subject, Teacher};
    use crate::trial::Params;

    impl Subject for State {
        type Teacher = Counter;

        fn engine(network: Arc<Network>, params: Params, seed: u64) -> Box<dyn Engine<State>> {
            let Params { c, urgency, temperature } = params;
            let expansion = Expansion::One { at_visit: 0 };
            let options = Options { seed, expansion, ..Options::default() };
            let rule = Puct { c, fpu: Fpu::Parent(urgency) };
            let search = Mcts::new(options, rule, ByNetwork::new(network, temperature));
            Box::new(SolverFirst::new(search.expect("the default memory is enough"), TABLE, SOLVER_POSITIONS))
        }
    }

    /// Counts free moves, and solves the last part of the game.
    pub struct Counter(Solver);

    /// Bytes of the solver's table.
    const TABLE: usize = 1 << 20;

    /// Positions of the solver before a search of a match.
    const SOLVER_POSITIONS: u64 = 20_000;

    /// Most legal moves of both sides together for the solver.
    const MOST_LEGAL: u32 = 30;

    /// Most positions of the solver.
    const POSITIONS: u64 = 1_500;

    impl Default for Counter {
        fn default() -> Self {
            Counter(Solver::new(TABLE))
        }
    }

    impl Teacher<State> for Counter {
        fn quick(&mut self, state: &State) -> Option<Outcome> {
            let legal = state.own_legal().count() + state.other_legal().count();
            if legal > 2 * MOST_LEGAL {
                return None;
            }
            let wins = ReducedPosition::new(state, 0).decided_by_count()?;
            Some(if wins { Outcome::Win } else { Outcome::Loss })
        }

        fn slow(&mut self, state: &State) -> Option<Outcome> {
            let legal = state.own_legal().count() + state.other_legal().count();
            if legal > MOST_LEGAL {
                return self.quick(state);
            }
            let solution = self.0.solve_within(state, POSITIONS)?;
            Some(if solution.wins { Outcome::Win } else { Outcome::Loss })
        }
    }
}
