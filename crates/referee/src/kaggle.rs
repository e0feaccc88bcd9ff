//! ConnectX, asked as `main.py` asks.

use std::time::{Duration, Instant};

use anyhow::{Context, Result};
use connect4::{Classic, Column};
use game::History;
use serde_json::json;

use crate::dialogue::{Answer, Dialogue, off_the_board, start};
use crate::end::Ended;
use crate::fault::Fault;
use crate::process::Process;
use crate::program::Program;

/// A bot for Kaggle's ConnectX.
pub struct Kaggle {
    program: Program,
    running: Option<Process>,
}

impl Kaggle {
    /// This program.
    pub fn new(program: Program) -> Self {
        Kaggle { program, running: None }
    }
}

impl Dialogue<Classic> for Kaggle {
    fn ask(&mut self, history: &History<Classic>, limit: Duration) -> Result<Answer<Column>, Fault> {
        let state = history.state();
        let (rows, columns) = (state.rows(), state.columns());
        let cells = (0..rows).flat_map(|row| (0..columns).map(move |column| (row, column)));
        let number = |(row, column)| state.stone(row, column).map_or(0, |side| side.index() + 1);
        let board: Vec<usize> = cells.map(number).collect();
        let mark = game::Game::side(state).index() + 1;
        let request = json!({ "board": board, "mark": mark, "rows": rows, "columns": columns, "inarow": 4 });
        let asked = Instant::now();
        let process = match &mut self.running {
            Some(process) => process,
            empty => empty.insert(start(&self.program)?),
        };
        process.allow(Some(limit));
        process.write(format!("{request}\n"));
        let said = process.line()?;
        let column = said.parse().map_err(|error| Fault::garbage(format!("no column ({error})"), &said))?;
        Ok(Answer::since(asked, Column::new(column).ok_or_else(|| off_the_board(&said))?))
    }

    fn finish(self) -> Result<Ended> {
        self.running.context("it was never asked")?.finish()
    }
}
