//! Othello under NBoard and other graphical programs.

use std::process::ExitCode;

use bot_common::{Bot, NBoard};

fn main() -> ExitCode {
    Bot::<othello::State, _>::new("othello-nboard", "Othello", NBoard).main()
}
