//! The command line, the same for every bot.

use std::ffi::OsString;
use std::time::Duration;

use anyhow::{Result, bail};
use lexopt::{Arg, Parser, ValueExt};

/// An option of one protocol: on if it is there.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Switch {
    /// Its name, without the dashes.
    pub name: &'static str,
    /// What it does, in a few words.
    pub about: &'static str,
}

/// What every bot takes, and what the help says of it.
const COMMON: [(&str, &str); 3] = [
    ("--strategy SPEC", "play with this strategy: NAME or NAME:KEY=VALUE,…"),
    ("--time SECONDS", "time per move instead of the judge's limit"),
    ("--memory MB", "memory of the whole process instead of the judge's limit"),
];
const COMMANDS: [(&str, &str); 2] = [
    ("--selftest", "play a short game against itself through the protocol, then print OK"),
    ("--help", "this text"),
];

/// What the help says of the options.
pub fn help(switches: &[Switch]) -> String {
    let common = COMMON.iter().map(|(name, about)| line(name, about));
    let switches = switches.iter().map(|switch| line(&format!("--{}", switch.name), switch.about));
    let commands = COMMANDS.iter().map(|(name, about)| line(name, about));
    common.chain(switches).chain(commands).collect()
}

/// One thing and what it is, as all lists of the help have it.
pub(crate) fn line(name: &str, about: &str) -> String {
    format!("  {name:<17} {about}\n")
}

/// Nobody waits longer than this for a move.
const LONGEST_TIME: f64 = 24.0 * 3600.0;

/// No machine has more memory than this, in MiB.
const MOST_MEMORY: u64 = 1 << 20;

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
    /// MiB of the whole process, if not the judge's.
    pub memory: Option<u64>,
    /// The protocol's own switches that are on.
    pub switched: Vec<&'static str>,
}

impl Options {
    /// Reads the arguments (without the program's name).
    pub fn parse(
        arguments: impl IntoIterator<Item = OsString>,
        switches: &'static [Switch],
    ) -> Result<Options> {
        let mut options = Options {
            command: Command::Play,
            strategy: None,
            time: None,
            memory: None,
            switched: Vec::new(),
        };
        let mut parser = Parser::from_args(arguments);
        while let Some(argument) = parser.next()? {
            match argument {
                Arg::Long("strategy") => options.strategy = Some(parser.value()?.string()?),
                Arg::Long("time") => options.time = Some(seconds(&parser.value()?.string()?)?),
                Arg::Long("memory") => options.memory = Some(mebibytes(&parser.value()?.string()?)?),
                Arg::Long("selftest") => options.command = Command::Selftest,
                Arg::Long("help") | Arg::Short('h') => {
                    // Help answers every question, also that of a wrong rest.
                    options.command = Command::Help;
                    return Ok(options);
                }
                Arg::Long(name) => match switches.iter().find(|switch| switch.name == name) {
                    Some(switch) => options.switched.push(switch.name),
                    None => return Err(argument.unexpected().into()),
                },
                other => return Err(other.unexpected().into()),
            }
        }
        Ok(options)
    }

    /// Is this switch on?
    pub fn has(&self, switch: &Switch) -> bool {
        self.switched.contains(&switch.name)
    }
}

fn seconds(text: &str) -> Result<Duration> {
    match text.parse::<f64>() {
        Ok(seconds) if seconds > 0.0 && seconds <= LONGEST_TIME => Ok(Duration::from_secs_f64(seconds)),
        _ => bail!("--time takes seconds, as in 0.5, and not {}", game::error::quote(text)),
    }
}

fn mebibytes(text: &str) -> Result<u64> {
    match text.parse() {
        Ok(number @ 1..=MOST_MEMORY) => Ok(number),
        _ => bail!("--memory takes megabytes, as in 256, and not {}", game::error::quote(text)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parse(arguments: &[&str]) -> Result<Options> {
        Options::parse(arguments.iter().map(OsString::from), &[LOUDLY])
    }

    const LOUDLY: Switch = Switch { name: "loudly", about: "so that the neighbours hear it" };

    #[test]
    fn without_arguments_a_bot_serves_the_judge() {
        let options = parse(&[]).unwrap();
        assert_eq!(options.command, Command::Play);
        assert!(!options.has(&LOUDLY));
        assert_eq!((options.strategy, options.time, options.memory), (None, None, None));
    }

    #[test]
    fn every_option_is_understood() {
        let arguments = ["--strategy=random:seed=7", "--time", "0.25", "--memory=64", "--loudly"];
        let options = parse(&arguments).unwrap();
        assert_eq!(options.strategy.as_deref(), Some("random:seed=7"));
        assert_eq!(options.time, Some(Duration::from_millis(250)));
        assert_eq!(options.memory, Some(64));
        assert!(options.has(&LOUDLY));
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
            &["--memory", "0"],
            &["--memory", "1e3"],
            &["--memory", "9999999999"],
            &["--strategy"],
            &["--selftest=yes"],
            &["--loudly=very"],
            &["--fast"],
            &["--keep-running"],
            &["-x"],
            &["b2"],
        ] {
            let message = format!("{:#}", parse(wrong).unwrap_err());
            assert!(!message.is_empty() && !message.contains('\n'), "{wrong:?}: {message}");
        }
    }
}
