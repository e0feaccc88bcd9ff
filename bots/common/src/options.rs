//! The command line, the same for every bot.

use std::ffi::OsString;
use std::time::Duration;

use anyhow::{Result, bail};
use lexopt::{Arg, Parser, ValueExt};

/// What the help says of the options.
pub const HELP: &str = "  --strategy SPEC   play with this strategy: NAME or NAME:KEY=VALUE,…
  --time SECONDS    time per move, twice that for the first, instead of the judge's limit
  --keep-running    one process for the whole game (switch it on at the site, too)
  --selftest        play a short game against itself through the protocol, then print OK
  --help            this text
";

/// Nobody waits longer than this for a move.
const LONGEST_TIME: f64 = 24.0 * 3600.0;

/// What the user wants.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Command {
    /// Serve the judge.
    Play,
    /// Play against oneself.
    Selftest,
    /// Say what the bot is.
    Help,
}

/// How to do it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Options {
    /// What to do.
    pub command: Command,
    /// The strategy's spec, if not the bot's own choice.
    pub strategy: Option<String>,
    /// Time per move, if not the judge's.
    pub time: Option<Duration>,
    /// One process for the whole game?
    pub keep_running: bool,
}

impl Options {
    /// Reads the arguments (without the program's name).
    pub fn parse(arguments: impl IntoIterator<Item = OsString>) -> Result<Options> {
        let mut options = Options { command: Command::Play, strategy: None, time: None, keep_running: false };
        let mut parser = Parser::from_args(arguments);
        while let Some(argument) = parser.next()? {
            match argument {
                Arg::Long("strategy") => options.strategy = Some(parser.value()?.string()?),
                Arg::Long("time") => options.time = Some(seconds(&parser.value()?.string()?)?),
                Arg::Long("keep-running") => options.keep_running = true,
                Arg::Long("selftest") => options.command = Command::Selftest,
                Arg::Long("help") | Arg::Short('h') => {
                    // Help answers every question, also that of a wrong rest.
                    options.command = Command::Help;
                    return Ok(options);
                }
                other => return Err(other.unexpected().into()),
            }
        }
        Ok(options)
    }
}

fn seconds(text: &str) -> Result<Duration> {
    match text.parse::<f64>() {
        Ok(seconds) if seconds > 0.0 && seconds <= LONGEST_TIME => Ok(Duration::from_secs_f64(seconds)),
        _ => bail!("--time takes seconds, as in 0.5, and not {}", game::error::quote(text)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parse(arguments: &[&str]) -> Result<Options> {
        Options::parse(arguments.iter().map(OsString::from))
    }

    #[test]
    fn without_arguments_a_bot_serves_the_judge() {
        let options = parse(&[]).unwrap();
        assert_eq!(options.command, Command::Play);
        assert_eq!((options.strategy, options.time, options.keep_running), (None, None, false));
    }

    #[test]
    fn every_option_is_understood() {
        let options = parse(&["--strategy=random:seed=7", "--time", "0.25", "--keep-running"]).unwrap();
        assert_eq!(options.strategy.as_deref(), Some("random:seed=7"));
        assert_eq!(options.time, Some(Duration::from_millis(250)));
        assert!(options.keep_running);
        assert_eq!(parse(&["--selftest"]).unwrap().command, Command::Selftest);
        assert_eq!(parse(&["--help", "--nonsense"]).unwrap().command, Command::Help);
    }

    #[test]
    fn a_wrong_command_line_is_one_clear_line() {
        for wrong in [
            &["--time", "soon"][..],
            &["--time", "nan"],
            &["--time", "-1"],
            &["--time", "0"],
            &["--time", "1e300"],
            &["--time"],
            &["--strategy"],
            &["--selftest=yes"],
            &["--fast"],
            &["-x"],
            &["b2"],
        ] {
            let message = format!("{:#}", parse(wrong).unwrap_err());
            assert!(!message.is_empty() && !message.contains('\n'), "{wrong:?}: {message}");
        }
    }
}
