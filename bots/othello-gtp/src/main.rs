//! Othello under GoGui and other GTP controllers. GTP counts rows from the
//! bottom: Othello's F5 is F4 there.

use std::process::ExitCode;

use bot_common::{Bot, Gtp};

fn main() -> ExitCode {
    Bot::<othello::State, _>::new("othello-gtp", "Othello", Gtp::new()).main()
}
