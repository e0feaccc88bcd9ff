//! Sides, results and proofs.

use std::fmt;
use std::ops::Neg;

/// One of the two players.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Side {
    /// The player who makes the first move of the game (Black, X).
    First,
    /// The other player (White, O).
    Second,
}

impl Side {
    /// The opponent.
    pub fn other(self) -> Side {
        match self {
            Side::First => Side::Second,
            Side::Second => Side::First,
        }
    }

    /// 0 for the first player, 1 for the second: an index into tables.
    pub fn index(self) -> usize {
        self as usize
    }
}

/// Result of a finished game for one side.
///
/// Ordered by what that side prefers: `Loss < Draw < Win`.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Outcome {
    /// The side lost.
    Loss,
    /// Neither side won.
    Draw,
    /// The side won.
    Win,
}

impl Outcome {
    /// −1, 0 or 1.
    pub fn value(self) -> f32 {
        match self {
            Outcome::Loss => -1.0,
            Outcome::Draw => 0.0,
            Outcome::Win => 1.0,
        }
    }
}

/// The same result seen from the other side.
impl Neg for Outcome {
    type Output = Outcome;
    fn neg(self) -> Outcome {
        match self {
            Outcome::Loss => Outcome::Win,
            Outcome::Draw => Outcome::Draw,
            Outcome::Win => Outcome::Loss,
        }
    }
}

impl fmt::Display for Outcome {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str(match self {
            Outcome::Loss => "loss",
            Outcome::Draw => "draw",
            Outcome::Win => "win",
        })
    }
}

/// A proven result, and the distance to the end of the game.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Proof {
    /// The result for the side to move.
    pub outcome: Outcome,
    /// Plies to the end of the game on the line that the proof found.
    pub plies: u16,
}

impl fmt::Display for Proof {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        write!(f, "{} in {}", self.outcome, self.plies)
    }
}
