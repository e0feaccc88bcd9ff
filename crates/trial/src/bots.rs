//! Games against a bot by its name GAME-JUDGE.
//!
//! The name is enough: the game is in the list of games, and the referee writes
//! moves from the game's cells. A new bot needs no line here.

use anyhow::{Context, Result, bail, ensure};
use game::error::quote;
use game::{Cells, Drops, Game, History, Playable, Rng};
use games::Visitor;
use judge_protocol::limits::{self, JudgeLimits};
use referee::botzone::{Botzone, Variant};
use referee::gtp::Gtp;
use referee::kaggle::Kaggle;
use referee::level::Level;
use referee::nboard::NBoard;
use referee::saiblo::{Saiblo, Version};

use crate::{Allowed, Played, Program, Report, play};

/// Plays game `number` against a bot of this name. Consecutive numbers go
/// through both seats and all variants of the judge's protocol whose name contains
/// `only`.
pub fn game(name: &str, bot: &Program, number: u64, only: &str) -> Result<Played> {
    let (game, judge) = split(name)?;
    // A family of games shares its bots: connect4-kaggle plays connect4-7x6.
    let is_game =
        |known: &str| known == game || known.strip_prefix(game).is_some_and(|rest| rest.starts_with('-'));
    for known in games::NAMES.iter().filter(|known| is_game(known)) {
        if let Some(played) = games::visit(known, &Trial { judge, bot, number, only })? {
            return played;
        }
    }
    let (games, judges) = (games::NAMES.join(", "), limits::NAMES.join(", "));
    bail!("no game {game} is played at {judge}; games: {games}; judges: {judges}")
}

/// Game and judge of a bot's name.
fn split(name: &str) -> Result<(&str, &str)> {
    name.rsplit_once('-').with_context(|| {
        format!("{} is not of the form GAME-JUDGE, as in othello-botzone; name them with --as", quote(name))
    })
}

/// One game against a bot at a judge; `None` if the game is not played there.
struct Trial<'a> {
    judge: &'a str,
    bot: &'a Program,
    number: u64,
    only: &'a str,
}

impl Visitor for Trial<'_> {
    type Output = Option<Result<Played>>;

    fn visit<G: Playable>(&self) -> Option<Result<Played>> {
        let Trial { bot, number, only, .. } = *self;
        let cells = G::CELLS?;
        Some(match (self.judge, G::DROPS) {
            ("botzone", None) => botzone(bot, cells, number, only),
            ("gtp", None) => gtp(bot, cells, number),
            ("nboard", None) => nboard(bot, cells, number, only),
            ("saiblo", Some(drops)) => {
                saiblo(bot, cells, drops, G::random_start(board_seed(number))?, number, only)
            }
            ("kaggle", Some(drops)) if G::random_start(0).is_none() => {
                play::game("JSON", Kaggle::new(bot.clone(), cells, drops), G::start(), number, |_, _| Ok(()))
            }
            _ => return None,
        })
    }
}

/// The limits of a bot's judge.
pub fn allowed(name: &str) -> Result<Allowed> {
    let (_, judge) = split(name)?;
    let unknown = || format!("there is no judge {}; there are: {}", quote(judge), limits::NAMES.join(", "));
    let JudgeLimits { time, memory } = limits::by_name(judge).with_context(unknown)?;
    Ok(match judge {
        // Programs on the user's machine have no time limit per move.
        "gtp" | "nboard" => Allowed { turn: play::MAX_TURN, first: play::MAX_TURN, memory },
        _ => Allowed { turn: time.each, first: time.each * time.first_factor, memory },
    })
}

/// Plays `games` games, and more until `turns` moves have been asked for, in the
/// variants of the protocol whose name contains `only`; an error names the game.
pub fn trial(name: &str, bot: &Program, games: u64, turns: usize, only: &str) -> Result<Report> {
    let mut report = Report::new(allowed(name)?);
    let mut number = 0;
    while number < games || report.turns() < turns {
        let played = game(name, bot, number, only).with_context(|| format!("{name}, game {number}"))?;
        report.add(played);
        number += 1;
    }
    report.set_memory(bot.peak_memory().div_ceil(1 << 20));
    Ok(report)
}

/// Plays `count` games and checks moves and memory. The time is not checked: tests
/// run in parallel.
pub fn games(name: &str, bot: &Program, count: u64) -> Result<Report> {
    let report = trial(name, bot, count, 0, "")?;
    ensure!(!report.is_too_large(), "{name}: {report}");
    Ok(report)
}

/// Chooses the variant of a game among those whose name contains `only`: the same one
/// for two games, so that the bot plays both sides.
fn variant<T: Copy>(variants: &[(&'static str, T)], number: u64, only: &str) -> Result<(&'static str, T)> {
    let wanted: Vec<_> = variants.iter().filter(|(name, _)| name.contains(only)).collect();
    let known = || variants.iter().map(|(name, _)| *name).collect::<Vec<_>>().join(", ");
    ensure!(
        !wanted.is_empty(),
        "no variant of the protocol contains {}; there are: {}",
        quote(only),
        known()
    );
    Ok(*wanted[(number / 2 % wanted.len() as u64) as usize])
}

fn botzone<G: Game>(bot: &Program, cells: Cells<G>, number: u64, only: &str) -> Result<Played> {
    let named = Variant::ALL.map(|variant| match (variant.json, variant.kept) {
        (true, true) => ("JSON kept running", variant),
        (true, false) => ("JSON once per turn", variant),
        (false, true) => ("simple kept running", variant),
        (false, false) => ("simple once per turn", variant),
    });
    let (name, variant) = variant(&named, number, only)?;
    let option = variant.kept.then_some("--keep-running");
    let bot = Botzone::new(bot.clone().with(option), cells, variant);
    play::game(name, bot, G::start(), number, |_, _| Ok(()))
}

/// Plays on a random board, in the current version of the protocol twice as often
/// as in each older one.
fn saiblo<G: Game>(
    bot: &Program,
    cells: Cells<G>,
    drops: Drops<G>,
    board: G,
    number: u64,
    only: &str,
) -> Result<Played> {
    let versions = [("V3", Version::V3), ("V1", Version::V1), ("V3", Version::V3), ("V2", Version::V2)];
    let (name, version) = variant(&versions, number, only)?;
    let option = (version == Version::V2).then_some("--v2");
    let bot = Saiblo::new(bot.clone().with(option), cells, drops, version);
    play::game(name, bot, board, number, |_, _| Ok(()))
}

/// Seed of the board of a game.
pub(crate) fn board_seed(number: u64) -> u64 {
    Rng::with_seed(number).u64(..)
}

/// Also checks the side to move after each turn, and the score at the end.
fn gtp<G: Game>(bot: &Program, cells: Cells<G>, number: u64) -> Result<Played> {
    let check = |bot: &mut Gtp<G>, history: &History<G>| {
        bot.sync(history)?;
        let state = history.state();
        let colour = ["black", "white"][state.side().index()];
        ensure!(bot.send("gogui-rules_side_to_move")? == colour, "the bot reports the wrong side to move");
        ensure!(
            state.outcome().is_none() || !bot.send("final_score")?.is_empty(),
            "the bot reports no score"
        );
        Ok(())
    };
    play::game("GTP", Gtp::new(bot.clone(), cells, None), G::start(), number, check)
}

/// Also checks that the bot has a name and accepts every move.
fn nboard<G: Game>(bot: &Program, cells: Cells<G>, number: u64, only: &str) -> Result<Played> {
    let check = |bot: &mut NBoard<G>, history: &History<G>| {
        let output = bot.sync(history)?;
        ensure!(output.is_empty(), "the bot does not accept a move: {output:?}");
        ensure!(bot.name.is_some(), "the bot sends no name");
        Ok(())
    };
    let levels = [("any depth", Level::Any), ("depth 10", Level::Plies(10))];
    let (name, level) = variant(&levels, number, only)?;
    play::game(name, NBoard::new(bot.clone(), cells, level), G::start(), number, check)
}
