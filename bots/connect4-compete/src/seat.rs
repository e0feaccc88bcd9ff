//! The player of one library: an engine, and the game it is in.

use std::env;
use std::ffi::c_int;
use std::time::{Duration, Instant};

use anyhow::Result;
use bot_common::Player;
use clock::{Budget, TimeRules};
use connect4::{State, strategies};
use connect4_saiblo::{DEFAULT_STRATEGY, drops};
use judge_protocol::shown::{Cell, Grid, Place, Session, Shown};

/// An engine, and the game it is in.
pub struct Seat {
    player: Player<State>,
    session: Session<State>,
}

impl Seat {
    /// Somebody who has not played yet.
    pub fn new() -> Result<Seat> {
        let spec = env::var("CONNECT4_STRATEGY").unwrap_or_else(|_| DEFAULT_STRATEGY.to_string());
        let time = env::var("CONNECT4_TIME").ok().and_then(|text| text.parse().ok());
        let time = time.and_then(|seconds| Duration::try_from_secs_f64(seconds).ok());
        // Both players share the process, and so its CPU time.
        let judge = TimeRules { counts_cpu: false, ..TimeRules::saiblo() };
        let each = time.unwrap_or(judge.each);
        let judge = TimeRules { each, margin: judge.margin.min(each / 4), ..judge };
        let player = Player::new("connect4-compete", strategies().build(&spec)?, judge);
        Ok(Seat { player, session: Session::new(drops()) })
    }

    /// Where our stone shall land.
    pub fn answer(&mut self, grid: &Grid, shown: &Shown) -> Result<Place> {
        let since = Some(Instant::now());
        let (history, fault) = self.session.receive(grid, Ok(shown))?;
        if let Some(fault) = fault {
            self.player.say(format_args!("{fault}; answering in {}", history.state()));
        }
        let budget = Budget { since, ..self.player.time.budget(false) };
        let chosen = self.player.decide(history, &budget)?.chosen;
        Ok(self.session.answer(chosen)?)
    }
}

/// What the judge's numbers show: 1 is the other's stone, 2 one's own.
pub fn shown(top: &[c_int], board: &[c_int], last: Option<Place>) -> Shown {
    let cell = |number: &c_int| match number {
        1 => Cell::Other,
        2 => Cell::Own,
        _ => Cell::Empty,
    };
    Shown {
        last,
        tops: top.iter().map(|&top| i64::from(top)).collect(),
        cells: board.iter().map(cell).collect(),
    }
}
