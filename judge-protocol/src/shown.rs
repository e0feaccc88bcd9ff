//! Boards that are shown whole: how judges of Connect-4 tell the position.
//!
//! Such a judge does not tell the moves of a game but every cell of the board,
//! at every turn. The board that is shown decides; it is compared with the one
//! that was expected, so that an engine hears of a game that goes on as one
//! that goes on, and somebody hears of it when the two differ.

use std::error;
use std::fmt;

use game::{Game, History, IllegalMove};

/// A cell: row from the top and column from the left, both from 0.
pub type Place = (usize, usize);

/// No judge has more rows or columns than this. It bounds what a wrong size
/// can make us read.
pub const MOST: usize = 100;

/// The board of a game, without its stones.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Grid {
    /// How many rows.
    pub rows: usize,
    /// How many columns.
    pub columns: usize,
    /// The cell that no stone can take.
    pub forbidden: Option<Place>,
}

/// What a cell shows.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Cell {
    /// No stone (on the forbidden cell, too).
    Empty,
    /// A stone of the opponent.
    Other,
    /// A stone of one's own.
    Own,
}

/// What a judge shows in one turn.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Shown {
    /// The opponent's last stone, if the judge tells and there is one.
    pub last: Option<Place>,
    /// The row below which each column is full, if the judge tells: a stone
    /// lands on the row above it, and 0 is a column without room.
    pub tops: Vec<i64>,
    /// Every cell, row by row from the top.
    pub cells: Vec<Cell>,
}

/// Makes the position with these stones of the first player and of the
/// second, or says what is wrong with it, in one line.
pub type SetUp<G> = fn(&Grid, &[Place], &[Place]) -> Result<G, String>;

/// What a game has to say to be played on such a board.
pub struct Drops<G: Game> {
    /// Positions out of stones.
    pub set_up: SetUp<G>,
    /// The move that drops a stone into this column.
    pub column: fn(usize) -> Option<G::Move>,
    /// Where the stone of a legal move comes to lie.
    pub landing: fn(&G, G::Move) -> Option<Place>,
}

impl<G: Game> Clone for Drops<G> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<G: Game> Copy for Drops<G> {}

/// What is wrong with a turn that leaves a position all the same.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Fault {
    /// There is no such board: what is wrong with it. The expected one stands
    /// in for it.
    Board(String),
    /// Nothing was shown that could be read: what came instead.
    Unreadable(String),
    /// The board is not what the game so far leads to. It is believed.
    Unexpected,
    /// The judge's tops are not those of the board. The board is believed.
    Tops {
        /// The first column that differs.
        column: usize,
        /// Its top according to the judge.
        told: i64,
        /// Its top according to the board.
        seen: i64,
    },
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match self {
            Fault::Board(why) => write!(f, "the board is impossible: {why}"),
            Fault::Unreadable(what) => write!(f, "no board: {what}"),
            Fault::Unexpected => f.write_str("the board is not what the game led to"),
            Fault::Tops { column, told, seen } => {
                write!(f, "the top of column {column} is {seen} on the board, and {told} is told")
            }
        }
    }
}

impl error::Error for Fault {}

/// Why there is nothing to answer.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum NoPosition {
    /// A move is asked for after the end of the game.
    Over,
    /// There is no such board, and nothing else to go by.
    Impossible(String),
}

impl fmt::Display for NoPosition {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match self {
            NoPosition::Over => f.write_str("a move is asked for after the end of the game"),
            NoPosition::Impossible(why) => write!(f, "the board is impossible: {why}"),
        }
    }
}

impl error::Error for NoPosition {}

/// One seat, game after game.
///
/// After [`Session::receive`] the history's state is the one to answer in,
/// fault or not, and [`Session::answer`] puts the answer into the history.
pub struct Session<G: Game> {
    drops: Drops<G>,
    game: Option<(Grid, History<G>)>,
    /// Is the opponent to move, because a fault hid its move?
    guessing: bool,
}

impl<G: Game> Session<G> {
    /// A seat in which nobody has played.
    pub fn new(drops: Drops<G>) -> Self {
        Session { drops, game: None, guessing: false }
    }

    /// The game that goes on, unless there has been none.
    pub fn history(&self) -> Option<&History<G>> {
        self.game.as_ref().map(|(_, history)| history)
    }

    /// Goes to the position that is shown on this board (or, if it is not to
    /// be read, as near to it as can be).
    pub fn receive(
        &mut self,
        grid: &Grid,
        shown: Result<&Shown, String>,
    ) -> Result<(&History<G>, Option<Fault>), NoPosition> {
        let empty = (self.drops.set_up)(grid, &[], &[]).map_err(NoPosition::Impossible)?;
        let expected = self.game.take().filter(|(known, _)| known == grid).map(|(_, history)| history);
        self.guessing = false;
        let (history, fault) = match shown {
            Ok(shown) => match self.position(grid, shown) {
                Ok(state) => {
                    let (history, unexpected) = lead_to(state, expected, empty);
                    (history, unexpected.or_else(|| self.wrong_top(&state, shown)))
                }
                Err(why) => (self.as_expected(expected, empty, shown.last), Some(Fault::Board(why))),
            },
            Err(what) => (self.as_expected(expected, empty, None), Some(Fault::Unreadable(what))),
        };
        if history.state().outcome().is_some() {
            return Err(NoPosition::Over);
        }
        let (_, history) = &*self.game.insert((*grid, history));
        Ok((history, fault))
    }

    /// Puts our answer into the history and says where its stone lands.
    ///
    /// Where a fault left the opponent to move, the answer is a guess: it is
    /// checked, but the history stays with the moves that are known.
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

    fn position(&self, grid: &Grid, shown: &Shown) -> Result<G, String> {
        let wanted = grid.rows * grid.columns;
        if shown.cells.len() != wanted {
            return Err(format!("it has {} cells instead of {wanted}", shown.cells.len()));
        }
        let of = |kind: Cell| -> Vec<Place> {
            let cells = shown.cells.iter().enumerate().filter(|(_, cell)| **cell == kind);
            cells.map(|(i, _)| (i / grid.columns, i % grid.columns)).collect()
        };
        let (own, other) = (of(Cell::Own), of(Cell::Other));
        // It is our turn: with as many stones as the other we began.
        match other.len() > own.len() {
            true => (self.drops.set_up)(grid, &other, &own),
            false if other.len() == own.len() => (self.drops.set_up)(grid, &own, &other),
            false => Err(format!("own stones are {} to {}, and it is our turn", own.len(), other.len())),
        }
    }

    /// The best guess where the board is no help: the game as far as it is
    /// known, and the opponent's last move if that fits.
    fn as_expected(&mut self, expected: Option<History<G>>, empty: G, last: Option<Place>) -> History<G> {
        let answered = expected.is_some();
        let mut history = expected.unwrap_or_else(|| History::new(empty));
        let played = last.and_then(|(_, column)| (self.drops.column)(column));
        let heard = played.is_some_and(|m| history.play(m).is_ok());
        self.guessing = answered && !heard;
        history
    }

    fn wrong_top(&self, state: &G, shown: &Shown) -> Option<Fault> {
        let seen = |column| {
            let place = (self.drops.column)(column).and_then(|m| (self.drops.landing)(state, m));
            place.map_or(0, |(row, _)| row as i64 + 1)
        };
        let mut tops = shown.tops.iter().enumerate();
        let (column, &told) = tops.find(|&(column, &told)| told != seen(column))?;
        Some(Fault::Tops { column, told, seen: seen(column) })
    }
}

/// The game that ends in `state`: the expected one gone on by a move, or a new
/// one, or one of which only this state is known.
fn lead_to<G: Game>(state: G, expected: Option<History<G>>, empty: G) -> (History<G>, Option<Fault>) {
    let surprised = expected.is_some().then_some(Fault::Unexpected);
    let new = History::new(empty);
    if *new.state() == state {
        return (new, None);
    }
    let mut moves = Vec::with_capacity(G::MAX_MOVES);
    for mut history in expected.into_iter().chain([new]) {
        // One seat may play both sides: then nobody has moved in between.
        if *history.state() == state {
            return (history, None);
        }
        history.state().legal_moves(&mut moves);
        let led = moves.iter().find(|&&m| history.state().play(m).is_ok_and(|next| next == state));
        if let Some(&m) = led {
            history.play(m).expect("it was legal just now");
            return (history, None);
        }
    }
    (History::new(state), surprised)
}
