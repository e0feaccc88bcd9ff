//! A game and a judge's protocol make a program.

use std::env;
use std::fmt;
use std::io::{self, Write};
use std::marker::PhantomData;
use std::process::ExitCode;
use std::time::Duration;

use anyhow::{Context, Error, Result};
use clock::{Budget, TimeRules};
use game::{Decision, Engine, Game, GameOver, History, Playable, Spec};
use judge_protocol::limits::JudgeLimits;

use crate::options::{self, Command, Options, Switch};

/// A bot: the game `G` at the judge whose protocol is `P`.
pub struct Bot<G, P> {
    name: &'static str,
    /// The game's name at the judge.
    game: &'static str,
    protocol: P,
    state: PhantomData<G>,
}

/// A judge's protocol.
pub trait Protocol<G: Playable> {
    /// What the judge allows.
    fn limits(&self) -> JudgeLimits;

    /// Continues the first sentence of the help after "NAME plays GAME".
    fn about(&self) -> String;

    /// Options of this protocol only.
    fn switches(&self) -> &'static [Switch] {
        &[]
    }

    /// Serves the judge on stdin and stdout.
    fn play(&self, engine: &mut BotEngine<G>, options: &Options) -> Result<()>;

    /// Plays a short game of the engine against itself through the protocol,
    /// both sides in one process.
    fn self_test(&self, engine: &mut BotEngine<G>) -> Result<()>;
}

/// The bot's engine, with the bot's names and its time per move.
pub struct BotEngine<G: Game> {
    name: &'static str,
    game: &'static str,
    engine: Box<dyn Engine<G>>,
    /// Time rules of the judge, or of the user.
    pub time: TimeRules,
}

impl<G: Game> BotEngine<G> {
    /// The engine of a bot with this name that plays `game`.
    pub fn new(name: &'static str, game: &'static str, engine: Box<dyn Engine<G>>, time: TimeRules) -> Self {
        BotEngine { name, game, engine, time }
    }

    /// Name of the bot.
    pub fn name(&self) -> &'static str {
        self.name
    }

    /// The game's name at the judge.
    pub fn game(&self) -> &'static str {
        self.game
    }

    /// Chooses a move.
    pub fn decide(&mut self, history: &History<G>, budget: &Budget) -> Result<Decision<G::Move>, GameOver> {
        self.engine.decide(history, budget)
    }

    /// Writes one line to stderr. An error of that is ignored: there is nowhere
    /// to report it.
    pub fn log(&self, line: fmt::Arguments) {
        log(self.name, line);
    }
}

fn log(name: &str, line: fmt::Arguments) {
    let _ = writeln!(io::stderr(), "{name}: {line}");
}

/// Exit code after a wrong command line.
const USAGE: u8 = 2;
/// Exit code after any other error.
const FAILURE: u8 = 1;

/// Default time per move of the self-test: enough to search, and a whole game of
/// Reversi in seconds.
const SELF_TEST: Duration = Duration::from_millis(10);

impl<G: Playable, P: Protocol<G>> Bot<G, P> {
    /// A bot of this name; `game` is the game's name at the judge.
    pub fn new(name: &'static str, game: &'static str, protocol: P) -> Self {
        Bot { name, game, protocol, state: PhantomData }
    }

    /// The whole program.
    pub fn main(&self) -> ExitCode {
        // Where the kernel does not report the start of the process, its clock
        // starts with this call: before the engine is built.
        clock::process::start();
        let options = match Options::parse(env::args_os().skip(1), self.protocol.switches()) {
            Ok(options) => options,
            Err(error) => return self.fail(&error, USAGE),
        };
        match options.command {
            Command::Help => return self.end(print(&self.help())),
            Command::Version => {
                return self.end(print(&format!("{} {}\n", self.name, env!("CARGO_PKG_VERSION"))));
            }
            Command::Play | Command::SelfTest => (),
        }
        let mut engine = match self.engine(&options) {
            Ok(engine) => engine,
            Err(error) => return self.fail(&error, USAGE),
        };
        self.end(match options.command {
            Command::SelfTest => {
                let tested = self.protocol.self_test(&mut engine).context("the self-test failed");
                tested.and_then(|()| print("OK\n"))
            }
            _ => self.protocol.play(&mut engine, &options),
        })
    }

    fn end(&self, ran: Result<()>) -> ExitCode {
        match ran {
            Ok(()) => ExitCode::SUCCESS,
            Err(error) => self.fail(&error, FAILURE),
        }
    }

    fn engine(&self, options: &Options) -> Result<BotEngine<G>> {
        let limits = self.protocol.limits();
        let strategies = G::strategies();
        let spec: Spec = options.strategy.as_deref().unwrap_or(strategies.default_name()).parse()?;
        let spec = strategies.fit_memory(&spec, options.memory.unwrap_or(limits.memory)).to_string();
        let time = match options.command {
            Command::SelfTest => self_test_time(options.time),
            _ => time_per_move(limits.time, options.time),
        };
        Ok(BotEngine::new(self.name, self.game, strategies.build(&spec)?, time))
    }

    fn fail(&self, error: &Error, code: u8) -> ExitCode {
        log(self.name, format_args!("{error:#}"));
        ExitCode::from(code)
    }

    fn help(&self) -> String {
        let Bot { name, game, .. } = self;
        let strategies = G::strategies();
        let known: String = strategies.iter().map(|s| options::line(s.name, s.about)).collect();
        format!(
            "{name} plays {game} {about}\n\n\
             Usage: {name} [OPTION]...\n\n{options}\n\
             Strategies (default: {default}):\n{known}",
            about = self.protocol.about(),
            options = options::help(self.protocol.switches()),
            default = strategies.default_name(),
        )
    }
}

/// Writes to stdout.
fn print(text: &str) -> Result<()> {
    Ok(io::stdout().write_all(text.as_bytes())?)
}

/// The judge's time rules, with the user's time per move if there is one. The
/// margin is at most a quarter of the time.
pub fn time_per_move(judge: TimeRules, time: Option<Duration>) -> TimeRules {
    let each = time.unwrap_or(judge.each);
    TimeRules { each, margin: judge.margin.min(each / 4), ..judge }
}

/// Time rules of the self-test: no margin, since there is no judge.
fn self_test_time(time: Option<Duration>) -> TimeRules {
    let each = time.unwrap_or(SELF_TEST);
    TimeRules { each, first_factor: 1, margin: Duration::ZERO, counts_cpu: false }
}

#[cfg(test)]
mod tests {
    use judge_protocol::limits;

    use super::*;

    #[test]
    fn the_margin_is_at_most_a_quarter_of_the_time() {
        let judge = limits::botzone().time;
        let short = time_per_move(judge.clone(), Some(Duration::from_millis(40)));
        assert_eq!((short.each, short.margin), (Duration::from_millis(40), Duration::from_millis(10)));
        let long = time_per_move(judge.clone(), Some(Duration::from_secs(5)));
        assert_eq!((long.each, long.margin), (Duration::from_secs(5), judge.margin));
    }
}
