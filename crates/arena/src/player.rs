//! Who plays a game: something that chooses moves, and what it can do wrong.
//!
//! The [duel](crate::duel) knows players only by the [`Player`] trait. An
//! engine of this program is one kind of player; whatever else can name a
//! move (a program behind a judge's protocol) is another, and tells what went
//! wrong with it as a [`Fault`].

use std::cell::Cell;
use std::panic::{self, AssertUnwindSafe};
use std::sync::Once;

use clock::Budget;
use game::{Engine, Game, History};
use serde::{Deserialize, Serialize};

/// One side of a game.
pub trait Player<G: Game> {
    /// Chooses a move for the side to move, within the budget. A fault loses
    /// the game.
    fn choose(&mut self, history: &History<G>, budget: &Budget) -> Result<Choice<G::Move>, Fault>;
}

/// A move, and what the player says of it.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Choice<M> {
    /// The move.
    pub played: M,
    /// What the side to move expects, in [−1, 1].
    pub value: f32,
    /// Simulations made.
    pub simulations: u64,
    /// Nodes visited.
    pub nodes: u64,
}

/// An engine of this program, in this process.
pub struct Own<G>(pub Box<dyn Engine<G, Budget>>);

impl<G: Game> Player<G> for Own<G> {
    fn choose(&mut self, history: &History<G>, budget: &Budget) -> Result<Choice<G::Move>, Fault> {
        let decided = quietly(|| self.0.decide(history, budget));
        let decision = decided.map_err(|message| Fault::new(FaultKind::Panic, message))?;
        let decision = decision.map_err(|error| Fault::new(FaultKind::Error, error))?;
        Ok(Choice {
            played: decision.chosen,
            value: decision.value,
            simulations: decision.simulations,
            nodes: decision.nodes,
        })
    }
}

/// What a player can do wrong.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum FaultKind {
    /// A move that the rules forbid.
    Illegal,
    /// No move, but an error.
    Error,
    /// The engine panicked.
    Panic,
    /// The move came later than the budget and the tolerance allow.
    Late,
}

impl FaultKind {
    /// All of them, as tables list them.
    pub const ALL: [FaultKind; 4] = [FaultKind::Illegal, FaultKind::Error, FaultKind::Panic, FaultKind::Late];

    /// What a person reads.
    pub fn name(self) -> &'static str {
        match self {
            FaultKind::Illegal => "illegal move",
            FaultKind::Error => "engine error",
            FaultKind::Panic => "panic",
            FaultKind::Late => "too late",
        }
    }
}

/// What a player did wrong.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Fault {
    /// What kind of thing.
    pub kind: FaultKind,
    /// The particulars.
    pub text: String,
}

impl Fault {
    /// A fault.
    pub fn new(kind: FaultKind, text: impl ToString) -> Fault {
        Fault { kind, text: text.to_string() }
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
