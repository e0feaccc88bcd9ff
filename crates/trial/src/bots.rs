//! Every bot by its name: what a game against it is.

use std::time::Duration;

use anyhow::{Context, Result, bail, ensure};
use connect4::Classic;
use game::{Game, History, Rng};
use referee::botzone::{Botzone, Way};
use referee::games::{NOGO, NOGO_VERTICES, OTHELLO, OTHELLO_VERTICES, Pairs, TICTACTOE, Vertices};
use referee::gtp::Gtp;
use referee::kaggle::Kaggle;
use referee::nboard::NBoard;
use referee::saiblo::{Saiblo, Version};

use crate::{Allowed, Played, Program, Report, play};

/// Plays the game with this number against a bot of this name. Numbers that
/// follow each other go through both seats, and through all the ways in which
/// its judge may talk.
pub fn game(name: &str, bot: &Program, number: u64) -> Result<Played> {
    match name {
        "tictactoe-botzone" => botzone(bot, TICTACTOE, number),
        "othello-botzone" => botzone(bot, OTHELLO, number),
        "nogo-botzone" => botzone(bot, NOGO, number),
        "connect4-saiblo" => saiblo(bot, number),
        "nogo-gtp" => gtp(bot, NOGO_VERTICES, number),
        "othello-gtp" => gtp(bot, OTHELLO_VERTICES, number),
        "othello-nboard" => nboard(bot, number),
        "connect4-kaggle" => kaggle(bot, number),
        other => bail!("there is no judge for {other}"),
    }
}

/// What the judge of a bot of this name allows.
pub fn allowed(name: &str) -> Result<Allowed> {
    let seconds = Duration::from_secs;
    match name.rsplit_once('-') {
        Some((_, "botzone")) => Ok(Allowed { turn: seconds(1), first: seconds(2), memory: 256 }),
        Some((_, "saiblo")) => Ok(Allowed { turn: seconds(3), first: seconds(3), memory: 1024 }),
        // From here on the memory is nobody's rule but the bots' own.
        Some((_, "kaggle")) => Ok(Allowed { turn: seconds(2), first: seconds(2), memory: 512 }),
        Some((_, "gtp" | "nboard")) => {
            Ok(Allowed { turn: play::LONGEST_TURN, first: play::LONGEST_TURN, memory: 512 })
        }
        _ => bail!("there is no judge for {name}"),
    }
}

/// Plays so many games, and more until so many moves have been asked for; an
/// error says which game went wrong.
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

/// Plays so many games by the rules and in the memory that there is. How long
/// the turns took, a test cannot judge: others run beside it.
pub fn games(name: &str, bot: &Program, count: u64) -> Result<Report> {
    let report = trial(name, bot, count, 0)?;
    ensure!(!report.is_too_large(), "{name}: {report}");
    Ok(report)
}

/// One of several ways to talk to a bot: the same one for two games, so that
/// the bot sits in both seats.
fn way<T: Copy>(ways: &[T], number: u64) -> T {
    ways[(number / 2 % ways.len() as u64) as usize]
}

fn botzone<G: Game>(bot: &Program, pairs: Pairs<G>, number: u64) -> Result<Played> {
    let way = way(&Way::ALL, number);
    let name = match (way.json, way.kept) {
        (true, true) => "JSON kept running",
        (true, false) => "JSON once per turn",
        (false, true) => "simple kept running",
        (false, false) => "simple once per turn",
    };
    let option = way.kept.then_some("--keep-running");
    let bot = Botzone::new(bot.clone().with(option), pairs, way);
    play::game(name, bot, G::start(), number, |_, _| Ok(()))
}

/// On a board that the judge might draw, under the judge of today twice as
/// often as under those of yesterday.
fn saiblo(bot: &Program, number: u64) -> Result<Played> {
    let version = way(&[Version::V3, Version::V1, Version::V3, Version::V2], number);
    let (name, option) = match version {
        Version::V1 => ("V1", None),
        Version::V2 => ("V2", Some("--v2")),
        Version::V3 => ("V3", None),
    };
    let board = connect4::State::random_board(Rng::with_seed(number).u64(..));
    let bot = Saiblo::new(bot.clone().with(option), version);
    play::game(name, bot, board, number, |_, _| Ok(()))
}

fn kaggle(bot: &Program, number: u64) -> Result<Played> {
    play::game("JSON", Kaggle::new(bot.clone()), Classic::start(), number, |_, _| Ok(()))
}

/// The bot also has to know who moves, and after the end who has won.
fn gtp<G: Game>(bot: &Program, vertices: Vertices<G>, number: u64) -> Result<Played> {
    let look = |bot: &mut Gtp<G>, history: &History<G>| {
        bot.tell(history)?;
        let state = history.state();
        let colour = ["black", "white"][state.side().index()];
        ensure!(bot.say("gogui-rules_side_to_move")? == colour, "the other side to move");
        ensure!(state.outcome().is_none() || !bot.say("final_score")?.is_empty(), "no score");
        Ok(())
    };
    play::game("GTP", Gtp::new(bot.clone(), vertices, None), G::start(), number, look)
}

/// The bot has to have a name and to understand every move.
fn nboard(bot: &Program, number: u64) -> Result<Played> {
    let look = |bot: &mut NBoard, history: &History<othello::State>| {
        let said = bot.tell(history)?;
        ensure!(said.is_empty(), "a move was not understood: {said:?}");
        ensure!(bot.name.is_some(), "it has no name");
        Ok(())
    };
    let (name, depth) = way(&[("any depth", None), ("depth 10", Some(10))], number);
    play::game(name, NBoard::new(bot.clone(), depth), othello::State::start(), number, look)
}
