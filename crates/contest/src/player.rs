//! One side of a game.
//!
//! A game knows its sides only as [`MatchPlayer`]s. An engine in this process
//! is one kind ([`EnginePlayer`]); a program can supply others.

use std::cell::Cell;
use std::panic::{self, AssertUnwindSafe};
use std::sync::Once;
use std::time::Duration;

use clock::{Budget, GameClock, Instant};
use game::{Engine, Game, History, Outcome, Playable};

use crate::fault::{Fault, FaultKind};

/// One side of a game. The player has the limits of a move since it was made.
pub trait MatchPlayer<G: Game> {
    /// Chooses a move for the side to move, whose clock is `clock`, if it has one. An error
    /// loses the game.
    fn choose(
        &mut self,
        history: &History<G>,
        clock: Option<&GameClock>,
    ) -> Result<ChosenMove<G::Move>, Fault>;
}

/// A move and what the player reports about it.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct ChosenMove<M> {
    /// The move; it need not be legal.
    pub played: M,
    /// Time taken.
    pub time: Duration,
    /// Value for the side to move, in [−1, 1].
    pub value: f32,
    /// Number of simulations.
    pub simulations: u64,
    /// Number of nodes.
    pub nodes: u64,
    /// Result for the side to move, if the player has proven it.
    pub proven: Option<Outcome>,
}

impl<M> ChosenMove<M> {
    /// A move without a report.
    pub fn bare(played: M, time: Duration) -> Self {
        ChosenMove { played, time, value: 0.0, simulations: 0, nodes: 0, proven: None }
    }
}

/// Time that an engine keeps in the bank of its clock, for what follows a search.
const MARGIN: Duration = Duration::from_millis(20);

/// An engine in this process with the budget of each of its moves.
pub struct EnginePlayer<'a, G> {
    engine: Box<dyn Engine<G> + 'a>,
    budget: Budget,
}

impl<'a, G: Game> EnginePlayer<'a, G> {
    /// The engine, with this budget for each move. With a bank on its clock it plans the
    /// time of each move.
    pub fn new(engine: Box<dyn Engine<G> + 'a>, budget: Budget) -> Self {
        EnginePlayer { engine, budget }
    }
}

/// The time that an engine takes for a move by its clock.
fn planned<G: Playable>(state: &G, clock: &GameClock) -> Duration {
    clock.plan(state.moves_to_decision(), MARGIN.min(clock.left() / 8))
}

impl<G: Playable> MatchPlayer<G> for EnginePlayer<'_, G> {
    fn choose(
        &mut self,
        history: &History<G>,
        clock: Option<&GameClock>,
    ) -> Result<ChosenMove<G::Move>, Fault> {
        let started = Instant::now();
        let with_bank = clock.filter(|clock| !clock.control().is_per_move());
        if let Some(clock) = with_bank {
            self.budget.wall = Some(planned(history.state(), clock));
        }
        let decided = catch_panic(|| self.engine.decide(history, &self.budget));
        let decision = decided.map_err(|message| Fault::new(FaultKind::Panic, message))?;
        let decision = decision.map_err(|error| Fault::new(FaultKind::Error, error))?;
        Ok(ChosenMove {
            played: decision.chosen,
            time: started.elapsed(),
            value: decision.value,
            simulations: decision.simulations,
            nodes: decision.nodes,
            proven: decision.proof.map(|proof| proof.outcome),
        })
    }
}

thread_local! {
    /// Does this thread catch the next panic?
    static QUIET: Cell<bool> = const { Cell::new(false) };
}

/// Calls `run`. A panic is not printed; its message is the error.
fn catch_panic<T>(run: impl FnOnce() -> T) -> Result<T, String> {
    static HOOK: Once = Once::new();
    HOOK.call_once(|| {
        let usual = panic::take_hook();
        panic::set_hook(Box::new(move |info| {
            if !QUIET.get() {
                usual(info);
            }
        }));
    });
    QUIET.set(true);
    // The engine is not used again after a panic, so its state does not matter.
    let result = panic::catch_unwind(AssertUnwindSafe(run));
    QUIET.set(false);
    result.map_err(|payload| {
        let text = payload.downcast_ref::<&str>().copied();
        let message = text.or_else(|| payload.downcast_ref::<String>().map(String::as_str));
        message.unwrap_or("without a message").to_string()
    })
}
