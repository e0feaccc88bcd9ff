//! NoGo on Botzone. The site's rules may forbid the first move in the centre.

use std::process::ExitCode;

use bot_common::{Bot, Botzone};

fn main() -> ExitCode {
    Bot::<nogo::State, _>::new(
        "nogo-botzone",
        "NoGo",
        Botzone::avoiding(nogo::solver_first::opens_in_the_centre),
    )
    .main()
}
