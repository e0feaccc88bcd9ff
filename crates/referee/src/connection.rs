//! Asks a program for moves, in any language.

use std::time::{Duration, Instant};

use anyhow::Result;
use contest::GameClock;
use game::{Game, History};

use crate::end::Ended;
use crate::fault::{Fault, FaultKind, quote_output};
use crate::process::Process;
use crate::program::Program;

/// The connection to a program that plays one game.
pub trait Connection<G: Game> {
    /// Sends the moves since the last call and asks for a move of the side to
    /// move. Output after `limit` is ignored. The move need not be legal.
    fn ask(&mut self, history: &History<G>, limit: Duration) -> Result<Answer<G::Move>, Fault>;

    /// Sets the clock of the program before its move; it has about `moves_left` moves to
    /// make. Ignored by languages that send no time.
    fn set_clock(&mut self, _clock: &GameClock, _moves_left: u32) {}

    /// Ends the game and waits for the program's end, at most `limit`.
    fn finish(&mut self, limit: Duration) -> Result<Ended>;
}

/// A move and its time.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Answer<M> {
    /// The move.
    pub played: M,
    /// Time from the request to the answer; with one process per turn, from the
    /// start of the process.
    pub time: Duration,
}

impl<M> Answer<M> {
    /// The answer to a request that was sent at `asked`.
    pub(crate) fn since(asked: Instant, played: M) -> Answer<M> {
        Answer { played, time: asked.elapsed() }
    }
}

/// Time limit for a greeting and for setting up a board.
pub(crate) const SET_UP_LIMIT: Duration = Duration::from_secs(10);

/// Starts a program. A program that does not start counts as crashed.
pub(crate) fn start(program: &Program) -> Result<Process, Fault> {
    program.start().map_err(|error| Fault::new(FaultKind::Crashed, format!("{error:#}")))
}

/// The fault of a well-formed answer that names no cell of the board.
pub(crate) fn off_the_board(answer: &str) -> Fault {
    Fault::new(FaultKind::Illegal, format!("{} is off the board", quote_output(answer)))
}
