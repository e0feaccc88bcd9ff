//! The log of a contest: a file to which every finished game is appended.
//!
//! The file has one JSON object per line. The first line, the *header*, holds
//! the terms; every other line is the record of a finished game, written with
//! one call as soon as the game is over. A process that is killed loses the
//! games that were running, and leaves at most the beginning of a line, which is
//! cut off when the log is continued.
//!
//! A contest can be made longer: then a line with the new number of games follows.
//!
//! Every line ends with a checksum over the header and itself, so that an
//! altered log is refused. docs/arena.md describes the fields.

mod lines;

use std::collections::BTreeMap;
use std::fs::{File, OpenOptions, TryLockError};
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

use game::Outcome;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::error::{LogError, RecordError};
use crate::fault::Fault;
use crate::shard::Shard;
use crate::terms::Terms;

pub use self::lines::Lines;

/// Number of this log format.
const FORMAT: u32 = 1;

/// The first line.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Header {
    tesuji_arena_log: u32,
    version: String,
    /// The terms of the contest.
    #[serde(flatten)]
    pub terms: Terms,
    /// The part of the contest that the log holds.
    pub shard: Shard,
}

impl Header {
    /// The header of a new log.
    pub fn new(terms: Terms, shard: Shard) -> Header {
        let version = env!("CARGO_PKG_VERSION").to_string();
        Header { tesuji_arena_log: FORMAT, version, terms, shard }
    }

    fn text(&self) -> String {
        serde_json::to_string(self).expect("a header is plain data")
    }
}

/// A finished game.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct GameRecord {
    /// Number in the contest, from 1.
    pub game: u64,
    /// Name of the first side's engine, or else its spec.
    pub first: String,
    /// Name of the second side's engine, or else its spec.
    pub second: String,
    /// Seeds of the engines, by side.
    pub seeds: [u64; 2],
    /// Starting position.
    pub start: String,
    /// The random moves of the opening.
    pub opening: Vec<String>,
    /// The moves of the engines.
    pub moves: Vec<String>,
    /// Time of each choice.
    pub nanoseconds: Vec<u64>,
    /// Value of each choice for its engine.
    pub values: Vec<f32>,
    /// Number of simulations of each choice.
    pub simulations: Vec<u64>,
    /// Number of nodes of each choice.
    pub nodes: Vec<u64>,
    /// Number, from 0, of the first choice whose engine had proven the result.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub proven: Option<usize>,
    /// The winner.
    pub winner: Winner,
    /// Was the game ended before its end, with a proven result?
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub adjudicated: bool,
    /// Why the side to move lost, if it did not lose by the rules of the game.
    #[serde(default, rename = "fault", skip_serializing_if = "Option::is_none")]
    pub forfeit: Option<Fault>,
}

/// A line that makes the contest longer.
#[derive(Serialize, Deserialize)]
struct Longer {
    /// Number of games of each pairing from now on.
    games: u64,
}

/// How such a line begins; the record of a game has a `game`.
const LONGER: &str = "{\"games\":";

/// Winner of a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Winner {
    /// The first side.
    First,
    /// The second side.
    Second,
    /// Neither. Earlier versions wrote another word.
    #[serde(alias = "nobody")]
    Draw,
}

/// From the result for the first side.
impl From<Outcome> for Winner {
    fn from(outcome: Outcome) -> Winner {
        match outcome {
            Outcome::Win => Winner::First,
            Outcome::Draw => Winner::Draw,
            Outcome::Loss => Winner::Second,
        }
    }
}

impl Winner {
    /// The result for the first side.
    pub fn outcome(self) -> Outcome {
        match self {
            Winner::First => Outcome::Win,
            Winner::Draw => Outcome::Draw,
            Winner::Second => Outcome::Loss,
        }
    }
}

/// The games of a log by their number from 0, each with the number of its line.
pub type Games = BTreeMap<u64, (usize, GameRecord)>;

/// A log that is being written.
pub struct Log {
    path: PathBuf,
    header: String,
    end: Mutex<LogEnd>,
}

/// The end of a log, where lines are appended.
struct LogEnd {
    file: File,
    /// Length of the file: it ends with a whole line.
    length: u64,
    /// Does the file end with a part of a line that could not be removed?
    is_torn: bool,
}

impl Log {
    /// Opens a new log, or with `resume` also one that exists, and returns the
    /// games that it has. The log of a contest with fewer games is made longer.
    /// The file is locked until the log is dropped.
    pub fn open(path: &Path, resume: bool, header: &Header) -> Result<(Log, Games), LogError> {
        let failed = |action| move |source| LogError::Io { action, path: path.to_path_buf(), source };
        // A pipe or a device would block, or never end.
        if std::fs::metadata(path).is_ok_and(|found| !found.is_file()) {
            return Err(LogError::NotAFile(path.to_path_buf()));
        }
        let opened = OpenOptions::new().read(true).append(true).create(true).open(path);
        let mut file = opened.map_err(failed("open"))?;
        match file.try_lock() {
            Ok(()) => (),
            Err(TryLockError::WouldBlock) => return Err(LogError::Locked(path.to_path_buf())),
            Err(TryLockError::Error(error)) => return Err(failed("lock")(error)),
        }
        let mut bytes = Vec::new();
        file.read_to_end(&mut bytes).map_err(failed("read"))?;
        if !bytes.is_empty() && !resume {
            return Err(LogError::Exists(path.to_path_buf()));
        }
        let text = header.text();
        let complete = complete_lines(&bytes).len();
        let continued = match complete {
            // The header is missing or incomplete.
            0 if text.as_bytes().starts_with(&bytes) => None,
            0 => return Err(LogError::NotALog(path.to_path_buf())),
            _ => Some(continued(&bytes[..complete], header, path)?),
        };
        if complete < bytes.len() {
            file.set_len(complete as u64).map_err(failed("repair"))?;
        }
        let end = LogEnd { file, length: complete as u64, is_torn: false };
        let (found, had, games) = continued.unwrap_or((text, 0, Games::new()));
        let log = Log { path: path.to_path_buf(), header: found, end: Mutex::new(end) };
        match had {
            0 => log.append(&log.header)?,
            _ if had < header.terms.games => {
                log.append(&seal(&log.header, &Longer { games: header.terms.games }))?;
            }
            _ => (),
        }
        Ok((log, games))
    }

    /// Appends a game.
    pub fn write(&self, record: &GameRecord) -> Result<(), LogError> {
        self.append(&seal(&self.header, record))
    }

    /// Appends a line with one call: if the process is killed, the line is
    /// there, or it is the last one and incomplete.
    fn append(&self, text: &str) -> Result<(), LogError> {
        let mut end = self.end.lock().unwrap_or_else(PoisonError::into_inner);
        end.append(format!("{text}\n").as_bytes()).map_err(|source| LogError::Io {
            action: "write",
            path: self.path.clone(),
            source,
        })
    }
}

impl LogEnd {
    /// Appends a whole line, or nothing: what was written of a line before the disk was
    /// full is removed, so that the line of another game can follow.
    fn append(&mut self, line: &[u8]) -> io::Result<()> {
        if self.is_torn {
            return Err(io::Error::other("an earlier line could not be written"));
        }
        let written = self.file.write_all(line);
        match written {
            Ok(()) => self.length += line.len() as u64,
            Err(_) => self.is_torn = self.file.set_len(self.length).is_err(),
        }
        written
    }
}

/// Reads a log without changing it. An incomplete last line is left out.
pub fn read(path: &Path) -> Result<(Header, Games), LogError> {
    let bytes =
        std::fs::read(path).map_err(|source| LogError::Unreadable { path: path.to_path_buf(), source })?;
    parse(&bytes, path)
}

/// Reads the bytes of a log; errors name `path`. An incomplete last line is left out.
pub fn parse(bytes: &[u8], path: &Path) -> Result<(Header, Games), LogError> {
    let lines = complete_lines(bytes);
    let (first, _) = split(lines);
    let mut header = parse_header(&String::from_utf8_lossy(first), path)?;
    let games = games(lines, &mut header, path)?;
    Ok((header, games))
}

/// The bytes up to the last end of a line.
fn complete_lines(bytes: &[u8]) -> &[u8] {
    let end = bytes.iter().rposition(|&byte| byte == b'\n').map_or(0, |at| at + 1);
    &bytes[..end]
}

/// The first line of a log that must have this header, except for the number of games,
/// the number of games of each pairing that it has now, and its games.
fn continued(bytes: &[u8], header: &Header, path: &Path) -> Result<(String, u64, Games), LogError> {
    let (first, _) = split(bytes);
    let first = String::from_utf8_lossy(first).into_owned();
    let mut found = parse_header(&first, path)?;
    let wanted = header.terms.games;
    let mut same = header.clone();
    if header.terms.kind.can_be_longer() {
        same.terms.games = found.terms.games;
    }
    if first != same.text() {
        let parse = |text: &str| serde_json::from_str(text).unwrap_or(Value::Null);
        let difference = difference("", &parse(&first), &parse(&same.text()));
        let difference = difference.unwrap_or("the headers have different forms".into());
        return Err(LogError::OtherContest { path: path.to_path_buf(), difference });
    }
    let games = games(bytes, &mut found, path)?;
    let has = found.terms.games;
    match wanted < has {
        true => Err(LogError::Shorter { path: path.to_path_buf(), has, wanted }),
        false => Ok((first, has, games)),
    }
}

fn parse_header(text: &str, path: &Path) -> Result<Header, LogError> {
    let value: Value = serde_json::from_str(text).unwrap_or_default();
    let path = path.to_path_buf();
    match value["tesuji_arena_log"].as_u64() {
        Some(found) if found == u64::from(FORMAT) => {
            serde_json::from_value(value).map_err(|error| LogError::Header { path, why: error.to_string() })
        }
        Some(found) => Err(LogError::Format { path, found, known: FORMAT }),
        None => Err(LogError::NotALog(path)),
    }
}

/// The first line and the rest.
fn split(bytes: &[u8]) -> (&[u8], &[u8]) {
    let end = bytes.iter().position(|&byte| byte == b'\n').unwrap_or(bytes.len());
    (&bytes[..end], bytes.get(end + 1..).unwrap_or_default())
}

/// The games of a log. Lines that make the contest longer change the header.
fn games(bytes: &[u8], header: &mut Header, path: &Path) -> Result<Games, LogError> {
    let (first, rest) = split(bytes);
    let first = String::from_utf8_lossy(first);
    let mut lines = Lines::new(&first, header.clone(), path);
    let mut games = Games::new();
    for bytes in rest.split_inclusive(|&byte| byte == b'\n') {
        if let Some((number, record)) = lines.read(bytes)? {
            games.insert(number, (lines.line(), record));
        }
    }
    *header = lines.header().clone();
    Ok(games)
}

const CHECK: &str = ",\"check\":\"";

/// The text of a line with its checksum.
fn seal(header: &str, line: &impl Serialize) -> String {
    let body = serde_json::to_string(line).expect("a line is plain data");
    let body = body.strip_suffix('}').expect("a line is an object");
    format!("{body}{CHECK}{:016x}\"}}", checksum(header, body))
}

fn unseal<T: DeserializeOwned>(header: &str, text: &str) -> Result<T, RecordError> {
    let (body, end) = text.rsplit_once(CHECK).ok_or_else(|| RecordError::Broken(text.to_string()))?;
    if end != format!("{:016x}\"}}", checksum(header, body)) {
        return Err(RecordError::Altered);
    }
    serde_json::from_str(&format!("{body}}}")).map_err(|error| RecordError::NotAGame(error.to_string()))
}

/// FNV-1a.
fn checksum(header: &str, body: &str) -> u64 {
    let bytes = header.bytes().chain(body.bytes());
    bytes.fold(0xcbf2_9ce4_8422_2325, |hash, byte| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3))
}

/// The first difference between two headers.
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
