//! The loop of a bot: read, ask the player, write.

use std::io::{BufRead, Write};
use std::time::Instant;

use game::{Game, GameOver, History};

use crate::botzone::answer::{KEEP_RUNNING, answer};
use crate::botzone::{Coordinates, Error, Fault, Form, Message, Problem, Session};

/// How the judge runs the bot: a switch of its author on the site.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Running {
    /// A process per turn.
    OncePerTurn,
    /// One process for all turns of a game.
    Kept,
}

/// What a player is asked.
pub struct Turn<'a, G: Game> {
    /// The game so far; a move is wanted in its state.
    pub history: &'a History<G>,
    /// Is it our first turn of the game, for which a judge allows more time?
    pub first: bool,
    /// What is wrong with the history, if the state is only what is left of
    /// it.
    pub fault: Option<&'a Fault>,
    /// When the request had been read.
    pub received: Instant,
}

/// What a player answers.
#[derive(Clone, Debug)]
pub struct Reply<M> {
    /// The move to play.
    pub chosen: M,
    /// What should stand beside it in the match's log; may be empty.
    pub debug: String,
}

/// A dialogue with a judge, turn by turn.
pub struct Dialogue<G: Game> {
    session: Session<G>,
    running: Running,
    /// How the last message was written; `None` before there was one.
    form: Option<Form>,
}

impl<G: Game> Dialogue<G> {
    /// A dialogue in which nothing has been said.
    pub fn new(coordinates: Coordinates<G>, running: Running) -> Self {
        Dialogue { session: Session::new(coordinates), running, form: None }
    }

    /// Reads a request, asks the player, writes the answer and flushes it.
    /// `false` if the input has ended instead.
    pub fn turn(
        &mut self,
        input: &mut impl BufRead,
        output: &mut impl Write,
        player: &mut impl FnMut(&Turn<G>) -> Result<Reply<G::Move>, GameOver>,
    ) -> Result<bool, Error> {
        let Some(message) = self.read(input)? else {
            return Ok(false);
        };
        let received = Instant::now();
        let fault = self.session.receive(&message)?;
        let turn = Turn {
            history: self.session.history(),
            first: self.session.turn() == 1,
            fault: fault.as_ref(),
            received,
        };
        let reply = player(&turn).map_err(Error::NoMove)?;
        let xy = self.session.answer(reply.chosen).map_err(Error::IllegalAnswer)?;

        // Once the bot keeps running, the judge has no place for debug.
        let logged = self.running == Running::OncePerTurn || self.form.is_none();
        let mut text = answer(message.form, xy, if logged { &reply.debug } else { "" });
        if self.running == Running::Kept {
            text.push_str(KEEP_RUNNING);
            text.push('\n');
        }
        self.form = Some(message.form);
        output.write_all(text.as_bytes())?;
        output.flush()?;
        Ok(true)
    }

    /// In mid-game even a line that says nothing leaves a position.
    fn read(&self, input: &mut impl BufRead) -> Result<Option<Message>, Error> {
        match (Message::read(input), self.form) {
            (Err(Error::Unreadable { line, .. }), Some(form)) => {
                let problem = Some(Problem::Unreadable(line));
                Ok(Some(Message { form, turn: None, entries: Vec::new(), problem }))
            }
            (message, _) => message,
        }
    }
}

/// Serves a judge for as long as it wants: one turn, or all until the input
/// ends.
pub fn serve<G: Game>(
    input: &mut impl BufRead,
    output: &mut impl Write,
    coordinates: Coordinates<G>,
    running: Running,
    mut player: impl FnMut(&Turn<G>) -> Result<Reply<G::Move>, GameOver>,
) -> Result<(), Error> {
    let mut dialogue = Dialogue::new(coordinates, running);
    if !dialogue.turn(input, output, &mut player)? {
        return Err(Error::NoRequest);
    }
    while running == Running::Kept && dialogue.turn(input, output, &mut player)? {}
    Ok(())
}
