//! The loop of a bot: read a request, ask the engine, write the answer.

use std::io::{BufRead, Write};
use std::time::Instant;

use game::{Drops, Game, GameOver, History, Shape};

use crate::full_board::{BoardError, BoardTracker, FullBoard};
use crate::saiblo::answer::{HELLO, answer, frame};
use crate::saiblo::message::{self, Message};
use crate::saiblo::tokens::skip_line;
use crate::saiblo::{SaibloError, Wire};

/// A request for a move.
pub struct SaibloTurn<'a, G: Game> {
    /// The game so far; the engine moves in its state.
    pub history: &'a History<G>,
    /// What is wrong with the request, if anything is.
    pub error: Option<&'a BoardError>,
    /// Time at which the request had been read.
    pub received: Instant,
}

/// Shape and contents of the board, or why the contents cannot be read.
type Request = (Shape, Result<FullBoard, SaibloError>);

/// A bot's session with the judge, turn by turn.
pub struct SaibloSession<G: Game> {
    tracker: BoardTracker<G>,
    wire: Wire,
    /// Shape of the board, after the first message.
    shape: Option<Shape>,
    greeted: bool,
    /// Is the rest of the line unreadable? It is skipped after the answer,
    /// because the end of the line may come late.
    broken: bool,
}

impl<G: Game> SaibloSession<G> {
    /// A session before its first message. [`Wire::V3`] recognises V1 as well.
    pub fn new(drops: Drops<G>, wire: Wire) -> Self {
        SaibloSession { tracker: BoardTracker::new(drops), wire, shape: None, greeted: false, broken: false }
    }

    /// Reads a request, asks the engine, writes the answer and flushes it.
    /// `false` if the input or the game has ended.
    pub fn turn(
        &mut self,
        input: &mut impl BufRead,
        output: &mut impl Write,
        engine: &mut impl FnMut(&SaibloTurn<G>) -> Result<G::Move, GameOver>,
    ) -> Result<bool, SaibloError> {
        if self.wire == Wire::V2 && !self.greeted {
            output.write_all(&frame(HELLO))?;
            output.flush()?;
            self.greeted = true;
        }
        let Some((shape, board)) = self.read(input)? else {
            return Ok(false);
        };
        let received = Instant::now();
        let board = board.as_ref().map_err(ToString::to_string);
        let (history, error) = self.tracker.receive(&shape, board).map_err(SaibloError::NoPosition)?;
        let chosen =
            engine(&SaibloTurn { history, error: error.as_ref(), received }).map_err(SaibloError::NoMove)?;
        let place = self.tracker.answer(chosen).map_err(SaibloError::IllegalAnswer)?;
        output.write_all(&answer(self.wire, place))?;
        output.flush()?;
        Ok(true)
    }

    /// Once the shape is known, even an unreadable turn leaves a position.
    fn read(&mut self, input: &mut impl BufRead) -> Result<Option<Request>, SaibloError> {
        if std::mem::take(&mut self.broken) {
            skip_line(input)?;
        }
        loop {
            let message = match self.shape {
                None => {
                    let (wire, message) = message::first(input, self.wire)?;
                    self.wire = wire;
                    Ok(Some(message))
                }
                Some(shape) => message::next(input, self.wire, &shape),
            };
            match (message, self.shape) {
                (Ok(Some(Message::Start(shape))), _) => self.shape = Some(shape),
                (Ok(Some(Message::Turn(board))), Some(shape)) => return Ok(Some((shape, Ok(board)))),
                (Ok(Some(Message::Turn(_))), None) => {
                    return Err(SaibloError::Unreadable("a turn".to_string(), "the size of the board"));
                }
                (Ok(Some(Message::End) | None), _) => return Ok(None),
                (Err(error @ SaibloError::Unreadable(..)), Some(shape)) => {
                    self.broken = self.wire != Wire::V1;
                    return Ok(Some((shape, Err(error))));
                }
                (Err(error), _) => return Err(error),
            }
        }
    }
}

/// Serves the judge until the game or the input ends.
pub fn serve<G: Game>(
    input: &mut impl BufRead,
    output: &mut impl Write,
    drops: Drops<G>,
    wire: Wire,
    mut engine: impl FnMut(&SaibloTurn<G>) -> Result<G::Move, GameOver>,
) -> Result<(), SaibloError> {
    let mut session = SaibloSession::new(drops, wire);
    while session.turn(input, output, &mut engine)? {}
    Ok(())
}
