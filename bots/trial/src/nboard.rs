//! Whole games under a user interface that speaks NBoard.

use std::time::Instant;

use anyhow::{Context, Result, ensure};
use game::{Game, Rng, Side};
use othello::State;

use crate::{Played, Process, Program};

/// What the engine says before it answers the next ping.
fn until_pong(process: &mut Process, number: usize) -> Result<Vec<String>> {
    process.write(format!("ping {number}\n"));
    let mut lines = Vec::new();
    loop {
        let line = process.line()?;
        if line == format!("pong {number}") {
            return Ok(lines);
        }
        lines.push(line);
    }
}

/// Plays a game against random moves. The seed also decides who begins.
pub fn game(bot: &Program, seed: u64) -> Result<Played> {
    let side = [Side::First, Side::Second][seed as usize % 2];
    let mut rng = Rng::with_seed(seed);
    let mut state = State::start();
    let mut process = bot.start()?;
    process.write("nboard 2\nset depth 10\nset contempt 0\n");
    let start = format!("---------------------------O*------*O{} *", "-".repeat(27));
    process.write(format!("set game (;GM[Othello]PC[NBoard]PB[a]PW[b]RE[?]TI[0//0]TY[8]BO[8 {start}];)\n"));
    let hello = until_pong(&mut process, 0)?;
    ensure!(hello.iter().any(|line| line.starts_with("set myname ")), "it has no name: {hello:?}");
    let mut played = Played::default();
    let mut turn = 0;
    while state.outcome().is_none() {
        turn += 1;
        let m = if state.side() == side {
            let asked = Instant::now();
            process.write("go\n");
            let lines = until_pong(&mut process, turn)?;
            played.turns.push(asked.elapsed());
            let answers: Vec<_> = lines.iter().filter_map(|line| line.strip_prefix("=== ")).collect();
            ensure!(answers.len() == 1, "go is answered by {lines:?}");
            let word = answers[0].split('/').next().context("no move")?;
            state.parse_move(word)?
        } else {
            state.random_move(&mut rng)
        };
        let text = match m.place() {
            Some((row, column)) => format!("{}{}", char::from(b'A' + column as u8), row + 1),
            None => "PA".to_string(),
        };
        process.write(format!("move {text}/0.50/0.1\n"));
        state = state.play(m)?;
    }
    let said = until_pong(&mut process, 1000)?;
    ensure!(said.is_empty(), "a move was not understood: {said:?}");
    process.write("quit\n");
    process.finish()?.well()?;
    Ok(played)
}
