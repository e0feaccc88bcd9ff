//! Othello's Generic Game Format; judge-protocol reads its properties.
//!
//! ```text
//! (;GM[Othello]PC[…]PB[black]PW[white]TY[8]RE[+6.00]BO[8 --…-- *]B[F5/2.5/0.3]W[D6//1.1];)
//! ```
//!
//! A move is the square, the mover's evaluation in discs, and its time in seconds; both
//! may be missing. The result is black's margin, with `:r` after a resignation, `:t`
//! after a loss on time and `:s` after an agreement. A file may have several games, each
//! after a number or not.

use std::fmt::Write;
use std::time::Duration;

use game::error::quote;
use game::{Game, Outcome, Playable, Side};
use judge_protocol::nboard::ggf::{Property, board, first_game};

use crate::Games;
use crate::builder::{Builder, name, number};
use crate::error::Error;
use crate::format::Format;
use crate::record::{Note, Record};

/// What ended a game, by its letter in the result.
const REASONS: [(&str, &str); 3] = [("r", "resigned"), ("t", "too late"), ("s", "agreed")];

/// Margin that is written for a loser by forfeit.
const WHOLE_BOARD: i32 = 64;

pub(crate) fn read<G: Playable>(text: &str) -> Result<Games<G>, Error> {
    check_game::<G>()?;
    let (mut games, mut rest) = (Vec::new(), text);
    while rest.contains("(;") {
        let number = games.len() as u64 + 1;
        let (read, behind) = match first_game(rest) {
            Ok((properties, behind)) => (read_game(number, &properties), behind),
            Err(why) => (Err(Error::Malformed { format: Format::Ggf, game: number, why }), next_game(rest)),
        };
        games.push(read);
        rest = behind;
    }
    Ok(games)
}

fn check_game<G: Game>() -> Result<(), Error> {
    match G::NAME {
        "othello" => Ok(()),
        wanted => Err(Error::OtherGame { found: "othello".to_string(), wanted }),
    }
}

/// The text from the second game on.
fn next_game(text: &str) -> &str {
    let first = text.find("(;").map_or(text.len(), |at| at + 2);
    let second = text[first..].find("(;").map_or(text.len(), |at| first + at);
    &text[second..]
}

fn read_game<G: Playable>(game: u64, properties: &[Property]) -> Result<Record<G>, Error> {
    let malformed = |why: String| Error::Malformed { format: Format::Ggf, game, why };
    let find = |key: &str| properties.iter().find(|(found, _)| *found == key).map(|(_, value)| *value);
    // TY[8] is the usual game, s8r18 one of a pair from a random position. With an a the
    // loser wins. The size is that of the board; local programs write TY[0].
    if let Some(kind) = find("TY").filter(|kind| kind.contains('a')) {
        return Err(malformed(format!("TY[{}] is not the usual game: the loser wins", kind.trim())));
    }
    if let Some(size) =
        find("BO").and_then(|board| board.split_whitespace().next()).filter(|size| *size != "8")
    {
        return Err(malformed(format!("the board BO[{size} …] is not 8x8")));
    }
    let start = find("BO").map_or(Ok(G::start()), board).map_err(malformed)?;
    let mut builder = Builder::new(Format::Ggf, game, start);
    for (key, value) in properties {
        let side = match *key {
            "B" => Side::First,
            "W" => Side::Second,
            _ => continue,
        };
        let (word, note) = read_move(value).map_err(|why| builder.wrong_move(why))?;
        let m = builder.parse(word)?;
        // Some programs write a pass after the last move.
        if builder.state().outcome().is_some() && G::CELLS.is_some_and(|cells| cells.pass == Some(m)) {
            continue;
        }
        if builder.state().side() != side && !is_pass_left_out(&builder, m) {
            let colours = ["black", "white"];
            let turn = colours[builder.state().side().index()];
            return Err(builder.wrong_move(format!("{} moves, but {turn} is to move", colours[side.index()])));
        }
        builder.play(m, note)?;
    }
    let (claimed, reason) = find("RE").map_or((None, None), result);
    let record = builder.record();
    record.players = [find("PB"), find("PW")].map(|value| value.and_then(name));
    record.comment = find("GC").and_then(name);
    // A reason without a letter is a comment.
    let is_ended = claimed.is_some() && reason.is_none() && record.history.state().outcome().is_none();
    let said = record.comment.take_if(|_| is_ended);
    Ok(builder.finish(claimed, reason.or(said)))
}

fn is_pass_left_out<G: Playable>(builder: &Builder<G>, m: G::Move) -> bool {
    let pass = G::CELLS.and_then(|cells| cells.pass).filter(|&pass| pass != m);
    pass.is_some_and(|pass| builder.state().is_legal(pass))
}

/// Reads `F5/2.5/0.3`.
fn read_move(value: &str) -> Result<(&str, Note), String> {
    let mut parts = value.split('/').map(str::trim);
    let word = parts.next().unwrap_or_default();
    let mut next = || parts.next().filter(|part| !part.is_empty());
    let score = next().map(number).transpose()?;
    let time = next().map(read_time).transpose()?;
    Ok((word, Note { score, time, ..Note::default() }))
}

/// Reads seconds, or minutes and seconds: `62.5`, `1:02.5`.
fn read_time(text: &str) -> Result<Duration, String> {
    let mut seconds = 0.0;
    for part in text.split(':') {
        seconds = 60.0 * seconds + number(part)?;
    }
    Duration::try_from_secs_f64(seconds).map_err(|_| format!("{} is not a time", quote(text)))
}

/// Reads `+6.00`, `-40:r` or `?`.
fn result(value: &str) -> (Option<Outcome>, Option<String>) {
    let (margin, letter) = value.split_once(':').unwrap_or((value, ""));
    let reason = REASONS.iter().find(|(found, _)| *found == letter.trim()).map(|(_, why)| why.to_string());
    let outcome = number(margin).ok().map(|margin| match margin {
        margin if margin > 0.0 => Outcome::Win,
        margin if margin < 0.0 => Outcome::Loss,
        _ => Outcome::Draw,
    });
    (outcome, reason)
}

pub(crate) fn write<G: Playable>(record: &Record<G>) -> Result<String, Error> {
    let names = record.players.each_ref().map(|name| plain(name.as_deref().unwrap_or_default()));
    let mut out =
        format!("(;GM[Othello]PC[Tesuji]PB[{}]PW[{}]TY[8]RE[{}]", names[0], names[1], margin(record));
    let other_reason = record.reason.as_ref().filter(|reason| letter(reason).is_none());
    if let Some(text) = other_reason.or(record.comment.as_ref()) {
        let _ = write!(out, "GC[{}]", plain(text));
    }
    let board = record.history.start().to_string().replace('X', "*");
    let _ = write!(out, "BO[8 {board}]");
    let mut state = *record.history.start();
    for ((&m, note), text) in record.history.moves().iter().zip(&record.notes).zip(record.move_texts()) {
        let is_pass = G::CELLS.is_some_and(|cells| cells.pass == Some(m));
        let word = if is_pass { "PA".to_string() } else { text.to_ascii_uppercase() };
        let colour = ["B", "W"][state.side().index()];
        let _ = match (note.score, note.time.map(seconds)) {
            (None, None) => write!(out, "{colour}[{word}]"),
            (Some(score), None) => write!(out, "{colour}[{word}/{score}]"),
            (None, Some(time)) => write!(out, "{colour}[{word}//{time}]"),
            (Some(score), Some(time)) => write!(out, "{colour}[{word}/{score}/{time}]"),
        };
        state.play_unchecked(m);
    }
    Ok(out + ";)")
}

/// Seconds, rounded to milliseconds.
fn seconds(time: Duration) -> f64 {
    (time.as_secs_f64() * 1000.0).round() / 1000.0
}

fn letter(reason: &str) -> Option<&'static str> {
    REASONS.iter().find(|(_, why)| *why == reason).map(|(letter, _)| *letter)
}

/// Black's margin and what ended the game.
fn margin<G: Playable>(record: &Record<G>) -> String {
    if let Some(score) = record.score() {
        return format!("{score:+}");
    }
    let letter =
        record.reason.as_deref().and_then(letter).map_or(String::new(), |letter| format!(":{letter}"));
    match record.outcome {
        None => "?".to_string(),
        Some(Outcome::Win) => format!("+{WHOLE_BOARD}{letter}"),
        Some(Outcome::Draw) => format!("+0{letter}"),
        Some(Outcome::Loss) => format!("-{WHOLE_BOARD}{letter}"),
    }
}

/// A text inside brackets: the format has no escapes.
fn plain(text: &str) -> String {
    let letter = |c: char| match c {
        '[' => '(',
        ']' => ')',
        c if c.is_control() => ' ',
        c => c,
    };
    text.chars().map(letter).collect::<String>().trim().to_string()
}
