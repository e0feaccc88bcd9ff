//! Kaggle's ConnectX, the side of `main.py`.

use std::time::{Duration, Instant};

use anyhow::{Context, Result};
use contest::GameClock;
use game::{Cells, Drops, Game, History};
use serde_json::json;

use crate::connection::{Answer, Connection, off_the_board, start};
use crate::end::Ended;
use crate::fault::{Fault, garbage};
use crate::process::Process;
use crate::program::Program;

/// Reads a bot's line: the number of a column. The move need not be legal.
pub fn read_answer<G: Game>(drops: &Drops<G>, output: &str) -> Result<G::Move, Fault> {
    let column = output.parse().map_err(|error| garbage(format!("no column ({error})"), output))?;
    (drops.column)(column).ok_or_else(|| off_the_board(output))
}

/// A bot for Kaggle's ConnectX.
///
/// With a clock a request has Kaggle's two fields about the time: the free time of a move
/// and what is left of the bank, in seconds.
pub struct Kaggle<G: Game> {
    program: Program,
    cells: Cells<G>,
    drops: Drops<G>,
    clock: Option<GameClock>,
    running: Option<Process>,
}

impl<G: Game> Kaggle<G> {
    /// A connection to this program.
    pub fn new(program: Program, cells: Cells<G>, drops: Drops<G>) -> Self {
        Kaggle { program, cells, drops, clock: None, running: None }
    }

    /// The same with this clock.
    pub fn on(self, clock: GameClock) -> Self {
        Kaggle { clock: Some(clock), ..self }
    }
}

impl<G: Game> Connection<G> for Kaggle<G> {
    fn ask(&mut self, history: &History<G>, limit: Duration) -> Result<Answer<G::Move>, Fault> {
        let state = history.state();
        let (rows, columns) = (self.cells.size)(state);
        let cells = (0..rows).flat_map(|row| (0..columns).map(move |column| (row, column)));
        let number = |place| (self.cells.stone)(state, place).map_or(0, |side| side.index() + 1);
        let board: Vec<usize> = cells.map(number).collect();
        let mark = state.side().index() + 1;
        let mut request =
            json!({ "board": board, "mark": mark, "rows": rows, "columns": columns, "inarow": 4 });
        if let Some(clock) = &self.clock {
            request["actTimeout"] = clock.control().free.as_secs_f64().into();
            request["remainingOverageTime"] = clock.bank().as_secs_f64().into();
        }
        let asked = Instant::now();
        let process = match &mut self.running {
            Some(process) => process,
            empty => empty.insert(start(&self.program)?),
        };
        process.allow(Some(limit));
        process.write(format!("{request}\n"));
        let output = process.line()?;
        Ok(Answer::since(asked, read_answer(&self.drops, &output)?))
    }

    fn set_clock(&mut self, clock: &GameClock, _moves_left: u32) {
        self.clock = Some(*clock);
    }

    fn finish(&mut self, limit: Duration) -> Result<Ended> {
        self.running.take().context("the bot was never started")?.finish_within(limit)
    }
}
