//! The session with a GTP controller.

use std::io;
use std::time::Duration;

use anyhow::{Context, Result, ensure};
use clock::{Budget, GameClock, TimeControl, TimeRules};
use game::{GameOver, Playable};
use judge_protocol::gtp::{GtpBot, GtpSession, GtpTurn, Period, TimeLeft, serve};
use judge_protocol::limits::{self, JudgeLimits};

use crate::board::Board;
use crate::bot::{BotEngine, Protocol};
use crate::options::{Options, Switch};

/// The protocol GTP 2.
#[derive(Clone, Copy, Debug, Default)]
pub struct Gtp;

/// Reverses the numbers of the rows.
const REVERSE_ROWS: Switch = Switch {
    name: "reverse-rows",
    about: "count rows from the other end (default: Othello from the top, others from the bottom)",
};

impl Gtp {
    /// The protocol.
    pub fn new() -> Self {
        Gtp
    }
}

fn bot<G: Playable>(engine: &BotEngine<G>) -> GtpBot<G> {
    GtpBot { name: engine.name(), game: engine.game(), cells: Board::<G>::CELLS, reversed: false }
}

impl<G: Playable> Protocol<G> for Gtp {
    fn limits(&self) -> JudgeLimits {
        limits::gtp()
    }

    fn about(&self) -> String {
        let JudgeLimits { time, memory } = limits::gtp();
        format!(
            "under GoGui, twogtp and other GTP 2 controllers,\n\
             within {each} s per move unless the controller sets a clock, and in {memory} MB.",
            each = time.each.as_secs_f64(),
        )
    }

    fn switches(&self) -> &'static [Switch] {
        &[REVERSE_ROWS]
    }

    fn play(&self, engine: &mut BotEngine<G>, options: &Options) -> Result<()> {
        let (input, output) = (&mut io::stdin().lock(), &mut io::stdout().lock());
        let bot = GtpBot { reversed: options.has(&REVERSE_ROWS), ..bot(engine) };
        Ok(serve(input, output, bot, |turn| decide(engine, turn))?)
    }

    fn self_test(&self, engine: &mut BotEngine<G>) -> Result<()> {
        let mut session = GtpSession::new(bot(engine));
        let mut send = |command: &str| -> Result<String> {
            let mut output = Vec::new();
            session.turn(&mut command.as_bytes(), &mut output, &mut |turn| decide(engine, turn))?;
            let output = String::from_utf8(output)?;
            let result = output.strip_prefix('=').and_then(|text| text.strip_suffix("\n\n"));
            Ok(result.with_context(|| format!("the answer to {command} is {output}"))?.trim().to_string())
        };
        let (size, _) = (Board::<G>::CELLS.size)(&G::start());
        send(&format!("boardsize {size}"))?;
        send("clear_board")?;
        let mut moves = 0;
        while send("gogui-rules_final_result")?.is_empty() {
            let side = send("gogui-rules_side_to_move")?;
            let legal = send("gogui-rules_legal_moves")?;
            let vertex = send(&format!("genmove {side}"))?;
            ensure!(legal.split(' ').any(|known| known == vertex), "{vertex} is none of {legal}");
            // Takes the move back and plays it again, as a user might.
            send("undo")?;
            send(&format!("play {side} {vertex}"))?;
            moves += 1;
        }
        ensure!(moves > 0, "the game has no moves");
        send("final_score")?;
        Ok(())
    }
}

fn decide<G: Playable>(engine: &mut BotEngine<G>, turn: &GtpTurn<G>) -> Result<G::Move, GameOver> {
    let moves_left = turn.history.state().moves_to_decision();
    let budget = Budget { since: Some(turn.received), ..budget(&engine.time, turn.time, moves_left) };
    Ok(engine.decide(turn.history, &budget)?.chosen)
}

/// The budget of the controller's clock, divided among `moves_left` moves; without a clock,
/// of the time rules. Main time is a bank, and the time of a move in the periods that follow
/// it is free: it cannot be saved.
fn budget(time: &TimeRules, left: Option<TimeLeft>, moves_left: u32) -> Budget {
    match left {
        None => time.budget(false),
        Some(TimeLeft { left, moves: 0, period }) => {
            let free = period.as_ref().map(Period::each).unwrap_or_default();
            let clock = GameClock::new(TimeControl { free, ..TimeControl::per_game(left, Duration::ZERO) });
            Budget::wall(clock.plan(moves_left, time.margin.min(clock.left() / 8)))
        }
        Some(TimeLeft { left, moves, .. }) => {
            let each = left / moves;
            Budget { wall: Some(each), margin: time.margin.min(each / 4), ..Budget::default() }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_budget_follows_the_controllers_clock() {
        let time = limits::botzone().time;
        let wall = |left: Option<TimeLeft>| budget(&time, left, 30).wall.unwrap();
        let seconds = Duration::from_secs;
        assert_eq!(wall(None), seconds(1));
        let left = seconds(100);
        assert_eq!(wall(Some(TimeLeft { left, moves: 10, period: None })), seconds(10));
        let share = wall(Some(TimeLeft { left, moves: 0, period: None }));
        assert!(share > seconds(4) && share < seconds(5), "{share:?}");
        let period = Some(Period { time: seconds(20), moves: 2 });
        let with_period = wall(Some(TimeLeft { left, moves: 0, period }));
        assert_eq!(with_period, share + seconds(10));
        assert_eq!(wall(Some(TimeLeft { left: seconds(0), moves: 0, period: None })), seconds(0));
    }
}
