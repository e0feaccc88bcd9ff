//! Connect-4 on Kaggle, which calls it ConnectX.

use std::process::ExitCode;

use bot_common::{Bot, Kaggle};
use connect4::strategies;
use connect4_saiblo::{DEFAULT_STRATEGY, drops};
use judge_protocol::shown::Grid;

/// The competition's board.
const GRID: Grid = Grid { rows: 6, columns: 7, forbidden: None };

fn main() -> ExitCode {
    let bot = Bot {
        name: "connect4-kaggle",
        game: "ConnectX (at most 7 rows and 8 columns)",
        strategies: strategies::<u64>,
        default_strategy: DEFAULT_STRATEGY,
        protocol: Kaggle { drops: drops(), grid: GRID },
    };
    bot.main()
}
