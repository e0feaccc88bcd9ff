//! Who plays a game: something that chooses moves.
//!
//! The [duel](crate::duel) knows players only by the [`Player`] trait. An
//! engine of this program is one kind of player, a [foreign
//! program](crate::foreign) is another; what goes wrong with it is a [`Fault`].

use std::cell::Cell;
use std::panic::{self, AssertUnwindSafe};
use std::sync::Once;
use std::time::{Duration, Instant};

use clock::Budget;
use game::{Engine, Game, History, Outcome};
pub use referee::{Fault, FaultKind};

/// One side of a game.
pub trait Player<G: Game> {
    /// Chooses a move for the side to move, within the budget; it may be late
    /// by `tolerance`. A fault loses the game.
    fn choose(
        &mut self,
        history: &History<G>,
        budget: &Budget,
        tolerance: Duration,
    ) -> Result<Choice<G::Move>, Fault>;
}

/// A move, and what the player says of it.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Choice<M> {
    /// The move.
    pub played: M,
    /// How long it took.
    pub time: Duration,
    /// What the side to move expects, in [−1, 1].
    pub value: f32,
    /// Simulations made.
    pub simulations: u64,
    /// Nodes visited.
    pub nodes: u64,
    /// The result for the side to move, if the player has proven it.
    pub proven: Option<Outcome>,
}

/// An engine of this program, in this process.
pub struct Own<G>(pub Box<dyn Engine<G>>);

impl<G: Game> Player<G> for Own<G> {
    fn choose(
        &mut self,
        history: &History<G>,
        budget: &Budget,
        _: Duration,
    ) -> Result<Choice<G::Move>, Fault> {
        let started = Instant::now();
        let decided = quietly(|| self.0.decide(history, budget));
        let decision = decided.map_err(|message| Fault::new(FaultKind::Panic, message))?;
        let decision = decision.map_err(|error| Fault::new(FaultKind::Error, error))?;
        Ok(Choice {
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
    /// Is what panics in this thread going to be caught and reported?
    static QUIET: Cell<bool> = const { Cell::new(false) };
}

/// Runs foreign code; a panic in it becomes its message, and is not printed.
fn quietly<T>(run: impl FnOnce() -> T) -> Result<T, String> {
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
    // What it was working on is thrown away with the engine.
    let result = panic::catch_unwind(AssertUnwindSafe(run));
    QUIET.set(false);
    result.map_err(|payload| {
        let text = payload.downcast_ref::<&str>().copied();
        let message = text.or_else(|| payload.downcast_ref::<String>().map(String::as_str));
        message.unwrap_or("without a message").to_string()
    })
}
