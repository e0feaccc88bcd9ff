//! The other end of the wire: requests written, answers read. For tests, and
//! for playing against foreign bots that speak Botzone's language.

use std::error::Error;
use std::fmt;

use game::error::quote;
use serde_json::{Value, json};

use crate::botzone::answer::KEEP_RUNNING;
use crate::botzone::message::pair;
use crate::botzone::{Form, Running, Xy};

/// The whole game, requests and responses in turn, the newest request last.
pub fn whole(form: Form, entries: &[Xy]) -> String {
    match form {
        Form::Simple => {
            let lines: String = entries.iter().map(|xy| format!("{xy}\n")).collect();
            format!("{}\n{lines}", entries.len().div_ceil(2))
        }
        Form::Json => {
            let requests: Vec<_> = entries.iter().step_by(2).copied().map(object).collect();
            let responses: Vec<_> = entries.iter().skip(1).step_by(2).copied().map(object).collect();
            format!("{}\n", json!({ "requests": requests, "responses": responses }))
        }
    }
}

/// The newest request only.
pub fn newest(form: Form, request: Xy) -> String {
    match form {
        Form::Simple => format!("{request}\n"),
        Form::Json => format!("{}\n", object(request)),
    }
}

fn object(xy: Xy) -> Value {
    json!({ "x": xy.x, "y": xy.y })
}

/// An answer that the site would not accept.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct BadAnswer(String);

impl fmt::Display for BadAnswer {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        write!(f, "no answer: {}", self.0)
    }
}

impl Error for BadAnswer {}

/// Reads all that a bot wrote in one turn, as strictly as the site may.
pub fn read_answer(form: Form, running: Running, text: &str) -> Result<Xy, BadAnswer> {
    let bad = || BadAnswer(quote(text));
    let mut lines = text.strip_suffix('\n').ok_or_else(bad)?.split('\n');
    let answer = lines.next().and_then(|line| match form {
        Form::Simple => pair(line).filter(|xy| xy.to_string() == line),
        Form::Json => json_answer(line),
    });
    let kept = match running {
        Running::OncePerTurn => true,
        Running::Kept => lines.next() == Some(KEEP_RUNNING),
    };
    answer.filter(|_| kept && lines.next().is_none()).ok_or_else(bad)
}

fn json_answer(line: &str) -> Option<Xy> {
    let value: Value = serde_json::from_str(line).ok()?;
    let response = value.get("response")?;
    Some(Xy::new(response.get("x")?.as_i64()?, response.get("y")?.as_i64()?))
}
