//! Faults of foreign programs: what a program did wrong, in words.

use std::fmt;

pub use contest::{Fault, FaultKind};
use game::error::quote_at_most;

/// The fault of output that is not an answer.
pub(crate) fn garbage(why: impl fmt::Display, output: &str) -> Fault {
    Fault::new(FaultKind::Garbage, format!("{why}: {}", quote_output(output)))
}

/// Maximum number of characters of a program's output that a fault quotes.
pub(crate) const QUOTED: usize = 200;

/// Quotes a program's output.
pub(crate) fn quote_output(text: &str) -> String {
    quote_at_most(text, QUOTED)
}
