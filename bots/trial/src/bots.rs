//! Every bot by its name: what a game against it is.

use anyhow::{Context, Result, bail};

use crate::botzone::{self, Way};
use crate::games::{NOGO, NOGO_VERTICES, OTHELLO, OTHELLO_VERTICES, TICTACTOE};
use crate::saiblo::{self, Version};
use crate::{Played, Program, gtp, kaggle, nboard};

/// Plays the game with this number against a bot of this name. Numbers that
/// follow each other go through all the ways in which its judge may talk, and
/// through both seats.
pub fn game(name: &str, bot: &Program, number: u64) -> Result<Played> {
    let way = Way::ALL[(number / 2 % 4) as usize];
    match name {
        "tictactoe-botzone" => botzone::game(bot, TICTACTOE, way, number),
        "othello-botzone" => botzone::game(bot, OTHELLO, way, number),
        "nogo-botzone" => botzone::game(bot, NOGO, way, number),
        "connect4-saiblo" => {
            // The judge of today twice as often as those of yesterday.
            let versions = [Version::V3, Version::V1, Version::V3, Version::V2];
            saiblo::game(bot, versions[(number / 2 % 4) as usize], number)
        }
        "nogo-gtp" => gtp::game(bot, NOGO_VERTICES, number),
        "othello-gtp" => gtp::game(bot, OTHELLO_VERTICES, number),
        "othello-nboard" => nboard::game(bot, number),
        "connect4-kaggle" => kaggle::game(bot, number),
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
