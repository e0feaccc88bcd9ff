//! The game so far: messages replayed and checked.

use game::{Cells, Game, History, IllegalMove, Side};

use crate::botzone::{BotzoneError, HistoryError, Message, Problem, Xy};

/// One game of the bot, replayed from the judge's messages.
///
/// After [`Replay::receive`] the history's state is the one to answer in, with
/// or without a [`HistoryError`]; [`Replay::answer`] adds the answer to the
/// history.
pub struct Replay<G: Game> {
    cells: Cells<G>,
    history: History<G>,
    /// The bot's side; known from the first request on.
    side: Option<Side>,
    turn: usize,
}

impl<G: Game> Replay<G> {
    /// A game before its first message.
    pub fn new(cells: Cells<G>) -> Self {
        Replay { cells, history: History::new(G::start()), side: None, turn: 0 }
    }

    /// The game as far as it is sound.
    pub fn history(&self) -> &History<G> {
        &self.history
    }

    /// Number of the last received turn, from 1; 0 before the first.
    pub fn turn(&self) -> usize {
        self.turn
    }

    /// Plays the message's entries up to the first error; the moves before it
    /// are kept.
    pub fn receive(&mut self, message: &Message) -> Result<Option<HistoryError>, BotzoneError> {
        let first_entry = match message.turn {
            Some(turn) => {
                self.history = History::new(G::start());
                self.side = None;
                self.turn = turn;
                0
            }
            None => {
                self.turn += 1;
                2 * (self.turn - 1)
            }
        };
        let mut error = None;
        for (entry, &xy) in (first_entry..).zip(&message.entries) {
            if let Err(problem) = self.play(xy) {
                error = Some(HistoryError { entry, problem });
                break;
            }
        }
        if let (None, Some(problem)) = (&error, &message.problem) {
            let (entry, problem) = (first_entry + message.entries.len(), problem.clone());
            error = Some(HistoryError { entry, problem });
        }
        if self.history.state().outcome().is_some() {
            return Err(BotzoneError::Over(error));
        }
        Ok(error)
    }

    fn play(&mut self, xy: Xy) -> Result<(), Problem> {
        if self.side.is_none() {
            let begins = self.history.state().side();
            if xy == Xy::NONE {
                self.side = Some(begins);
                return Ok(());
            }
            self.side = Some(begins.other());
        }
        let played = xy.to_move(&self.cells, self.history.state()).ok_or(Problem::OffBoard(xy))?;
        self.history.play(played).map_err(Problem::Illegal)
    }

    /// Adds the bot's answer to the history and returns it as Botzone writes it.
    ///
    /// Where an error left the opponent to move, the answer is a guess: it is
    /// checked, but the history keeps only the moves that are known.
    pub fn answer(&mut self, chosen: G::Move) -> Result<Xy, IllegalMove> {
        let state = *self.history.state();
        if *self.side.get_or_insert(state.side()) == state.side() {
            self.history.play(chosen)?;
        } else {
            state.play(chosen)?;
        }
        Ok(Xy::of_move(&self.cells, &state, chosen))
    }
}
