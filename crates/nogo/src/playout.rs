//! How playouts choose a point.

use game::{Game, Rng};
use mcts::playout::Policy;

use crate::board::State;
use crate::points::Point;

/// What both sides may still play goes first, each point as likely as the
/// next; then what only the side to move may.
///
/// A point that is nobody else's can be played at any time, so a player who
/// has a choice keeps it for later. Playouts that do the same end where games
/// between players end.
#[derive(Clone, Copy, Debug, Default)]
pub struct SharedFirst;

impl Policy<State> for SharedFirst {
    #[inline]
    fn choose(&mut self, state: &State, rng: &mut Rng) -> Point {
        match state.shared() {
            shared if shared.is_empty() => state.random_move(rng),
            shared => shared.random_member(rng),
        }
    }
}
