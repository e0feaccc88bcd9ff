//! Why a player lost a game without being beaten.

use std::fmt;

use serde::{Deserialize, Serialize};

/// Kind of a forfeit.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum ForfeitKind {
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

impl ForfeitKind {
    /// All kinds, in the order of tables.
    pub const ALL: [ForfeitKind; 9] = [
        ForfeitKind::Illegal,
        ForfeitKind::Error,
        ForfeitKind::Panic,
        ForfeitKind::Late,
        ForfeitKind::Silent,
        ForfeitKind::Crashed,
        ForfeitKind::Memory,
        ForfeitKind::Garbage,
        ForfeitKind::Resigned,
    ];

    /// Name in tables.
    pub fn name(self) -> &'static str {
        match self {
            ForfeitKind::Illegal => "illegal move",
            ForfeitKind::Error => "engine error",
            ForfeitKind::Panic => "panic",
            ForfeitKind::Late => "too late",
            ForfeitKind::Silent => "silent",
            ForfeitKind::Crashed => "crashed",
            ForfeitKind::Memory => "memory",
            ForfeitKind::Garbage => "garbage",
            ForfeitKind::Resigned => "resigned",
        }
    }
}

/// A lost game: what the player did instead of making a legal move in time.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, thiserror::Error)]
pub struct Forfeit {
    /// Kind.
    pub kind: ForfeitKind,
    /// Details, in a few words.
    pub text: String,
}

impl Forfeit {
    /// A forfeit of this kind with these details.
    pub fn new(kind: ForfeitKind, text: impl ToString) -> Forfeit {
        Forfeit { kind, text: text.to_string() }
    }
}

impl fmt::Display for Forfeit {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        write!(f, "{}: {}", self.kind.name(), self.text)
    }
}
