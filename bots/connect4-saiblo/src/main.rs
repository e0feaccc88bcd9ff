//! Connect-4 with a forbidden cell, on Saiblo.

use std::process::ExitCode;

use bot_common::{Bot, Saiblo};

fn main() -> ExitCode {
    Bot::<connect4::State, _>::new("connect4-saiblo", "Connect-4", Saiblo).main()
}
