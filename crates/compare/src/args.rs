//! Command line.

use std::error::Error;
use std::str::FromStr;

use lexopt::{Arg, Parser, ValueExt};

use crate::libraries::{LIBRARIES, Library};
use crate::subject::GAMES;

/// Text of `--help`.
pub const HELP: &str = "\
Compares the speed and memory of Tesuji's tree search with those of published crates.

Usage: compare [OPTIONS]

Options:
  --game NAME    Measure this game: tictactoe, connect4-7x6 or othello (default: all)
  --sims N...    Simulations per search (default: 100000 1000000)
  --rounds R     Rounds; the table has the median of all rounds (default: 5)
  --only NAME    Measure only the libraries whose name starts with NAME (default: all)
  --help         Print this help

Libraries:
  playouts       bare playouts without a tree
  tesuji-plain   our search without solver: the features that all libraries have
  tesuji-uct     our search with the defaults of `uct`: solver and lookahead
  arbor          arbor 0.2.0
  treant         treant 0.4.0
  treant-solver  treant 0.4.0 with its solver
  board-game     board-game 0.8.2, which always has a solver

Example:
  compare --game connect4-7x6 --sims 10000 100000 --rounds 9
";

/// What the user asks for.
pub enum Command {
    /// Print the help.
    Help,
    /// Measure.
    Run(Args),
}

/// Options of a run.
pub struct Args {
    /// Names of the games.
    pub games: Vec<&'static str>,
    /// Simulations per search; one table each.
    pub simulations: Vec<u64>,
    /// Number of rounds.
    pub rounds: u64,
    /// The libraries to measure.
    pub libraries: Vec<Library>,
}

/// Reads the command line.
pub fn parse(mut parser: Parser) -> Result<Command, Box<dyn Error>> {
    let mut args = Args {
        games: GAMES.to_vec(),
        simulations: vec![100_000, 1_000_000],
        rounds: 5,
        libraries: LIBRARIES.to_vec(),
    };
    while let Some(arg) = parser.next()? {
        match arg {
            Arg::Long("game") => args.games = vec![game(&parser.value()?.string()?)?],
            Arg::Long("sims") => {
                args.simulations.clear();
                for value in parser.values()? {
                    args.simulations.push(positive("--sims", &value.string()?)?);
                }
            }
            Arg::Long("rounds") => args.rounds = positive("--rounds", &parser.value()?.string()?)?,
            Arg::Long("only") => args.libraries = only(&parser.value()?.string()?)?,
            Arg::Long("help") | Arg::Short('h') => return Ok(Command::Help),
            other => return Err(other.unexpected().into()),
        }
    }
    Ok(Command::Run(args))
}

fn game(name: &str) -> Result<&'static str, String> {
    let found = GAMES.into_iter().find(|game| *game == name);
    found.ok_or_else(|| format!("there is no game `{name}`; the games are {}", GAMES.join(", ")))
}

fn only(prefix: &str) -> Result<Vec<Library>, String> {
    let chosen: Vec<_> = LIBRARIES.into_iter().filter(|lib| lib.name().starts_with(prefix)).collect();
    match chosen.is_empty() || prefix.is_empty() {
        true => {
            let names = LIBRARIES.map(Library::name).join(", ");
            Err(format!("there is no library `{prefix}`; the libraries are {names}"))
        }
        false => Ok(chosen),
    }
}

/// A number from 1 to 2³² − 1, which the counters of all libraries can hold. It may
/// have underscores.
fn positive(option: &str, text: &str) -> Result<u64, String> {
    let number = u32::from_str(&text.replace('_', "")).ok().filter(|number| *number > 0);
    let number =
        number.ok_or_else(|| format!("{option} {text}: expected a number from 1 to {}", u32::MAX))?;
    Ok(number.into())
}
