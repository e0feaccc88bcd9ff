//! The library's player: an engine and its current game.

use std::env;
use std::ffi::c_int;
use std::time::{Duration, Instant};

use anyhow::Result;
use bot_common::BotEngine;
use bot_common::bot::time_per_move;
use clock::Budget;
use connect4::State;
use connect4::playable::drops;
use game::{Place, Playable, Shape};
use judge_protocol::full_board::{BoardTracker, Cell, FullBoard};
use judge_protocol::limits;

/// An engine and its current game.
pub struct Seat {
    engine: BotEngine<State>,
    tracker: BoardTracker<State>,
}

impl Seat {
    /// A player before its first game.
    pub fn new() -> Result<Seat> {
        let strategies = State::strategies();
        let spec = env::var("CONNECT4_STRATEGY").unwrap_or_else(|_| strategies.default_name().to_string());
        let time = env::var("CONNECT4_TIME").ok().and_then(|text| text.parse().ok());
        let time = time.and_then(|seconds| Duration::try_from_secs_f64(seconds).ok());
        let time = time_per_move(limits::compete().time, time);
        let engine = BotEngine::new("connect4-compete", "Connect-4", strategies.build(&spec)?, time);
        Ok(Seat { engine, tracker: BoardTracker::new(drops()) })
    }

    /// Chooses a move; returns the cell on which its stone lands.
    pub fn answer(&mut self, shape: &Shape, board: &FullBoard) -> Result<Place> {
        let since = Some(Instant::now());
        let (history, error) = self.tracker.receive(shape, Ok(board))?;
        if let Some(error) = error {
            self.engine.log(format_args!("{error}; answering in {}", history.state()));
        }
        let budget = Budget { since, ..self.engine.time.budget(false) };
        let chosen = self.engine.decide(history, &budget)?.chosen;
        Ok(self.tracker.answer(chosen)?)
    }
}

/// Reads the judge's board: 1 is a stone of the opponent, 2 an own stone.
pub fn full_board(top: &[c_int], board: &[c_int], last: Option<Place>) -> FullBoard {
    let cell = |number: &c_int| match number {
        1 => Cell::Other,
        2 => Cell::Own,
        _ => Cell::Empty,
    };
    FullBoard {
        last,
        tops: top.iter().map(|&top| i64::from(top)).collect(),
        cells: board.iter().map(cell).collect(),
    }
}
