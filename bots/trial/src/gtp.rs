//! Whole games under a controller that speaks GTP.

use std::time::Instant;

use anyhow::{Context, Result, ensure};
use game::{Game, Rng, Side};

use crate::games::Vertices;
use crate::{Played, Process, Program};

/// Sends a command with this number; gives the result of a good answer.
fn say(process: &mut Process, number: usize, command: &str) -> Result<String> {
    process.write(format!("{number} {command}\n"));
    let first = process.line().with_context(|| format!("after {command}"))?;
    let result = first.strip_prefix(&format!("={number}"));
    let result = result.with_context(|| format!("{command} is answered by {first}"))?;
    let mut result = result.trim_start().to_string();
    loop {
        let line = process.line()?;
        if line.is_empty() {
            return Ok(result);
        }
        result += &format!("\n{line}");
    }
}

/// Plays a game against random moves. The seed also decides who begins.
pub fn game<G: Game>(bot: &Program, vertices: Vertices<G>, seed: u64) -> Result<Played> {
    let side = [Side::First, Side::Second][seed as usize % 2];
    let mut rng = Rng::with_seed(seed);
    let mut state = G::start();
    let mut process = bot.start()?;
    let mut numbers = 1..;
    let mut say =
        |process: &mut Process, command: &str| say(process, numbers.next().context("numbers end")?, command);
    ensure!(say(&mut process, "protocol_version")? == "2", "another version");
    say(&mut process, &format!("boardsize {}", vertices.size))?;
    say(&mut process, "clear_board")?;
    let mut played = Played::default();
    while state.outcome().is_none() {
        let colour = ["black", "white"][state.side().index()];
        ensure!(say(&mut process, "gogui-rules_side_to_move")? == colour, "the other side to move");
        let m = if state.side() == side {
            let asked = Instant::now();
            let vertex = say(&mut process, &format!("genmove {colour}"))?;
            played.turns.push(asked.elapsed());
            (vertices.read)(&vertex).with_context(|| format!("{vertex} is off the board"))?
        } else {
            let m = state.random_move(&mut rng);
            say(&mut process, &format!("play {colour} {}", (vertices.write)(m)))?;
            m
        };
        state = state.play(m)?;
    }
    ensure!(!say(&mut process, "final_score")?.is_empty(), "no score");
    say(&mut process, "quit")?;
    process.finish()?.well()?;
    Ok(played)
}
