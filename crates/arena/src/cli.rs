//! The command line.

mod contests;
mod logs;

use std::ffi::OsString;
use std::path::PathBuf;
use std::time::Duration;

use clap::error::ErrorKind;
use clap::{Args, Parser, Subcommand, ValueEnum};

pub use self::contests::*;
pub use self::logs::*;
use crate::budget::{Limits, parse_time};
use crate::position::START;
use crate::text::one_line;

/// Matches, analysis and play in the terminal
#[derive(Parser, Debug)]
#[command(name = "arena", version, disable_help_subcommand = true, arg_required_else_help = false)]
#[command(after_help = "\
An engine is a strategy of the game, NAME or NAME:KEY=VALUE,…, as in
uct:c=0.9,playout=mast; `arena games` lists them all. In match, sprt, play,
tournament and sweep --against it may be a foreign program, LANGUAGE:COMMAND, as
in botzone:./bot or gtp:\"./bot --level 3\" (docs/arena.md tells more).

Example: arena match tictactoe uct:c=0.7 uct --sims 500 --games 200 --jobs 2")]
pub struct Cli {
    /// What to do.
    #[command(subcommand)]
    pub command: Command,
}

/// What the arena can do.
#[derive(Subcommand, Debug)]
pub enum Command {
    /// List the games, their strategies and the parameters of these
    Games(GamesArgs),
    /// Play two engines against each other and say which one is stronger
    Match(MatchArgs),
    /// Play two engines until it is known which one is stronger
    Sprt(SprtArgs),
    /// Play many engines against each other and rate them
    Tournament(TournamentArgs),
    /// Try the values of a parameter against an engine
    Sweep(SweepArgs),
    /// Move parameters to where the engine wins more
    Tune(TuneArgs),
    /// Make the tables of docs/experiments.md
    Experiments(ExperimentsArgs),
    /// Join the logs of a match that was played in parts
    Merge(MergeArgs),
    /// Show a game of a log, move by move
    Replay(ReplayArgs),
    /// Play against an engine in the terminal
    Play(PlayArgs),
    /// Show what an engine thinks of a position
    Analyze(AnalyzeArgs),
    /// Count the positions that can be reached in so many plies
    Perft(PerftArgs),
    /// Let a game's exact solver answer positions
    Solve(SolveArgs),
    /// Measure the speed of the search, and print the signature
    Bench(BenchArgs),
}

/// `arena solve`.
#[derive(Args, Debug)]
#[command(after_help = "\
A line of the file is a position and its exact score for the side to move, in
the game's own form (NoGo: 1 for a win, -1 for a loss). Each position is solved
from an empty table. Wrong answers are told, and make the exit code 1.

Example: arena solve nogo 4x5 --memory 512
         arena solve connect4-7x6 --file positions.txt --each")]
pub struct SolveArgs {
    /// The game
    pub game: String,
    /// A position, to be told who wins it
    #[arg(conflicts_with_all = ["file", "first", "each"], required_unless_present = "file")]
    pub position: Option<String>,
    /// Positions whose score is known, one a line
    #[arg(long)]
    pub file: Option<PathBuf>,
    /// MiB for the solver's table
    #[arg(long, value_name = "MIB", default_value_t = 64, value_parser = clap::value_parser!(u64).range(1..=1 << 16))]
    pub memory: u64,
    /// Only so many positions, from the first
    #[arg(long, value_name = "N")]
    pub first: Option<usize>,
    /// Tell every answer, not only wrong ones
    #[arg(long)]
    pub each: bool,
    /// Write JSON
    #[arg(long)]
    pub json: bool,
}

/// `arena bench`.
#[derive(Args, Debug)]
#[command(after_help = "\
Rates are of CPU time. A search's share of the bare speed is measured round by
round against playouts that ran just before it; the middle round counts. The
signature is the same on every machine: it changes when play changes.

Example: arena bench tictactoe --simulations 1000000")]
pub struct BenchArgs {
    /// Only this game
    pub game: Option<String>,
    /// The largest search to measure
    #[arg(long, value_name = "N", default_value_t = 10_000_000)]
    pub simulations: u64,
    /// How often each is measured
    #[arg(long, value_name = "N", default_value_t = 5, value_parser = clap::value_parser!(u64).range(1..=1000))]
    pub rounds: u64,
    /// Print the signature only
    #[arg(long)]
    pub signature: bool,
    /// Write JSON
    #[arg(long)]
    pub json: bool,
}

/// `arena games`.
#[derive(Args, Debug)]
#[command(after_help = "Example: arena games tictactoe")]
pub struct GamesArgs {
    /// Only this game
    pub game: Option<String>,
    /// Write JSON
    #[arg(long)]
    pub json: bool,
}

/// `arena play`.
#[derive(Args, Debug)]
#[command(after_help = "\
At the prompt: a move, h (hint), u (undo), m (legal moves), q (quit), ? (help).
Against a foreign program (LANGUAGE:COMMAND, as in a match) the hints are those
of the game's first strategy; a fault of the program ends the game.

Example: arena play tictactoe --engine uct --sims 1000 --second
Example: arena play othello --engine \"botzone:./bot --fast\" --time 1s")]
pub struct PlayArgs {
    /// The game
    pub game: String,
    /// Whom to play against [default: the game's first]
    #[arg(long, value_name = "SPEC")]
    pub engine: Option<String>,
    /// Move second: the engine begins
    #[arg(long)]
    pub second: bool,
    /// What a move of the engine may cost.
    #[command(flatten)]
    pub limits: Limits,
    /// Where the game begins
    #[arg(long, value_name = "POSITION", default_value = START, allow_hyphen_values = true)]
    pub from: String,
    /// Its random numbers [default: others each time]
    #[arg(long)]
    pub seed: Option<u64>,
    /// How late a foreign move may be
    #[arg(long, value_name = "TIME", default_value = "50ms", value_parser = parse_time)]
    pub tolerance: Duration,
    /// How a foreign program is run.
    #[command(flatten)]
    pub foreign: ForeignArgs,
}

/// `arena analyze`.
#[derive(Args, Debug)]
#[command(after_help = "\
The budget is always used up, unless the result is proven before. On a terminal
the table is shown while the engine thinks; Ctrl-C ends it.
--tree text follows the table; --tree dot is written alone, for Graphviz.

Example: arena analyze tictactoe start --moves \"b2 a1\" --engine uct --sims 5000")]
pub struct AnalyzeArgs {
    /// The game
    pub game: String,
    /// `start`, or a position as the game writes it
    #[arg(allow_hyphen_values = true)]
    pub position: String,
    /// Moves to make from there first
    #[arg(long, default_value = "", hide_default_value = true)]
    pub moves: String,
    /// The engine to ask [default: the game's first]
    #[arg(long, value_name = "SPEC")]
    pub engine: Option<String>,
    /// What it may cost.
    #[command(flatten)]
    pub limits: Limits,
    /// The engine's random numbers
    #[arg(long)]
    pub seed: Option<u64>,
    /// Write the tree behind it, as text or as dot
    #[arg(long, hide_possible_values = true)]
    pub tree: Option<Tree>,
    /// Plies of the tree to write
    #[arg(long, default_value_t = 2)]
    pub depth: usize,
    /// Write JSON
    #[arg(long)]
    pub json: bool,
}

/// How to write a tree.
#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
pub enum Tree {
    /// Indented lines
    Text,
    /// Graphviz
    Dot,
}

/// `arena perft`.
#[derive(Args, Debug)]
#[command(after_help = "\
A leaf of depth D is a position after D plies, counted once for each way to it;
a forced pass is a ply. A game that is over counts as one leaf at every greater
depth.

Example: arena perft tictactoe 9")]
pub struct PerftArgs {
    /// The game
    pub game: String,
    /// The greatest depth
    #[arg(value_parser = clap::value_parser!(u32).range(1..=250))]
    pub depth: u32,
    /// `start`, or a position as the game writes it
    #[arg(default_value = START, allow_hyphen_values = true)]
    pub position: String,
    /// Write JSON
    #[arg(long)]
    pub json: bool,
}

/// What to do instead of a command.
pub enum Stop {
    /// Print this help (or version).
    Help(String),
    /// Say in one line what is wrong.
    Wrong(String),
}

/// Reads the arguments, the program's name first.
pub fn parse(arguments: impl IntoIterator<Item = OsString>) -> Result<Cli, Stop> {
    Cli::try_parse_from(arguments).map_err(|error| match error.kind() {
        ErrorKind::DisplayHelp | ErrorKind::DisplayVersion => Stop::Help(error.to_string()),
        _ => Stop::Wrong(complaint(&error.to_string())),
    })
}

/// The first paragraph of what clap says, on one line; the rest of it is
/// usage that --help also tells.
fn complaint(text: &str) -> String {
    let paragraph = text.split("\n\n").next().unwrap_or(text);
    let words: Vec<_> = paragraph.trim_start_matches("error: ").split_whitespace().collect();
    format!("{}; --help tells more", one_line(&words.join(" ")))
}

#[cfg(test)]
mod tests {
    use clap::CommandFactory;

    use super::*;

    #[test]
    fn the_command_line_is_consistent() {
        Cli::command().debug_assert();
    }

    #[test]
    fn every_command_shows_an_example() {
        for command in Cli::command().get_subcommands() {
            let help = command.get_after_help().map(ToString::to_string).unwrap_or_default();
            let example = format!("Example: arena {} ", command.get_name());
            assert!(help.contains(&example), "{}", command.get_name());
        }
    }

    #[test]
    fn a_complaint_is_one_line() {
        for wrong in [
            &["arena"][..],
            &["arena", "chess"],
            &["arena", "match", "tictactoe"],
            &["arena", "match", "tictactoe", "a", "b", "--games", "3"],
            &["arena", "perft", "tictactoe", "many\nlines"],
            &["arena", "games", "--fast"],
        ] {
            let Err(Stop::Wrong(line)) = parse(wrong.iter().map(OsString::from)) else {
                panic!("{wrong:?} is accepted");
            };
            assert!(!line.contains('\n') && !line.contains("error:") && line.len() > 20, "{line}");
        }
    }
}
