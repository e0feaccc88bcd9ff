//! A game, its strategies and a judge's protocol make a program.

use std::env;
use std::fmt;
use std::io::{self, Write};
use std::process::ExitCode;
use std::time::Duration;

use anyhow::{Context, Error, Result};
use clock::{Budget, TimeRules};
use game::{Decision, Engine, Game, GameOver, History, Strategies};

use crate::options::{self, Command, Options, Switch};

/// A bot: what is its own, and no more.
pub struct Bot<G: Game, P> {
    /// The program's name.
    pub name: &'static str,
    /// The game's name at the judge.
    pub game: &'static str,
    /// How it can play.
    pub strategies: fn() -> Strategies<G>,
    /// How it plays when nobody says.
    pub default_strategy: &'static str,
    /// How its judge talks.
    pub protocol: P,
}

/// What a judge allows.
pub struct Limits {
    /// Time.
    pub time: TimeRules,
    /// MiB of the whole process.
    pub memory: u64,
}

/// How a judge talks, and what it allows.
pub trait Protocol<G: Game> {
    /// What the judge allows.
    fn limits(&self) -> Limits;

    /// How the help's first sentence goes on after "NAME plays GAME".
    fn about(&self) -> String;

    /// Options that only this protocol has.
    fn switches(&self) -> &'static [Switch] {
        &[]
    }

    /// Serves the judge on stdin and stdout.
    fn play(&self, player: &mut Player<G>, options: &Options) -> Result<()>;

    /// Plays a short game against itself through the protocol, both ends in
    /// one process.
    fn rehearse(&self, player: &mut Player<G>) -> Result<()>;
}

/// The one who thinks: an engine, and the time it has.
pub struct Player<G: Game> {
    name: &'static str,
    engine: Box<dyn Engine<G>>,
    /// What may be used of the judge's time.
    pub time: TimeRules,
}

impl<G: Game> Player<G> {
    /// Somebody who plays under this name with this engine.
    pub fn new(name: &'static str, engine: Box<dyn Engine<G>>, time: TimeRules) -> Self {
        Player { name, engine, time }
    }

    /// The program's name.
    pub fn name(&self) -> &'static str {
        self.name
    }

    /// The engine's choice.
    pub fn decide(&mut self, history: &History<G>, budget: &Budget) -> Result<Decision<G::Move>, GameOver> {
        self.engine.decide(history, budget)
    }

    /// One line on stderr. If even that fails, there is nobody to tell.
    pub fn say(&self, line: fmt::Arguments) {
        say(self.name, line);
    }
}

fn say(name: &str, line: fmt::Arguments) {
    let _ = writeln!(io::stderr(), "{name}: {line}");
}

/// The exit code of a command line that makes no sense.
const USAGE: u8 = 2;
/// The exit code of everything else that went wrong.
const FAILURE: u8 = 1;

/// Time per move of a self-test when nobody says: enough to search, and a
/// whole game of Reversi in seconds.
const REHEARSAL: Duration = Duration::from_millis(10);

impl<G: Game, P: Protocol<G>> Bot<G, P> {
    /// The whole program.
    pub fn main(&self) -> ExitCode {
        // Where the kernel does not tell when the process began, its clock
        // starts with this call: before the engine is built.
        clock::process::start();
        let options = match Options::parse(env::args_os().skip(1), self.protocol.switches()) {
            Ok(options) => options,
            Err(error) => return self.fail(&error, USAGE),
        };
        if options.command == Command::Help {
            return self.end(print(&self.help()));
        }
        let mut player = match self.player(&options) {
            Ok(player) => player,
            Err(error) => return self.fail(&error, USAGE),
        };
        self.end(match options.command {
            Command::Selftest => {
                let rehearsed = self.protocol.rehearse(&mut player).context("the self-test failed");
                rehearsed.and_then(|()| print("OK\n"))
            }
            _ => self.protocol.play(&mut player, &options),
        })
    }

    fn end(&self, ran: Result<()>) -> ExitCode {
        match ran {
            Ok(()) => ExitCode::SUCCESS,
            Err(error) => self.fail(&error, FAILURE),
        }
    }

    fn player(&self, options: &Options) -> Result<Player<G>> {
        let limits = self.protocol.limits();
        let strategies = (self.strategies)();
        let spec = options.strategy.as_deref().unwrap_or(self.default_strategy);
        let spec = strategies.fit_memory(&spec.parse()?, options.memory.unwrap_or(limits.memory)).to_string();
        let time = match options.command {
            Command::Selftest => rehearsal(options.time),
            _ => allowed(limits.time, options.time),
        };
        Ok(Player::new(self.name, strategies.build(&spec)?, time))
    }

    fn fail(&self, error: &Error, code: u8) -> ExitCode {
        say(self.name, format_args!("{error:#}"));
        ExitCode::from(code)
    }

    fn help(&self) -> String {
        let Bot { name, game, default_strategy, .. } = self;
        let strategies = (self.strategies)();
        let known: String = strategies.iter().map(|s| options::line(s.name, s.about)).collect();
        format!(
            "{name} plays {game} {about}\n\n\
             Usage: {name} [OPTION]...\n\n{options}\n\
             Strategies (without --strategy: {default_strategy}):\n{known}",
            about = self.protocol.about(),
            options = options::help(self.protocol.switches()),
        )
    }
}

/// Writes to stdout.
fn print(text: &str) -> Result<()> {
    Ok(io::stdout().write_all(text.as_bytes())?)
}

/// The judge's limits, or the user's; of a short time at most a quarter is
/// kept back.
fn allowed(judge: TimeRules, time: Option<Duration>) -> TimeRules {
    let each = time.unwrap_or(judge.each);
    TimeRules { each, margin: judge.margin.min(each / 4), ..judge }
}

/// So much for every move, and nobody counts it.
fn rehearsal(time: Option<Duration>) -> TimeRules {
    let each = time.unwrap_or(REHEARSAL);
    TimeRules { each, first_factor: 1, margin: Duration::ZERO, counts_cpu: false }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_short_time_is_not_all_margin() {
        let short = allowed(TimeRules::botzone(), Some(Duration::from_millis(40)));
        assert_eq!((short.each, short.margin), (Duration::from_millis(40), Duration::from_millis(10)));
        let long = allowed(TimeRules::botzone(), Some(Duration::from_secs(5)));
        assert_eq!((long.each, long.margin), (Duration::from_secs(5), TimeRules::botzone().margin));
    }
}
