//! What can go wrong with a player.

use std::fmt;

use serde::{Deserialize, Serialize};

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
    /// No move came, however long one waited.
    Silent,
    /// The program ended instead of answering.
    Crashed,
    /// The program used more memory than it may.
    Memory,
    /// What came is no answer.
    Garbage,
    /// The player gave the game up.
    Resigned,
}

impl FaultKind {
    /// All of them, as tables list them.
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

    /// What a person reads.
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

    /// What came instead of an answer.
    pub(crate) fn garbage(why: impl fmt::Display, said: &str) -> Fault {
        Fault::new(FaultKind::Garbage, format!("{why}: {}", cut(said)))
    }
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        write!(f, "{}: {}", self.kind.name(), self.text)
    }
}

impl std::error::Error for Fault {}

/// So many characters of what a program said are worth keeping.
const MOST_SAID: usize = 200;

/// The text in quotes, control characters escaped, cut to what is worth keeping.
pub(crate) fn cut(text: &str) -> String {
    let mut quoted: String = text.chars().take(MOST_SAID).flat_map(char::escape_debug).collect();
    if text.chars().nth(MOST_SAID).is_some() {
        quoted.push('…');
    }
    format!("'{quoted}'")
}
