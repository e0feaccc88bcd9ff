//! What a game gives to a network.

use crate::planes::Planes;

/// A position that can be the input of a network.
pub trait Input {
    /// Number of planes.
    const PLANES: usize;

    /// Clears `planes` and sets its cells, seen from the side to move.
    fn fill(&self, planes: &mut Planes);
}
