//! Arguments of `arena check`.

use std::time::Duration;

use clap::Args;

use super::contests::SandboxArgs;
use super::numbers::{parse_count, parse_percent, parse_slowdown, parse_time};

/// `arena check`.
#[derive(Args, Clone, Debug)]
#[command(after_help = "\
SPEC is a foreign program, LANGUAGE:COMMAND, as in a match; its language is the
form of the protocol that must work. The other forms of Botzone (JSON or simple,
a process per turn or kept running) are tried too: one that the program does not
speak is reported and is no failure, one that it speaks must work as well.
--form checks only the forms that it names, and all of them must work.

The table ends with what was sent and what came back at the first failure, and
with one sentence on what to do. A `note` loses no game at the judge. A program
that uses a second for each move takes up to a minute; --quick a third of that.

What it predicts: crashes, wrong output, illegal moves in the positions that
came up, memory, and time on a machine like this one. --slower and --cpu-share
stop and continue the program every 10 ms or more, so that a fixed amount of
work takes longer, as on a slower judge; --load keeps cores busy beside it. What
it cannot predict: the judge's compiler, libraries and CPU extensions, its exact
speed, CPU time where the judge counts that (Saiblo), and playing strength.

Exit codes: 0 all is well, 1 the program fails, 2 mistake in the command line.

Example: arena check othello botzone:./bot
         arena check nogo \"botzone-keep:./bot --keep\" --slower 2.5 --load 2
         arena check connect4 saiblo:./main --quick --json")]
pub struct CheckArgs {
    /// The game
    pub game: String,
    /// The program, as in botzone:./bot
    pub spec: String,
    /// Check only this form; repeatable
    #[arg(long, value_name = "FORM")]
    pub form: Vec<String>,
    /// Time per move [default: the judge's limit]
    #[arg(long, value_parser = parse_time)]
    pub time: Option<Duration>,
    /// Memory limit [default: the judge's limit]
    #[arg(long, value_name = "MIB", value_parser = clap::value_parser!(u64).range(16..=1 << 20))]
    pub memory_limit: Option<u64>,
    /// Slow the program down by this factor, as in 2.5
    #[arg(long, value_name = "FACTOR", value_parser = parse_slowdown, conflicts_with = "cpu_share")]
    pub slower: Option<f64>,
    /// Share of the time in which it runs, as in 50%
    #[arg(long, value_name = "PERCENT", value_parser = parse_percent)]
    pub cpu_share: Option<f64>,
    /// Number of busy threads beside the program
    #[arg(long, value_name = "N", default_value_t = 0, value_parser = clap::value_parser!(u64).range(0..=1024))]
    pub load: u64,
    /// Also play N whole games in each form
    #[arg(long, value_name = "N", value_parser = parse_count)]
    pub games: Option<u64>,
    /// Ask for a third of the moves
    #[arg(long)]
    pub quick: bool,
    /// Write JSON
    #[arg(long)]
    pub json: bool,
    /// What the program may reach.
    #[command(flatten)]
    pub sandbox: SandboxArgs,
}

impl CheckArgs {
    /// Share of the time in which the program runs.
    pub fn share(&self) -> f64 {
        self.cpu_share.or(self.slower.map(|factor| 1.0 / factor)).unwrap_or(1.0)
    }
}
