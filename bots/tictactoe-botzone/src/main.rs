//! Tic-tac-toe on Botzone.

use std::process::ExitCode;

use bot_common::{Bot, Botzone};

fn main() -> ExitCode {
    Bot::<tictactoe::State, _>::new("tictactoe-botzone", "TicTacToe", Botzone::new()).main()
}
