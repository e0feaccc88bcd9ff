//! Connect-4 with a forbidden cell, on Saiblo.

use std::process::ExitCode;

use bot_common::{Bot, Saiblo};
use connect4::strategies;
use connect4_saiblo::{DEFAULT_STRATEGY, drops};
use judge_protocol::shown::Grid;

fn main() -> ExitCode {
    let bot = Bot {
        name: "connect4-saiblo",
        game: "Connect-4",
        strategies: strategies::<connect4::bits::Wide>,
        default_strategy: DEFAULT_STRATEGY,
        protocol: Saiblo { drops: drops(), grid: Grid { rows: 9, columns: 10, forbidden: Some((8, 4)) } },
    };
    bot.main()
}
