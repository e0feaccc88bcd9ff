//! What a player can do wrong.

use std::fmt;

use game::error::quote_at_most;
use serde::{Deserialize, Serialize};

/// Kind of a fault.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum FaultKind {
    /// The rules forbid the move.
    Illegal,
    /// The engine answered with an error.
    Error,
    /// The engine panicked.
    Panic,
    /// The move took longer than budget and tolerance.
    Late,
    /// No answer came before the referee stopped waiting.
    Silent,
    /// The program ended instead of answering.
    Crashed,
    /// The program used more memory than allowed.
    Memory,
    /// The output is not an answer.
    Garbage,
    /// The player resigned.
    Resigned,
}

impl FaultKind {
    /// All kinds, in the order of tables.
    pub const ALL: [FaultKind; 9] = [
        FaultKind::Illegal,
        FaultKind::Error,
        FaultKind::Panic,
        FaultKind::Late,
        FaultKind::Silent,
        FaultKind::Crashed,
        FaultKind::Memory,
        FaultKind::Garbage,
        FaultKind::Resigned,
    ];

    /// Name for tables and messages.
    pub fn name(self) -> &'static str {
        match self {
            FaultKind::Illegal => "illegal move",
            FaultKind::Error => "engine error",
            FaultKind::Panic => "panic",
            FaultKind::Late => "too late",
            FaultKind::Silent => "silent",
            FaultKind::Crashed => "crashed",
            FaultKind::Memory => "memory",
            FaultKind::Garbage => "garbage",
            FaultKind::Resigned => "resigned",
        }
    }
}

/// A fault: what a player did wrong. It loses the game.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Fault {
    /// Kind.
    pub kind: FaultKind,
    /// Details.
    pub text: String,
}

impl Fault {
    /// A fault with these details.
    pub fn new(kind: FaultKind, text: impl ToString) -> Fault {
        Fault { kind, text: text.to_string() }
    }

    /// The fault of output that is not an answer.
    pub(crate) fn garbage(why: impl fmt::Display, output: &str) -> Fault {
        Fault::new(FaultKind::Garbage, format!("{why}: {}", quote_output(output)))
    }
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        write!(f, "{}: {}", self.kind.name(), self.text)
    }
}

impl std::error::Error for Fault {}

/// Maximum number of characters of a program's output that a fault quotes.
pub(crate) const QUOTED: usize = 200;

/// Quotes a program's output.
pub(crate) fn quote_output(text: &str) -> String {
    quote_at_most(text, QUOTED)
}
