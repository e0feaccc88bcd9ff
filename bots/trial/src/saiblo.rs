//! Whole games by Saiblo's rules, on a board of plain numbers.

use std::time::Instant;

use anyhow::{Context, Result, ensure};
use connect4::State;
use game::{Game, Rng, Side};
use serde_json::{Value, json};

use crate::{Played, Process, Program};

/// Which version of its protocol the judge speaks.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Version {
    /// JSON behind a length.
    V1,
    /// Numbers, lists behind their length, and the bot greets.
    V2,
    /// Numbers.
    V3,
}

/// The judge's own board.
struct Board {
    rows: usize,
    columns: usize,
    forbidden: (usize, usize),
    /// 0, or 1 for the opponent's stone, or 2 for the bot's, row by row.
    cells: Vec<u8>,
    tops: Vec<usize>,
    last: Option<(usize, usize)>,
}

impl Board {
    fn new(rows: usize, columns: usize, forbidden: (usize, usize)) -> Board {
        let tops = (0..columns).map(|y| if (rows - 1, y) == forbidden { rows - 1 } else { rows }).collect();
        Board { rows, columns, forbidden, cells: vec![0; rows * columns], tops, last: None }
    }

    /// A stone falls; gives where it lies.
    fn drop(&mut self, column: usize, whose: u8) -> (usize, usize) {
        let row = self.tops[column] - 1;
        self.cells[row * self.columns + column] = whose;
        self.tops[column] = row;
        if row > 0 && (row - 1, column) == self.forbidden {
            self.tops[column] = row - 1;
        }
        (row, column)
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

/// What a frame holds.
fn frame(process: &mut Process) -> Result<String> {
    let length: [u8; 4] = process.bytes(4)?.try_into().unwrap_or_default();
    let length = u32::from_be_bytes(length);
    ensure!((1..=2048).contains(&length), "a frame of {length} bytes");
    Ok(String::from_utf8(process.bytes(length as usize)?)?)
}

fn read_answer(version: Version, text: &str) -> Result<(usize, usize)> {
    if version == Version::V1 {
        let value: Value = serde_json::from_str(text)?;
        let number = |name: &str| value[name].as_u64().context("no whole number in the answer");
        return Ok((number("X")? as usize, number("Y")? as usize));
    }
    let (row, column) = text.split_once(' ').context("two numbers are wanted")?;
    Ok((row.parse()?, column.parse()?))
}

/// Plays a game against random moves on the board that the judge might draw
/// with this lot, which also decides who begins.
pub fn game(bot: &Program, version: Version, lot: u64) -> Result<Played> {
    let bot = if version == Version::V2 { bot.clone().with(["--v2"]) } else { bot.clone() };
    let mut rng = Rng::with_seed(lot);
    let mut state = State::judges_board(rng.u64(..));
    let layout = state.layout();
    let forbidden = layout.forbidden.context("the judge's boards have a forbidden cell")?;
    let mut board = Board::new(layout.rows, layout.columns, forbidden);
    let side = [Side::First, Side::Second][lot as usize % 2];
    let mut process = bot.start()?;
    if version == Version::V2 {
        ensure!(frame(&mut process)? == "ok", "it does not greet");
    }
    process.write(board.opening(version));
    let mut played = Played::default();
    while state.outcome().is_none() {
        if state.side() != side {
            let m = state.random_move(&mut rng);
            state = state.play(m)?;
            board.last = Some(board.drop(m.number(), 1));
            continue;
        }
        let asked = Instant::now();
        process.write(board.turn(version));
        let text = frame(&mut process).with_context(|| format!("in {state}"))?;
        played.turns.push(asked.elapsed());
        let (row, column) = read_answer(version, &text)?;
        let m = connect4::Column::new(column).context("no such column")?;
        state = state.play(m)?;
        ensure!(board.drop(column, 2) == (row, column), "the stone does not land on {row} {column}");
    }
    if version == Version::V1 {
        process.write(message(&json!({ "type": 2 })));
    }
    process.finish()?.well()?;
    Ok(played)
}
