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

/// Connect-4 on the boards of Saiblo's judge.
pub mod connect4 {
    use std::sync::Arc;

    use clock::{Budget, Deadline};
    use connect4::bits::{Bits, Wide};
    use connect4::champion::{Champion, SolverOptions};
    use connect4::network::ByNetwork;
    use connect4::safe_moves::SafeMoves;
    use connect4::threat_prover::ThreatProver;
    use connect4::{Solver, State};
    use game::{Engine, Game, Outcome};
    use mcts::select::{Fpu, Puct};
    use mcts::{Expansion, Options};
    use net::Network;

    use super::{Subject, Teacher};
    use crate::trial::Params;

    impl Subject for State {
        type Teacher = Threats;

        fn engine(network: Arc<Network>, params: Params, seed: u64) -> Box<dyn Engine<State>> {
            let Params { c, urgency, temperature } = params;
            let options = Options { seed, expansion: Expansion::One { at_visit: 0 }, ..Options::default() };
            let solver = SolverOptions::default();
            let rule = Puct { c, fpu: Fpu::Parent(urgency) };
            let evaluator = ByNetwork::new(network, temperature, ThreatProver::new(solver.prover_table));
            Box::new(Champion::new(options, solver, rule, evaluator).expect("the default memory is enough"))
        }
    }

    /// Finds wins by a sequence of threats, and solves the last part of the game.
    pub struct Threats(Solver<Wide>);

    /// Bytes of the solver's table.
    const TABLE: usize = 1 << 20;

    /// Most threats of a forced win, and most positions of the search for it.
    const THREATS: (u32, u64) = (8, 60);

    /// The same for the position on the board.
    const MORE_THREATS: (u32, u64) = (20, 1_000);

    /// Most empty cells for the solver.
    const MOST_EMPTY: u32 = 44;

    /// Most positions of the solver.
    const POSITIONS: u64 = 4_000;

    impl Default for Threats {
        fn default() -> Self {
            Threats(Solver::new(TABLE))
        }
    }

    impl Threats {
        fn forced(&mut self, state: &State, (threats, positions): (u32, u64)) -> Option<Outcome> {
            let found = || Some(self.0.forced_win_within(state, threats, positions)?.outcome);
            SafeMoves::new(state).outcome().or_else(found)
        }
    }

    impl Teacher<State> for Threats {
        fn quick(&mut self, state: &State) -> Option<Outcome> {
            self.forced(state, THREATS)
        }

        fn slow(&mut self, state: &State) -> Option<Outcome> {
            let mut solve = || {
                let mut deadline = Deadline::start(&Budget::nodes(POSITIONS));
                let solution = self.0.solve_outcome(state, &mut deadline)?;
                Some(solution.proof.outcome)
            };
            let solved = if state.vacant().count() <= MOST_EMPTY { solve() } else { None };
            solved.or_else(|| self.forced(state, MORE_THREATS))
        }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use ::connect4::network::ByNetwork as Connect4Network;
    use ::connect4::safe_moves::SafeMoves;
    use ::connect4::threat_prover::ThreatProver;
    use ::nogo::network::ByNetwork as NogoNetwork;
    use clock::{Budget, Deadline};
    use game::{Rng, Tactics};
    use mcts::conformance::GuideConformance;
    use net::{Planes, Shape};

    use super::*;
    use crate::games;
    use crate::trainer::Model;

    /// Positions of random games, from the start of `seed` on.
    fn positions<G: Subject>(seed: u64) -> Vec<G> {
        let mut rng = Rng::with_seed(seed);
        let mut state = games::start::<G>(seed);
        let mut found = Vec::new();
        while state.outcome().is_none() {
            found.push(state);
            state.play_unchecked(state.random_move(&mut rng));
        }
        found
    }

    /// All planes at the cell of a move, in the image where the move's image is, and as many
    /// cells in all.
    fn images_have_the_image_of_the_input<G: Subject>() {
        let (mut planes, mut image) = (Planes::default(), Planes::default());
        let mut moves = Vec::new();
        let mut compared = 0;
        for state in (0..10).flat_map(positions::<G>) {
            state.fill(&mut planes);
            state.legal_moves(&mut moves);
            for symmetry in 0..state.symmetries() {
                let other = state.transform(symmetry);
                other.fill(&mut image);
                let at = |planes: &Planes, state: &G, m: G::Move| {
                    let columns = planes.grid().columns;
                    let cell = usize::from(cell(state, m).unwrap());
                    (0..G::PLANES)
                        .map(|p| planes.is_set(p, cell / columns, cell % columns))
                        .collect::<Vec<_>>()
                };
                for &m in &moves {
                    assert_eq!(
                        at(&planes, &state, m),
                        at(&image, &other, state.transform_move(m, symmetry)),
                        "{state}"
                    );
                    compared += 1;
                }
                let counts = |planes: &Planes| {
                    let grid = planes.grid();
                    let cells =
                        || (0..grid.rows).flat_map(|row| (0..grid.columns).map(move |column| (row, column)));
                    (0..G::PLANES)
                        .map(|p| cells().filter(|&(row, column)| planes.is_set(p, row, column)).count())
                        .collect::<Vec<_>>()
                };
                assert_eq!(counts(&planes), counts(&image), "{state}");
            }
        }
        assert!(compared > 1_000);
    }

    #[test]
    fn the_input_of_an_image_is_the_image_of_the_input() {
        images_have_the_image_of_the_input::<::nogo::State>();
        images_have_the_image_of_the_input::<::connect4::State>();
    }

    /// Results of the teacher on the last positions of random games, against `truth`.
    fn teacher_is_right<G: Subject>(seeds: u64, plies: usize, mut truth: impl FnMut(&G) -> Option<Outcome>) {
        let mut teacher = G::Teacher::default();
        let (mut quick, mut slow) = (0, 0);
        for seed in 0..seeds {
            let game = positions::<G>(seed);
            for state in &game[game.len().saturating_sub(plies)..] {
                let Some(exact) = truth(state) else { continue };
                if let Some(found) = teacher.quick(state) {
                    assert_eq!(found, exact, "{state}");
                    quick += 1;
                }
                if let Some(found) = teacher.slow(state) {
                    assert_eq!(found, exact, "{state}");
                    slow += 1;
                }
            }
        }
        assert!(quick > 20 && slow >= quick, "{quick} {slow}");
    }

    #[test]
    fn what_a_teacher_knows_is_true() {
        let mut solver = ::nogo::Solver::new(1 << 22);
        teacher_is_right::<::nogo::State>(20, 12, |state| {
            Some(if solver.solve_within(state, 100_000)?.wins { Outcome::Win } else { Outcome::Loss })
        });
        let mut solver = ::connect4::Solver::new(1 << 22);
        teacher_is_right::<::connect4::State>(30, 8, |state| {
            let mut deadline = Deadline::start(&Budget::nodes(20_000));
            match state.winning_move() {
                Some(_) => Some(Outcome::Win),
                None => Some(solver.solve_outcome(state, &mut deadline)?.proof.outcome),
            }
        });
    }

    #[test]
    fn evaluators_that_ask_a_network_obey_their_laws() {
        let network = |planes| {
            let shape = Shape { planes, channels: 16, blocks: 1, hidden: 8 };
            Arc::new(Model::new(shape, 3).network())
        };
        let suite = GuideConformance { games: 3, ..Default::default() };
        let nogo = NogoNetwork::new(network(<::nogo::State as Input>::PLANES), 1.0);
        suite.check_evaluator(games::start::<::nogo::State>(1), nogo);
        let connect4 = network(<::connect4::State as Input>::PLANES);
        for seed in 0..3 {
            let evaluator = Connect4Network::new(connect4.clone(), 1.0, ThreatProver::new(1 << 20));
            suite.check_evaluator(SafeMoves::new(&games::start::<::connect4::State>(seed)), evaluator);
        }
    }
}
