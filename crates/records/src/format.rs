//! The formats: their names, the games that they hold, and how a text shows its own.

use std::fmt;
use std::str::FromStr;

use game::error::quote;
use serde_json::Value;

use crate::{botzone, json, lines, logs, saiblo, sgf};

/// A format of records.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Format {
    /// Matches of Botzone: the site's log of the judge's outputs and the answers.
    Botzone,
    /// A request to a bot of Botzone: the game so far as one player sees it.
    BotzoneRequest,
    /// A replay of Saiblo's Connect-4.
    Saiblo,
    /// The Generic Game Format of Othello.
    Ggf,
    /// The Smart Game Format, for NoGo.
    Sgf,
    /// Lines of moves, positions or both.
    Moves,
    /// One word per game: `F5D6C3`, without passes.
    Transcript,
    /// One word per game: columns from 1, `4455`.
    Columns,
    /// Our own JSON, one object per line.
    Json,
    /// The log of a contest.
    Log,
}

/// Name, meaning, games that it holds (empty: all), and whether it is written.
type Row = (Format, &'static str, &'static str, &'static [&'static str], bool);

const TABLE: &[Row] = &[
    (Format::Botzone, "botzone", "a Botzone match", &[], false),
    (Format::BotzoneRequest, "botzone-request", "a Botzone request", &[], false),
    (Format::Saiblo, "saiblo", "a Saiblo replay", &["connect4"], false),
    (Format::Ggf, "ggf", "GGF", &["othello"], true),
    (Format::Sgf, "sgf", "SGF", &["nogo"], true),
    (Format::Moves, "moves", "moves or positions in lines", &[], true),
    (Format::Transcript, "transcript", "transcripts", &["othello"], true),
    (Format::Columns, "columns", "columns", &["connect4", "connect4-7x6"], true),
    (Format::Json, "json", "JSON", &[], true),
    (Format::Log, "log", "a log of the arena", &[], false),
];

impl Format {
    fn row(self) -> &'static Row {
        TABLE.iter().find(|row| row.0 == self).expect("every format has a row")
    }

    /// Name, as a user types it.
    pub fn name(self) -> &'static str {
        self.row().1
    }

    /// Can games of this name be written in the format?
    pub fn writes(self, game: &str) -> bool {
        let (_, _, _, games, written) = self.row();
        *written && (games.is_empty() || games.contains(&game))
    }

    /// Names of the formats in which games of this name can be written; the first is
    /// the most usual one.
    pub fn writable(game: &str) -> String {
        let names = TABLE.iter().filter(|row| row.0.writes(game)).map(|row| row.1);
        names.collect::<Vec<_>>().join(", ")
    }

    /// What can be read, for errors.
    pub(crate) fn readable() -> String {
        TABLE.iter().map(|row| row.2).collect::<Vec<_>>().join(", ")
    }

    /// The format that the text is in, by its content; `None` if it is none of them.
    pub fn of(text: &str) -> Option<Format> {
        let text = clean(text);
        let first = text.chars().next()?;
        match first {
            '{' | '[' => json::values(text).find_map(Result::ok).as_ref().and_then(of_json),
            '<' => botzone::page(text).map(|_| Format::Botzone),
            _ if is_ggf(text) => Some(Format::Ggf),
            _ if sgf::is_sgf(text) => Some(Format::Sgf),
            _ if botzone::is_simple(text) => Some(Format::BotzoneRequest),
            _ => lines::is_text(text).then_some(Format::Moves),
        }
    }

    /// Name of the game that the text names itself, if its format does.
    pub fn game_of(text: &str) -> Option<String> {
        let text = clean(text);
        let named = |value: &Value| value["game"].as_str().map(String::from);
        match Format::of(text)? {
            Format::Ggf => Some("othello".to_string()),
            Format::Sgf => Some("nogo".to_string()),
            Format::Saiblo => Some("connect4".to_string()),
            Format::Json | Format::Log => json::values(text).find_map(Result::ok).as_ref().and_then(named),
            _ => None,
        }
    }
}

/// The text without a byte-order mark and blanks at its ends.
pub(crate) fn clean(text: &str) -> &str {
    text.trim_start_matches('\u{feff}').trim()
}

/// In GGF files of matches a number comes before each game or pair of games.
fn is_ggf(text: &str) -> bool {
    let Some((_, inside)) = text.split_once("(;") else { return false };
    let (_, game) = inside.split_once("GM[").unwrap_or_default();
    game.trim_start().get(..7).is_some_and(|name| name.eq_ignore_ascii_case("othello"))
}

fn of_json(value: &Value) -> Option<Format> {
    let first = if let Value::Array(list) = value { list.first()? } else { value };
    match value {
        _ if logs::is_header(value) => Some(Format::Log),
        _ if json::is_record(first) => Some(Format::Json),
        _ if value.get("requests").is_some() => Some(Format::BotzoneRequest),
        _ if botzone::is_match(value) => Some(Format::Botzone),
        _ if saiblo::is_replay(value) => Some(Format::Saiblo),
        _ => None,
    }
}

impl fmt::Display for Format {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// Reads the name of a format that is written.
impl FromStr for Format {
    type Err = String;

    fn from_str(text: &str) -> Result<Format, String> {
        let written = || TABLE.iter().filter(|row| row.4);
        let found = written().find(|row| row.1.eq_ignore_ascii_case(text)).map(|row| row.0);
        found.ok_or_else(|| {
            let names: Vec<_> = written().map(|row| row.1).collect();
            format!("{} is not a format that is written; there are: {}", quote(text), names.join(", "))
        })
    }
}
