//! The Smart Game Format (FF[4]) for NoGo: the properties of Go.
//!
//! ```text
//! (;FF[4]GM[1]SZ[9]PB[black]PW[white]RE[B+]AB[cc][ed]AW[dd];B[ee]C[text]V[0.25];W[ff])
//! ```
//!
//! A point is the letter of its column and of its row, from the top left. Only the main
//! line is read: at a branch the first variation. `V` is a value for black; `SZ[5:4]` is
//! a board of 5 columns and 4 rows.

mod tree;

use std::fmt::Write;

use game::error::quote;
use game::{Cells, Outcome, Place, Playable, Side};

use self::tree::Node;
use crate::Games;
use crate::builder::{Builder, name, number, start};
use crate::error::Error;
use crate::format::Format;
use crate::record::{Note, Record};

/// What ended a game, by the letter after the winner.
const REASONS: [(&str, &str); 2] = [("R", "resigned"), ("T", "too late")];

/// The letter of any other reason; a comment has the reason.
const FORFEIT: &str = "F";

/// Does the text have a game? Text before it is allowed.
pub(crate) fn is_sgf(text: &str) -> bool {
    text.split('(').skip(1).any(|behind| behind.trim_start().starts_with(';'))
}

pub(crate) fn read<G: Playable>(text: &str) -> Result<Games<G>, Error> {
    let wrong_game = |found: &str| Error::OtherGame { found: found.to_string(), wanted: G::NAME };
    let cells = G::CELLS.filter(|_| G::NAME == "nogo").ok_or_else(|| wrong_game("go or nogo"))?;
    let games = tree::games(text).into_iter().zip(1..);
    let read = |(nodes, number): (Result<Vec<Node>, String>, u64)| {
        let malformed = |why: String| Error::Malformed { format: Format::Sgf, game: number, why };
        read_game(number, &nodes.map_err(malformed)?, &cells)
    };
    Ok(games.map(read).collect())
}

fn read_game<G: Playable>(game: u64, nodes: &[Node], cells: &Cells<G>) -> Result<Record<G>, Error> {
    let malformed = |why: String| Error::Malformed { format: Format::Sgf, game, why };
    let root = nodes.first().ok_or_else(|| malformed("the game has no node".to_string()))?;
    if let Some(kind) = root.value("GM").filter(|kind| kind.trim() != "1") {
        return Err(malformed(format!("GM[{}] is not go or nogo, GM[1]", kind.trim())));
    }
    let mut builder = Builder::new(Format::Sgf, game, set_up(nodes, cells).map_err(malformed)?);
    for node in nodes {
        read_move(&mut builder, node, cells)?;
    }
    let (claimed, reason) = root.value("RE").map_or((None, None), |value| result(value.trim()));
    let record = builder.record();
    record.players = ["PB", "PW"].map(|key| root.value(key).and_then(name));
    record.comment = root.value("GC").or(root.value("C").filter(|_| root.mover().is_none())).and_then(name);
    let said = record.comment.take_if(|_| reason.as_deref() == Some(FORFEIT));
    let reason = reason.map(|reason| if reason == FORFEIT { "forfeit".to_string() } else { reason });
    Ok(builder.finish(claimed, said.or(reason)))
}

/// The position before the first move.
fn set_up<G: Playable>(nodes: &[Node], cells: &Cells<G>) -> Result<G, String> {
    let empty = match nodes.first().and_then(|root| root.value("SZ")) {
        None => G::start(),
        Some(size) => {
            let sides = size.split_once(':').unwrap_or((size, size));
            let side = |text: &str| text.trim().parse::<usize>().ok();
            let sides = side(sides.1).zip(side(sides.0));
            let start = sides.and_then(|(rows, columns)| (cells.start)(rows, columns));
            start.ok_or_else(|| format!("{} has no board SZ[{}]", G::NAME, size.trim()))?
        }
    };
    let (rows, columns) = (cells.size)(&empty);
    let mut board = vec![vec!['.'; columns]; rows];
    let mut stones = 0;
    for node in nodes.iter().take_while(|node| node.mover().is_none()) {
        for (key, letter) in [("AB", 'x'), ("AW", 'o'), ("AE", '.')] {
            for point in node.values(key).iter().map(|value| points(value)) {
                for (row, column) in point? {
                    let cell = board.get_mut(row).and_then(|row| row.get_mut(column));
                    *cell.ok_or_else(|| format!("a stone of {key} is off the board"))? = letter;
                    stones += 1;
                }
            }
        }
    }
    if stones == 0 {
        return Ok(empty);
    }
    let rows: Vec<String> = board.into_iter().map(String::from_iter).collect();
    let state: G = start(&rows.join("/"))?;
    let turn = nodes.iter().take_while(|node| node.mover().is_none()).find_map(|node| node.value("PL"));
    match turn.map(str::trim) {
        Some(colour) if Some(state.side()) != side(colour) => {
            Err(format!("PL[{colour}] contradicts the numbers of stones; black moves first, then in turn"))
        }
        _ => Ok(state),
    }
}

fn side(letter: &str) -> Option<Side> {
    match letter {
        "B" | "b" | "1" => Some(Side::First),
        "W" | "w" | "2" => Some(Side::Second),
        _ => None,
    }
}

/// A point `ee`, or the points of a rectangle `aa:cc`.
fn points(value: &str) -> Result<Vec<Place>, String> {
    let (from, to) = value.split_once(':').unwrap_or((value, value));
    let corner = |text: &str| place(text.trim()).ok_or_else(|| format!("{} is not a point", quote(value)));
    let ((top, left), (bottom, right)) = (corner(from)?, corner(to)?);
    Ok((top..=bottom).flat_map(|row| (left..=right).map(move |column| (row, column))).collect())
}

fn place(text: &str) -> Option<Place> {
    let letter = |byte: u8| byte.is_ascii_lowercase().then(|| usize::from(byte - b'a'));
    match *text.as_bytes() {
        [column, row] => letter(row).zip(letter(column)),
        _ => None,
    }
}

fn read_move<G: Playable>(builder: &mut Builder<G>, node: &Node, cells: &Cells<G>) -> Result<(), Error> {
    let Some((key, value)) = node.mover() else { return Ok(()) };
    let side = if key == "B" { Side::First } else { Side::Second };
    let value = value.trim();
    // Both forms of a pass. After the last move of NoGo programs write one for the side
    // that has no move.
    if value.is_empty() || value == "tt" {
        return match builder.state().outcome() {
            Some(_) => Ok(()),
            None => Err(builder.wrong_move(format!("{} has no pass", G::NAME))),
        };
    }
    let off = || format!("{} is not a point of the board", quote(value));
    let m = place(value).and_then(|place| (cells.move_at)(builder.state(), place));
    let m = m.ok_or_else(|| builder.wrong_move(off()))?;
    if builder.state().outcome().is_none() && builder.state().side() != side {
        let colours = ["black", "white"];
        let turn = colours[builder.state().side().index()];
        return Err(builder.wrong_move(format!("{} moves, but {turn} is to move", colours[side.index()])));
    }
    let value = node.value("V").map(number).transpose().map_err(|why| builder.wrong_move(why))?;
    let value = value.map(|value| if side == Side::First { value } else { -value });
    let comment = node.value("C").and_then(name);
    builder.play(m, Note { value, comment, ..Note::default() })
}

/// Reads `B+R`, `W+3.5`, `0`, `Draw`, `?`.
fn result(value: &str) -> (Option<Outcome>, Option<String>) {
    let (winner, how) = value.split_once('+').unwrap_or((value, ""));
    let reason = how.get(..1).and_then(|letter| {
        let mut reasons = REASONS.iter().chain([&(FORFEIT, FORFEIT)]);
        reasons.find(|(found, _)| found.eq_ignore_ascii_case(letter)).map(|(_, why)| why.to_string())
    });
    match winner {
        "B" | "b" => (Some(Outcome::Win), reason),
        "W" | "w" => (Some(Outcome::Loss), reason),
        "0" | "Draw" | "draw" => (Some(Outcome::Draw), None),
        _ => (None, None),
    }
}

pub(crate) fn write<G: Playable>(record: &Record<G>) -> Result<String, Error> {
    let unwritable =
        |why: &str| Error::Unwritable { format: Format::Sgf, game: record.number, why: why.to_string() };
    let cells = G::CELLS.ok_or_else(|| unwritable("the game has no board"))?;
    let start = record.history.start();
    let (rows, columns) = (cells.size)(start);
    let size = if rows == columns { rows.to_string() } else { format!("{columns}:{rows}") };
    let mut out = format!("(;FF[4]GM[1]CA[UTF-8]AP[Tesuji]SZ[{size}]");
    for (key, name) in ["PB", "PW"].iter().zip(&record.players) {
        let _ = name.as_ref().map(|name| write!(out, "{key}[{}]", escaped(name)));
    }
    let winner = record.winner().map(|side| ["B", "W"][side.index()]);
    let letter = |reason: &String| REASONS.iter().find(|(_, why)| why == reason).map(|(letter, _)| *letter);
    let how = record.reason.as_ref().map_or("", |reason| letter(reason).unwrap_or(FORFEIT));
    let result = match (record.outcome, winner) {
        (None, _) => "?".to_string(),
        (_, None) => "0".to_string(),
        (_, Some(winner)) => format!("{winner}+{how}"),
    };
    let _ = write!(out, "RE[{result}]");
    let other_reason = record.reason.as_ref().filter(|reason| letter(reason).is_none());
    if let Some(text) = other_reason.or(record.comment.as_ref()) {
        let _ = write!(out, "GC[{}]", escaped(text));
    }
    for (key, side) in [("AB", Side::First), ("AW", Side::Second)] {
        let all = (0..rows).flat_map(|row| (0..columns).map(move |column| (row, column)));
        let stones: Vec<Place> = all.filter(|&place| (cells.stone)(start, place) == Some(side)).collect();
        out.push_str(if stones.is_empty() { "" } else { key });
        stones.iter().for_each(|&place| out.push_str(&format!("[{}]", letters(place))));
    }
    let mut state = *start;
    for (&m, note) in record.history.moves().iter().zip(&record.notes) {
        let side = state.side();
        let place = (cells.place)(&state, m).ok_or_else(|| unwritable("a move has no point"))?;
        let _ = write!(out, ";{}[{}]", ["B", "W"][side.index()], letters(place));
        if let Some(value) = note.value {
            let _ = write!(out, "V[{}]", if side == Side::First { value } else { -value });
        }
        if let Some(comment) = &note.comment {
            let _ = write!(out, "C[{}]", escaped(comment));
        }
        state.play_unchecked(m);
    }
    Ok(out + ")")
}

fn letters((row, column): Place) -> String {
    [column, row].iter().map(|&i| char::from(b'a' + i as u8)).collect()
}

/// A text inside brackets.
fn escaped(text: &str) -> String {
    text.replace('\\', "\\\\").replace(']', "\\]").replace(':', "\\:")
}
