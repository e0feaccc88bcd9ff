//! The session on Kaggle, behind `main.py`.

use std::io;

use anyhow::{Context, Error, Result};
use clock::Budget;
use game::{Game, GameOver, History, Playable, Shape};
use judge_protocol::kaggle::{KaggleSession, KaggleTurn, serve};
use judge_protocol::limits::{self, JudgeLimits};

use crate::board::Board;
use crate::bot::{BotEngine, Protocol};
use crate::options::Options;

/// The protocol of Kaggle's ConnectX.
pub struct Kaggle;

impl<G: Playable> Protocol<G> for Kaggle {
    fn limits(&self) -> JudgeLimits {
        limits::kaggle()
    }

    fn about(&self) -> String {
        let JudgeLimits { time, memory } = limits::kaggle();
        format!(
            "on Kaggle, as the program behind main.py: it reads a\n\
             line of JSON per move on stdin and answers a column on stdout, within {each} s per move and\n\
             in {memory} MB.",
            each = time.each.as_secs_f64(),
        )
    }

    fn play(&self, engine: &mut BotEngine<G>, _options: &Options) -> Result<()> {
        let (input, output) = (&mut io::stdin().lock(), &mut io::stdout().lock());
        Ok(serve(input, output, Board::<G>::DROPS, |turn| decide(engine, turn))?)
    }

    fn self_test(&self, engine: &mut BotEngine<G>) -> Result<()> {
        let drops = Board::<G>::DROPS;
        let shape @ Shape { rows, columns, .. } = (drops.shape)(&G::start());
        let mut sessions = [(); 2].map(|()| KaggleSession::new(drops));
        let mut game = History::new((drops.set_up)(&shape, &[], &[]).map_err(Error::msg)?);
        let mut board = vec![0; rows * columns];
        while game.state().outcome().is_none() {
            let player = game.state().side().index();
            let mark = player + 1;
            let request = format!(
                "{{\"rows\":{rows},\"columns\":{columns},\"inarow\":4,\"mark\":{mark},\"board\":{board:?}}}\n"
            );
            let mut output = Vec::new();
            let mut decide = |turn: &KaggleTurn<G>| decide(engine, turn);
            sessions[player].turn(&mut request.as_bytes(), &mut output, &mut decide)?;
            let column = String::from_utf8(output)?.trim_end().parse()?;
            let chosen = (drops.column)(column).context("the board has no such column")?;
            let (row, _) = (drops.landing)(game.state(), chosen).context("the column is full")?;
            game.play(chosen)?;
            board[row * columns + column] = mark;
        }
        Ok(())
    }
}

fn decide<G: Game>(engine: &mut BotEngine<G>, turn: &KaggleTurn<G>) -> Result<G::Move, GameOver> {
    let budget = Budget { since: Some(turn.received), ..engine.time.budget(false) };
    Ok(engine.decide(turn.history, &budget)?.chosen)
}
