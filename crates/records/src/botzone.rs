//! What Botzone's site gives: whole matches, and requests to a bot.
//!
//! A match is an object with `log` (or `logs`), `players` and `scores`, one per line in
//! the site's monthly archives; the list of the log alone; or a saved match page, which
//! holds that list as text. The items of a log alternate:
//!
//! ```text
//! {"output":{"command":"request","content":{"0":{"x":-1,"y":-1}},"display":…},"verdict":"OK",…}
//! {"0":{"response":{"x":5,"y":4},"verdict":"OK","time":12,"memory":4,"debug":"…"}}
//! …
//! {"output":{"command":"finish","content":{"0":2,"1":0},"display":{"winner":0,"err":"…"}}}
//! ```
//!
//! A player that fails ends its match. Such a record has the moves before, and the
//! verdict and the judge's words as the reason.

use std::time::Duration;

use game::error::quote;
use game::{Cells, Outcome, Playable, Side};
use judge_protocol::botzone::message::entry;
use judge_protocol::botzone::{Message, Problem, Xy};
use serde_json::Value;

use crate::Games;
use crate::builder::{Builder, name};
use crate::error::Error;
use crate::format::Format;
use crate::json;
use crate::record::{Note, Record};

/// Longest text of a player that a record keeps, in characters.
const LONGEST_COMMENT: usize = 1000;

/// The log of a match in a saved page: `_rawLogJSON = "…";`, JSON inside of a string.
pub(crate) fn page(text: &str) -> Option<String> {
    let (_, rest) = text.split_once("_rawLogJSON")?;
    let rest = rest.trim_start().strip_prefix('=')?;
    let mut values = serde_json::Deserializer::from_str(rest).into_iter::<String>();
    values.next()?.ok()
}

/// The log of a match, if the value is one.
fn log(value: &Value) -> Option<&Vec<Value>> {
    let list = value.get("log").or_else(|| value.get("logs")).unwrap_or(value).as_array()?;
    let is_item = |item: &Value| ["output", "command", "0", "1"].iter().any(|key| item.get(key).is_some());
    list.iter().all(is_item).then_some(list).filter(|list| !list.is_empty())
}

/// Is this a match, or a list of matches?
pub(crate) fn is_match(value: &Value) -> bool {
    let first = value.as_array().and_then(|list| list.first());
    log(value).is_some() || first.is_some_and(|first| log(first).is_some())
}

pub(crate) fn read_matches<G: Playable>(text: &str) -> Result<Games<G>, Error> {
    let inside = page(text).filter(|_| text.starts_with('<'));
    let mut games = Vec::new();
    for value in json::values(inside.as_deref().unwrap_or(text)) {
        let value = match value {
            Ok(value) => value,
            Err(why) => {
                let game = games.len() as u64 + 1;
                games.push(Err(Error::Malformed { format: Format::Botzone, game, why }));
                break;
            }
        };
        let matches = match (log(&value), &value) {
            (None, Value::Array(list)) => list.iter().collect(),
            _ => vec![&value],
        };
        for found in matches {
            games.push(read_match(games.len() as u64 + 1, found));
        }
    }
    Ok(games)
}

fn cells<G: Playable>(game: u64) -> Result<Cells<G>, Error> {
    let why = format!("{} has no cells", G::NAME);
    G::CELLS.ok_or(Error::Malformed { format: Format::Botzone, game, why })
}

/// What a player did wrong, until the judge says how the match ended.
struct Failure {
    side: Side,
    what: String,
}

fn read_match<G: Playable>(game: u64, value: &Value) -> Result<Record<G>, Error> {
    let cells = cells::<G>(game)?;
    let mut builder = Builder::new(Format::Botzone, game, G::start());
    let items = log(value).ok_or_else(|| builder.malformed("the match has no log"))?;
    let mut failure: Option<Failure> = None;
    let mut end = Value::Null;
    for item in items {
        let output = item.get("output").unwrap_or(item);
        if item.get("output").is_some() || item.get("command").is_some() {
            if output["command"] == "finish" {
                end = output.clone();
            }
            continue;
        }
        let players = [Side::First, Side::Second].into_iter().zip(["0", "1"]);
        for (side, answer) in players.filter_map(|(side, key)| Some((side, item.get(key)?))) {
            // Some programs keep the requests without the judge's output around them.
            if answer.get("verdict").is_none() && response(answer).is_none() {
                continue;
            }
            if let Some(failure) = &failure {
                return Err(builder.wrong_move(&failure.what));
            }
            failure = play(&mut builder, &cells, side, answer)?.map(|what| Failure { side, what });
        }
    }
    let scores = value.get("scores").and_then(|scores| pair(&scores[0], &scores[1]));
    let scores = scores.or_else(|| pair(&end["content"]["0"], &end["content"]["1"]));
    builder.record().players = names(value);
    let claimed = scores.map(outcome).or_else(|| {
        let failed = failure.as_ref().map(|failure| failure.side)?;
        Some(if failed == Side::First { Outcome::Loss } else { Outcome::Win })
    });
    let said = end["display"]["err"].as_str().and_then(name).map(|text| shortened(&text));
    let reason = match (failure, said) {
        (Some(Failure { side, what }), said) => {
            let player = ["first", "second"][side.index()];
            let said = said.map_or(String::new(), |said| format!("; the judge: {said}"));
            Some(format!("{player} player: {what}{said}"))
        }
        (None, Some(said)) => Some(format!("the judge: {said}")),
        (None, None) => (!end.is_null()).then(|| "the judge ended the game".to_string()),
    };
    Ok(builder.finish(claimed, reason))
}

/// Humans' answers are in `content`.
fn response(answer: &Value) -> Option<&Value> {
    let found = answer.get("response").filter(|response| !response.is_null());
    found.or_else(|| answer.get("content")).filter(|response| !response.is_null())
}

/// Plays a player's answer; returns what is wrong with it, if the judge must end the
/// match for it.
fn play<G: Playable>(
    builder: &mut Builder<G>,
    cells: &Cells<G>,
    side: Side,
    answer: &Value,
) -> Result<Option<String>, Error> {
    let verdict = answer["verdict"].as_str().unwrap_or("OK");
    if verdict != "OK" {
        return Ok(Some(format!("verdict {}", shortened(verdict))));
    }
    let state = *builder.state();
    if state.outcome().is_none() && state.side() != side {
        return Err(builder.wrong_move(format!("player {} answers out of turn", side.index())));
    }
    let Some(response) = response(answer) else { return Ok(Some("no answer".to_string())) };
    let xy = match entry(&response.to_string()) {
        Ok(xy) => xy,
        Err(_) => return Ok(Some(format!("{} is not a move", quote(&response.to_string())))),
    };
    let Some(m) = xy.to_move(cells, &state) else {
        return Ok(Some(format!("({}, {}) is not a move", xy.x, xy.y)));
    };
    if let Err(error) = state.play(m) {
        return Ok(Some(error.to_string()));
    }
    let time = answer["time"].as_f64().and_then(|ms| Duration::try_from_secs_f64(ms / 1e3).ok());
    let comment = answer["debug"].as_str().and_then(name).map(|text| shortened(&text));
    builder.play(m, Note { time, comment, ..Note::default() })?;
    Ok(None)
}

fn shortened(text: &str) -> String {
    text.chars().take(LONGEST_COMMENT).collect()
}

fn pair(first: &Value, second: &Value) -> Option<(f64, f64)> {
    first.as_f64().zip(second.as_f64())
}

fn outcome((first, second): (f64, f64)) -> Outcome {
    match first.total_cmp(&second) {
        std::cmp::Ordering::Greater => Outcome::Win,
        std::cmp::Ordering::Equal => Outcome::Draw,
        std::cmp::Ordering::Less => Outcome::Loss,
    }
}

/// Names of the players: a player is a text, or an object with a name, a bot or a user.
fn names(value: &Value) -> [Option<String>; 2] {
    fn find(player: &Value) -> Option<String> {
        match player {
            Value::String(text) => name(text).map(|text| shortened(&text)),
            Value::Object(fields) => ["name", "bot", "user"].iter().find_map(|key| find(fields.get(*key)?)),
            _ => None,
        }
    }
    let players = value.get("players").unwrap_or(&Value::Null);
    [0, 1].map(|i| players.get(i).and_then(find))
}

/// Does the text begin as the simple form of a request does: a number, then pairs?
pub(crate) fn is_simple(text: &str) -> bool {
    let mut lines = text.lines();
    let counts = |line: Option<&str>| -> Option<usize> {
        let words: Vec<_> = line?.split_whitespace().collect();
        words.iter().all(|word| word.parse::<i64>().is_ok()).then_some(words.len())
    };
    counts(lines.next()) == Some(1) && counts(lines.next()) == Some(2)
}

/// Reads a request: the game so far as one player sees it.
pub(crate) fn read_request<G: Playable>(text: &str) -> Result<Record<G>, Error> {
    let cells = cells::<G>(1)?;
    let mut builder = Builder::new(Format::BotzoneRequest, 1, G::start());
    let message = Message::read(&mut text.as_bytes()).map_err(|error| builder.malformed(error))?;
    let message = message.ok_or_else(|| builder.malformed("it is empty"))?;
    // A player that begins gets no move first.
    let begins = message.entries.first() == Some(&Xy::NONE);
    for &xy in message.entries.iter().skip(usize::from(begins)) {
        let m = xy.to_move(&cells, builder.state());
        let m = m.ok_or_else(|| builder.wrong_move(format!("({}, {}) is not a move", xy.x, xy.y)))?;
        builder.play(m, Note::default())?;
    }
    match message.problem {
        None => Ok(builder.finish(None, None)),
        Some(Problem::Missing) => Err(builder.wrong_move("it is missing")),
        Some(Problem::Unreadable(text)) => Err(builder.wrong_move(format!("{text} is not a move"))),
        Some(Problem::OffBoard(_) | Problem::Illegal(_)) => Err(builder.wrong_move("it is not a move")),
    }
}
