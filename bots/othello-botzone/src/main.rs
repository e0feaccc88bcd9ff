//! Othello on Botzone, which calls it Reversi.

use std::process::ExitCode;

use bot_common::{Bot, Botzone};

fn main() -> ExitCode {
    Bot::<othello::State, _>::new("othello-botzone", "Reversi", Botzone::new()).main()
}
