//! Logs of contests; crates/contest reads them.

use std::path::Path;
use std::time::Duration;

use contest::{GameClock, GameRecord, Terms, log};
use game::Playable;
use serde_json::Value;

use crate::Games;
use crate::builder::{Builder, start};
use crate::error::Error;
use crate::format::Format;
use crate::record::{Note, Record};

/// Comment on the moves of an opening.
const OPENING: &str = "opening";

pub(crate) fn is_header(value: &Value) -> bool {
    value.get("tesuji_arena_log").is_some()
}

pub(crate) fn read<G: Playable>(text: &str) -> Result<Games<G>, Error> {
    let (header, games) = log::parse(text.trim_start_matches('\u{feff}').as_bytes(), Path::new("log"))?;
    if header.terms.game != G::NAME {
        return Err(Error::OtherGame { found: header.terms.game, wanted: G::NAME });
    }
    Ok(games.into_values().map(|(_, game)| read_game(&header.terms, &game)).collect())
}

/// The clock of the engine with this label, if it has one with a bank. Engines with the
/// same label and different clocks have none here: a game does not say which one played.
fn clock(terms: &Terms, label: &str) -> Option<GameClock> {
    let mut times =
        terms.engines.iter().filter(|engine| engine.label() == label).map(|engine| engine.limits.time);
    let time = times.next()??;
    (times.all(|other| other == Some(time)) && !time.is_per_move()).then(|| GameClock::new(time))
}

fn read_game<G: Playable>(terms: &Terms, game: &GameRecord) -> Result<Record<G>, Error> {
    let malformed = |why| Error::Malformed { format: Format::Log, game: game.game, why };
    let mut builder: Builder<G> =
        Builder::new(Format::Log, game.game, start(&game.start).map_err(malformed)?);
    for word in &game.opening {
        builder.play_word(word, Note { comment: Some(OPENING.to_string()), ..Note::default() })?;
    }
    let mut clocks = [&game.first, &game.second].map(|label| clock(terms, label));
    for (i, word) in game.moves.iter().enumerate() {
        // The shortest decimal: 0.1 stays 0.1.
        let value = game.values.get(i).and_then(|value| value.to_string().parse().ok());
        let time = game.nanoseconds.get(i).map(|&time| Duration::from_nanos(time));
        let clock = &mut clocks[builder.state().side().index()];
        let left = clock.as_mut().zip(time).map(|(clock, time)| {
            clock.spend(time);
            clock.bank()
        });
        builder.play_word(word, Note { value, time, left, ..Note::default() })?;
    }
    builder.record().players = [&game.first, &game.second].map(|name| Some(name.clone()));
    let adjudicated = || game.adjudicated.then(|| "adjudicated: the result was proven".to_string());
    let reason = game.forfeit.as_ref().map(ToString::to_string).or_else(adjudicated);
    Ok(builder.finish(Some(game.winner.outcome()), reason))
}
