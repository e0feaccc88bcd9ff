//! One amount of time for a whole game.

use std::time::Duration;

use crate::Budget;

/// A chess clock: time for all moves of a game together, with an optional
/// increment after each move.
#[derive(Clone, Debug)]
pub struct GameClock {
    left: Duration,
    increment: Duration,
    margin: Duration,
}

impl GameClock {
    /// A clock with `total` for the game and `increment` added after each move.
    /// The last `margin` is never used.
    pub fn new(total: Duration, increment: Duration, margin: Duration) -> Self {
        GameClock { left: total, increment, margin }
    }

    /// Time that is left, the margin included.
    pub fn left(&self) -> Duration {
        self.left
    }

    /// Budget of the next move, when the player has about `moves_left` more
    /// moves to make: one and a half times an even share plus the increment (early
    /// moves decide more than late ones), and at most half of the usable time
    /// unless this is the last move.
    pub fn budget(&self, moves_left: u32) -> Budget {
        let usable = self.left.saturating_sub(self.margin);
        let share = usable / moves_left.max(1);
        let target = share + share / 2 + self.increment;
        let most = if moves_left <= 1 { usable } else { usable / 2 };
        Budget { wall: Some(target.min(most)), ..Budget::default() }
    }

    /// Subtracts the time that a move took and adds the increment.
    pub fn spend(&mut self, elapsed: Duration) {
        self.left = self.left.saturating_sub(elapsed) + self.increment;
    }
}
