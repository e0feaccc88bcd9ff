//! Othello under GoGui and other GTP controllers. Rows count from the top, as in every
//! Othello program: F5 is F5.

use std::process::ExitCode;

use bot_common::{Bot, Gtp};

fn main() -> ExitCode {
    Bot::<othello::State, _>::new("othello-gtp", "Othello", Gtp::new()).main()
}
