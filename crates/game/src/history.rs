//! The moves of a game so far.

use crate::{Game, IllegalMove};

/// A game so far: starting position, moves, current state.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct History<G: Game> {
    start: G,
    moves: Vec<G::Move>,
    states: Vec<G>,
}

impl<G: Game> History<G> {
    /// A game without moves that begins in `start`.
    pub fn new(start: G) -> Self {
        History { start, moves: Vec::new(), states: Vec::new() }
    }

    /// Starting position.
    pub fn start(&self) -> &G {
        &self.start
    }

    /// Moves played.
    pub fn moves(&self) -> &[G::Move] {
        &self.moves
    }

    /// Current state.
    pub fn state(&self) -> &G {
        self.states.last().unwrap_or(&self.start)
    }

    /// Plays a move. An illegal one is an error and changes nothing.
    pub fn play(&mut self, m: G::Move) -> Result<(), IllegalMove> {
        let next = self.state().play(m)?;
        self.moves.push(m);
        self.states.push(next);
        Ok(())
    }

    /// Takes the last move back and returns it.
    pub fn undo(&mut self) -> Option<G::Move> {
        self.states.pop();
        self.moves.pop()
    }

    /// The moves that were made here after `earlier`, if this game is a
    /// continuation of that one.
    pub fn since(&self, earlier: &History<G>) -> Option<&[G::Move]> {
        let same_start = self.start == earlier.start;
        self.moves.strip_prefix(earlier.moves.as_slice()).filter(|_| same_start)
    }
}
