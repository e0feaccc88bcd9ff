//! Whole games by Botzone's rules.

use std::time::Instant;

use anyhow::{Context, Result, ensure};
use game::{Game, Rng, Side};
use serde_json::{Value, json};

use crate::games::Pairs;
use crate::{Played, Program};

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

/// Reads an answer's line strictly.
pub fn read_answer(json: bool, line: &str) -> Result<Pair> {
    if json {
        let value: Value = serde_json::from_str(line)?;
        let number = |name: &str| value["response"][name].as_i64().context("no whole number in the response");
        return Ok((number("x")?, number("y")?));
    }
    let (x, y) = line.split_once(' ').context("two numbers are wanted")?;
    let pair = (x.parse()?, y.parse()?);
    ensure!(line == format!("{} {}", pair.0, pair.1), "one blank, nothing before, nothing behind: {line:?}");
    Ok(pair)
}

fn object((x, y): Pair) -> Value {
    json!({ "x": x, "y": y })
}

/// What the site writes in a turn.
fn request(way: Way, requests: &[Pair], responses: &[Pair]) -> String {
    let newest = requests[requests.len() - 1];
    match (way.json, way.kept && !responses.is_empty()) {
        (true, true) => format!("{}\n", object(newest)),
        (false, true) => format!("{} {}\n", newest.0, newest.1),
        (true, false) => {
            let list = |pairs: &[Pair]| pairs.iter().copied().map(object).collect::<Vec<_>>();
            format!("{}\n", json!({ "requests": list(requests), "responses": list(responses) }))
        }
        (false, false) => {
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

/// Plays a game against random moves; the bot must play every move by the
/// rules, and end without another word. The seed also decides who begins.
pub fn game<G: Game>(bot: &Program, pairs: Pairs<G>, way: Way, seed: u64) -> Result<Played> {
    let bot = if way.kept { bot.clone().with(["--keep-running"]) } else { bot.clone() };
    let side = [Side::First, Side::Second][seed as usize % 2];
    let mut rng = Rng::with_seed(seed);
    let mut state = G::start();
    let (mut requests, mut responses) = (Vec::new(), Vec::new());
    if side == Side::First {
        requests.push((-1, -1));
    }
    let mut running = None;
    let mut played = Played::default();
    while state.outcome().is_none() {
        if state.side() != side {
            let m = state.random_move(&mut rng);
            state = state.play(m)?;
            requests.push((pairs.write)(m));
            continue;
        }
        let asked = Instant::now();
        let mut process = match running.take() {
            Some(process) => process,
            None => bot.start()?,
        };
        process.write(request(way, &requests, &responses));
        let line = process.line().with_context(|| format!("in {state}"))?;
        if way.kept {
            ensure!(process.line()? == KEEP_RUNNING, "it does not keep running");
        }
        played.turns.push(asked.elapsed());
        match way.kept {
            true => running = Some(process),
            false => process.finish()?.well()?,
        }
        let (x, y) = read_answer(way.json, &line)?;
        let m = (pairs.read)(x, y).with_context(|| format!("{line} is off the board"))?;
        state = state.play(m)?;
        responses.push((x, y));
    }
    if let Some(process) = running {
        process.finish()?.well()?;
    }
    Ok(played)
}
