//! A log that is read as far as it goes, again and again while it grows.

use std::io::{Read, Seek, SeekFrom};
use std::ops::Range;
use std::path::Path;

use contest::log::Lines;
use contest::{GameRecord, Winner};
use serde_json::{Value, json};

use super::folder::{Folder, identity};
use super::show::{Open, Shown};

/// Most bytes that are read at a time, and longest line.
const CHUNK: u64 = 4 << 20;

/// Most games of a log that are kept.
const MOST_GAMES: usize = 200_000;

/// Most engines of a contest that are shown.
const MOST_ENGINES: usize = 64;

/// Number of games in the list of the newest ones.
const NEWEST: usize = 100;

/// A log and what was read of it.
pub struct Follower {
    name: String,
    read: Option<Reading>,
    /// Number of times that it was begun.
    begun: u64,
}

/// What was read of a log since it was begun.
struct Reading {
    identity: String,
    /// Number of bytes that were read: whole lines.
    offset: u64,
    size: u64,
    log: Option<Begun>,
    /// Why it is not read any further.
    error: Option<String>,
}

/// A log with a header.
struct Begun {
    /// The first line.
    header: Vec<u8>,
    lines: Lines,
    contest: Box<dyn Shown>,
    rows: Vec<Row>,
    /// The header, and the lines that make the contest longer.
    heads: Vec<Range<u64>>,
}

/// A game of the list.
struct Row {
    number: u64,
    first: String,
    second: String,
    winner: Winner,
    plies: usize,
    seconds: f64,
    reason: Option<String>,
    bytes: Range<u64>,
}

impl Row {
    fn new(record: &GameRecord, bytes: Range<u64>) -> Row {
        let reason = record.forfeit.as_ref().map(ToString::to_string);
        Row {
            number: record.game,
            first: record.first.clone(),
            second: record.second.clone(),
            winner: record.winner,
            plies: record.opening.len() + record.moves.len(),
            seconds: record.nanoseconds.iter().map(|&time| time as f64 / 1e9).sum(),
            reason: reason.or_else(|| record.adjudicated.then(|| "adjudicated".to_string())),
            bytes,
        }
    }

    fn json(&self) -> Value {
        json!({
            "number": self.number, "first": self.first, "second": self.second, "winner": self.winner,
            "plies": self.plies, "seconds": self.seconds, "reason": self.reason,
        })
    }
}

impl Follower {
    /// The log of this name, of which nothing was read.
    pub fn new(name: &str) -> Follower {
        Follower { name: name.to_string(), read: None, begun: 0 }
    }

    /// Name of the file.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The contest as far as it is known, unless it is still as in this revision.
    pub fn show(&mut self, folder: &Folder, revision: Option<&str>) -> Result<Value, String> {
        self.read_on(folder)?;
        let begun = self.begun;
        let Some(read) = &self.read else { return Err(format!("{} cannot be read", self.name)) };
        let now = format!("{begun}.{}.{}", read.offset, read.error.is_some());
        if revision == Some(&now) {
            return Ok(json!({ "revision": now }));
        }
        let Some(log) = &read.log else {
            // Nothing was written yet, or it is no log.
            return match &read.error {
                Some(error) => Err(error.clone()),
                None => Ok(json!({ "revision": now, "empty": true })),
            };
        };
        let mut value = log.contest.json();
        value["revision"] = now.into();
        value["error"] = read.error.clone().into();
        // A large log is read in several turns.
        value["more"] = (read.error.is_none() && read.size - read.offset > CHUNK).into();
        value["rows"] = log.rows.iter().rev().take(NEWEST).map(Row::json).collect();
        value["games"] = log.rows.len().into();
        Ok(value)
    }

    /// A game, as the replay reads it.
    pub fn game(&mut self, folder: &Folder, number: u64) -> Result<Value, String> {
        self.read_on(folder)?;
        let log = self.read.as_ref().and_then(|read| read.log.as_ref());
        let found = log.and_then(|log| Some((log, log.rows.iter().find(|row| row.number == number)?)));
        let (log, row) = found.ok_or_else(|| format!("{} has no game {number}", self.name))?;
        let mut text = Vec::new();
        for part in log.heads.iter().chain([&row.bytes]) {
            text.extend(bytes(folder, &self.name, part.start, part.end - part.start)?);
        }
        let mut value = log.contest.read(&String::from_utf8_lossy(&text))?;
        value["game"] = log.lines.header().terms.game.clone().into();
        Ok(value)
    }

    /// Reads what was added. A log that has become another one is read from its start.
    fn read_on(&mut self, folder: &Folder) -> Result<(), String> {
        let (_, data) = folder.file(&self.name)?;
        let (size, identity) = (data.len(), format!("{:?}", identity(&data)));
        let is_same = |read: &Reading| read.identity == identity && read.size <= size;
        let goes_on = self.read.as_ref().is_some_and(|read| is_same(read) && read.error.is_none());
        let is_known = self.read.as_ref().is_some_and(|read| is_same(read) && read.size == size);
        if !goes_on && !is_known {
            self.begin(identity.clone());
        }
        let was_begun = self.read.as_ref().is_some_and(|read| read.offset > 0);
        self.read_chunk(folder, size)?;
        // The lines may be those of a new log in the same file.
        if was_begun && goes_on && self.has_failed() && !self.has_its_header(folder)? {
            self.begin(identity);
            self.read_chunk(folder, size)?;
        }
        Ok(())
    }

    fn has_failed(&self) -> bool {
        self.read.as_ref().is_some_and(|read| read.error.is_some())
    }

    /// Does the file still begin with the header that was read?
    fn has_its_header(&self, folder: &Folder) -> Result<bool, String> {
        let Some(log) = self.read.as_ref().and_then(|read| read.log.as_ref()) else { return Ok(false) };
        Ok(bytes(folder, &self.name, 0, log.header.len() as u64)? == log.header)
    }

    fn begin(&mut self, identity: String) {
        self.begun += 1;
        self.read = Some(Reading { identity, offset: 0, size: 0, log: None, error: None });
    }

    fn read_chunk(&mut self, folder: &Folder, size: u64) -> Result<(), String> {
        let Some(read) = self.read.as_mut().filter(|read| read.error.is_none()) else { return Ok(()) };
        read.size = size;
        let chunk = bytes(folder, &self.name, read.offset, CHUNK.min(size.saturating_sub(read.offset)))?;
        let Some(end) = chunk.iter().rposition(|&byte| byte == b'\n') else {
            if chunk.len() as u64 == CHUNK {
                read.error = Some(match read.log {
                    None => format!("{} is not a log of a contest", self.name),
                    Some(_) => format!("{}: a line is longer than {} MB", self.name, CHUNK >> 20),
                });
            }
            return Ok(());
        };
        for line in chunk[..=end].split_inclusive(|&byte| byte == b'\n') {
            let bytes = read.offset..read.offset + line.len() as u64;
            let done = match &mut read.log {
                None => Begun::new(&self.name, line).map(|log| read.log = Some(log)),
                Some(log) => log.add(&self.name, line, bytes.clone()),
            };
            if let Err(error) = done {
                read.error = Some(error);
                return Ok(());
            }
            read.offset = bytes.end;
        }
        Ok(())
    }
}

impl Begun {
    fn new(name: &str, line: &[u8]) -> Result<Begun, String> {
        let lines = Lines::after(line, Path::new(name)).map_err(|error| error.to_string())?;
        let header = lines.header();
        let engines = header.terms.engines.len();
        if engines > MOST_ENGINES {
            return Err(format!("{name} has {engines} engines; at most {MOST_ENGINES} are shown"));
        }
        let contest = games::visit(&header.terms.game, &Open { header: header.clone() });
        let wrong = |error: &dyn std::fmt::Display| format!("{name}: {error}");
        let contest = contest.map_err(|error| wrong(&error))?.map_err(|error| wrong(&error))?;
        let head = 0..line.len() as u64;
        Ok(Begun { header: line.to_vec(), lines, contest, rows: Vec::new(), heads: vec![head] })
    }

    fn add(&mut self, name: &str, line: &[u8], bytes: Range<u64>) -> Result<(), String> {
        if self.rows.len() >= MOST_GAMES {
            return Err(format!("{name} has more than {MOST_GAMES} games; only these are shown"));
        }
        let read = self.lines.read(line).map_err(|error| error.to_string())?;
        let Some((number, record)) = read else {
            self.heads.push(bytes);
            self.contest.make_longer(self.lines.header().terms.games);
            return Ok(());
        };
        let row = Row::new(&record, bytes);
        let added = self.contest.add(self.lines.line(), number, record);
        added.map_err(|(line, why)| format!("line {line} of {name}: {why}"))?;
        self.rows.push(row);
        Ok(())
    }
}

/// A part of a file.
fn bytes(folder: &Folder, name: &str, start: u64, count: u64) -> Result<Vec<u8>, String> {
    let (mut file, _) = folder.file(name)?;
    let mut bytes = Vec::new();
    let read = file.seek(SeekFrom::Start(start)).and_then(|_| file.take(count).read_to_end(&mut bytes));
    read.map_err(|error| format!("cannot read {name}: {error}"))?;
    Ok(bytes)
}
