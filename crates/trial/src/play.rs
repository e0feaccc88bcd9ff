//! A whole game against random moves.

use std::time::Duration;

use anyhow::{Context, Result};
use game::{Game, History, Rng, Side};
use referee::Dialogue;

/// A bot that needs longer for a turn hangs.
pub const LONGEST_TURN: Duration = Duration::from_secs(60);

/// A game that nobody can complain about.
#[derive(Clone, Debug)]
pub struct Played {
    /// How the bot was talked to.
    pub way: &'static str,
    /// How long the bot took for each turn, the first one in front.
    pub turns: Vec<Duration>,
}

/// Plays a game from here against random moves; the bot must play every move
/// by the rules, and end without another word. The seed also decides who
/// begins. After each of its turns, and at the end, the bot is looked at.
pub fn game<G: Game, D: Dialogue<G>>(
    way: &'static str,
    mut bot: D,
    start: G,
    seed: u64,
    mut look: impl FnMut(&mut D, &History<G>) -> Result<()>,
) -> Result<Played> {
    let side = [Side::First, Side::Second][seed as usize % 2];
    let mut rng = Rng::with_seed(seed);
    let mut history = History::new(start);
    let mut played = Played { way, turns: Vec::new() };
    while history.state().outcome().is_none() {
        if history.state().side() != side {
            history.play(history.state().random_move(&mut rng))?;
            continue;
        }
        let answer = bot.ask(&history, LONGEST_TURN).with_context(|| format!("in {}", history.state()))?;
        played.turns.push(answer.time);
        history.play(answer.played)?;
        look(&mut bot, &history)?;
    }
    look(&mut bot, &history)?;
    bot.finish()?.well()?;
    Ok(played)
}
