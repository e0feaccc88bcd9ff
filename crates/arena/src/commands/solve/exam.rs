//! What `arena solve` needs from a game's solver.

use std::fmt;

use clock::Budget;

use super::questions::Chosen;
use crate::error::{self, Error, Result};

/// A game's solver.
pub trait Examinee {
    /// A position of the game.
    type Position;

    /// A solver with a table of this size.
    fn new(bytes: usize) -> Self;

    /// Reads a position, or `start`. The game must go on in it.
    fn position(text: &str) -> Result<Self::Position>;

    /// Reads a line of a file: a position and its known score.
    fn read(line: &str) -> Result<(Self::Position, Known)> {
        let (position, score) = line
            .rsplit_once([' ', '\t'])
            .ok_or_else(|| Error::usage("a line is a position and its score"))?;
        let score = error::number(score, "a score")?;
        Ok((Self::position(position.trim())?, Known { score, best: Vec::new() }))
    }

    /// Reads a line that is a game or a position without a score; `None` if it is neither.
    fn line(_line: &str) -> Option<Result<Self::Position>> {
        None
    }

    /// The chosen positions of recorded games, each with the number of its game.
    fn games(text: &str, chosen: &Chosen) -> Result<Vec<(u64, Self::Position)>>;

    /// Solves a position in which the game goes on, from an empty table. `None` if the budget
    /// ends the search.
    fn solve(&mut self, position: &Self::Position, budget: &Budget) -> Option<Solved>;

    /// What to expect of a position that takes very long, in one line.
    fn outlook(_position: &Self::Position) -> Option<String> {
        None
    }
}

/// The known result of a position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Known {
    /// Score for the side to move.
    pub score: i32,
    /// Texts of the best moves; empty if the file does not list them.
    pub best: Vec<String>,
}

impl fmt::Display for Known {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        write!(f, "{:+}", self.score)?;
        match self.best.is_empty() {
            true => Ok(()),
            false => write!(f, " by {}", self.best.join(" or ")),
        }
    }
}

/// A solver's result.
pub struct Solved {
    /// Score for the side to move.
    pub score: i32,
    /// Text of a best move.
    pub best: String,
    /// Number of nodes.
    pub nodes: u64,
}
