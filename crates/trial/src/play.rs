//! A whole game against random moves.

use std::time::Duration;

use anyhow::{Context, Result};
use game::{Game, History, Rng, Side};
use referee::Connection;

/// Time limit of a turn: a bot that takes longer hangs.
pub const MAX_TURN: Duration = Duration::from_secs(60);

/// A game without faults.
#[derive(Clone, Debug)]
pub struct Played {
    /// Variant of the protocol.
    pub variant: &'static str,
    /// Time of each turn of the bot, the first one first.
    pub turns: Vec<Duration>,
}

/// Plays a game from `start` against random moves. Every move of the bot must be
/// legal, and it must end without more output. The seed also decides the bot's
/// side. `check` is called after each turn of the bot and at the end.
pub fn game<G: Game, C: Connection<G>>(
    variant: &'static str,
    mut bot: C,
    start: G,
    seed: u64,
    mut check: impl FnMut(&mut C, &History<G>) -> Result<()>,
) -> Result<Played> {
    let side = [Side::First, Side::Second][seed as usize % 2];
    let mut rng = Rng::with_seed(seed);
    let mut history = History::new(start);
    let mut played = Played { variant, turns: Vec::new() };
    while history.state().outcome().is_none() {
        if history.state().side() != side {
            history.play(history.state().random_move(&mut rng))?;
            continue;
        }
        let answer = bot.ask(&history, MAX_TURN).with_context(|| format!("in {}", history.state()))?;
        played.turns.push(answer.time);
        history.play(answer.played)?;
        check(&mut bot, &history)?;
    }
    check(&mut bot, &history)?;
    bot.finish(MAX_TURN)?.check()?;
    Ok(played)
}
