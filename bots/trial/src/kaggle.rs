//! Whole games of ConnectX, asked as `main.py` asks.

use std::time::Instant;

use anyhow::{Context, Result};
use connect4::{Classic, Column};
use game::{Game, Rng, Side};
use serde_json::json;

use crate::{Played, Program};

/// Plays a game against random moves. The seed also decides who begins.
pub fn game(bot: &Program, seed: u64) -> Result<Played> {
    let side = [Side::First, Side::Second][seed as usize % 2];
    let mut rng = Rng::with_seed(seed);
    let mut state = Classic::start();
    let (rows, columns) = (state.rows(), state.columns());
    let mut process = bot.start()?;
    let mut played = Played::default();
    while state.outcome().is_none() {
        let m = if state.side() == side {
            let cells = (0..rows).flat_map(|row| (0..columns).map(move |column| (row, column)));
            let number = |(row, column)| state.stone(row, column).map_or(0, |side| side.index() + 1);
            let board: Vec<usize> = cells.map(number).collect();
            let request = json!({
                "board": board, "mark": side.index() + 1, "rows": rows, "columns": columns, "inarow": 4
            });
            let asked = Instant::now();
            process.write(format!("{request}\n"));
            let line = process.line().with_context(|| format!("in {state}"))?;
            played.turns.push(asked.elapsed());
            Column::new(line.parse()?).context("no such column")?
        } else {
            state.random_move(&mut rng)
        };
        state = state.play(m)?;
    }
    process.finish()?.well()?;
    Ok(played)
}
