//! arbor over our games.
//!
//! Playouts are the library's custom evaluation, which its documentation recommends
//! for a faster playout. Values are in [0, 1]. There is no solver, but a terminal
//! state is never expanded and has no exploration term.

use std::fmt;

use arbor::{Action, GameResult, GameState, MCTS, Player};
use game::{Game, Outcome, Side};

use crate::measure::{Run, measured};
use crate::subject::{C, Subject, playout, set_seed, with_moves, with_rng};

/// A state.
#[derive(Clone, Copy, Debug)]
pub struct State<G>(pub G);

/// A move.
#[derive(Clone, Copy, Debug)]
pub struct Played<M>(pub M);

/// A side.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Mover(pub Side);

impl<M: game::Move> Action for Played<M> {}
impl Player for Mover {}

impl<G: Game> fmt::Display for State<G> {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        fmt::Display::fmt(&self.0, f)
    }
}

impl<G: Subject> GameState<Mover, Played<G::Move>> for State<G> {
    #[inline]
    fn actions<F: FnMut(Played<G::Move>)>(&self, f: &mut F) {
        with_moves(&self.0, |moves| moves.iter().for_each(|&m| f(Played(m))));
    }

    #[inline]
    fn make(&self, action: Played<G::Move>) -> Self {
        let mut next = self.0;
        next.play_unchecked(action.0);
        State(next)
    }

    #[inline]
    fn gameover(&self) -> Option<GameResult> {
        self.0.outcome().map(|outcome| match outcome {
            Outcome::Win => GameResult::Win,
            Outcome::Draw => GameResult::Draw,
            Outcome::Loss => GameResult::Lose,
        })
    }

    #[inline]
    fn player(&self) -> Mover {
        Mover(self.0.side())
    }

    #[inline]
    fn custom_evaluation(&self) -> f32 {
        0.5 + 0.5 * with_rng(|rng| playout(self.0, rng))
    }
}

/// Searches the start of a game.
pub fn search<G: Subject>(simulations: u64, seed: u64) -> Run {
    set_seed(seed);
    let (search, cost) = measured(|| {
        let search = MCTS::new(State(G::start())).with_exploration(C / 2.0);
        let mut search = search.with_custom_evaluation();
        search.ponder(simulations as usize);
        search
    });
    // The root starts with one visit.
    let simulations = u64::from(search.info.n) - 1;
    Run { simulations, time: cost.time, used: Some(search.info.bytes), live: cost.live, proven: None }
}
