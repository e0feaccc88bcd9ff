//! treant over our games.
//!
//! Playouts are the evaluation of a new state. The list of moves is an array on the
//! stack, and the random number generator is thread data, as the library provides for.
//! Its exploration term is `2 C √(ln N / n)`.

use arrayvec::ArrayVec;
use game::{Outcome, Rng, Side};
use treant::tree_policy::UCTPolicy;
use treant::{Evaluator, GameState, MCTS, MCTSManager, ProvenValue, SearchHandle};

use crate::measure::{Run, measured};
use crate::subject::{C, Subject, outcome, playout, with_moves};

/// A state.
#[derive(Clone)]
pub struct State<G>(pub G);

/// At least the largest number of legal moves of a state.
const MAX_MOVES: usize = 64;

impl<G: Subject> GameState for State<G> {
    type Move = G::Move;
    type Player = Side;
    type MoveList = ArrayVec<G::Move, MAX_MOVES>;

    #[inline]
    fn current_player(&self) -> Side {
        self.0.side()
    }

    #[inline]
    fn available_moves(&self) -> Self::MoveList {
        with_moves(&self.0, |moves| moves.iter().copied().collect())
    }

    #[inline]
    fn make_move(&mut self, mov: &G::Move) {
        self.0.play_unchecked(*mov);
    }

    fn terminal_value(&self) -> Option<ProvenValue> {
        self.0.outcome().map(|outcome| match outcome {
            Outcome::Win => ProvenValue::Win,
            Outcome::Draw => ProvenValue::Draw,
            Outcome::Loss => ProvenValue::Loss,
        })
    }
}

/// Random number generator of the thread.
pub struct ThreadRng(Rng);

impl Default for ThreadRng {
    fn default() -> Self {
        ThreadRng(Rng::with_seed(1))
    }
}

/// Settings of the search.
struct Settings<G, const SOLVER: bool> {
    seed: u64,
    game: std::marker::PhantomData<fn() -> G>,
}

impl<G: Subject, const SOLVER: bool> MCTS for Settings<G, SOLVER> {
    type State = State<G>;
    type Eval = Playouts;
    type TreePolicy = UCTPolicy;
    type NodeData = ();
    type TranspositionTable = ();
    type ExtraThreadData = ThreadRng;

    fn rng_seed(&self) -> Option<u64> {
        Some(self.seed)
    }

    fn solver_enabled(&self) -> bool {
        SOLVER
    }
}

/// Evaluation by playouts.
struct Playouts;

impl<G: Subject, const SOLVER: bool> Evaluator<Settings<G, SOLVER>> for Playouts {
    /// Value for the first player.
    type StateEvaluation = i64;

    #[inline]
    fn evaluate_new_state(
        &self,
        state: &State<G>,
        moves: &ArrayVec<G::Move, MAX_MOVES>,
        handle: Option<SearchHandle<Settings<G, SOLVER>>>,
    ) -> (Vec<()>, i64) {
        // The root is evaluated without a handle, and its evaluation is not used.
        let value = handle.map_or(0.0, |mut handle| {
            let rng = &mut handle.thread_data().extra_data.0;
            playout(state.0, rng)
        });
        let value = if state.0.side() == Side::First { value } else { -value };
        (vec![(); moves.len()], value as i64)
    }

    #[inline]
    fn evaluate_existing_state(
        &self,
        _state: &State<G>,
        evaluation: &i64,
        _handle: SearchHandle<Settings<G, SOLVER>>,
    ) -> i64 {
        *evaluation
    }

    #[inline]
    fn interpret_evaluation_for_player(&self, evaluation: &i64, player: &Side) -> i64 {
        if *player == Side::First { *evaluation } else { -evaluation }
    }
}

/// Searches the start of a game.
pub fn search<G: Subject, const SOLVER: bool>(simulations: u64, seed: u64) -> Run {
    const { assert!(G::MAX_MOVES <= MAX_MOVES) };
    let (search, cost) = measured(|| {
        let settings = Settings::<G, SOLVER> { seed, game: Default::default() };
        let policy = UCTPolicy::new(f64::from(C) / 2.0);
        let mut search = MCTSManager::new(State(G::start()), settings, Playouts, policy, ());
        match SOLVER {
            // Does nothing once the root is proven.
            true => {
                let mut left = simulations;
                while left > 0 && search.root_proven_value() == ProvenValue::Unknown {
                    search.playout();
                    left -= 1;
                }
            }
            false => search.playout_n(simulations),
        }
        search
    });
    let simulations = search.tree().root_node().moves().map(|m| m.visits()).sum();
    let proven = match search.root_proven_value() {
        ProvenValue::Unknown => None,
        ProvenValue::Win => Some(1),
        ProvenValue::Draw => Some(0),
        ProvenValue::Loss => Some(-1),
    };
    let live = cost.live;
    Run { simulations, time: cost.time, used: Some(live), live, proven: proven.map(outcome) }
}
