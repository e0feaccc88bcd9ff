//! Why a player lost a game without being beaten.

use std::fmt;

use serde::{Deserialize, Serialize};

/// Kind of a fault.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum FaultKind {
    /// An illegal move.
    Illegal,
    /// An error instead of a move.
    Error,
    /// The engine panicked.
    Panic,
    /// A move after the time limit and the tolerance.
    Late,
    /// No move within the time that the arena waits.
    Silent,
    /// The program ended instead of answering.
    Crashed,
    /// The program used more memory than its limit.
    Memory,
    /// The program's output is not an answer.
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

    /// Name in tables.
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

/// A fault: what a player did instead of making a legal move in time. It forfeits
/// the game.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, thiserror::Error)]
pub struct Fault {
    /// Kind.
    pub kind: FaultKind,
    /// Details, in a few words.
    pub text: String,
}

impl Fault {
    /// A fault of this kind with these details.
    pub fn new(kind: FaultKind, text: impl ToString) -> Fault {
        Fault { kind, text: text.to_string() }
    }
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        write!(f, "{}: {}", self.kind.name(), self.text)
    }
}

/// A system error while talking to a program counts as a fault of the program.
impl From<std::io::Error> for Fault {
    fn from(error: std::io::Error) -> Fault {
        Fault::new(FaultKind::Crashed, error)
    }
}
