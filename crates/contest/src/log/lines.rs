//! The lines of a log after its header, one by one.

use std::collections::HashMap;
use std::path::{Path, PathBuf};

use super::{GameRecord, Header, LONGER, Longer, parse_header, unseal};
use crate::error::{LogError, RecordError};

/// Reads the lines of a log after the first, one by one.
#[derive(Clone, Debug)]
pub struct Lines {
    path: PathBuf,
    first: String,
    header: Header,
    /// Number of the last line, from 1.
    line: usize,
    /// Line of each game, by its number from 0.
    found: HashMap<u64, usize>,
}

impl Lines {
    /// The lines after the header, whose text is `first`.
    pub(super) fn new(first: &str, header: Header, path: &Path) -> Lines {
        let (path, first) = (path.to_path_buf(), first.to_string());
        Lines { path, first, header, line: 1, found: HashMap::new() }
    }

    /// The lines after a first line, which must be a header.
    pub fn after(first: &[u8], path: &Path) -> Result<Lines, LogError> {
        let first = String::from_utf8_lossy(first.strip_suffix(b"\n").unwrap_or(first));
        Ok(Lines::new(&first, parse_header(&first, path)?, path))
    }

    /// The header; lines that make the contest longer change it.
    pub fn header(&self) -> &Header {
        &self.header
    }

    /// Number of the last line, from 1.
    pub fn line(&self) -> usize {
        self.line
    }

    /// Reads the next line: a game with its number from 0, or `None` if it makes the contest
    /// longer.
    pub fn read(&mut self, bytes: &[u8]) -> Result<Option<(u64, GameRecord)>, LogError> {
        self.line += 1;
        let line = self.line;
        self.read_line(bytes).map_err(|why| LogError::Line { path: self.path.clone(), line, why })
    }

    fn read_line(&mut self, bytes: &[u8]) -> Result<Option<(u64, GameRecord)>, RecordError> {
        let text = String::from_utf8_lossy(bytes.strip_suffix(b"\n").unwrap_or(bytes));
        let terms = &mut self.header.terms;
        if text.starts_with(LONGER) {
            let Longer { games } = unseal(&self.first, &text)?;
            let is_longer = games > terms.games && games.is_multiple_of(2);
            if !is_longer || !terms.kind.can_be_longer() {
                return Err(RecordError::NotLonger(games));
            }
            terms.games = games;
            return Ok(None);
        }
        let record: GameRecord = unseal(&self.first, &text)?;
        let (game, number) = (record.game, record.game.wrapping_sub(1));
        if number >= terms.total() || !self.header.shard.contains(number) {
            return Err(RecordError::NotPart(game));
        }
        match self.found.insert(number, self.line) {
            Some(first) => Err(RecordError::Twice { game, first }),
            None => Ok(Some((number, record))),
        }
    }
}
