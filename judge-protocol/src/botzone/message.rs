//! One turn's input, read but not replayed.
//!
//! There are four kinds of input. The first byte and the structure distinguish
//! them:
//!
//! ```text
//!               the whole game                           the newest request only
//!   JSON        {"requests":[…],"responses":[…],…}       {"x":2,"y":2}
//!   simple      n, then 2n−1 lines of x y                2 2
//! ```
//!
//! The whole game may also be JSON in several lines, and JSON that is cut off or
//! wrong elsewhere: what can be read of it is used.

use std::collections::BTreeMap;
use std::io::{self, BufRead};

use game::error::quote;
use serde_json::Number;
use serde_json::value::RawValue;

use crate::botzone::salvage::{self, Brackets};
use crate::botzone::{BotzoneError, Problem, Xy};
use crate::line::{LONGEST, LineStart, read_line, read_line_start};

/// Maximum number of turns, more than any game has. It bounds what a wrong turn
/// number can make the program read.
pub const MAX_TURNS: usize = 10_000;

/// Maximum length of a request in JSON, in bytes; the rest is ignored.
pub const LONGEST_JSON: usize = 8 * LONGEST;

/// Form of a request and of its answer.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Form {
    /// JSON values, one per line.
    Json,
    /// Plain numbers.
    Simple,
}

/// One turn's input.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Message {
    /// Its form.
    pub form: Form,
    /// Turn number, from 1, if the message is the whole game; `None` if it is
    /// only the newest request.
    pub turn: Option<usize>,
    /// Requests and responses in turn, up to the first that cannot be read.
    pub entries: Vec<Xy>,
    /// What is wrong with the next entry, if there is a wrong one.
    pub problem: Option<Problem>,
    /// Is the rest of the last line still in the input?
    pub cut: bool,
}

impl Message {
    /// Reads the first input of a process, in one line or several; `None` at the end
    /// of the input.
    pub fn read(input: &mut impl BufRead) -> Result<Option<Message>, BotzoneError> {
        let Some(LineStart { text, cut }) = read_line_start(input, LONGEST_JSON)? else {
            return Ok(None);
        };
        let too_long = BotzoneError::LineTooLong(LONGEST_JSON);
        if !text.starts_with('{') {
            return if cut { Err(too_long) } else { line(&text, input).map(Some) };
        }
        let (text, cut) = if cut { (text, cut) } else { whole_value(text, input)? };
        match json(&text) {
            Ok(message) => Ok(Some(message)),
            Err(error) => match salvaged(&text) {
                Some(message) => Ok(Some(Message { cut, ..message })),
                None if cut => Err(too_long),
                None => Err(error),
            },
        }
    }

    /// Reads a later input of a kept process: one line of JSON, or the simple form.
    pub fn read_next(input: &mut impl BufRead) -> Result<Option<Message>, BotzoneError> {
        match read_line(input)? {
            Some(text) => line(&text, input).map(Some),
            None => Ok(None),
        }
    }

    fn newest(form: Form, entry: Result<Xy, Problem>) -> Message {
        let (entries, problem) = sound([entry]);
        Message { form, turn: None, entries, problem, cut: false }
    }

    fn whole(form: Form, turn: usize, entries: impl IntoIterator<Item = Result<Xy, Problem>>) -> Message {
        let (entries, problem) = sound(entries);
        Message { form, turn: Some(turn), entries, problem, cut: false }
    }
}

/// A message whose first line this is.
fn line(line: &str, input: &mut impl BufRead) -> Result<Message, BotzoneError> {
    match line.as_bytes().first() {
        Some(b'{' | b'"') => json(line),
        Some(b'0'..=b'9' | b'-') => simple(line, input),
        _ => Err(unreadable(line, "JSON starts with { and the simple form with a number")),
    }
}

/// The JSON that begins with this line, with the lines that belong to it, and
/// whether it is cut off.
fn whole_value(mut text: String, input: &mut impl BufRead) -> io::Result<(String, bool)> {
    let mut brackets = Brackets::default();
    let mut goes_on = brackets.add(&text);
    while goes_on {
        let left = LONGEST_JSON.saturating_sub(text.len() + 1);
        if left == 0 {
            return Ok((text, true));
        }
        let Some(next) = read_line_start(input, left)? else { break };
        goes_on = brackets.add(&next.text);
        text = text + "\n" + &next.text;
        if next.cut {
            return Ok((text, true));
        }
    }
    Ok((text, false))
}

/// The entries up to the first problem, and that problem.
fn sound(entries: impl IntoIterator<Item = Result<Xy, Problem>>) -> (Vec<Xy>, Option<Problem>) {
    let mut problem = None;
    let read = entries.into_iter().map_while(|entry| entry.map_err(|p| problem = Some(p)).ok());
    let entries = read.collect();
    (entries, problem)
}

fn unreadable(line: &str, why: impl ToString) -> BotzoneError {
    BotzoneError::Unreadable { line: quote(line), why: why.to_string() }
}

/// The problem of an entry that is not `x y`.
fn no_pair(text: &str) -> Problem {
    Problem::Unreadable(quote(text))
}

/// An object's fields as raw text. Values that are not needed are never built,
/// so that no line takes much more memory than its length.
type Fields<'a> = BTreeMap<String, &'a RawValue>;

fn json(line: &str) -> Result<Message, BotzoneError> {
    let value: &RawValue = serde_json::from_str(line).map_err(|error| unreadable(line, error))?;
    let Ok(fields) = serde_json::from_str::<Fields>(value.get()) else {
        return Ok(Message::newest(Form::Json, json_pair(value)));
    };
    let Some(requests) = fields.get("requests") else {
        return match fields.contains_key("x") && fields.contains_key("y") {
            true => Ok(Message::newest(Form::Json, json_pair(value))),
            false => Err(unreadable(line, "the field requests is missing")),
        };
    };
    let Some(requests) = list(requests) else {
        return Err(unreadable(line, "requests is not a list"));
    };
    // Without the list there are no responses: correct in the first turn, a
    // missing response in any other.
    let responses = fields.get("responses").and_then(list).unwrap_or_default();
    Ok(game(&requests, &responses))
}

/// The whole game as far as it can be read in broken JSON.
fn salvaged(text: &str) -> Option<Message> {
    let requests = salvage::list(text, "requests")?;
    Some(game(&requests, &salvage::list(text, "responses").unwrap_or_default()))
}

fn game(requests: &[&RawValue], responses: &[&RawValue]) -> Message {
    let read =
        |list: &[&RawValue], turn: usize| list.get(turn).map_or(Err(Problem::Missing), |v| json_pair(v));
    let turns = requests.len().max(responses.len() + 1);
    let entries = (0..2 * turns - 1).map(|entry| match entry % 2 {
        0 => read(requests, entry / 2),
        _ => read(responses, entry / 2),
    });
    Message::whole(Form::Json, requests.len(), entries)
}

fn list<'a>(value: &&'a RawValue) -> Option<Vec<&'a RawValue>> {
    serde_json::from_str(value.get()).ok()
}

fn json_pair(value: &RawValue) -> Result<Xy, Problem> {
    entry(value.get())
}

/// Reads one request or response as JSON text: an object, or a string that holds an
/// object or the simple form.
pub fn entry(json: &str) -> Result<Xy, Problem> {
    let found = match serde_json::from_str::<String>(json) {
        Ok(text) => object_pair(&text).or_else(|| pair(&text)),
        Err(_) => object_pair(json),
    };
    found.ok_or_else(|| no_pair(json))
}

fn object_pair(text: &str) -> Option<Xy> {
    let fields: Fields = serde_json::from_str(text).ok()?;
    Some(Xy::new(whole_number(fields.get("x")?)?, whole_number(fields.get("y")?)?))
}

/// Bots of many languages write these numbers: 2, 2.0 and "2" are equal.
fn whole_number(value: &RawValue) -> Option<i64> {
    /// Floats below this represent integers exactly.
    const EXACT: f64 = (1u64 << 53) as f64;
    if let Ok(text) = serde_json::from_str::<String>(value.get()) {
        return text.trim().parse().ok();
    }
    let number: Number = serde_json::from_str(value.get()).ok()?;
    number.as_i64().or_else(|| {
        let float = number.as_f64()?;
        (float.fract() == 0.0 && float.abs() < EXACT).then_some(float as i64)
    })
}

fn simple(line: &str, input: &mut impl BufRead) -> Result<Message, BotzoneError> {
    if line.split_ascii_whitespace().count() > 1 {
        return Ok(Message::newest(Form::Simple, pair(line).ok_or_else(|| no_pair(line))));
    }
    let turns = line.parse().ok().filter(|turns| (1..=MAX_TURNS).contains(turns));
    let Some(turns) = turns else {
        return Err(unreadable(line, format!("the turn number must be 1 to {MAX_TURNS}")));
    };
    // Reading continues after a broken entry: the rest belongs to this turn as
    // well.
    let mut entries = Vec::new();
    for _ in 0..2 * turns - 1 {
        let Some(line) = read_line(input)? else {
            entries.push(Err(Problem::Missing));
            break;
        };
        entries.push(pair(&line).ok_or_else(|| no_pair(&line)));
    }
    Ok(Message::whole(Form::Simple, turns, entries))
}

/// Reads `x y`.
pub(crate) fn pair(text: &str) -> Option<Xy> {
    let mut numbers = text.split_ascii_whitespace().map(str::parse);
    match (numbers.next(), numbers.next(), numbers.next()) {
        (Some(Ok(x)), Some(Ok(y)), None) => Some(Xy { x, y }),
        _ => None,
    }
}
