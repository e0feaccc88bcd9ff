//! The run under a user interface that speaks NBoard.

use std::io;
use std::time::Duration;

use anyhow::{Context, Result, ensure};
use clock::{Budget, TimeRules};
use game::{Decision, Game, GameOver};
use judge_protocol::nboard::{Session, Turn, serve};

use crate::bot::{Limits, Player, Protocol};
use crate::options::Options;

/// A user interface of Othello.
pub struct NBoard;

impl<G: Game> Protocol<G> for NBoard {
    fn limits(&self) -> Limits {
        let time = TimeRules { each: Duration::from_secs(2), first_factor: 1, ..TimeRules::botzone() };
        Limits { time, memory: 512 }
    }

    fn about(&self) -> String {
        let Limits { time, memory } = Protocol::<G>::limits(self);
        format!(
            "under NBoard and other user interfaces that speak its\n\
             protocol, version 2, within {each} s per move, no deeper than the interface sets it and\n\
             in {memory} MB.",
            each = time.each.as_secs_f64(),
        )
    }

    fn play(&self, player: &mut Player<G>, _options: &Options) -> Result<()> {
        let (input, output) = (&mut io::stdin().lock(), &mut io::stdout().lock());
        Ok(serve(input, output, player.name(), |turn| decide(player, turn))?)
    }

    fn rehearse(&self, player: &mut Player<G>) -> Result<()> {
        let mut session = Session::<G>::new(player.name());
        let mut moves = 0;
        while session.history().state().outcome().is_none() {
            let mut say = |line: &str| -> Result<String> {
                let mut output = Vec::new();
                session.turn(&mut line.as_bytes(), &mut output, &mut |turn| decide(player, turn))?;
                Ok(String::from_utf8(output)?)
            };
            let answer = say("go")?;
            let chosen = answer.lines().find_map(|line| line.strip_prefix("=== "));
            let chosen = chosen.with_context(|| format!("go is answered by {answer}"))?;
            let said = say(&format!("move {chosen}"))?;
            ensure!(said.is_empty(), "{chosen} is answered by {said}");
            ensure!(say("ping 7")? == "pong 7\n", "no pong");
            moves += 1;
        }
        ensure!(session.history().moves().len() == moves && moves > 0, "a move was lost on the way");
        Ok(())
    }
}

fn decide<G: Game>(player: &mut Player<G>, turn: &Turn<G>) -> Result<Decision<G::Move>, GameOver> {
    let budget = Budget { since: Some(turn.received), depth: turn.depth, ..player.time.budget(false) };
    player.decide(turn.history, &budget)
}
