//! Othello under NBoard and other user interfaces.

use std::process::ExitCode;

use bot_common::{Bot, NBoard};
use othello::strategies;
use othello_botzone::DEFAULT_STRATEGY;

fn main() -> ExitCode {
    let bot = Bot {
        name: "othello-nboard",
        game: "Othello",
        strategies,
        default_strategy: DEFAULT_STRATEGY,
        protocol: NBoard,
    };
    bot.main()
}
