//! `arena replay`: shows recorded games.

mod pager;

use std::fmt::Write;
use std::io::{self, IsTerminal};
use std::time::Duration;

use contest::log;
use game::{Outcome, Playable, Side};
use games::{NAMES, Visitor};
use records::{Format, Games, Note, Record};
use serde_json::{Value, json};

use self::pager::Pager;
use super::output::print;
use crate::cli::ReplayArgs;
use crate::error::{Error, Result};
use crate::position::{self, named_file};
use crate::render::text::{is_screen, one_line, shorten, time};

/// Number of characters of a comment that fit beside its move.
const LONGEST_COMMENT: usize = 60;

/// Number of characters of a reason in the list of games.
const LONGEST_REASON: usize = 40;

/// Shows the games.
pub fn run(args: &ReplayArgs) -> Result<()> {
    let text = position::read_text(&args.file)?;
    records::detect(&text).map_err(|error| named_file(&args.file, error))?;
    let game = args.game.clone().or_else(|| Format::game_of(&text)).ok_or_else(|| {
        let file = args.file.display();
        Error::Usage(format!("{file} does not name its game; add --game, one of: {}", NAMES.join(", ")))
    })?;
    games::visit(&game, &Replay { args, text })?
}

struct Replay<'a> {
    args: &'a ReplayArgs,
    text: String,
}

impl Visitor for Replay<'_> {
    type Output = Result<()>;

    fn visit<G: Playable>(&self) -> Result<()> {
        let Replay { args, text } = self;
        let wrong = |error| named_file(&args.file, error);
        let games: Games<G> = records::read_each(text).map_err(wrong)?;
        let is_one = games.len() == 1 && Format::of(text) != Some(Format::Log);
        if args.number.is_none() && !is_one {
            return print(&if args.json { all_json(text, games)? } else { list(&games) });
        }
        let record = position::record::<G>(&args.file, text, args.number)?;
        if args.json {
            return print(&format!("{:#}\n", game_json(text, &record)?));
        }
        let whole = 0..=record.history.moves().len();
        let range = args.moves.clone().unwrap_or_else(|| whole.clone());
        let pages = Pages { title: title(&record, &args.file.display().to_string()), record: &record };
        let first = *range.start();
        if first > *whole.end() {
            return Err(Error::Usage(format!("the game has no move {first}; it has {}", whole.end())));
        }
        let range = first..=(*range.end()).min(*whole.end());
        // The terminal must also be the user's: keys cannot come from a file.
        match is_screen() && io::stdin().is_terminal() {
            true => Pager::new(range).run(|ply| pages.page(ply)),
            false => print(&pages.plain(range, args.moves.is_none())),
        }
    }
}

/// A log's own record has more fields than a [`Record`].
fn game_json<G: Playable>(text: &str, record: &Record<G>) -> Result<Value> {
    if Format::of(text) == Some(Format::Log) {
        let (_, games) = log::parse(text.as_bytes(), "log".as_ref())?;
        let found = games.get(&(record.number - 1)).map(|(_, record)| json!(record));
        return Ok(found.unwrap_or_default());
    }
    let written = records::write(std::slice::from_ref(record), Format::Json)?;
    serde_json::from_str(&written).map_err(|error| Error::Failure(error.into()))
}

fn all_json<G: Playable>(text: &str, games: Games<G>) -> Result<String> {
    let records = games.into_iter().collect::<Result<Vec<_>, _>>()?;
    let values = match Format::of(text) {
        Some(Format::Log) => {
            let (_, games) = log::parse(text.as_bytes(), "log".as_ref())?;
            games.values().map(|(_, record)| json!(record)).collect::<Value>()
        }
        _ => records.iter().map(|record| game_json(text, record)).collect::<Result<Value>>()?,
    };
    Ok(format!("{values:#}\n"))
}

/// Name of a player; `first` or `second` if the file has none.
pub fn player<G: Playable>(record: &Record<G>, side: Side) -> String {
    let unnamed = ["first", "second"][side.index()];
    one_line(record.players[side.index()].as_deref().unwrap_or(unnamed))
}

fn list<G: Playable>(games: &Games<G>) -> String {
    let mut out = format!("{:>6}{:>7}  {:<20}\n", "game", "plies", "winner");
    for (game, number) in games.iter().zip(1_u64..) {
        let _ = match game {
            Err(error) => writeln!(out, "{number:>6}{:>7}  cannot be read: {error}", "-"),
            Ok(record) => {
                let winner = match (record.outcome, record.winner()) {
                    (None, _) => "not finished".to_string(),
                    (_, None) => "draw".to_string(),
                    (_, Some(side)) => match &record.players[side.index()] {
                        Some(name) => format!("{}: {}", ["first", "second"][side.index()], one_line(name)),
                        None => ["first", "second"][side.index()].to_string(),
                    },
                };
                let reason = record.reason.as_ref().map_or(String::new(), |reason| {
                    format!(" ({})", shorten(&one_line(reason), LONGEST_REASON))
                });
                let plies = record.history.moves().len();
                writeln!(out, "{:>6}{plies:>7}  {winner}{reason}", record.number)
            }
        };
    }
    out
}

/// Number of the game, its file and its players.
pub fn title<G: Playable>(record: &Record<G>, file: &str) -> String {
    let [first, second] = [Side::First, Side::Second].map(|side| player(record, side));
    format!("game {} of {file}: {first} against {second}", record.number)
}

/// What the file says about a move, in brackets.
fn note_text(note: &Note) -> String {
    let mut parts = Vec::new();
    parts.extend(note.value.map(|value| format!("value {value:+.2}")));
    parts.extend(note.score.map(|score| format!("score {score:+.2}")));
    parts.extend(note.time.map(time));
    parts.extend(note.left.map(|left| format!("{} left", time(left))));
    parts.extend(note.comment.as_ref().map(|text| shorten(&one_line(text), LONGEST_COMMENT)));
    if parts.is_empty() { String::new() } else { format!("  ({})", parts.join(", ")) }
}

/// How the game ended, and how long it was.
fn end_text<G: Playable>(record: &Record<G>) -> String {
    let mut out = match (record.outcome, record.winner()) {
        (None, _) => "not finished".to_string(),
        (Some(Outcome::Draw), _) | (_, None) => "a draw".to_string(),
        (_, Some(side)) => format!("{} wins", player(record, side)),
    };
    match (record.score(), &record.reason) {
        (Some(score), _) if score != 0 => out.push_str(&format!(" by {}", score.abs())),
        (_, Some(reason)) => out.push_str(&format!(": {}", one_line(reason))),
        _ => (),
    }
    let used: Vec<Duration> = record.notes.iter().filter_map(|note| note.time).collect();
    let plies = record.history.moves().len();
    match used.is_empty() {
        true => format!("{out}, after {plies} plies"),
        false => format!("{out}, after {plies} plies and {} of thinking", time(used.iter().sum())),
    }
}

/// The positions of a game, one page each.
struct Pages<'a, G: Playable> {
    title: String,
    record: &'a Record<G>,
}

impl<G: Playable> Pages<'_, G> {
    /// The move that led to this ply, with what the file says about it.
    fn move_line(&self, ply: usize) -> Option<String> {
        let history = self.record.at(ply).ok()?;
        let m = *history.moves().last()?;
        let before = self.record.at(ply - 1).ok()?;
        let text = before.state().move_text(m);
        Some(format!("{ply}. {text}{}", note_text(&self.record.notes[ply - 1])))
    }

    fn board(&self, ply: usize) -> String {
        let history = self.record.at(ply).expect("the caller asks for plies of the game");
        history.state().draw(history.moves().last().copied())
    }

    /// One page: the board after `ply` plies between the title and the move.
    fn page(&self, ply: usize) -> String {
        let line = self.move_line(ply).unwrap_or_else(|| "starting position".to_string());
        let last = self.record.history.moves().len();
        let end = if ply == last { format!("{}\n", end_text(self.record)) } else { String::new() };
        format!("{}\n\n{}\n{line}\n{end}", self.title, self.board(ply))
    }

    /// All pages as one text; `whole` adds the starting position.
    fn plain(&self, range: std::ops::RangeInclusive<usize>, whole: bool) -> String {
        let mut out = format!("{}\n", self.title);
        if let Some(comment) = &self.record.comment {
            let _ = writeln!(out, "{}", one_line(comment));
        }
        for ply in range.clone() {
            match self.move_line(ply) {
                Some(line) => out.push_str(&format!("\n{line}\n{}", self.board(ply))),
                None if whole || range == (0..=0) => out.push_str(&format!("\n{}", self.board(ply))),
                None => (),
            }
        }
        if *range.end() == self.record.history.moves().len() {
            let _ = writeln!(out, "\n{}", end_text(self.record));
        }
        out
    }
}
