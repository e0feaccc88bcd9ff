//! The games of a contest: how each begins, its record, and the check of a
//! record that was read from a log.
//!
//! The games come in pairs from the same opening, with the colours swapped.
//! Each game has fresh engines with seeds of their own, so that no game depends
//! on another: with counted limits and engines of one thread the same terms
//! give the same games, on any number of threads.

use std::time::Duration;

use game::{Game, History, Outcome, Playable, Side};

use crate::book::Book;
use crate::error::{GameError, RecordError, TermsError};
use crate::log::GameRecord;
use crate::one_game::{FinishedGame, MoveRecord, for_first_side};
use crate::opening;
use crate::position;
use crate::terms::{Fixture, Terms};

/// The games that terms lead to.
pub struct Schedule<G: Game> {
    terms: Terms,
    starts: Starts<G>,
    openings: Openings<G>,
}

/// Where the games begin, before the opening.
enum Starts<G> {
    /// All games in the same position.
    Same(G),
    /// Each pair on a board chosen at random.
    Random(fn(u64) -> Option<G>),
}

impl<G: Playable> Starts<G> {
    fn of_pair(&self, pair: u64, seed: u64) -> G {
        match self {
            Starts::Same(start) => *start,
            Starts::Random(board) => board(opening::board_seed(seed, pair))
                .expect("a game with random boards has one for any seed"),
        }
    }
}

/// Where the openings come from.
enum Openings<G: Game> {
    /// Drawn at random, for each pair.
    Random,
    /// From a book, in the order of the contest.
    Book(Book<G>),
    /// From a book that is not at hand: the records of a log have them.
    Recorded,
}

/// Largest number of games of a contest.
const MOST_GAMES: u64 = 100_000_000;

impl<G: Playable> Schedule<G> {
    /// Checks the terms, except for the engines. The openings are random.
    pub fn new(terms: Terms) -> Result<Self, TermsError> {
        match &terms.openings {
            Some(book) => Err(TermsError::NoBook(book.file.clone())),
            None => Schedule::checked(terms, Openings::Random),
        }
    }

    /// The same with the openings of a book, which the terms then name.
    pub fn with_book(terms: Terms, book: Book<G>) -> Result<Self, TermsError> {
        let terms = Terms { openings: Some(book.id().clone()), opening_plies: 0, ..terms };
        let seed = terms.seed;
        Schedule::checked(terms, Openings::Book(book.shuffled(seed)))
    }

    /// The schedule of games that were read from a log. If the terms name a book and
    /// `book` is not the one, [`Schedule::restore`] takes openings as they are recorded,
    /// and no game can be played.
    pub fn of_log(terms: Terms, book: Option<Book<G>>) -> Result<Self, TermsError> {
        let book = book.filter(|book| terms.openings.as_ref() == Some(book.id()));
        match (&terms.openings, book) {
            (None, _) => Schedule::new(terms),
            (Some(_), Some(book)) => Schedule::with_book(terms, book),
            (Some(_), None) => Schedule::checked(terms, Openings::Recorded),
        }
    }

    fn checked(terms: Terms, openings: Openings<G>) -> Result<Self, TermsError> {
        let (games, engines) = (terms.total(), terms.engines.len());
        if engines < 2 || !games.is_multiple_of(2) {
            return Err(TermsError::NoContest { games, engines });
        }
        if games > MOST_GAMES {
            return Err(TermsError::TooManyGames { games, most: MOST_GAMES });
        }
        let starts = match &terms.start {
            Some(start) => Starts::Same(position::read(start)?),
            None if G::random_start(0).is_some() => Starts::Random(G::random_start),
            None => return Err(TermsError::OneBoard(G::NAME)),
        };
        let start = starts.of_pair(0, terms.seed);
        if start.outcome().is_some() {
            return Err(TermsError::Over(start.to_string()));
        }
        let plies = terms.opening_plies;
        if opening::draw(&start, plies, terms.seed, 0).moves.len() < plies {
            return Err(TermsError::Opening { start: start.to_string(), plies });
        }
        Ok(Schedule { terms, starts, openings })
    }

    /// The terms.
    pub fn terms(&self) -> &Terms {
        &self.terms
    }

    /// The position in which all games begin; `None` if each pair has a board
    /// of its own.
    pub fn start(&self) -> Option<&G> {
        match (&self.openings, &self.starts) {
            (Openings::Book(book), _) => book.start(),
            (Openings::Recorded, _) | (_, Starts::Random(_)) => None,
            (Openings::Random, Starts::Same(start)) => Some(start),
        }
    }

    /// Number of plies of the longest opening.
    pub fn longest_opening(&self) -> usize {
        match &self.openings {
            Openings::Book(book) => book.longest(),
            Openings::Random | Openings::Recorded => self.terms.opening_plies,
        }
    }

    /// The opening of a game, and the seeds of the engines by side.
    ///
    /// # Panics
    ///
    /// If the schedule is that of a log whose book is not at hand.
    pub fn opening(&self, fixture: &Fixture) -> (History<G>, [u64; 2]) {
        let history = self.known_opening(fixture).expect("only a log has unknown openings");
        (history, self.seeds(fixture))
    }

    fn seeds(&self, fixture: &Fixture) -> [u64; 2] {
        opening::engine_seeds(self.terms.seed, fixture.pair())[(fixture.game % 2) as usize]
    }

    /// The opening of a game; `None` if only its record has it.
    fn known_opening(&self, fixture: &Fixture) -> Option<History<G>> {
        let Terms { seed, opening_plies, .. } = self.terms;
        let start = match &self.openings {
            Openings::Recorded => return None,
            Openings::Book(book) => return Some(book.of_pair(fixture.pair()).clone()),
            Openings::Random => self.starts.of_pair(fixture.pair(), seed),
        };
        let mut history = History::new(start);
        for m in opening::draw(&start, opening_plies, seed, fixture.pair()).moves {
            history.play(m).expect("an opening is made of legal moves");
        }
        Some(history)
    }

    /// The record of a game for the log.
    pub fn record(&self, fixture: &Fixture, finished: &FinishedGame<G>) -> GameRecord {
        let seeds = self.seeds(fixture);
        let choices = &finished.choices;
        let mut moves = position::line_texts(finished.history.start(), finished.history.moves());
        let after = moves.split_off(finished.opening);
        GameRecord {
            game: fixture.number + 1,
            first: fixture.on(Side::First).label().to_string(),
            second: fixture.on(Side::Second).label().to_string(),
            seeds,
            start: finished.history.start().to_string(),
            opening: moves,
            moves: after,
            nanoseconds: choices.iter().map(|choice| choice.time.as_nanos() as u64).collect(),
            values: choices.iter().map(|choice| choice.value).collect(),
            simulations: choices.iter().map(|choice| choice.simulations).collect(),
            nodes: choices.iter().map(|choice| choice.nodes).collect(),
            proven: finished.proven(),
            winner: finished.outcome.into(),
            adjudicated: finished.adjudicated,
            forfeit: finished.forfeit.as_ref().map(|(_, forfeit)| forfeit.clone()),
        }
    }

    /// The game of a record. Everything that the terms and the rules decide is
    /// checked.
    pub fn restore(&self, fixture: &Fixture, record: &GameRecord) -> Result<FinishedGame<G>, RecordError> {
        self.replay(fixture, record).map_err(|why| RecordError::Game { game: record.game, why })
    }

    fn replay(&self, fixture: &Fixture, record: &GameRecord) -> Result<FinishedGame<G>, GameError> {
        if [Side::First, Side::Second].map(|side| fixture.on(side).label()) != [&record.first, &record.second]
        {
            return Err(GameError::Engines { first: record.first.clone(), second: record.second.clone() });
        }
        let mut history = match self.known_opening(fixture) {
            Some(history) => history,
            None => recorded_opening(record)?,
        };
        let opening = history.moves().len();
        let drawn = position::line_texts(history.start(), history.moves());
        let same = history.start().to_string() == record.start && drawn == record.opening;
        if !same || self.seeds(fixture) != record.seeds {
            return Err(GameError::Opening);
        }
        for (number, text) in (opening + 1..).zip(&record.moves) {
            let m = history.state().parse_move(text).map_err(|why| GameError::Move { number, why })?;
            history.play(m).map_err(|why| GameError::Illegal { number, why })?;
        }
        let side = history.state().side();
        let (outcome, forfeit) = match (history.state().outcome(), &record.forfeit) {
            (Some(outcome), None) => (outcome, None),
            (None, None) if record.adjudicated => {
                // Only a proof ends a game, and only if the terms allow it.
                if !self.terms.adjudicate || record.proven.is_none() {
                    return Err(GameError::Adjudicated);
                }
                (for_first_side(record.winner.outcome(), side), None)
            }
            (_, _) if record.adjudicated => return Err(GameError::Adjudicated),
            (None, Some(forfeit)) => (Outcome::Loss, Some((side, forfeit.clone()))),
            (None, None) => return Err(GameError::NotOver),
            (Some(_), Some(_)) => return Err(GameError::OverAndForfeit),
        };
        let outcome = for_first_side(outcome, side);
        if record.winner != outcome.into() {
            return Err(GameError::Result);
        }
        let mut choices = choices(record)?;
        if let Some(proven) = record.proven {
            let choice = choices.get_mut(proven).ok_or(GameError::Proof)?;
            // Sides alternate up to the side that would move next.
            let even = record.moves.len().abs_diff(proven).is_multiple_of(2);
            let mover = if even { side } else { side.other() };
            choice.proven = Some(for_first_side(outcome, mover));
        }
        // A late or illegal choice has a time and no move.
        let (moves, times) = (record.moves.len(), choices.len());
        if times != moves && !(times == moves + 1 && forfeit.is_some()) {
            return Err(GameError::Times { moves, times });
        }
        let adjudicated = record.adjudicated;
        let times = [Side::First, Side::Second].map(|side| fixture.on(side).limits.time);
        Ok(FinishedGame { history, opening, choices, outcome, forfeit, adjudicated, times })
    }
}

/// The opening that a record has; its moves must be legal.
fn recorded_opening<G: Game>(record: &GameRecord) -> Result<History<G>, GameError> {
    let start: G = position::read(&record.start).map_err(GameError::Start)?;
    let mut history = History::new(start);
    for (number, text) in (1..).zip(&record.opening) {
        let m = history.state().parse_move(text).map_err(|why| GameError::Move { number, why })?;
        history.play(m).map_err(|why| GameError::Illegal { number, why })?;
    }
    Ok(history)
}

fn choices(record: &GameRecord) -> Result<Vec<MoveRecord>, GameError> {
    let lengths = [record.values.len(), record.simulations.len(), record.nodes.len()];
    if lengths != [record.nanoseconds.len(); 3] {
        return Err(GameError::Lists);
    }
    let choice = |i: usize| MoveRecord {
        time: Duration::from_nanos(record.nanoseconds[i]),
        value: record.values[i],
        simulations: record.simulations[i],
        nodes: record.nodes[i],
        proven: None,
    };
    Ok((0..record.nanoseconds.len()).map(choice).collect())
}
