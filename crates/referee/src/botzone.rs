//! Botzone's protocol.

use std::time::{Duration, Instant};

use anyhow::{Context, Result, ensure};
use game::{Cells, Game, History, Side};
use serde_json::{Value, json};

use crate::connection::{Answer, Connection, off_the_board, start};
use crate::end::Ended;
use crate::fault::{Fault, garbage};
use crate::process::Process;
use crate::program::Program;

/// Line that a bot in a kept process writes after each answer.
pub const KEEP_RUNNING: &str = ">>>BOTZONE_REQUEST_KEEP_RUNNING<<<";

/// Variant of the protocol.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Variant {
    /// JSON? Otherwise the simple form.
    pub json: bool,
    /// One process for the game? Otherwise one per turn.
    pub kept: bool,
}

impl Variant {
    /// All variants.
    pub const ALL: [Variant; 4] = [
        Variant { json: true, kept: true },
        Variant { json: true, kept: false },
        Variant { json: false, kept: true },
        Variant { json: false, kept: false },
    ];
}

type Pair = (i64, i64);

/// Reads an answer strictly: the whole text is JSON, or its first line is `x y`.
pub fn read_answer(json: bool, text: &str) -> Result<Pair> {
    if json {
        let value: Value = serde_json::from_str(text)?;
        let number = |name: &str| value["response"][name].as_i64().context("x or y is not an integer");
        return Ok((number("x")?, number("y")?));
    }
    let line = text.lines().next().unwrap_or_default();
    let (x, y) = line.split_once(' ').context("not of the form x y")?;
    let pair = (x.parse()?, y.parse()?);
    ensure!(line == format!("{} {}", pair.0, pair.1), "not exactly x, one blank and y");
    Ok(pair)
}

/// Reads the move of an answer, which need not be legal.
pub fn read_move<G: Game>(cells: &Cells<G>, state: &G, json: bool, output: &str) -> Result<G::Move, Fault> {
    let (x, y) = read_answer(json, output.trim_end())
        .map_err(|error| garbage(format!("no answer ({error})"), output))?;
    let place = usize::try_from(y).ok().zip(usize::try_from(x).ok());
    let played = match (x, y) {
        (-1, -1) => cells.pass,
        _ => place.and_then(|place| (cells.move_at)(state, place)),
    };
    played.ok_or_else(|| off_the_board(output))
}

fn object((x, y): Pair) -> Value {
    json!({ "x": x, "y": y })
}

/// The site's request: the whole game to a new process, else the newest request.
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

/// A bot for Botzone. Its game begins in the usual position.
pub struct Botzone<G: Game> {
    program: Program,
    cells: Cells<G>,
    variant: Variant,
    running: Option<Process>,
    /// Output on stderr of processes that have ended.
    stderr: String,
}

impl<G: Game> Botzone<G> {
    /// A connection to this program in this variant of the protocol.
    pub fn new(program: Program, cells: Cells<G>, variant: Variant) -> Self {
        Botzone { program, cells, variant, running: None, stderr: String::new() }
    }

    /// Requests (the opponent's moves) and responses (the bot's moves).
    fn entries(&self, history: &History<G>) -> (Vec<Pair>, Vec<Pair>) {
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

impl<G: Game> Connection<G> for Botzone<G> {
    fn ask(&mut self, history: &History<G>, limit: Duration) -> Result<Answer<G::Move>, Fault> {
        let (requests, responses) = self.entries(history);
        let asked = Instant::now();
        let fresh = self.running.is_none();
        let mut process = match self.running.take() {
            Some(process) => process,
            None => start(&self.program)?,
        };
        process.allow(Some(limit.saturating_sub(asked.elapsed())));
        process.write(request(self.variant.json, fresh, &requests, &responses));
        let output = match self.variant.kept {
            true => until_keep_running(|| process.line())?,
            false => {
                process.close_input();
                process.rest()?
            }
        };
        let played = read_move(&self.cells, history.state(), self.variant.json, &output)?;
        let answer = Answer::since(asked, played);
        match self.variant.kept {
            true => self.running = Some(process),
            // On the site a runtime error after the answer loses, too.
            false => self.stderr += &process.end_after_answer()?,
        }
        Ok(answer)
    }

    fn finish(&mut self, limit: Duration) -> Result<Ended> {
        match self.running.take() {
            Some(process) => process.finish_within(limit),
            None => {
                let stderr = std::mem::take(&mut self.stderr);
                Ok(Ended { stdout: String::new(), stderr, code: Some(0) })
            }
        }
    }
}

/// The output before the line that ends an answer of a kept process.
pub fn until_keep_running(mut next: impl FnMut() -> Result<String, Fault>) -> Result<String, Fault> {
    let mut output = String::new();
    loop {
        let line = next()?;
        if line == KEEP_RUNNING {
            return Ok(output);
        }
        output += &format!("{line}\n");
    }
}
