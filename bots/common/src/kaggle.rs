//! The run on Kaggle, behind `main.py`.

use std::io;
use std::time::Duration;

use anyhow::{Context, Error, Result};
use clock::{Budget, TimeRules};
use game::{Game, GameOver, History};
use judge_protocol::kaggle::{Dialogue, Turn, serve};
use judge_protocol::shown::{Drops, Grid};

use crate::bot::{Limits, Player, Protocol};
use crate::options::Options;

/// Kaggle's ConnectX, for a game of stones that fall.
pub struct Kaggle<G: Game> {
    /// How the game's stones fall.
    pub drops: Drops<G>,
    /// A board for the rehearsal.
    pub grid: Grid,
}

impl<G: Game> Protocol<G> for Kaggle<G> {
    /// What `main.py` and the pipes take comes out of the margin.
    fn limits(&self) -> Limits {
        let (each, margin) = (Duration::from_secs(2), Duration::from_millis(300));
        Limits { time: TimeRules { each, first_factor: 1, margin, counts_cpu: false }, memory: 512 }
    }

    fn about(&self) -> String {
        let Limits { time, memory } = Protocol::<G>::limits(self);
        format!(
            "on Kaggle, as the program behind main.py: it reads a\n\
             line of JSON per move on stdin and answers a column on stdout, within {each} s per move and\n\
             in {memory} MB.",
            each = time.each.as_secs_f64(),
        )
    }

    fn play(&self, player: &mut Player<G>, _options: &Options) -> Result<()> {
        let (input, output) = (&mut io::stdin().lock(), &mut io::stdout().lock());
        serve(input, output, self.drops, |turn| decide(player, turn)).map_err(Error::msg)
    }

    fn rehearse(&self, player: &mut Player<G>) -> Result<()> {
        let Grid { rows, columns, .. } = self.grid;
        let mut seats = [(); 2].map(|()| Dialogue::new(self.drops));
        let mut game = History::new((self.drops.set_up)(&self.grid, &[], &[]).map_err(Error::msg)?);
        let mut board = vec![0; rows * columns];
        while game.state().outcome().is_none() {
            let seat = game.state().side().index();
            let mark = seat + 1;
            let request = format!(
                "{{\"rows\":{rows},\"columns\":{columns},\"inarow\":4,\"mark\":{mark},\"board\":{board:?}}}\n"
            );
            let mut output = Vec::new();
            let mut player = |turn: &Turn<G>| decide(player, turn);
            seats[seat].turn(&mut request.as_bytes(), &mut output, &mut player).map_err(Error::msg)?;
            let column = String::from_utf8(output)?.trim_end().parse()?;
            let chosen = (self.drops.column)(column).context("no such column")?;
            let (row, _) = (self.drops.landing)(game.state(), chosen).context("the column is full")?;
            game.play(chosen)?;
            board[row * columns + column] = mark;
        }
        Ok(())
    }
}

fn decide<G: Game>(player: &mut Player<G>, turn: &Turn<G>) -> Result<G::Move, GameOver> {
    let budget = Budget { since: Some(turn.received), ..player.time.budget(false) };
    Ok(player.decide(turn.history, &budget)?.chosen)
}
