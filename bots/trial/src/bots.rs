//! Every bot by its name: what a game against it is.

use anyhow::{Context, Result, bail, ensure};
use connect4::Classic;
use game::{Game, History, Rng};
use judge::botzone::{Botzone, Way};
use judge::games::{NOGO, NOGO_VERTICES, OTHELLO, OTHELLO_VERTICES, Pairs, TICTACTOE, Vertices};
use judge::gtp::Gtp;
use judge::kaggle::Kaggle;
use judge::nboard::NBoard;
use judge::saiblo::{Saiblo, Version};

use crate::{Played, Program, play};

/// Plays the game with this number against a bot of this name. Numbers that
/// follow each other go through all the ways in which its judge may talk, and
/// through both seats.
pub fn game(name: &str, bot: &Program, number: u64) -> Result<Played> {
    match name {
        "tictactoe-botzone" => botzone(bot, TICTACTOE, number),
        "othello-botzone" => botzone(bot, OTHELLO, number),
        "nogo-botzone" => botzone(bot, NOGO, number),
        "connect4-saiblo" => saiblo(bot, number),
        "nogo-gtp" => gtp(bot, NOGO_VERTICES, number),
        "othello-gtp" => gtp(bot, OTHELLO_VERTICES, number),
        "othello-nboard" => nboard(bot, number),
        "connect4-kaggle" => play::game(Kaggle::new(bot.clone()), Classic::start(), number, |_, _| Ok(())),
        other => bail!("there is no judge for {other}"),
    }
}

/// Plays so many games; an error says which one went wrong.
pub fn games(name: &str, bot: &Program, count: u64) -> Result<Played> {
    let mut all = Played::default();
    for number in 0..count {
        let played = game(name, bot, number).with_context(|| format!("{name}, game {number}"))?;
        all.turns.extend(played.turns);
    }
    Ok(all)
}

fn botzone<G: Game>(bot: &Program, pairs: Pairs<G>, number: u64) -> Result<Played> {
    let way = Way::ALL[(number / 2 % 4) as usize];
    let bot = if way.kept { bot.clone().with(["--keep-running"]) } else { bot.clone() };
    play::game(Botzone::new(bot, pairs, way), G::start(), number, |_, _| Ok(()))
}

/// On a board that the judge might draw, under the judge of today twice as
/// often as under those of yesterday.
fn saiblo(bot: &Program, number: u64) -> Result<Played> {
    let versions = [Version::V3, Version::V1, Version::V3, Version::V2];
    let version = versions[(number / 2 % 4) as usize];
    let bot = if version == Version::V2 { bot.clone().with(["--v2"]) } else { bot.clone() };
    let board = connect4::State::judges_board(Rng::with_seed(number).u64(..));
    play::game(Saiblo::new(bot, version), board, number, |_, _| Ok(()))
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
    play::game(Gtp::new(bot.clone(), vertices, None), G::start(), number, look)
}

/// The bot has to have a name and to understand every move.
fn nboard(bot: &Program, number: u64) -> Result<Played> {
    let look = |bot: &mut NBoard, history: &History<othello::State>| {
        let said = bot.tell(history)?;
        ensure!(said.is_empty(), "a move was not understood: {said:?}");
        ensure!(bot.name.is_some(), "it has no name");
        Ok(())
    };
    play::game(NBoard::new(bot.clone(), Some(10)), othello::State::start(), number, look)
}
