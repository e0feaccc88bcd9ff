//! NoGo under GoGui and other GTP controllers.

use std::process::ExitCode;

use bot_common::{Bot, Gtp};

fn main() -> ExitCode {
    Bot::<nogo::State, _>::new("nogo-gtp", "NoGo", Gtp::new()).main()
}
