//! Asking a program for a move, whatever its language.

use std::time::{Duration, Instant};

use anyhow::Result;
use game::{Game, History};

use crate::end::Ended;
use crate::fault::{Fault, FaultKind};
use crate::process::Process;
use crate::program::Program;

/// A program that is asked for moves in one game.
pub trait Dialogue<G: Game> {
    /// What it plays for the side to move. It is told of the moves since it was
    /// asked before, and all that it still says when `limit` is over comes too
    /// late to be heard. The move need not be legal.
    fn ask(&mut self, history: &History<G>, limit: Duration) -> Result<Answer<G::Move>, Fault>;

    /// The game is over: its program has to end.
    fn finish(self) -> Result<Ended>
    where
        Self: Sized;
}

/// A move, and how long it took.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Answer<M> {
    /// The move.
    pub played: M,
    /// From the question (where each turn has a process of its own, from its
    /// start) to the answer.
    pub time: Duration,
}

impl<M> Answer<M> {
    /// The answer to a question that was asked then.
    pub(crate) fn since(asked: Instant, played: M) -> Answer<M> {
        Answer { played, time: asked.elapsed() }
    }
}

/// A program may take so long to greet and to set up its board.
pub(crate) const SETTING_UP: Duration = Duration::from_secs(10);

/// Starts a program; one that does not start has crashed.
pub(crate) fn start(program: &Program) -> Result<Process, Fault> {
    program.start().map_err(|error| Fault::new(FaultKind::Crashed, format!("{error:#}")))
}

/// A well-formed answer that is no place of the board.
pub(crate) fn off_the_board(said: &str) -> Fault {
    Fault::new(FaultKind::Illegal, format!("{} is off the board", crate::fault::cut(said)))
}
