//! The loop of a bot: read a request, ask the engine, write the answer.

use std::io::{BufRead, Write};
use std::time::Instant;

use game::{Cells, Game, GameOver, History};

use crate::botzone::answer::{KEEP_RUNNING, answer};
use crate::botzone::{BotzoneError, Form, HistoryError, Message, Problem, Replay};

/// How the judge runs the bot. The bot's author chooses it on the site.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Running {
    /// One process per turn.
    OncePerTurn,
    /// One process for all turns of a game.
    Kept,
}

/// A request for a move.
pub struct BotzoneTurn<'a, G: Game> {
    /// The game so far; the engine moves in its state.
    pub history: &'a History<G>,
    /// Is it the bot's first turn of the game? The judge allows more time for it.
    pub first: bool,
    /// What is wrong with the judge's history; the moves before that are played.
    pub error: Option<&'a HistoryError>,
    /// Time at which the request had been read.
    pub received: Instant,
}

/// An engine's answer.
#[derive(Clone, Debug)]
pub struct Reply<M> {
    /// The move.
    pub chosen: M,
    /// Text for the match log; may be empty.
    pub debug: String,
}

/// A bot's session with the judge, turn by turn.
pub struct BotzoneSession<G: Game> {
    replay: Replay<G>,
    running: Running,
    /// Form of the last message; `None` before the first.
    form: Option<Form>,
    /// Is the rest of the last line still in the input?
    cut: bool,
}

impl<G: Game> BotzoneSession<G> {
    /// A session before its first request.
    pub fn new(cells: Cells<G>, running: Running) -> Self {
        BotzoneSession { replay: Replay::new(cells), running, form: None, cut: false }
    }

    /// Reads a request, asks the engine, writes the answer and flushes it.
    /// `false` if the input has ended.
    pub fn turn(
        &mut self,
        input: &mut impl BufRead,
        output: &mut impl Write,
        engine: &mut impl FnMut(&BotzoneTurn<G>) -> Result<Reply<G::Move>, GameOver>,
    ) -> Result<bool, BotzoneError> {
        let Some(message) = self.read(input)? else {
            return Ok(false);
        };
        let received = Instant::now();
        let error = self.replay.receive(&message)?;
        let turn = BotzoneTurn {
            history: self.replay.history(),
            first: self.replay.turn() == 1,
            error: error.as_ref(),
            received,
        };
        let reply = engine(&turn).map_err(BotzoneError::NoMove)?;
        let xy = self.replay.answer(reply.chosen).map_err(BotzoneError::IllegalAnswer)?;

        // From the second turn of a kept process on, the judge ignores debug.
        let logged = self.running == Running::OncePerTurn || self.form.is_none();
        let mut text = answer(message.form, xy, if logged { &reply.debug } else { "" });
        if self.running == Running::Kept {
            text.push_str(KEEP_RUNNING);
            text.push('\n');
        }
        (self.form, self.cut) = (Some(message.form), message.cut);
        output.write_all(text.as_bytes())?;
        output.flush()?;
        Ok(true)
    }

    /// After the first turn, even an unreadable line leaves a position.
    fn read(&self, input: &mut impl BufRead) -> Result<Option<Message>, BotzoneError> {
        let Some(form) = self.form else { return Message::read(input) };
        if self.cut {
            input.skip_until(b'\n')?;
        }
        match Message::read_next(input) {
            Err(BotzoneError::Unreadable { line, .. }) => {
                let problem = Some(Problem::Unreadable(line));
                Ok(Some(Message { form, turn: None, entries: Vec::new(), problem, cut: false }))
            }
            message => message,
        }
    }
}

/// Serves the judge: one turn, or all turns until the input ends.
pub fn serve<G: Game>(
    input: &mut impl BufRead,
    output: &mut impl Write,
    cells: Cells<G>,
    running: Running,
    mut engine: impl FnMut(&BotzoneTurn<G>) -> Result<Reply<G::Move>, GameOver>,
) -> Result<(), BotzoneError> {
    let mut session = BotzoneSession::new(cells, running);
    if !session.turn(input, output, &mut engine)? {
        return Err(BotzoneError::NoRequest);
    }
    while running == Running::Kept && session.turn(input, output, &mut engine)? {}
    Ok(())
}
