//! Games and positions as lines of text, one per line.
//!
//! ```text
//! F5D6C3D3C4                 a transcript of Othello; passes are left out or written --, PA
//! f5 d6 c3 d3                moves, separated by blanks or commas
//! 4455                       columns of Connect-4 on the board of 6 rows and 7 columns
//! 9x11-3,4:66a               the same on another board, in the game's notation
//! 3x3: C3 B2                 a position, a colon and moves
//! --X…--- X; F5:+2;          a position, as in OBF files; the rest is a comment
//! 1. f5 d6                   move numbers are skipped; a line that begins with a
//! 2. c3 d3                   number above 1. continues the game
//! f5 d6   # a comment
//! ```
//!
//! Empty lines, and lines that begin with `#` or `%`, are skipped.

use contest::START;
use game::{History, Playable, Shape};

use crate::Games;
use crate::builder::{Builder, name, start};
use crate::error::Error;
use crate::format::Format;
use crate::record::{Note, Record};

/// Rows and columns of the board of a column string without a size.
const CLASSIC: (usize, usize) = (6, 7);

/// Could this be such lines? A file of bytes is not.
pub(crate) fn is_text(text: &str) -> bool {
    !text.chars().any(|c| c == '\u{fffd}' || (c.is_control() && !c.is_whitespace()))
}

pub(crate) fn read<G: Playable>(text: &str) -> Games<G> {
    let mut games: Vec<(String, Option<String>)> = Vec::new();
    for line in text.lines().map(str::trim) {
        if line.is_empty() || is_comment(line) {
            continue;
        }
        let (line, comment) = split_comment(line);
        match games.last_mut() {
            Some((before, _)) if move_number(line).is_some_and(|number| number > 1) => {
                before.push(' ');
                before.push_str(line);
            }
            _ => games.push((line.to_string(), comment)),
        }
    }
    let read = |((line, comment), number): ((String, Option<String>), u64)| {
        let mut record = read_line(number, &line)?;
        record.comment = comment.or(record.comment);
        Ok(record)
    };
    games.into_iter().zip(1..).map(read).collect()
}

/// Is this line a comment? Connect-4's forbidden cell can be the first of a position:
/// `#.../…`.
pub fn is_comment(line: &str) -> bool {
    let is_row = |row: &str| row.chars().all(|c| ".#xoXO".contains(c));
    let is_position = line.split_once('/').is_some_and(|(row, _)| is_row(row));
    line.starts_with(['#', '%']) && !is_position
}

/// A comment comes after a blank: `#` alone is Connect-4's forbidden cell.
fn split_comment(line: &str) -> (&str, Option<String>) {
    match line.split_once(" #") {
        Some((line, comment)) => (line.trim_end(), name(comment)),
        None => (line, None),
    }
}

/// The number at the beginning of `12. f5`.
fn move_number(line: &str) -> Option<u64> {
    line.split_once('.').and_then(|(number, _)| number.parse().ok())
}

fn read_line<G: Playable>(number: u64, line: &str) -> Result<Record<G>, Error> {
    let malformed = |why: String| Error::Malformed { format: Format::Moves, game: number, why };
    let (position, rest) =
        line.split_once(';').map_or((line, ""), |(position, rest)| (position.trim(), rest));
    // A position cannot be a move list, but a column string is also a position.
    let read = match line.split_once(':').filter(|_| rest.is_empty()) {
        Some((start_text, moves)) => start(start_text)
            .map_err(malformed)
            .and_then(|from| read_moves(Builder::new(Format::Moves, number, from), moves)),
        None => read_moves(Builder::new(Format::Moves, number, usual_start(line)), line),
    };
    read.or_else(|error| match start::<G>(position) {
        Ok(from) => {
            let mut builder = Builder::new(Format::Moves, number, from);
            builder.record().comment = name(rest.trim_end_matches([';', ' ']));
            Ok(builder.finish(None, None))
        }
        // Not one move: what the game says about positions helps more.
        Err(why) if matches!(error, Error::Move { number: 1, .. }) => Err(malformed(why)),
        Err(_) => Err(error),
    })
}

/// The board of moves without a position: one word of columns is on the classic board.
fn usual_start<G: Playable>(line: &str) -> G {
    let classic = || (G::CELLS?.start)(CLASSIC.0, CLASSIC.1);
    let is_columns = G::DROPS.is_some() && !line.contains([' ', ',']) && line != START;
    classic().filter(|_| is_columns).unwrap_or_else(G::start)
}

fn read_moves<G: Playable>(mut builder: Builder<G>, text: &str) -> Result<Record<G>, Error> {
    let words = || text.split([' ', ',', '\t', '\n']).filter(|word| !word.is_empty());
    let is_one_word = words().count() == 1;
    for word in words().filter(|word| *word != START) {
        play(&mut builder, word, is_one_word && G::DROPS.is_some())?;
    }
    Ok(builder.finish(None, None))
}

/// Plays a word: a move, a move number, or several moves without blanks. `split` is
/// whether several moves are meant where both are possible: `11` on a wide board.
fn play<G: Playable>(builder: &mut Builder<G>, word: &str, split: bool) -> Result<(), Error> {
    let word = match word.split_once('.') {
        Some((number, rest)) if number.parse::<u64>().is_ok() => rest.trim_start_matches('.'),
        _ => word,
    };
    let one = if split { None } else { builder.parse(word).ok() };
    if let Some(m) = one {
        return builder.play(m, Note::default());
    }
    let mut rest = word;
    while !rest.is_empty() {
        let length = match rest.get(..4) {
            _ if G::DROPS.is_some() => 1,
            Some(pass) if pass.eq_ignore_ascii_case("pass") => 4,
            _ => 2,
        };
        let end = rest.char_indices().nth(length).map_or(rest.len(), |(end, _)| end);
        // A word that is no move at all is quoted whole.
        let piece = if rest == word && builder.parse(&rest[..end]).is_err() { word } else { &rest[..end] };
        builder.play_word(piece, Note::default())?;
        rest = &rest[end..];
    }
    Ok(())
}

/// Continues a game with moves that the user types: separated by blanks or commas, or
/// as one word.
pub fn play_on<G: Playable>(history: History<G>, moves: &str) -> Result<History<G>, Error> {
    let mut builder = Builder::new(Format::Moves, 1, *history.start());
    builder.record().history = history;
    for word in moves.split([' ', ',', '\t', '\n']).filter(|word| !word.is_empty()) {
        play(&mut builder, word, false)?;
    }
    Ok(builder.finish(None, None).history)
}

/// Writes a position and its moves; the usual starting position is left out.
pub(crate) fn moves<G: Playable>(record: &Record<G>) -> String {
    let start = record.history.start();
    let texts = record.move_texts();
    // One word of columns would be read on the classic board.
    let is_columns = G::DROPS.is_some() && texts.len() < 2;
    match *start == G::start() && !is_columns {
        true if texts.is_empty() => START.to_string(),
        true => texts.join(" "),
        false => format!("{}: {}", start_text(start), texts.join(" ")).trim_end().to_string(),
    }
}

/// The position; an empty board on which stones fall is written as its size.
fn start_text<G: Playable>(start: &G) -> String {
    let shape = G::DROPS.map(|drops| ((drops.shape)(start), drops.set_up));
    let empty = shape.filter(|(shape, set_up)| set_up(shape, &[], &[]).as_ref() == Ok(start));
    empty.map_or_else(|| start.to_string(), |(shape, _)| shape.to_string())
}

fn unwritable<G: Playable>(record: &Record<G>, format: Format, why: &str) -> Error {
    Error::Unwritable { format, game: record.number, why: why.to_string() }
}

/// Writes the moves as one word of capitals, without passes.
pub(crate) fn transcript<G: Playable>(record: &Record<G>) -> Result<String, Error> {
    let wrong = |why| unwritable(record, Format::Transcript, why);
    if *record.history.start() != G::start() {
        return Err(wrong("it begins in another position"));
    }
    let pass = G::CELLS.and_then(|cells| cells.pass);
    let played = record.history.moves().iter().zip(record.move_texts());
    let word: String = played.filter(|(m, _)| Some(**m) != pass).map(|(_, text)| text).collect();
    match word.is_empty() {
        true => Err(wrong("it has no moves")),
        false => Ok(word.to_ascii_uppercase()),
    }
}

/// Writes the columns as one word, after the board if it is not the classic one.
pub(crate) fn columns<G: Playable>(record: &Record<G>) -> Result<String, Error> {
    let wrong = |why| unwritable(record, Format::Columns, why);
    let drops = G::DROPS.ok_or_else(|| wrong("its stones do not fall"))?;
    let start = record.history.start();
    let shape = (drops.shape)(start);
    if (drops.set_up)(&shape, &[], &[]).as_ref() != Ok(start) {
        return Err(wrong("it begins with stones on the board"));
    }
    let word = record.move_texts().concat();
    let classic = Shape { rows: CLASSIC.0, columns: CLASSIC.1, forbidden: None };
    Ok(if shape == classic && !word.is_empty() { word } else { format!("{shape}:{word}") })
}
