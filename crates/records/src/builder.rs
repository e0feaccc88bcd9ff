//! A record while it is read: moves are played by the rules, one by one.

use game::error::quote;
use game::{Game, History, Outcome, Playable};

use crate::error::Error;
use crate::format::Format;
use crate::record::{Note, Record, outcome};

/// A record that is being read.
pub(crate) struct Builder<G: Game> {
    format: Format,
    record: Record<G>,
    /// Number of moves that the file has, without the passes that it leaves out.
    moves: usize,
}

impl<G: Playable> Builder<G> {
    /// Game `number` of a file, from `start`.
    pub fn new(format: Format, number: u64, start: G) -> Self {
        let record = Record { number, ..Record::new(History::new(start)) };
        Builder { format, record, moves: 0 }
    }

    pub fn state(&self) -> &G {
        self.record.history.state()
    }

    pub fn record(&mut self) -> &mut Record<G> {
        &mut self.record
    }

    /// An error of the format.
    pub fn malformed(&self, why: impl ToString) -> Error {
        Error::Malformed { format: self.format, game: self.record.number, why: why.to_string() }
    }

    /// An error of the next move.
    pub fn wrong_move(&self, why: impl ToString) -> Error {
        Error::Move { game: self.record.number, number: self.moves + 1, why: why.to_string() }
    }

    /// Plays a move. A forced pass that the file leaves out is played before it.
    pub fn play(&mut self, m: G::Move, note: Note) -> Result<(), Error> {
        let pass = G::CELLS.and_then(|cells| cells.pass).filter(|&pass| pass != m);
        if let Some(pass) = pass.filter(|&pass| self.state().is_legal(pass)) {
            self.record.history.play(pass).map_err(|error| self.wrong_move(error))?;
            self.record.notes.push(Note::default());
        }
        self.record.history.play(m).map_err(|error| self.wrong_move(error))?;
        self.record.notes.push(note);
        self.moves += 1;
        Ok(())
    }

    /// Reads a move as the game writes it, or one of the usual words for a pass.
    pub fn parse(&self, word: &str) -> Result<G::Move, Error> {
        let pass = || {
            let is_pass = ["--", "pa", "ps", "pass"].iter().any(|pass| word.eq_ignore_ascii_case(pass));
            G::CELLS.and_then(|cells| cells.pass).filter(|_| is_pass)
        };
        let read = self.state().parse_move(word);
        read.or_else(|error| pass().ok_or(error)).map_err(|error| self.wrong_move(error))
    }

    /// Reads and plays a move.
    pub fn play_word(&mut self, word: &str, note: Note) -> Result<(), Error> {
        let m = self.parse(word)?;
        self.play(m, note)
    }

    /// The record. If the game is not over by the rules, `claimed` is the result for the
    /// first side.
    pub fn finish(mut self, claimed: Option<Outcome>, reason: Option<String>) -> Record<G> {
        let by_rules = outcome(self.state());
        self.record.outcome = by_rules.or(claimed);
        self.record.reason = reason.filter(|_| by_rules.is_none());
        self.record
    }
}

/// A starting position in a game's own notation.
pub(crate) fn start<G: Game>(text: &str) -> Result<G, String> {
    contest::position::read(text.trim()).map_err(|error| error.to_string())
}

/// A name from a file, if it is one.
pub(crate) fn name(text: &str) -> Option<String> {
    Some(text.trim()).filter(|name| !name.is_empty()).map(String::from)
}

/// A finite number.
pub(crate) fn number(text: &str) -> Result<f64, String> {
    let number = text.trim().parse::<f64>().ok().filter(|number| number.is_finite());
    number.ok_or_else(|| format!("{} is not a number", quote(text)))
}
