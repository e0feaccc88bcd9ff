//! A recorded game.

use std::time::Duration;

use contest::position::line_texts;
use game::{Game, History, Outcome, Side};

use crate::error::Error;

/// A recorded game; its moves are legal.
#[derive(Clone, PartialEq, Debug)]
pub struct Record<G: Game> {
    /// Number of the game in its file, from 1. In a contest's log, which may lack
    /// games, the number in the contest.
    pub number: u64,
    /// Names of the first and of the second player, where the file has them.
    pub players: [Option<String>; 2],
    /// Starting position and moves.
    pub history: History<G>,
    /// What the file says about each move; as long as the list of moves.
    pub notes: Vec<Note>,
    /// Result for the first side: by the rules if the game is over by them, otherwise
    /// as the file says. `None` if the game was not finished.
    pub outcome: Option<Outcome>,
    /// What ended the game, if not the rules: a late or illegal move, a resignation.
    pub reason: Option<String>,
    /// Comment on the whole game, or on the position of a record without moves.
    pub comment: Option<String>,
}

/// What a file says about a move. Numbers are for the side that made it.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Note {
    /// Expected outcome, −1 to 1.
    pub value: Option<f64>,
    /// Expected margin, in the game's own count (Othello: discs).
    pub score: Option<f64>,
    /// Time that the choice took.
    pub time: Option<Duration>,
    /// Time left in the bank of the player's clock after the move.
    pub left: Option<Duration>,
    /// Other text.
    pub comment: Option<String>,
}

impl Note {
    /// Does the note say nothing?
    pub fn is_empty(&self) -> bool {
        *self == Note::default()
    }
}

impl<G: Game> Record<G> {
    /// The record of a game that the caller has played; the result follows from the
    /// rules.
    pub fn new(history: History<G>) -> Record<G> {
        let outcome = outcome(history.state());
        let notes = vec![Note::default(); history.moves().len()];
        let (players, reason, comment) = ([None, None], None, None);
        Record { number: 1, players, history, notes, outcome, reason, comment }
    }

    /// The game up to this ply; 0 is the starting position.
    pub fn at(&self, ply: usize) -> Result<History<G>, Error> {
        let plies = self.history.moves().len();
        let late = plies.checked_sub(ply).ok_or(Error::NoPly { game: self.number, plies, ply })?;
        let mut history = self.history.clone();
        for _ in 0..late {
            history.undo();
        }
        Ok(history)
    }

    /// Texts of the moves.
    pub fn move_texts(&self) -> Vec<String> {
        line_texts(self.history.start(), self.history.moves())
    }

    /// The winner's side, if the game has a winner.
    pub fn winner(&self) -> Option<Side> {
        match self.outcome? {
            Outcome::Win => Some(Side::First),
            Outcome::Draw => None,
            Outcome::Loss => Some(Side::Second),
        }
    }

    /// The margin for the first side, if the game ended by the rules and counts one.
    pub fn score(&self) -> Option<i32> {
        let state = self.history.state();
        let score = state.outcome().and(state.score())?;
        Some(if state.side() == Side::First { score } else { -score })
    }
}

/// The result for the first side, if the game is over by the rules.
pub(crate) fn outcome<G: Game>(state: &G) -> Option<Outcome> {
    let outcome = state.outcome()?;
    Some(if state.side() == Side::First { outcome } else { -outcome })
}
