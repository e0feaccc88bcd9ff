//! Judges that send the whole board at every turn, as Connect-4's judges do.
//!
//! Such a judge sends no moves, only the contents of every cell. The tracker
//! compares the board with the one it expects, so that the engine gets a history
//! that continues move by move, and an unexpected board is reported. The judge's
//! board is always the one that counts.

use game::{Drops, Game, History, IllegalMove, Place, Shape};
use thiserror::Error;

/// Maximum number of rows or columns. It bounds what a wrong size can make the
/// program read.
pub const MAX_SIDE: usize = 100;

/// Contents of a cell.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Cell {
    /// No stone; also the forbidden cell.
    Empty,
    /// A stone of the opponent.
    Other,
    /// A stone of the bot.
    Own,
}

/// What a judge sends in one turn.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct FullBoard {
    /// The opponent's last stone, if the judge sends it and there is one.
    pub last: Option<Place>,
    /// Top of each column, if the judge sends them: a stone lands on the row
    /// above it, and 0 means that the column is full.
    pub tops: Vec<i64>,
    /// Contents of every cell, row by row from the top.
    pub cells: Vec<Cell>,
}

/// What is wrong with a turn that still leaves a position to answer in.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum BoardError {
    /// The rules forbid the board; the reason. The expected board is used.
    #[error("the board is impossible: {0}")]
    Impossible(String),
    /// The turn cannot be read; what was found. The expected board is used.
    #[error("cannot read the board: {0}")]
    Unreadable(String),
    /// The board does not follow from the game so far. The judge's is used.
    #[error("the board does not follow from the game so far")]
    Unexpected,
    /// The judge's tops contradict its board. The board is used.
    #[error("the top of column {column} is {actual} on the board, but the judge sent {sent}")]
    Tops {
        /// The first column that differs.
        column: usize,
        /// Its top as the judge sent it.
        sent: i64,
        /// Its top on the board.
        actual: i64,
    },
}

/// Why there is no position to answer in.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum NoPosition {
    /// The game is over.
    #[error("a move is asked for after the end of the game")]
    Over,
    /// The board is impossible and none is expected.
    #[error("the board is impossible: {0}")]
    Impossible(String),
}

/// Follows a bot's games from the boards that a judge sends.
///
/// After [`BoardTracker::receive`] the history's state is the one to answer in,
/// with or without a [`BoardError`]; [`BoardTracker::answer`] adds the answer to
/// the history.
pub struct BoardTracker<G: Game> {
    drops: Drops<G>,
    game: Option<(Shape, History<G>)>,
    /// Is the opponent to move, because an error hid its move?
    guessing: bool,
}

impl<G: Game> BoardTracker<G> {
    /// A tracker before the first game.
    pub fn new(drops: Drops<G>) -> Self {
        BoardTracker { drops, game: None, guessing: false }
    }

    /// The current game, if there is one.
    pub fn history(&self) -> Option<&History<G>> {
        self.game.as_ref().map(|(_, history)| history)
    }

    /// Goes to the position that the judge sends on a board of this shape. If
    /// the turn could not be read, `board` is the reason, and the tracker goes
    /// to the position that it expects.
    pub fn receive(
        &mut self,
        shape: &Shape,
        board: Result<&FullBoard, String>,
    ) -> Result<(&History<G>, Option<BoardError>), NoPosition> {
        let empty = (self.drops.set_up)(shape, &[], &[]).map_err(NoPosition::Impossible)?;
        let expected = self.game.take().filter(|(known, _)| known == shape).map(|(_, history)| history);
        self.guessing = false;
        let (history, error) = match board {
            Ok(board) => match self.position(shape, board) {
                Ok(state) => {
                    let (history, unexpected) = lead_to(state, expected, empty);
                    (history, unexpected.or_else(|| self.wrong_top(&state, board)))
                }
                Err(why) => {
                    (self.as_expected(expected, empty, board.last), Some(BoardError::Impossible(why)))
                }
            },
            Err(what) => (self.as_expected(expected, empty, None), Some(BoardError::Unreadable(what))),
        };
        if history.state().outcome().is_some() {
            return Err(NoPosition::Over);
        }
        let (_, history) = &*self.game.insert((*shape, history));
        Ok((history, error))
    }

    /// Adds the bot's answer to the history and returns the cell on which its
    /// stone lands.
    ///
    /// Where an error left the opponent to move, the answer is a guess: it is
    /// checked, but the history keeps only the moves that are known.
    pub fn answer(&mut self, chosen: G::Move) -> Result<Place, IllegalMove> {
        let (_, history) = self.game.as_mut().expect("an answer comes after a request");
        let place = (self.drops.landing)(history.state(), chosen);
        if self.guessing {
            history.state().play(chosen)?;
        } else {
            history.play(chosen)?;
        }
        Ok(place.expect("a legal stone lands"))
    }

    fn position(&self, shape: &Shape, board: &FullBoard) -> Result<G, String> {
        let wanted = shape.rows * shape.columns;
        if board.cells.len() != wanted {
            return Err(format!("it has {} cells instead of {wanted}", board.cells.len()));
        }
        let of = |kind: Cell| -> Vec<Place> {
            let cells = board.cells.iter().enumerate().filter(|(_, cell)| **cell == kind);
            cells.map(|(i, _)| (i / shape.columns, i % shape.columns)).collect()
        };
        let (own, other) = (of(Cell::Own), of(Cell::Other));
        // The bot is to move: with equal numbers of stones it began.
        match other.len() > own.len() {
            true => (self.drops.set_up)(shape, &other, &own),
            false if other.len() == own.len() => (self.drops.set_up)(shape, &own, &other),
            false => Err(format!(
                "the bot has {} stones and the opponent {}, but the bot is to move",
                own.len(),
                other.len()
            )),
        }
    }

    /// The best guess without a board: the game as far as it is known, and the
    /// opponent's last move if that is legal.
    fn as_expected(&mut self, expected: Option<History<G>>, empty: G, last: Option<Place>) -> History<G> {
        let answered = expected.is_some();
        let mut history = expected.unwrap_or_else(|| History::new(empty));
        let played = last.and_then(|(_, column)| (self.drops.column)(column));
        let played = played.is_some_and(|m| history.play(m).is_ok());
        self.guessing = answered && !played;
        history
    }

    fn wrong_top(&self, state: &G, board: &FullBoard) -> Option<BoardError> {
        let mut tops = board.tops.iter().enumerate();
        let (column, &sent) = tops.find(|&(column, &sent)| sent != top(&self.drops, state, column))?;
        Some(BoardError::Tops { column, sent, actual: top(&self.drops, state, column) })
    }
}

/// Top of a column: one more than the row on which the next stone lands, and 0
/// if the column is full.
pub fn top<G: Game>(drops: &Drops<G>, state: &G, column: usize) -> i64 {
    let landing = (drops.column)(column).and_then(|m| (drops.landing)(state, m));
    landing.map_or(0, |(row, _)| row as i64 + 1)
}

/// The game that ends in `state`: the expected one continued by a move, a new
/// one, or one of which only this state is known.
fn lead_to<G: Game>(state: G, expected: Option<History<G>>, empty: G) -> (History<G>, Option<BoardError>) {
    let unexpected = expected.is_some().then_some(BoardError::Unexpected);
    let new = History::new(empty);
    if *new.state() == state {
        return (new, None);
    }
    let mut moves = Vec::with_capacity(G::MAX_MOVES);
    for mut history in expected.into_iter().chain([new]) {
        // One process may play both sides: then no move lies in between.
        if *history.state() == state {
            return (history, None);
        }
        history.state().legal_moves(&mut moves);
        let led = moves.iter().find(|&&m| history.state().play(m).is_ok_and(|next| next == state));
        if let Some(&m) = led {
            history.play(m).expect("the move is legal");
            return (history, None);
        }
    }
    (History::new(state), unexpected)
}
