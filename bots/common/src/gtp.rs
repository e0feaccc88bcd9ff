//! The run under a controller that speaks GTP.

use std::io;
use std::time::Duration;

use anyhow::{Context, Result, ensure};
use clock::{Budget, GameClock, TimeRules};
use game::{Game, GameOver};
use judge_protocol::gtp::{Rules, Session, TimeLeft, Turn, serve};

use crate::bot::{Limits, Player, Protocol};
use crate::options::Options;

/// A controller, for a game with these rules.
pub struct Gtp<G: Game> {
    /// What GTP has to know of the game.
    pub rules: Rules<G>,
}

/// Moves of one's own that a game still has, as far as the clock is concerned.
const MOVES_TO_COME: u32 = 20;

impl<G: Game> Protocol<G> for Gtp<G> {
    fn limits(&self) -> Limits {
        let time = TimeRules { each: Duration::from_secs(1), first_factor: 1, ..TimeRules::botzone() };
        Limits { time, memory: 512 }
    }

    fn about(&self) -> String {
        let Limits { time, memory } = Protocol::<G>::limits(self);
        format!(
            "under GoGui, twogtp and other controllers that speak\n\
             GTP 2, within {each} s per move unless the controller sets a clock, and in {memory} MB.",
            each = time.each.as_secs_f64(),
        )
    }

    fn play(&self, player: &mut Player<G>, _options: &Options) -> Result<()> {
        let (input, output) = (&mut io::stdin().lock(), &mut io::stdout().lock());
        Ok(serve(input, output, player.name(), self.rules, |turn| decide(player, turn))?)
    }

    fn rehearse(&self, player: &mut Player<G>) -> Result<()> {
        let mut session = Session::new(player.name(), self.rules);
        let mut say = |command: &str| -> Result<String> {
            let mut output = Vec::new();
            session.turn(&mut command.as_bytes(), &mut output, &mut |turn| decide(player, turn))?;
            let output = String::from_utf8(output)?;
            let result = output.strip_prefix('=').and_then(|text| text.strip_suffix("\n\n"));
            Ok(result.with_context(|| format!("{command} is answered by {output}"))?.trim().to_string())
        };
        say(&format!("boardsize {}", self.rules.size))?;
        say("clear_board")?;
        let mut moves = 0;
        while say("gogui-rules_final_result")?.is_empty() {
            let side = say("gogui-rules_side_to_move")?;
            let legal = say("gogui-rules_legal_moves")?;
            let vertex = say(&format!("genmove {side}"))?;
            ensure!(legal.split(' ').any(|known| known == vertex), "{vertex} is none of {legal}");
            // Taken back and played again, as a user might.
            say("undo")?;
            say(&format!("play {side} {vertex}"))?;
            moves += 1;
        }
        ensure!(moves > 0, "there was nothing to play");
        say("final_score")?;
        Ok(())
    }
}

fn decide<G: Game>(player: &mut Player<G>, turn: &Turn<G>) -> Result<G::Move, GameOver> {
    let budget = Budget { since: Some(turn.received), ..budget(&player.time, turn.time) };
    Ok(player.decide(turn.history, &budget)?.chosen)
}

/// What the controller's clock allows; without one, the usual time.
fn budget(time: &TimeRules, left: Option<TimeLeft>) -> Budget {
    match left {
        None => time.budget(false),
        Some(TimeLeft { left, moves: 0 }) => {
            GameClock::new(left, Duration::ZERO, time.margin).budget(MOVES_TO_COME)
        }
        Some(TimeLeft { left, moves }) => {
            let each = left / moves;
            Budget { wall: Some(each), margin: time.margin.min(each / 4), ..Budget::default() }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_controllers_clock_is_kept() {
        let time = TimeRules::botzone();
        let wall = |left: Option<TimeLeft>| budget(&time, left).wall.unwrap();
        assert_eq!(wall(None), Duration::from_secs(1));
        let left = Duration::from_secs(100);
        assert_eq!(wall(Some(TimeLeft { left, moves: 10 })), Duration::from_secs(10));
        let share = wall(Some(TimeLeft { left, moves: 0 }));
        assert!(share > Duration::from_secs(1) && share < Duration::from_secs(20), "{share:?}");
    }
}
