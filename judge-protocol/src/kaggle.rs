//! Kaggle's ConnectX, as its `main.py` hands it on: one line of JSON in, the
//! number of a column out.
//!
//! ```text
//!   {"rows":6,"columns":7,"inarow":4,"mark":1,"board":[0,0,…]}     →     3
//! ```
//!
//! The board is row by row from the top, 0 for an empty cell and 1 or 2 for a
//! stone; `mark` is one's own number.

use std::io::{self, BufRead, Write};
use std::time::Instant;

use game::error::quote;
use game::{Game, GameOver, History};
use serde_json::Value;

use crate::line::read_line;
use crate::shown::{Cell, Drops, Fault, Grid, MOST, Session, Shown};

/// What a player is asked.
pub struct Turn<'a, G: Game> {
    /// The game so far; a move is wanted in its state.
    pub history: &'a History<G>,
    /// When the line had been read.
    pub received: Instant,
}

/// A dialogue with `main.py`, turn by turn.
pub struct Dialogue<G: Game> {
    session: Session<G>,
}

impl<G: Game> Dialogue<G> {
    /// A dialogue in which nothing has been said.
    pub fn new(drops: Drops<G>) -> Self {
        Dialogue { session: Session::new(drops) }
    }

    /// Reads a request, asks the player, writes the answer and flushes it.
    /// `false` if the input has ended instead. A request that makes no sense
    /// is an error: `main.py` knows what to do then.
    pub fn turn(
        &mut self,
        input: &mut impl BufRead,
        output: &mut impl Write,
        player: &mut impl FnMut(&Turn<G>) -> Result<G::Move, GameOver>,
    ) -> Result<bool, String> {
        let Some(line) = read_line(input).map_err(|error| error.to_string())? else {
            return Ok(false);
        };
        let received = Instant::now();
        let (grid, shown) = parse(&line).map_err(|why| format!("{}: {why}", quote(&line)))?;
        let (history, fault) = self.session.receive(&grid, Ok(&shown)).map_err(|error| error.to_string())?;
        if let Some(fault @ Fault::Board(_)) = fault {
            return Err(fault.to_string());
        }
        let chosen = player(&Turn { history, received }).map_err(|over| over.to_string())?;
        let (_, column) = self.session.answer(chosen).map_err(|illegal| illegal.to_string())?;
        write(output, column).map_err(|error| error.to_string())?;
        Ok(true)
    }
}

fn write(output: &mut impl Write, column: usize) -> io::Result<()> {
    output.write_all(format!("{column}\n").as_bytes())?;
    output.flush()
}

fn parse(line: &str) -> Result<(Grid, Shown), String> {
    let value: Value = serde_json::from_str(line).map_err(|error| error.to_string())?;
    let number = |name: &str| {
        let number = value[name].as_u64().filter(|&number| number <= MOST as u64);
        number.map(|number| number as usize).ok_or_else(|| format!("no number {name}"))
    };
    let (rows, columns, mark) = (number("rows")?, number("columns")?, number("mark")?);
    if number("inarow")? != 4 {
        return Err("four in a row it has to be".to_string());
    }
    let board = value["board"].as_array().ok_or("there is no board")?;
    let cells = board.iter().map(|cell| match cell.as_u64().ok_or("a cell is no number")? as usize {
        0 => Ok(Cell::Empty),
        own if own == mark => Ok(Cell::Own),
        1 | 2 => Ok(Cell::Other),
        _ => Err("a cell is 0, 1 or 2"),
    });
    let cells = cells.collect::<Result<_, _>>()?;
    Ok((Grid { rows, columns, forbidden: None }, Shown { last: None, tops: Vec::new(), cells }))
}

/// Serves `main.py` until the input ends.
pub fn serve<G: Game>(
    input: &mut impl BufRead,
    output: &mut impl Write,
    drops: Drops<G>,
    mut player: impl FnMut(&Turn<G>) -> Result<G::Move, GameOver>,
) -> Result<(), String> {
    let mut dialogue = Dialogue::new(drops);
    while dialogue.turn(input, output, &mut player)? {}
    Ok(())
}
