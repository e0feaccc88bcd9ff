//! The command line, the same for every bot.

use std::ffi::OsString;
use std::time::Duration;

use anyhow::{Result, bail};
use lexopt::{Arg, Parser, ValueExt};

/// An option of one protocol, without a value.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Switch {
    /// Name, without the dashes.
    pub name: &'static str,
    /// What it does, in a few words.
    pub about: &'static str,
}

/// Options of all bots, with their help.
const COMMON: [(&str, &str); 3] = [
    ("--strategy SPEC", "strategy: NAME or NAME:KEY=VALUE,…"),
    ("--time SECONDS", "time per move (default: the judge's limit)"),
    ("--memory MB", "memory of the whole process (default: the judge's limit)"),
];
const COMMANDS: [(&str, &str); 3] = [
    ("--selftest", "play a short game against itself through the protocol, then print OK"),
    ("--version", "print name and version"),
    ("--help", "print this help"),
];

/// The help of all options.
pub fn help(switches: &[Switch]) -> String {
    let common = COMMON.iter().map(|(name, about)| line(name, about));
    let switches = switches.iter().map(|switch| line(&format!("--{}", switch.name), switch.about));
    let commands = COMMANDS.iter().map(|(name, about)| line(name, about));
    common.chain(switches).chain(commands).collect()
}

/// One line of a list in the help.
pub(crate) fn line(name: &str, about: &str) -> String {
    format!("  {name:<17} {about}\n")
}

/// Maximum time per move, in seconds.
const MAX_TIME: f64 = 24.0 * 3600.0;

/// Maximum memory, in MiB.
const MAX_MEMORY: u64 = 1 << 20;

/// What the program does.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Command {
    /// Serve the judge.
    Play,
    /// Play a game against itself.
    SelfTest,
    /// Print name and version.
    Version,
    /// Print the help.
    Help,
}

/// The command line.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Options {
    /// What the program does.
    pub command: Command,
    /// Spec of the strategy, if not the default.
    pub strategy: Option<String>,
    /// Time per move, if not the judge's limit.
    pub time: Option<Duration>,
    /// Memory of the whole process in MiB, if not the judge's limit.
    pub memory: Option<u64>,
    /// Options of the protocol that are on.
    pub switched: Vec<&'static str>,
}

impl Options {
    /// Reads the arguments, without the program's name.
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
                Arg::Long("selftest") => options.command = Command::SelfTest,
                Arg::Long("help") | Arg::Short('h') => {
                    // The rest of the line may be wrong: the help explains it.
                    options.command = Command::Help;
                    return Ok(options);
                }
                Arg::Long("version") | Arg::Short('V') => {
                    options.command = Command::Version;
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

    /// Is this option on?
    pub fn has(&self, switch: &Switch) -> bool {
        self.switched.contains(&switch.name)
    }
}

fn seconds(text: &str) -> Result<Duration> {
    match text.parse::<f64>() {
        Ok(seconds) if seconds > 0.0 && seconds <= MAX_TIME => Ok(Duration::from_secs_f64(seconds)),
        _ => bail!("--time {} is not accepted; use seconds, as in 0.5", game::error::quote(text)),
    }
}

fn mebibytes(text: &str) -> Result<u64> {
    match text.parse() {
        Ok(number @ 1..=MAX_MEMORY) => Ok(number),
        _ => bail!("--memory {} is not accepted; use megabytes, as in 256", game::error::quote(text)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parse(arguments: &[&str]) -> Result<Options> {
        Options::parse(arguments.iter().map(OsString::from), &[SWITCH])
    }

    const SWITCH: Switch = Switch { name: "switch", about: "an option for this test" };

    #[test]
    fn without_arguments_a_bot_serves_the_judge() {
        let options = parse(&[]).unwrap();
        assert_eq!(options.command, Command::Play);
        assert!(!options.has(&SWITCH));
        assert_eq!((options.strategy, options.time, options.memory), (None, None, None));
    }

    #[test]
    fn every_option_is_understood() {
        let arguments = ["--strategy=random:seed=7", "--time", "0.25", "--memory=64", "--switch"];
        let options = parse(&arguments).unwrap();
        assert_eq!(options.strategy.as_deref(), Some("random:seed=7"));
        assert_eq!(options.time, Some(Duration::from_millis(250)));
        assert_eq!(options.memory, Some(64));
        assert!(options.has(&SWITCH));
        assert_eq!(parse(&["--selftest"]).unwrap().command, Command::SelfTest);
        assert_eq!(parse(&["--help", "--nonsense"]).unwrap().command, Command::Help);
        assert_eq!(parse(&["--version"]).unwrap().command, Command::Version);
    }

    #[test]
    fn a_wrong_command_line_is_an_error_of_one_line() {
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
            &["--switch=yes"],
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
