//! The loop of a bot: read, ask the player, write.

use std::io::{BufRead, Write};
use std::time::Instant;

use game::{Game, GameOver, History};

use crate::saiblo::answer::{HELLO, answer, frame};
use crate::saiblo::message::{self, Message};
use crate::saiblo::tokens::skip_line;
use crate::saiblo::{Error, Wire};
use crate::shown::{Drops, Fault, Grid, Session, Shown};

/// What a player is asked.
pub struct Turn<'a, G: Game> {
    /// The game so far; a move is wanted in its state.
    pub history: &'a History<G>,
    /// What is wrong with the request, if anything is.
    pub fault: Option<&'a Fault>,
    /// When the request had been read.
    pub received: Instant,
}

/// The board, and what is shown on it (or why nobody can tell).
type Request = (Grid, Result<Shown, Error>);

/// A dialogue with a judge, turn by turn.
pub struct Dialogue<G: Game> {
    session: Session<G>,
    wire: Wire,
    /// The board, once it is known.
    grid: Option<Grid>,
    greeted: bool,
    /// Does the rest of a line wait that nobody can read? It is left there
    /// until an answer is out: the line's end may be long in coming.
    broken: bool,
}

impl<G: Game> Dialogue<G> {
    /// A dialogue in which nothing has been said. [`Wire::V3`] stands for V1
    /// as well.
    pub fn new(drops: Drops<G>, wire: Wire) -> Self {
        Dialogue { session: Session::new(drops), wire, grid: None, greeted: false, broken: false }
    }

    /// Reads a request, asks the player, writes the answer and flushes it.
    /// `false` if the input or the game has ended instead.
    pub fn turn(
        &mut self,
        input: &mut impl BufRead,
        output: &mut impl Write,
        player: &mut impl FnMut(&Turn<G>) -> Result<G::Move, GameOver>,
    ) -> Result<bool, Error> {
        if self.wire == Wire::V2 && !self.greeted {
            output.write_all(&frame(HELLO))?;
            output.flush()?;
            self.greeted = true;
        }
        let Some((grid, shown)) = self.read(input)? else {
            return Ok(false);
        };
        let received = Instant::now();
        let told = shown.as_ref().map_err(ToString::to_string);
        let (history, fault) = self.session.receive(&grid, told).map_err(Error::NoPosition)?;
        let chosen = player(&Turn { history, fault: fault.as_ref(), received }).map_err(Error::NoMove)?;
        let place = self.session.answer(chosen).map_err(Error::IllegalAnswer)?;
        output.write_all(&answer(self.wire, place))?;
        output.flush()?;
        Ok(true)
    }

    /// The board and what is shown on it. Once the board is known, even what
    /// cannot be read leaves a position.
    fn read(&mut self, input: &mut impl BufRead) -> Result<Option<Request>, Error> {
        if std::mem::take(&mut self.broken) {
            skip_line(input)?;
        }
        loop {
            let message = match self.grid {
                None => {
                    let (wire, message) = message::first(input, self.wire)?;
                    self.wire = wire;
                    Ok(Some(message))
                }
                Some(grid) => message::next(input, self.wire, &grid),
            };
            match (message, self.grid) {
                (Ok(Some(Message::Start(grid))), _) => self.grid = Some(grid),
                (Ok(Some(Message::Turn(shown))), Some(grid)) => return Ok(Some((grid, Ok(shown)))),
                (Ok(Some(Message::Turn(_))), None) => {
                    return Err(Error::Unreadable("a turn".to_string(), "the board's size"));
                }
                (Ok(Some(Message::End) | None), _) => return Ok(None),
                (Err(error @ Error::Unreadable(..)), Some(grid)) => {
                    self.broken = self.wire != Wire::V1;
                    return Ok(Some((grid, Err(error))));
                }
                (Err(error), _) => return Err(error),
            }
        }
    }
}

/// Serves a judge until the game or the input ends.
pub fn serve<G: Game>(
    input: &mut impl BufRead,
    output: &mut impl Write,
    drops: Drops<G>,
    wire: Wire,
    mut player: impl FnMut(&Turn<G>) -> Result<G::Move, GameOver>,
) -> Result<(), Error> {
    let mut dialogue = Dialogue::new(drops, wire);
    while dialogue.turn(input, output, &mut player)? {}
    Ok(())
}
