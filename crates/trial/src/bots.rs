//! Games against a bot by its name GAME-JUDGE.
//!
//! The name says everything: the game is found in the list of games, and the
//! judge's language asks for moves on the game's cells. So a new bot needs no
//! line here.

use std::time::Duration;

use anyhow::{Context, Result, bail, ensure};
use game::{Cells, Drops, Game, History, Playable, Rng};
use games::Visitor;
use referee::botzone::{Botzone, Way};
use referee::gtp::Gtp;
use referee::kaggle::Kaggle;
use referee::nboard::NBoard;
use referee::saiblo::{Saiblo, Version};

use crate::{Allowed, Played, Program, Report, play};

/// Plays game `number` against a bot of this name. Consecutive numbers go
/// through both seats and all variants of the judge's protocol.
pub fn game(name: &str, bot: &Program, number: u64) -> Result<Played> {
    let (game, judge) =
        name.rsplit_once('-').with_context(|| format!("{name} is not of the form GAME-JUDGE"))?;
    // A family of games shares its bots: connect4-kaggle plays connect4-7x6.
    let is_game =
        |known: &str| known == game || known.strip_prefix(game).is_some_and(|rest| rest.starts_with('-'));
    for known in games::NAMES.iter().filter(|known| is_game(known)) {
        if let Some(played) = games::visit(known, &Trial { judge, bot, number })? {
            return played;
        }
    }
    bail!("no game called {game} is played on {judge}")
}

/// One game against a bot at a judge; `None` if the game is not played there.
struct Trial<'a> {
    judge: &'a str,
    bot: &'a Program,
    number: u64,
}

impl Visitor for Trial<'_> {
    type Output = Option<Result<Played>>;

    fn visit<G: Playable>(&self) -> Option<Result<Played>> {
        let Trial { bot, number, .. } = *self;
        let cells = G::CELLS?;
        Some(match (self.judge, G::DROPS) {
            ("botzone", None) => botzone(bot, cells, number),
            ("gtp", None) => gtp(bot, cells, number),
            ("nboard", None) => nboard(bot, cells, number),
            ("saiblo", Some(drops)) => saiblo(bot, cells, drops, G::random_start, number)?,
            ("kaggle", Some(drops)) if G::random_start(0).is_none() => {
                play::game("JSON", Kaggle::new(bot.clone(), cells, drops), G::start(), number, |_, _| Ok(()))
            }
            _ => return None,
        })
    }
}

/// The limits of a bot's judge.
pub fn allowed(name: &str) -> Result<Allowed> {
    let seconds = Duration::from_secs;
    match name.rsplit_once('-') {
        Some((_, "botzone")) => Ok(Allowed { turn: seconds(1), first: seconds(2), memory: 256 }),
        Some((_, "saiblo")) => Ok(Allowed { turn: seconds(3), first: seconds(3), memory: 1024 }),
        // No judge sets these limits of memory; the bots do.
        Some((_, "kaggle")) => Ok(Allowed { turn: seconds(2), first: seconds(2), memory: 512 }),
        Some((_, "gtp" | "nboard")) => {
            Ok(Allowed { turn: play::LONGEST_TURN, first: play::LONGEST_TURN, memory: 512 })
        }
        _ => bail!("there is no judge for {name}"),
    }
}

/// Plays `games` games, and more until `turns` moves have been asked for; an
/// error names the game.
pub fn trial(name: &str, bot: &Program, games: u64, turns: usize) -> Result<Report> {
    let mut report = Report::new(allowed(name)?);
    let mut number = 0;
    while number < games || report.turns() < turns {
        let played = game(name, bot, number).with_context(|| format!("{name}, game {number}"))?;
        report.add(played);
        number += 1;
    }
    report.set_memory(bot.peak_memory().div_ceil(1 << 20));
    Ok(report)
}

/// Plays `count` games and checks rules and memory. The time of the turns is
/// not checked: a test runs beside others.
pub fn games(name: &str, bot: &Program, count: u64) -> Result<Report> {
    let report = trial(name, bot, count, 0)?;
    ensure!(!report.is_too_large(), "{name}: {report}");
    Ok(report)
}

/// One of several variants: the same one for two games, so that the bot sits in
/// both seats.
fn way<T: Copy>(ways: &[T], number: u64) -> T {
    ways[(number / 2 % ways.len() as u64) as usize]
}

fn botzone<G: Game>(bot: &Program, cells: Cells<G>, number: u64) -> Result<Played> {
    let way = way(&Way::ALL, number);
    let name = match (way.json, way.kept) {
        (true, true) => "JSON kept running",
        (true, false) => "JSON once per turn",
        (false, true) => "simple kept running",
        (false, false) => "simple once per turn",
    };
    let option = way.kept.then_some("--keep-running");
    let bot = Botzone::new(bot.clone().with(option), cells, way);
    play::game(name, bot, G::start(), number, |_, _| Ok(()))
}

/// On a random board, under the judge's current version twice as often as under
/// the older ones.
fn saiblo<G: Game>(
    bot: &Program,
    cells: Cells<G>,
    drops: Drops<G>,
    random_start: fn(u64) -> Option<G>,
    number: u64,
) -> Option<Result<Played>> {
    let version = way(&[Version::V3, Version::V1, Version::V3, Version::V2], number);
    let (name, option) = match version {
        Version::V1 => ("V1", None),
        Version::V2 => ("V2", Some("--v2")),
        Version::V3 => ("V3", None),
    };
    let board = random_start(Rng::with_seed(number).u64(..))?;
    let bot = Saiblo::new(bot.clone().with(option), cells, drops, version);
    Some(play::game(name, bot, board, number, |_, _| Ok(())))
}

/// Also checks the side to move after each turn, and the score at the end.
fn gtp<G: Game>(bot: &Program, cells: Cells<G>, number: u64) -> Result<Played> {
    let look = |bot: &mut Gtp<G>, history: &History<G>| {
        bot.tell(history)?;
        let state = history.state();
        let colour = ["black", "white"][state.side().index()];
        ensure!(bot.say("gogui-rules_side_to_move")? == colour, "the other side to move");
        ensure!(state.outcome().is_none() || !bot.say("final_score")?.is_empty(), "no score");
        Ok(())
    };
    play::game("GTP", Gtp::new(bot.clone(), cells, None), G::start(), number, look)
}

/// Also checks that the bot has a name and accepts every move.
fn nboard<G: Game>(bot: &Program, cells: Cells<G>, number: u64) -> Result<Played> {
    let look = |bot: &mut NBoard<G>, history: &History<G>| {
        let said = bot.tell(history)?;
        ensure!(said.is_empty(), "a move was not understood: {said:?}");
        ensure!(bot.name.is_some(), "it has no name");
        Ok(())
    };
    let (name, depth) = way(&[("any depth", None), ("depth 10", Some(10))], number);
    play::game(name, NBoard::new(bot.clone(), cells, depth), G::start(), number, look)
}
