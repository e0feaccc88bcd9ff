//! The positions of a file: lines with known scores, or recorded games in any format.

use std::path::Path;

use game::Playable;
use records::lines::is_comment;
use records::{Format, Record};

use super::exam::{Examinee, Known};
use super::report::Place;
use crate::error::{Error, Result, require};
use crate::position::{self, named_file, split_number};

/// A position to solve.
pub struct Question<P> {
    /// Where the file has it.
    pub place: Place,
    /// The position.
    pub position: P,
    /// Its known result, if the file has one.
    pub known: Option<Known>,
}

/// The positions of `FILE[#GAME][@PLY]`, at most `most`. All mistakes are found before the
/// first position is solved.
///
/// A line is a position and its score, or else a game. Of a game the last position is taken,
/// or that after `PLY` plies.
pub fn from_file<E: Examinee>(file: &Path, most: Option<usize>) -> Result<Vec<Question<E::Position>>> {
    let reference = file.to_str().unwrap_or_default();
    let (rest, ply) = split_number(reference, '@');
    let (name, number) = split_number(rest, '#');
    let path = if reference.is_empty() { file } else { Path::new(name) };
    let text = position::read_text(path)?;
    require!(!text.trim().is_empty(), "{} has no positions", path.display());
    let chosen = Chosen { path, number, ply };
    // Numbers in lines are a request of Botzone, too, but JSON has no lines.
    let is_lines = match Format::of(&text) {
        None | Some(Format::Moves) => true,
        Some(Format::BotzoneRequest) => !text.trim_start().starts_with('{'),
        Some(_) => false,
    };
    let mut questions = match is_lines && number.is_none() && ply.is_none() {
        // A line that is neither may be a part of a game of several lines.
        true => from_lines::<E>(path, &text)
            .or_else(|error| from_games::<E>(&text, &chosen).map_err(|_| error))?,
        false => from_games::<E>(&text, &chosen)?,
    };
    questions.truncate(most.unwrap_or(usize::MAX));
    Ok(questions)
}

fn from_lines<E: Examinee>(path: &Path, text: &str) -> Result<Vec<Question<E::Position>>> {
    let name = path.display();
    let mut questions = Vec::new();
    for (number, line) in (1..).zip(text.lines().map(str::trim)) {
        if line.is_empty() || is_comment(line) {
            continue;
        }
        let place = |error: Error| error.at(format_args!("{name} line {number}"));
        let (position, known) = match (E::read(line), E::line(line)) {
            (Ok((position, known)), _) => (position, Some(known)),
            (Err(_), Some(Ok(position))) => (position, None),
            (Err(_), Some(Err(over))) => return Err(place(over).hint(earlier(path))),
            (Err(error), None) => return Err(place(error)),
        };
        questions.push(Question { place: Place::Line(number), position, known });
    }
    require!(!questions.is_empty(), "{name} has no positions");
    Ok(questions)
}

fn from_games<E: Examinee>(text: &str, chosen: &Chosen) -> Result<Vec<Question<E::Position>>> {
    let question = |(number, position)| Question { place: Place::Game(number), position, known: None };
    Ok(E::games(text, chosen)?.into_iter().map(question).collect())
}

/// Games of a file, and a ply of them, that the user has chosen.
pub struct Chosen<'a> {
    path: &'a Path,
    number: Option<u64>,
    ply: Option<u64>,
}

impl Chosen<'_> {
    /// The chosen positions of a text, each with the number of its game. The games must go
    /// on in them.
    pub fn positions<G: Playable>(&self, text: &str) -> Result<Vec<(u64, G)>> {
        let Chosen { path, number, .. } = *self;
        let records = match number {
            Some(_) => vec![position::record::<G>(path, text, number)?],
            None => records::read(text).map_err(|error| named_file(path, error))?,
        };
        records.iter().map(|record| Ok((record.number, self.position(record)?))).collect()
    }

    fn position<G: Playable>(&self, record: &Record<G>) -> Result<G> {
        let place = format!("{} game {}", self.path.display(), record.number);
        let at = self.ply.map(|ply| record.at(usize::try_from(ply).unwrap_or(usize::MAX)));
        let history = at.transpose().map_err(|error| named_file(self.path, error))?;
        let state = *history.as_ref().unwrap_or(&record.history).state();
        require!(state.outcome().is_none(), "{place}: the game is over in {state}; {}", earlier(self.path));
        Ok(state)
    }
}

/// How to name a position before the end of a game.
fn earlier(path: &Path) -> String {
    format!("{}@20 is the position after 20 plies", path.display())
}

/// The position of a line that is a game or a position without a score; `None` if it is
/// neither.
pub fn line<G: Playable>(line: &str) -> Option<Result<G>> {
    let record = records::read_one::<G>(line, None).ok()?;
    let state = *record.history.state();
    Some(match state.outcome() {
        None => Ok(state),
        Some(_) => Err(Error::Usage(format!("the game is over in {state}"))),
    })
}
