//! Saiblo's protocol.

use std::time::{Duration, Instant};

use anyhow::{Context, Result};
use game::{Cells, Drops, Game, History};
use serde_json::{Value, json};

use crate::connection::{Answer, Connection, SET_UP_LIMIT, off_the_board, start};
use crate::end::Ended;
use crate::fault::{Fault, FaultKind, garbage};
use crate::process::Process;
use crate::program::Program;

/// Version of the protocol.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Version {
    /// JSON after its length.
    V1,
    /// Numbers, lists after their length; the bot sends `ok` first.
    V2,
    /// Numbers.
    V3,
}

/// Maximum length of an answer, in bytes.
const MAX_ANSWER: u32 = 2048;

/// The board as the side to move gets it.
struct Board {
    rows: usize,
    columns: usize,
    /// Row and column; -1 and -1 if there is none.
    forbidden: (i64, i64),
    /// Row by row: 0, 1 for a stone of the opponent, 2 for an own stone.
    cells: Vec<u8>,
    /// A stone lands on the row above this one.
    tops: Vec<usize>,
    last: Option<(usize, usize)>,
}

impl Board {
    fn of<G: Game>(history: &History<G>, cells: &Cells<G>, drops: &Drops<G>) -> Board {
        let state = history.state();
        let shape = (drops.shape)(state);
        let (rows, columns) = (shape.rows, shape.columns);
        let forbidden = shape.forbidden.map_or((-1, -1), |(x, y)| (x as i64, y as i64));
        let number = |row, column| {
            (cells.stone)(state, (row, column)).map_or(0, |side| if side == state.side() { 2 } else { 1 })
        };
        let board = (0..rows * columns).map(|i| number(i / columns, i % columns)).collect();
        let taken = |row, column| number(row, column) != 0 || (row as i64, column as i64) == forbidden;
        let top = |column| (0..rows).rev().find(|&row| !taken(row, column)).map_or(0, |row| row + 1);
        let landed = |column: usize| (0..rows).find(|&row| number(row, column) != 0);
        let column = |m| (0..columns).find(|&column| (drops.column)(column) == Some(m));
        let last = history
            .moves()
            .last()
            .and_then(|&m| column(m))
            .and_then(|column| Some((landed(column)?, column)));
        Board { rows, columns, forbidden, cells: board, tops: (0..columns).map(top).collect(), last }
    }

    fn opening(&self, version: Version) -> String {
        let (x, y) = self.forbidden;
        match version {
            Version::V1 => {
                message(&json!({ "type": 0, "row": self.rows, "col": self.columns, "nox": x, "noy": y }))
            }
            _ => format!("{} {} {x} {y}\n", self.rows, self.columns),
        }
    }

    fn turn(&self, version: Version) -> String {
        let (x, y) = self.last.map_or((-1, -1), |(x, y)| (x as i64, y as i64));
        let list = |numbers: &mut dyn Iterator<Item = usize>| {
            numbers.map(|number| number.to_string()).collect::<Vec<_>>()
        };
        let tops = list(&mut self.tops.iter().copied());
        let cells = list(&mut self.cells.iter().map(|&cell| usize::from(cell)));
        match version {
            Version::V1 => {
                message(&json!({ "type": 1, "top": self.tops, "board": self.cells, "lastx": x, "lasty": y }))
            }
            Version::V2 => {
                let (n, m) = (tops.len(), cells.len());
                format!("{x} {y} {n} {} {m} {}\n", tops.join(" "), cells.join(" "))
            }
            Version::V3 => format!("{x} {y} {} {}\n", tops.join(" "), cells.join(" ")),
        }
    }
}

fn message(value: &Value) -> String {
    let text = value.to_string();
    format!("{:04}{text}", text.len())
}

/// Reads a frame; `take` gives the next bytes.
pub fn read_frame(mut take: impl FnMut(usize) -> Result<Vec<u8>, Fault>) -> Result<String, Fault> {
    let bytes = take(4)?;
    let length = bytes.iter().fold(0, |length, &byte| length << 8 | u32::from(byte));
    if !(1..=MAX_ANSWER).contains(&length) {
        let output = String::from_utf8_lossy(&bytes).into_owned();
        return Err(garbage(format!("a frame of {length} bytes"), &output));
    }
    Ok(String::from_utf8_lossy(&take(length as usize)?).into_owned())
}

/// Reads the row and the column of an answer.
pub fn read_answer(version: Version, text: &str) -> Result<(usize, usize)> {
    if version == Version::V1 {
        let value: Value = serde_json::from_str(text)?;
        let number = |name: &str| value[name].as_u64().context("X or Y is not an integer");
        return Ok((number("X")? as usize, number("Y")? as usize));
    }
    let (row, column) = text.split_once(' ').context("not of the form row column")?;
    Ok((row.parse()?, column.parse()?))
}

/// A bot for Saiblo's Connect-4.
pub struct Saiblo<G: Game> {
    program: Program,
    cells: Cells<G>,
    drops: Drops<G>,
    version: Version,
    running: Option<Process>,
}

impl<G: Game> Saiblo<G> {
    /// A connection to this program in this version of the protocol.
    pub fn new(program: Program, cells: Cells<G>, drops: Drops<G>, version: Version) -> Self {
        Saiblo { program, cells, drops, version, running: None }
    }

    /// Starts the program and sends the board's shape, unless it runs.
    fn begin(&mut self, board: &Board) -> Result<&mut Process, Fault> {
        if self.running.is_none() {
            let mut process = start(&self.program)?;
            process.allow(Some(SET_UP_LIMIT));
            if self.version == Version::V2 {
                let greeting = read_frame(|count| process.bytes(count))?;
                if greeting != "ok" {
                    return Err(garbage("the greeting is not ok", &greeting));
                }
            }
            process.write(board.opening(self.version));
            self.running = Some(process);
        }
        self.running.as_mut().ok_or_else(|| Fault::new(FaultKind::Crashed, "the bot does not run"))
    }
}

impl<G: Game> Connection<G> for Saiblo<G> {
    fn ask(&mut self, history: &History<G>, limit: Duration) -> Result<Answer<G::Move>, Fault> {
        let board = Board::of(history, &self.cells, &self.drops);
        let (version, drops) = (self.version, self.drops);
        let process = self.begin(&board)?;
        let asked = Instant::now();
        process.allow(Some(limit));
        process.write(board.turn(version));
        let output = read_frame(|count| process.bytes(count))?;
        let (row, column) = read_answer(version, &output)
            .map_err(|error| garbage(format!("no answer ({error})"), &output))?;
        let played = (drops.column)(column).ok_or_else(|| off_the_board(&output))?;
        let lands = board.tops.get(column).and_then(|top| top.checked_sub(1));
        if lands.is_some_and(|lands| lands != row) && history.state().is_legal(played) {
            return Err(Fault::new(FaultKind::Illegal, format!("no stone lands on {row} {column}")));
        }
        Ok(Answer::since(asked, played))
    }

    fn finish(&mut self, limit: Duration) -> Result<Ended> {
        let mut process = self.running.take().context("the bot was never started")?;
        if self.version == Version::V1 {
            process.write(message(&json!({ "type": 2 })));
        }
        process.finish_within(limit)
    }
}
