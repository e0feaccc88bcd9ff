//! Botzone's language.

use std::time::{Duration, Instant};

use anyhow::{Context, Result, ensure};
use game::{Cells, Game, History, Side};
use serde_json::{Value, json};

use crate::dialogue::{Answer, Dialogue, off_the_board, start};
use crate::end::Ended;
use crate::fault::Fault;
use crate::process::Process;
use crate::program::Program;

/// What a bot that keeps running says after each answer.
pub const KEEP_RUNNING: &str = ">>>BOTZONE_REQUEST_KEEP_RUNNING<<<";

/// How the judge talks to the bot.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Way {
    /// In JSON, or in the simple form?
    pub json: bool,
    /// One process for the game, or one per turn?
    pub kept: bool,
}

impl Way {
    /// Each of the four.
    pub const ALL: [Way; 4] = [
        Way { json: true, kept: true },
        Way { json: true, kept: false },
        Way { json: false, kept: true },
        Way { json: false, kept: false },
    ];
}

type Pair = (i64, i64);

/// Reads an answer strictly: all of it is JSON, or its first line two numbers.
pub fn read_answer(json: bool, text: &str) -> Result<Pair> {
    if json {
        let value: Value = serde_json::from_str(text)?;
        let number = |name: &str| value["response"][name].as_i64().context("no whole number in the response");
        return Ok((number("x")?, number("y")?));
    }
    let line = text.lines().next().unwrap_or_default();
    let (x, y) = line.split_once(' ').context("two numbers are wanted")?;
    let pair = (x.parse()?, y.parse()?);
    ensure!(line == format!("{} {}", pair.0, pair.1), "one blank, nothing before, nothing behind");
    Ok(pair)
}

fn object((x, y): Pair) -> Value {
    json!({ "x": x, "y": y })
}

/// What the site writes in a turn: everything to a fresh process.
fn request(json: bool, fresh: bool, requests: &[Pair], responses: &[Pair]) -> String {
    let newest = requests[requests.len() - 1];
    match (json, fresh) {
        (true, false) => format!("{}\n", object(newest)),
        (false, false) => format!("{} {}\n", newest.0, newest.1),
        (true, true) => {
            let list = |pairs: &[Pair]| pairs.iter().copied().map(object).collect::<Vec<_>>();
            format!("{}\n", json!({ "requests": list(requests), "responses": list(responses) }))
        }
        (false, true) => {
            let mut lines = format!("{}\n", requests.len());
            for (turn, (x, y)) in requests.iter().enumerate() {
                lines += &format!("{x} {y}\n");
                if let Some((x, y)) = responses.get(turn) {
                    lines += &format!("{x} {y}\n");
                }
            }
            lines
        }
    }
}

/// A bot of Botzone. Its game begins in the usual position.
pub struct Botzone<G: Game> {
    program: Program,
    cells: Cells<G>,
    way: Way,
    running: Option<Process>,
    /// Of processes that have ended.
    complaints: String,
}

impl<G: Game> Botzone<G> {
    /// This program, asked in this way.
    pub fn new(program: Program, cells: Cells<G>, way: Way) -> Self {
        Botzone { program, cells, way, running: None, complaints: String::new() }
    }

    /// The opponent's moves and the bot's own.
    fn talk(&self, history: &History<G>) -> (Vec<Pair>, Vec<Pair>) {
        let (mut requests, mut responses) = (Vec::new(), Vec::new());
        let side = history.state().side();
        if side == Side::First {
            requests.push((-1, -1));
        }
        let mut state = *history.start();
        for &m in history.moves() {
            let list = if state.side() == side { &mut responses } else { &mut requests };
            // `x` is the column, `y` the row; (-1, -1) is a pass.
            let place = (self.cells.place)(&state, m);
            list.push(place.map_or((-1, -1), |(row, column)| (column as i64, row as i64)));
            state.play_unchecked(m);
        }
        (requests, responses)
    }
}

impl<G: Game> Dialogue<G> for Botzone<G> {
    fn ask(&mut self, history: &History<G>, limit: Duration) -> Result<Answer<G::Move>, Fault> {
        let (requests, responses) = self.talk(history);
        let asked = Instant::now();
        let fresh = self.running.is_none();
        let mut process = match self.running.take() {
            Some(process) => process,
            None => start(&self.program)?,
        };
        process.allow(Some(limit.saturating_sub(asked.elapsed())));
        process.write(request(self.way.json, fresh, &requests, &responses));
        let said = match self.way.kept {
            true => until_it_waits(&mut process)?,
            false => {
                process.close_input();
                process.rest()?
            }
        };
        let (x, y) = read_answer(self.way.json, said.trim_end())
            .map_err(|error| Fault::garbage(format!("no answer ({error})"), &said))?;
        let place = usize::try_from(y).ok().zip(usize::try_from(x).ok());
        let played = match (x, y) {
            (-1, -1) => self.cells.pass,
            _ => place.and_then(|place| (self.cells.move_at)(history.state(), place)),
        };
        let played = played.ok_or_else(|| off_the_board(&said))?;
        let answer = Answer::since(asked, played);
        match self.way.kept {
            true => self.running = Some(process),
            // On the site a runtime error loses whatever was said before it.
            false => self.complaints += &process.farewell()?,
        }
        Ok(answer)
    }

    fn finish(self) -> Result<Ended> {
        match self.running {
            Some(process) => process.finish(),
            None => Ok(Ended { stdout: String::new(), stderr: self.complaints, code: Some(0) }),
        }
    }
}

/// What a bot says before it waits for the next request.
fn until_it_waits(process: &mut Process) -> Result<String, Fault> {
    let mut said = String::new();
    loop {
        let line = process.line()?;
        if line == KEEP_RUNNING {
            return Ok(said);
        }
        said += &format!("{line}\n");
    }
}
