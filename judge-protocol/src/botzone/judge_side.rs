//! The judge's side: writes requests and reads answers. For tests and for the
//! bots' self-test.

use game::error::quote;
use serde_json::{Value, json};
use thiserror::Error;

use crate::botzone::answer::KEEP_RUNNING;
use crate::botzone::message::pair;
use crate::botzone::{Form, Running, Xy};

/// The whole game: requests and responses in turn, the newest request last.
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

/// Only the newest request.
pub fn newest(form: Form, request: Xy) -> String {
    match form {
        Form::Simple => format!("{request}\n"),
        Form::Json => format!("{}\n", object(request)),
    }
}

fn object(xy: Xy) -> Value {
    json!({ "x": xy.x, "y": xy.y })
}

/// Error: the site would not accept this answer. The answer, quoted.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("not an answer: {0}")]
pub struct BadAnswer(String);

/// Reads a bot's whole output of one turn, as strictly as the site may.
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
