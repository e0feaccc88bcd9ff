//! The log of a contest: nothing that was played is lost.
//!
//! Append-only JSON lines. The first one, the *header*, says what the contest
//! is; every other one is a finished game, written at once and whole. A
//! program that is killed loses the games that were running, and at most
//! leaves the beginning of a line, which is cut off when the log is continued.
//!
//! Every line ends in a check over the header and itself, so that a log is
//! either as it was written or refused. docs/arena.md describes the fields.

use std::collections::BTreeMap;
use std::fs::{File, OpenOptions, TryLockError};
use std::io::{Read, Write};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

use anyhow::{Context, Result, anyhow, bail, ensure};
use game::Outcome;
use game::error::quote;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::player::Fault;
use crate::terms::{Shard, Terms};

/// The number of this form of log.
const FORMAT: u32 = 1;

/// The first line.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Header {
    tesuji_arena_log: u32,
    version: String,
    /// What the contest is.
    #[serde(flatten)]
    pub terms: Terms,
    /// What part of it is in the log.
    pub shard: Shard,
}

impl Header {
    /// The first line of a log of this program.
    pub fn new(terms: Terms, shard: Shard) -> Header {
        let version = env!("CARGO_PKG_VERSION").to_string();
        Header { tesuji_arena_log: FORMAT, version, terms, shard }
    }

    fn text(&self) -> String {
        serde_json::to_string(self).expect("plain data")
    }
}

/// A finished game.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Line {
    /// Its number, from 1.
    pub game: u64,
    /// The first side's engine.
    pub first: String,
    /// The second side's engine.
    pub second: String,
    /// The engines' seeds.
    pub seeds: [u64; 2],
    /// Where it began.
    pub start: String,
    /// The moves that chance made.
    pub opening: Vec<String>,
    /// The moves that the engines made.
    pub moves: Vec<String>,
    /// Time for each of them.
    pub nanoseconds: Vec<u64>,
    /// What the engine expected, for itself.
    pub values: Vec<f32>,
    /// Simulations for each.
    pub simulations: Vec<u64>,
    /// Nodes for each.
    pub nodes: Vec<u64>,
    /// The number, from 0, of the first choice whose engine had proven how the
    /// game would end.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub proven: Option<usize>,
    /// Who won.
    pub winner: Winner,
    /// What the side to move did wrong, if it lost by that.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub fault: Option<Fault>,
}

/// Who won a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Winner {
    /// The first side.
    First,
    /// The second side.
    Second,
    /// It is a draw.
    Nobody,
}

/// From the result for the first side.
impl From<Outcome> for Winner {
    fn from(outcome: Outcome) -> Winner {
        match outcome {
            Outcome::Win => Winner::First,
            Outcome::Draw => Winner::Nobody,
            Outcome::Loss => Winner::Second,
        }
    }
}

/// The games of a log, by their number from 0, each with the number of its
/// line.
pub type Games = BTreeMap<u64, (usize, Line)>;

/// A log that is being written.
pub struct Log {
    path: PathBuf,
    header: String,
    file: Mutex<File>,
}

impl Log {
    /// A new log, or with `resume` one that goes on where it ended: the games
    /// that it has.
    pub fn open(path: &Path, resume: bool, header: &Header) -> Result<(Log, Games)> {
        let name = path.display();
        let opened = OpenOptions::new().read(true).append(true).create(true).open(path);
        let mut file = opened.with_context(|| format!("cannot open {name}"))?;
        match file.try_lock() {
            Ok(()) => (),
            Err(TryLockError::WouldBlock) => bail!("{name} is being written by another arena"),
            Err(TryLockError::Error(error)) => {
                return Err(error).with_context(|| format!("cannot lock {name}"));
            }
        }
        let mut bytes = Vec::new();
        file.read_to_end(&mut bytes).with_context(|| format!("cannot read {name}"))?;
        ensure!(bytes.is_empty() || resume, "{name} exists; --resume goes on with it");
        let text = header.text();
        let whole = bytes.iter().rposition(|&byte| byte == b'\n').map_or(0, |at| at + 1);
        let games = match whole {
            // Not even the header is there, or not all of it.
            0 if text.as_bytes().starts_with(&bytes) => None,
            0 => bail!("{name} is no log of the arena"),
            _ => Some(continued(&bytes[..whole], &text, path)?),
        };
        if whole < bytes.len() {
            file.set_len(whole as u64).with_context(|| format!("cannot repair {name}"))?;
        }
        let log = Log { path: path.to_path_buf(), header: text, file: Mutex::new(file) };
        if games.is_none() {
            log.append(&log.header)?;
        }
        Ok((log, games.unwrap_or_default()))
    }

    /// Writes a game down.
    pub fn write(&self, line: &Line) -> Result<()> {
        self.append(&seal(&self.header, line))
    }

    /// One call for all of a line: whoever kills the program, it is there or
    /// it is the last one and torn.
    fn append(&self, text: &str) -> Result<()> {
        let bytes = format!("{text}\n");
        let mut file = self.file.lock().unwrap_or_else(PoisonError::into_inner);
        file.write_all(bytes.as_bytes()).with_context(|| format!("cannot write {}", self.path.display()))
    }
}

/// The log in this file, for those who only look. A torn last line is left
/// out.
pub fn read(path: &Path) -> Result<(Header, Games)> {
    let bytes = std::fs::read(path).with_context(|| format!("cannot read {}", path.display()))?;
    let whole = bytes.iter().rposition(|&byte| byte == b'\n').map_or(0, |at| at + 1);
    let (first, _) = split(&bytes[..whole]);
    let header = parse_header(&String::from_utf8_lossy(first), path)?;
    let games = games(&bytes[..whole], &header, path)?;
    Ok((header, games))
}

/// The games of a log that has to be of the contest with this header.
fn continued(bytes: &[u8], header: &str, path: &Path) -> Result<Games> {
    let (first, _) = split(bytes);
    let first = String::from_utf8_lossy(first);
    let found = parse_header(&first, path)?;
    if first != header {
        let parse = |text: &str| serde_json::from_str(text).unwrap_or(Value::Null);
        let what = difference("", &parse(&first), &parse(header)).unwrap_or("it is written otherwise".into());
        bail!("{} is the log of another contest: {what}", path.display());
    }
    games(bytes, &found, path)
}

fn parse_header(text: &str, path: &Path) -> Result<Header> {
    let value: Value = serde_json::from_str(text).unwrap_or_default();
    match value["tesuji_arena_log"].as_u64() {
        Some(format) if format == u64::from(FORMAT) => {
            serde_json::from_value(value).with_context(|| format!("the first line of {}", path.display()))
        }
        Some(format) => bail!("{} is a log of form {format}; this arena reads form {FORMAT}", path.display()),
        None => bail!("{} is no log of the arena", path.display()),
    }
}

/// The first line and the rest.
fn split(bytes: &[u8]) -> (&[u8], &[u8]) {
    let end = bytes.iter().position(|&byte| byte == b'\n').unwrap_or(bytes.len());
    (&bytes[..end], bytes.get(end + 1..).unwrap_or_default())
}

fn games(bytes: &[u8], header: &Header, path: &Path) -> Result<Games> {
    let (first, rest) = split(bytes);
    let first = String::from_utf8_lossy(first);
    let mut games = Games::new();
    for (i, bytes) in rest.split_inclusive(|&byte| byte == b'\n').enumerate() {
        let number = i + 2;
        let place = || at(path, number);
        let text = bytes.strip_suffix(b"\n").unwrap_or(bytes);
        let line = unseal(&first, &String::from_utf8_lossy(text)).with_context(place)?;
        let game = line.game.wrapping_sub(1);
        let part = game < header.terms.total() && header.shard.contains(game);
        ensure!(part, "{}: game {} is not part of this log", place(), line.game);
        if let Some((before, line)) = games.insert(game, (number, line)) {
            bail!("{}: game {} is there twice, first in line {before}", place(), line.game);
        }
    }
    Ok(games)
}

/// The place of a line, as errors name it.
pub fn at(path: &Path, line: usize) -> String {
    format!("line {line} of {}", path.display())
}

const CHECK: &str = ",\"check\":\"";

/// The text of a game with its check.
fn seal(header: &str, line: &Line) -> String {
    let body = serde_json::to_string(line).expect("plain data");
    let body = body.strip_suffix('}').expect("an object");
    format!("{body}{CHECK}{:016x}\"}}", check(header, body))
}

fn unseal(header: &str, text: &str) -> Result<Line> {
    let broken = || anyhow!("it is broken: {}", quote(text));
    let (body, end) = text.rsplit_once(CHECK).ok_or_else(broken)?;
    ensure!(end == format!("{:016x}\"}}", check(header, body)), "it was altered");
    serde_json::from_str(&format!("{body}}}")).context("it is no game")
}

/// FNV-1a.
fn check(header: &str, body: &str) -> u64 {
    let bytes = header.bytes().chain(body.bytes());
    bytes.fold(0xcbf2_9ce4_8422_2325, |hash, byte| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3))
}

/// The first thing in which two headers differ.
fn difference(name: &str, there: &Value, here: &Value) -> Option<String> {
    if there == here {
        return None;
    }
    let inner = |key: &str| if name.is_empty() { key.to_string() } else { format!("{name} {key}") };
    match (there, here) {
        (Value::Object(a), Value::Object(b)) => {
            let keys = a.keys().chain(b.keys().filter(|key| !a.contains_key(*key)));
            let at = |value: &serde_json::Map<String, Value>, key: &String| {
                value.get(key).cloned().unwrap_or_default()
            };
            keys.filter_map(|key| difference(&inner(key), &at(a, key), &at(b, key))).next()
        }
        (Value::Array(a), Value::Array(b)) if a.len() == b.len() => {
            let numbered = a.iter().zip(b).enumerate();
            numbered.filter_map(|(i, (a, b))| difference(&inner(&(i + 1).to_string()), a, b)).next()
        }
        _ => Some(format!("{name} is {there} there and {here} here")),
    }
}
