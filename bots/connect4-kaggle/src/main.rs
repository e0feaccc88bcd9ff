//! Connect-4 on Kaggle, which calls it ConnectX.

use std::process::ExitCode;

use bot_common::{Bot, Kaggle};

fn main() -> ExitCode {
    Bot::<connect4::Classic, _>::new("connect4-kaggle", "ConnectX (at most 7 rows and 8 columns)", Kaggle)
        .main()
}
