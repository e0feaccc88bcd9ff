//! The games by name, and the languages of foreign programs.

use anyhow::Result;
pub use game::Playable;
pub use games::{Visitor, visit_all};

/// Visits the game of this name.
pub fn visit<V: Visitor>(name: &str, visitor: &V) -> Result<V::Output> {
    Ok(games::visit(name, visitor)?)
}
