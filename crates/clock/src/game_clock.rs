//! One allowance for a whole game.

use std::time::Duration;

use crate::Budget;

/// A chess clock: time for all moves together, perhaps with an increment
/// after each.
#[derive(Clone, Debug)]
pub struct GameClock {
    left: Duration,
    increment: Duration,
    margin: Duration,
}

impl GameClock {
    /// `total` for the game and `increment` more after each move, of which
    /// `margin` stays unused.
    pub fn new(total: Duration, increment: Duration, margin: Duration) -> Self {
        GameClock { left: total, increment, margin }
    }

    /// What is left.
    pub fn left(&self) -> Duration {
        self.left
    }

    /// The budget of the next move when about `moves_left` of one's own are
    /// still to come: an even share, half as much again now because early
    /// moves matter for the later ones, and never more than half of all.
    pub fn budget(&self, moves_left: u32) -> Budget {
        let usable = self.left.saturating_sub(self.margin);
        let share = usable / moves_left.max(1);
        let wish = share + share / 2 + self.increment;
        let most = if moves_left <= 1 { usable } else { usable / 2 };
        Budget { wall: Some(wish.min(most)), ..Budget::default() }
    }

    /// A move took this long.
    pub fn spend(&mut self, elapsed: Duration) {
        self.left = self.left.saturating_sub(elapsed) + self.increment;
    }
}
