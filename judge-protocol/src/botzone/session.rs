//! The game so far: messages replayed and checked.

use game::{Game, History, IllegalMove, Side};

use crate::botzone::{Coordinates, Error, Fault, Message, Problem, Xy};

/// One seat of one game.
///
/// After [`Session::receive`] the history's state is the one to answer in,
/// fault or not, and [`Session::answer`] puts the answer into the history.
pub struct Session<G: Game> {
    coordinates: Coordinates<G>,
    history: History<G>,
    /// Our side; known from the first request on.
    side: Option<Side>,
    turn: usize,
}

impl<G: Game> Session<G> {
    /// A game of which nothing has been heard.
    pub fn new(coordinates: Coordinates<G>) -> Self {
        Session { coordinates, history: History::new(G::start()), side: None, turn: 0 }
    }

    /// The game as far as it is sound.
    pub fn history(&self) -> &History<G> {
        &self.history
    }

    /// The number of the turn that was received last, from 1; 0 before that.
    pub fn turn(&self) -> usize {
        self.turn
    }

    /// Plays what the message tells. A fault ends the replay, and the moves
    /// before it stand.
    pub fn receive(&mut self, message: &Message) -> Result<Option<Fault>, Error> {
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
        let mut fault = None;
        for (entry, &xy) in (first_entry..).zip(&message.entries) {
            if let Err(problem) = self.play(xy) {
                fault = Some(Fault { entry, problem });
                break;
            }
        }
        if let (None, Some(problem)) = (&fault, &message.problem) {
            let (entry, problem) = (first_entry + message.entries.len(), problem.clone());
            fault = Some(Fault { entry, problem });
        }
        if self.history.state().outcome().is_some() {
            return Err(Error::Over(fault));
        }
        Ok(fault)
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
        let played = (self.coordinates.read)(self.history.state(), xy).ok_or(Problem::OffBoard(xy))?;
        self.history.play(played).map_err(Problem::Illegal)
    }

    /// Puts our answer into the history and says how it is written.
    ///
    /// Where a fault left the opponent to move, the answer is a guess in a
    /// seat that is not ours: it is checked, but the history stays with the
    /// moves that are known.
    pub fn answer(&mut self, chosen: G::Move) -> Result<Xy, IllegalMove> {
        let to_move = self.history.state().side();
        if *self.side.get_or_insert(to_move) == to_move {
            self.history.play(chosen)?;
        } else {
            self.history.state().play(chosen)?;
        }
        Ok((self.coordinates.write)(chosen))
    }
}
