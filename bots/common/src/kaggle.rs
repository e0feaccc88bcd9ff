//! The session on Kaggle, behind `main.py`.

use std::io;
use std::time::Duration;

use anyhow::{Context, Error, Result};
use clock::{Budget, GameClock, TimeControl, TimeRules};
use game::{GameOver, History, Playable, Shape};
use judge_protocol::kaggle::{KaggleSession, KaggleTurn, serve};
use judge_protocol::limits::{self, JudgeLimits};

use crate::board::Board;
use crate::bot::{BotEngine, Protocol};
use crate::options::Options;

/// The protocol of Kaggle's ConnectX.
pub struct Kaggle;

/// Part of the bank that is kept for moves that take longer than planned: at most a quarter
/// of what is left.
const RESERVE: Duration = Duration::from_secs(5);

impl<G: Playable> Protocol<G> for Kaggle {
    fn limits(&self) -> JudgeLimits {
        limits::kaggle()
    }

    fn about(&self) -> String {
        let JudgeLimits { time, memory } = limits::kaggle();
        format!(
            "on Kaggle, as the program behind main.py: it reads a\n\
             line of JSON per move on stdin and answers a column on stdout, within {each} s per move\n\
             and a part of the bank that the line names, and in {memory} MB. With --time it uses no\n\
             bank.",
            each = time.each.as_secs_f64(),
        )
    }

    fn play(&self, engine: &mut BotEngine<G>, options: &Options) -> Result<()> {
        let (input, output) = (&mut io::stdin().lock(), &mut io::stdout().lock());
        let uses_bank = options.time.is_none();
        Ok(serve(input, output, Board::<G>::DROPS, |turn| decide(engine, turn, uses_bank))?)
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
            let mut decide = |turn: &KaggleTurn<G>| decide(engine, turn, false);
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

fn decide<G: Playable>(
    engine: &mut BotEngine<G>,
    turn: &KaggleTurn<G>,
    uses_bank: bool,
) -> Result<G::Move, GameOver> {
    let bank = turn.bank.filter(|_| uses_bank);
    let moves_left = turn.history.state().moves_to_decision();
    let budget = budget(&engine.time, turn.free, bank, moves_left);
    Ok(engine.decide(turn.history, &Budget { since: Some(turn.received), ..budget })?.chosen)
}

/// The budget of a move: without a bank that of the time rules, with one a share of it more.
/// Kaggle measures the time around `main.py`; what that takes is drawn from the bank, and the
/// next request says what is left.
fn budget(time: &TimeRules, free: Option<Duration>, bank: Option<Duration>, moves_left: u32) -> Budget {
    let Some(bank) = bank else { return time.budget(false) };
    let clock = GameClock::new(TimeControl {
        free: free.unwrap_or(time.each).min(time.each),
        bank,
        increment: Duration::ZERO,
    });
    let margin = RESERVE.min(bank / 4).max(time.margin).min(clock.left() / 4);
    Budget::wall(clock.plan(moves_left, margin))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_bank_is_divided_among_the_moves_and_never_used_up() {
        let ms = Duration::from_millis;
        let time = limits::kaggle().time;
        let wall = |bank, moves| budget(&time, None, bank, moves).wall.unwrap();
        assert_eq!(wall(None, 12), ms(2000), "with the margin of the rules");
        assert_eq!(wall(Some(ms(0)), 12), ms(1700));
        assert_eq!(wall(Some(ms(60_000)), 12), ms(2000) + ms(55_000) / 12 * 3 / 2);
        assert_eq!(budget(&time, Some(ms(400)), Some(ms(0)), 12).wall, Some(ms(300)));
        // Every move takes 60 ms more than planned.
        let mut clock = GameClock::new(TimeControl { free: ms(2000), bank: ms(60_000), increment: ms(0) });
        for moves_left in (0..40).rev() {
            let taken = wall(Some(clock.bank()), moves_left) + ms(60);
            assert!(clock.allows(taken, ms(0)), "{taken:?} of {clock:?}");
            clock.spend(taken);
        }
        assert!(clock.bank() < ms(6000), "{:?} is left", clock.bank());
    }
}
