//! Kaggle's ConnectX, as `main.py` passes it on: one line of JSON in, the number
//! of a column out.
//!
//! ```text
//!   {"rows":6,"columns":7,"inarow":4,"mark":1,"board":[0,0,…]}     →     3
//! ```
//!
//! The board is row by row from the top, 0 for an empty cell and 1 or 2 for a
//! stone; `mark` is the number of the bot's stones. Two fields more are Kaggle's clock, if
//! the line has them: `actTimeout`, the seconds of a move that are free, and
//! `remainingOverageTime`, the seconds left for what the moves of the game take beyond that.

use std::io::{self, BufRead, Write};
use std::time::{Duration, Instant};

use game::error::quote;
use game::{Drops, Game, GameOver, History, IllegalMove, Shape};
use serde_json::Value;
use thiserror::Error;

use crate::full_board::{BoardError, BoardTracker, Cell, FullBoard, MAX_SIDE, NoPosition};
use crate::line::{LineError, read_line};

/// Number of stones in line that wins, in the game that the bot plays.
const IN_A_ROW: usize = 4;

/// Error of a session. The bot writes no answer, and `main.py` chooses a move.
#[derive(Debug, Error)]
pub enum KaggleError {
    /// The line cannot be read.
    #[error(transparent)]
    Line(#[from] LineError),
    /// The line is not a request.
    #[error("{line}: {why}")]
    Unreadable {
        /// The line, quoted.
        line: String,
        /// What is wrong with it.
        why: String,
    },
    /// The rules forbid the board.
    #[error(transparent)]
    Board(BoardError),
    /// There is no position to answer in.
    #[error(transparent)]
    NoPosition(#[from] NoPosition),
    /// The engine found no move.
    #[error(transparent)]
    NoMove(#[from] GameOver),
    /// The engine chose an illegal move.
    #[error("the engine's move is illegal: {0}")]
    IllegalAnswer(IllegalMove),
    /// Writing failed.
    #[error(transparent)]
    Io(#[from] io::Error),
}

/// A request for a move.
pub struct KaggleTurn<'a, G: Game> {
    /// The game so far; the engine moves in its state.
    pub history: &'a History<G>,
    /// Time per move, if the line has it.
    pub free: Option<Duration>,
    /// Time left for what moves take beyond that, if the line has it.
    pub bank: Option<Duration>,
    /// Time at which the line had been read.
    pub received: Instant,
}

/// A bot's session with `main.py`, turn by turn.
pub struct KaggleSession<G: Game> {
    tracker: BoardTracker<G>,
}

impl<G: Game> KaggleSession<G> {
    /// A session before its first request.
    pub fn new(drops: Drops<G>) -> Self {
        KaggleSession { tracker: BoardTracker::new(drops) }
    }

    /// Reads a request, asks the engine, writes the answer and flushes it.
    /// `false` if the input has ended.
    pub fn turn(
        &mut self,
        input: &mut impl BufRead,
        output: &mut impl Write,
        engine: &mut impl FnMut(&KaggleTurn<G>) -> Result<G::Move, GameOver>,
    ) -> Result<bool, KaggleError> {
        let Some(line) = read_line(input)? else {
            return Ok(false);
        };
        let received = Instant::now();
        let Request { shape, board, free, bank } =
            parse(&line).map_err(|why| KaggleError::Unreadable { line: quote(&line), why })?;
        let (history, error) = self.tracker.receive(&shape, Ok(&board))?;
        if let Some(error @ BoardError::Impossible(_)) = error {
            return Err(KaggleError::Board(error));
        }
        let chosen = engine(&KaggleTurn { history, free, bank, received })?;
        let (_, column) = self.tracker.answer(chosen).map_err(KaggleError::IllegalAnswer)?;
        output.write_all(format!("{column}\n").as_bytes())?;
        output.flush()?;
        Ok(true)
    }
}

/// A line of `main.py`.
struct Request {
    shape: Shape,
    board: FullBoard,
    free: Option<Duration>,
    bank: Option<Duration>,
}

/// A time in seconds. A field that is missing or no time is not there: the bot plays on
/// with the limits that it knows.
fn seconds(value: &Value) -> Option<Duration> {
    Duration::try_from_secs_f64(value.as_f64()?).ok()
}

fn parse(line: &str) -> Result<Request, String> {
    let value: Value = serde_json::from_str(line).map_err(|error| error.to_string())?;
    let number = |name: &str| {
        let number = value[name].as_u64().filter(|&number| number <= MAX_SIDE as u64);
        let wanted = || format!("{name} must be a number from 0 to {MAX_SIDE}");
        number.map(|number| number as usize).ok_or_else(wanted)
    };
    let (rows, columns, mark) = (number("rows")?, number("columns")?, number("mark")?);
    let in_a_row = number("inarow")?;
    if in_a_row != IN_A_ROW {
        return Err(format!("unsupported inarow {in_a_row}; only {IN_A_ROW} is supported"));
    }
    let board = value["board"].as_array().ok_or("the board is missing")?;
    let cells = board.iter().map(|cell| match cell.as_u64().ok_or("a cell is not a number")? as usize {
        0 => Ok(Cell::Empty),
        own if own == mark => Ok(Cell::Own),
        1 | 2 => Ok(Cell::Other),
        _ => Err("a cell must be 0, 1 or 2"),
    });
    let cells = cells.collect::<Result<_, _>>()?;
    Ok(Request {
        shape: Shape { rows, columns, forbidden: None },
        board: FullBoard { last: None, tops: Vec::new(), cells },
        free: seconds(&value["actTimeout"]),
        bank: seconds(&value["remainingOverageTime"]),
    })
}

/// Serves `main.py` until the input ends.
pub fn serve<G: Game>(
    input: &mut impl BufRead,
    output: &mut impl Write,
    drops: Drops<G>,
    mut engine: impl FnMut(&KaggleTurn<G>) -> Result<G::Move, GameOver>,
) -> Result<(), KaggleError> {
    let mut session = KaggleSession::new(drops);
    while session.turn(input, output, &mut engine)? {}
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_clock_of_a_request_is_optional_and_may_be_anything() {
        let times = |fields: &str| {
            let line = format!(r#"{{"rows":1,"columns":1,"inarow":4,"mark":1,"board":[0]{fields}}}"#);
            let Request { free, bank, .. } = parse(&line).unwrap_or_else(|why| panic!("{why}"));
            [free, bank].map(|time| time.map(|time| time.as_secs_f64()))
        };
        assert_eq!(times(""), [None, None]);
        assert_eq!(times(r#","actTimeout":2,"remainingOverageTime":57.5"#), [Some(2.0), Some(57.5)]);
        for odd in ["null", "-1", "1e300", "\"60\"", "[]", "true"] {
            assert_eq!(times(&format!(r#","remainingOverageTime":{odd}"#)), [None, None], "{odd}");
        }
    }
}
