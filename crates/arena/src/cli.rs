//! The command line.

mod check;
mod contests;
mod entrants;
mod limits;
mod logs;
mod numbers;
mod records;
mod tools;
mod values;
mod variables;

use std::ffi::OsString;

use clap::error::ErrorKind;
use clap::{Parser, Subcommand};

pub use self::check::CheckArgs;
pub use self::contests::*;
pub use self::entrants::{check_names, entrant};
pub use self::limits::SideLimitArgs;
pub use self::logs::*;
pub use self::numbers::{parse_count, parse_time};
pub use self::records::*;
pub use self::tools::*;
pub use self::values::{ParamRange, ParamValues};
use crate::render::text::one_line;

/// Matches, analysis and play in the terminal
#[derive(Parser, Debug)]
#[command(name = "arena", version, disable_help_subcommand = true, arg_required_else_help = false)]
#[command(after_help = "\
An engine is a strategy of the game, NAME or NAME:KEY=VALUE,…, as in
uct:c=0.9,playout=mast; `arena games` lists them. In match, sprt, play,
tournament and sweep --against it can be a foreign program, LANGUAGE:COMMAND, as
in botzone:./bot, gtp:\"./bot --level 3\" or, to start it in its own folder,
nboard:\"cd DIR; ./bot\" (see docs/arena.md). It runs in a sandbox, bubblewrap.
In contests LABEL=ENGINE gives it a name and ENGINE@LIMITS limits of its own, as
in new=uct:c=0.9@sims=500 or uct@time=50ms,nodes=10k.

A position is `start`, a position or a list of moves in the game's notation, or
@FILE[#GAME][@PLY]: a recorded game (Botzone, GGF, SGF, ...; see
docs/formats.md), its number if the file has several, and the number of plies,
as in @match.json@20. @- reads standard input.

Exit codes: 0 success, 1 failure, 2 mistake in the command line or in an input
file, 130 Ctrl-C.

Example: arena match tictactoe uct:c=0.7 uct --sims 500 --games 200 --jobs 2")]
pub struct Cli {
    /// The command.
    #[command(subcommand)]
    pub command: Command,
}

/// The commands.
#[derive(Subcommand, Debug)]
pub enum Command {
    /// List the games, their strategies and parameters
    Games(GamesArgs),
    /// Open the studio: play, analyse and watch the search in a browser
    Studio(StudioArgs),
    /// Check your own bot before you upload it
    Check(CheckArgs),
    /// Play two engines and estimate which one is stronger
    Match(MatchArgs),
    /// Play two engines until the evidence favours one hypothesis
    Sprt(SprtArgs),
    /// Play several engines and rate them
    Tournament(TournamentArgs),
    /// Compare the values of a parameter against an opponent
    Sweep(SweepArgs),
    /// Measure what each doubling of the time (or simulations) is worth
    Doublings(DoublingsArgs),
    /// Tune parameters by games between perturbed engines (SPSA)
    Tune(TuneArgs),
    /// Rate an engine on a ladder of opponents
    Rate(RateArgs),
    /// Run a contest that a file describes
    Run(RunArgs),
    /// Rate the engines of several logs together
    Ratings(RatingsArgs),
    /// Make a file of different, balanced openings for contests
    Openings(OpeningsArgs),
    /// Write docs/experiments.md
    Experiments(ExperimentsArgs),
    /// Join the logs of a contest that was played in parts
    Merge(MergeArgs),
    /// Show recorded games, move by move
    Replay(ReplayArgs),
    /// Find the mistakes of a recorded game
    Review(ReviewArgs),
    /// Write recorded games in another format
    Convert(ConvertArgs),
    /// Play against an engine in the terminal
    Play(PlayArgs),
    /// Show an engine's evaluation of a position
    Analyze(AnalyzeArgs),
    /// Count the positions at each depth
    Perft(PerftArgs),
    /// Solve positions exactly
    Solve(SolveArgs),
    /// Measure the speed of the search and print the signature
    Bench(BenchArgs),
    /// Write the completions of a shell
    Completions(CompletionsArgs),
    /// Write the manual pages
    Man(ManArgs),
}

/// What to do instead of a command.
pub enum Stop {
    /// Print the help or the version.
    Help(String),
    /// Report a mistake in one line.
    Wrong(String),
}

/// Reads the arguments, the name of the program first.
pub fn parse(arguments: impl IntoIterator<Item = OsString>) -> Result<Cli, Stop> {
    Cli::try_parse_from(arguments).map_err(|error| match error.kind() {
        ErrorKind::DisplayHelp | ErrorKind::DisplayVersion => Stop::Help(error.to_string()),
        _ => Stop::Wrong(first_paragraph(&error.to_string())),
    })
}

/// The first paragraph of clap's message on one line, with the words that may have been
/// meant. The rest is usage, which --help also shows.
fn first_paragraph(text: &str) -> String {
    let paragraph = text.split("\n\n").next().unwrap_or(text);
    let words: Vec<_> = paragraph.trim_start_matches("error: ").split_whitespace().collect();
    // "a similar subcommand exists: 'match'" or "some similar subcommands exist: 'man', 'match'".
    let tip = text.lines().find(|line| line.contains(" similar ")).unwrap_or_default();
    let similar: Vec<_> = tip.split('\'').skip(1).step_by(2).collect();
    let meant = match similar.is_empty() {
        true => String::new(),
        false => format!("; did you mean {}?", similar.join(" or ")),
    };
    format!("{}{meant}; see --help", one_line(&words.join(" ")))
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
    fn a_mistake_is_one_line() {
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
