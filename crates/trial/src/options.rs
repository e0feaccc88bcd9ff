//! The command line.

use anyhow::{Context, Result, ensure};
use lexopt::{Arg, Parser, ValueExt};

const HELP: &str = "trial [OPTION]... PROGRAM...   plays games against bots, named as in dist/

  --games N      so many games against each (20)
  --turns N      and as many more as it takes to have asked for so many moves
  --time S       time per move of the bots, in seconds
  --busy N       so many threads beside them that keep the machine busy
";

/// What to try, and how.
pub struct Options {
    /// So many games against each program …
    pub games: u64,
    /// … and more, until so many moves have been asked for.
    pub turns: usize,
    /// Time per move of the bots, in seconds, if not the judge's.
    pub time: Option<f64>,
    /// Threads that keep the machine busy.
    pub busy: usize,
    /// The programs' files.
    pub programs: Vec<String>,
}

impl Options {
    /// Reads the arguments of this process.
    pub fn parse() -> Result<Options> {
        let mut options = Options { games: 20, turns: 0, time: None, busy: 0, programs: Vec::new() };
        let mut parser = Parser::from_env();
        while let Some(argument) = parser.next()? {
            match argument {
                Arg::Long("games") => options.games = parser.value()?.parse()?,
                Arg::Long("turns") => options.turns = parser.value()?.parse()?,
                Arg::Long("time") => options.time = Some(parser.value()?.parse()?),
                Arg::Long("busy") => options.busy = parser.value()?.parse()?,
                Arg::Value(program) => options.programs.push(program.string()?),
                other => return Err(other.unexpected()).context(HELP),
            }
        }
        ensure!(!options.programs.is_empty(), "{HELP}");
        Ok(options)
    }
}
