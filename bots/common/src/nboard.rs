//! The session with a graphical program that uses NBoard's protocol.

use std::io;

use anyhow::{Context, Result, ensure};
use clock::Budget;
use game::{Decision, Game, GameOver, Playable};
use judge_protocol::limits::{self, JudgeLimits};
use judge_protocol::nboard::{NBoardSession, NBoardTurn, serve};

use crate::bot::{BotEngine, Protocol};
use crate::options::Options;

/// The protocol NBoard 2, for Othello.
pub struct NBoard;

impl<G: Playable> Protocol<G> for NBoard {
    fn limits(&self) -> JudgeLimits {
        limits::nboard()
    }

    fn about(&self) -> String {
        let JudgeLimits { time, memory } = limits::nboard();
        format!(
            "under NBoard and other programs that use version 2 of\n\
             its protocol, within {each} s per move and the depth that the program sets, and in\n\
             {memory} MB.",
            each = time.each.as_secs_f64(),
        )
    }

    fn play(&self, engine: &mut BotEngine<G>, _options: &Options) -> Result<()> {
        let (input, output) = (&mut io::stdin().lock(), &mut io::stdout().lock());
        Ok(serve(input, output, engine.name(), |turn| decide(engine, turn))?)
    }

    fn self_test(&self, engine: &mut BotEngine<G>) -> Result<()> {
        let mut session = NBoardSession::<G>::new(engine.name());
        let mut moves = 0;
        while session.history().state().outcome().is_none() {
            let mut send = |line: &str| -> Result<String> {
                let mut output = Vec::new();
                session.turn(&mut line.as_bytes(), &mut output, &mut |turn| decide(engine, turn))?;
                Ok(String::from_utf8(output)?)
            };
            let answer = send("go")?;
            let chosen = answer.lines().find_map(|line| line.strip_prefix("=== "));
            let chosen = chosen.with_context(|| format!("the answer to go is {answer}"))?;
            let output = send(&format!("move {chosen}"))?;
            ensure!(output.is_empty(), "the answer to {chosen} is {output}");
            ensure!(send("ping 7")? == "pong 7\n", "pong is missing");
            moves += 1;
        }
        ensure!(session.history().moves().len() == moves && moves > 0, "a move was lost");
        Ok(())
    }
}

fn decide<G: Game>(engine: &mut BotEngine<G>, turn: &NBoardTurn<G>) -> Result<Decision<G::Move>, GameOver> {
    let budget = Budget { since: Some(turn.received), depth: turn.depth, ..engine.time.budget(false) };
    engine.decide(turn.history, &budget)
}
