//! The clock of a player in one game.

use std::fmt;
use std::time::Duration;

/// How much time a player has: free time per move, a bank for the whole game, and an
/// increment that each move adds to the bank.
///
/// | time control | free | bank | increment |
/// |---|---|---|---|
/// | 1 s per move | 1 s | 0 | 0 |
/// | 10 s per game and 0.1 s per move, as in chess | 0 | 10 s | 0.1 s |
/// | Kaggle: 2 s per move and 60 s in total for longer moves | 2 s | 60 s | 0 |
#[derive(Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct TimeControl {
    /// Time of each move that costs nothing.
    pub free: Duration,
    /// Time of a game for what the moves take beyond `free`.
    pub bank: Duration,
    /// Time that is added to the bank after each move.
    pub increment: Duration,
}

impl TimeControl {
    /// The same time for every move.
    pub fn per_move(time: Duration) -> Self {
        TimeControl { free: time, ..TimeControl::default() }
    }

    /// Time for all moves of a game together, and an increment after each move.
    pub fn per_game(base: Duration, increment: Duration) -> Self {
        TimeControl { free: Duration::ZERO, bank: base, increment }
    }

    /// Does every move have the same limit?
    pub fn is_per_move(&self) -> bool {
        self.bank.is_zero() && self.increment.is_zero()
    }

    /// All times multiplied by `factor`.
    pub fn times(&self, factor: u32) -> Self {
        let [free, bank, increment] =
            [self.free, self.bank, self.increment].map(|time| time.saturating_mul(factor));
        TimeControl { free, bank, increment }
    }
}

/// `100ms a move`, `10s+100ms a game`, `2s a move and a bank of 60s`.
impl fmt::Display for TimeControl {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        let TimeControl { free, bank, increment } = self;
        match (self.is_per_move(), free.is_zero(), increment.is_zero()) {
            (true, ..) => write!(f, "{free:?} a move"),
            (_, true, true) => write!(f, "{bank:?} a game"),
            (_, true, false) => write!(f, "{bank:?}+{increment:?} a game"),
            (_, false, true) => write!(f, "{free:?} a move and a bank of {bank:?}"),
            (_, false, false) => write!(f, "{free:?} a move and a bank of {bank:?}+{increment:?}"),
        }
    }
}

/// A player's clock in a game: a [`TimeControl`] and what is left of its bank.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct GameClock {
    control: TimeControl,
    bank: Duration,
}

impl GameClock {
    /// The clock before the first move.
    pub fn new(control: TimeControl) -> Self {
        GameClock { control, bank: control.bank }
    }

    /// The time control.
    pub fn control(&self) -> TimeControl {
        self.control
    }

    /// Time left in the bank.
    pub fn bank(&self) -> Duration {
        self.bank
    }

    /// The longest time that the next move may take: free time and bank.
    pub fn left(&self) -> Duration {
        self.control.free.saturating_add(self.bank)
    }

    /// May the next move take this long, if a move may be late by `tolerance`?
    pub fn allows(&self, elapsed: Duration, tolerance: Duration) -> bool {
        elapsed <= self.left().saturating_add(tolerance)
    }

    /// Takes a move of this length from the bank, as far as it was longer than the free
    /// time, and adds the increment. The bank is never negative: time beyond
    /// [`GameClock::left`] is not owed.
    pub fn spend(&mut self, elapsed: Duration) {
        let drawn = elapsed.saturating_sub(self.control.free);
        self.bank = self.bank.saturating_sub(drawn).saturating_add(self.control.increment);
    }

    /// The time that a player should take for its next move, if about `moves_left` of its
    /// moves still matter: the free time, and from the bank one and a half times an even
    /// share (early moves decide more than late ones) and the increment, but at most half
    /// of it, since more moves may follow than expected. The last `margin` of the clock is
    /// never used.
    pub fn plan(&self, moves_left: u32, margin: Duration) -> Duration {
        let usable = self.bank.saturating_sub(margin);
        let share = usable / moves_left.max(1);
        let from_bank =
            share.saturating_add(share / 2).saturating_add(self.control.increment).min(usable / 2);
        self.control.free.saturating_add(from_bank).min(self.left().saturating_sub(margin))
    }
}
