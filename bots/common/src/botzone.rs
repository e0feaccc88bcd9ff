//! A game, its strategies and Botzone make a program.

use std::env;
use std::fmt;
use std::io::{self, Write};
use std::process::ExitCode;

use anyhow::{Context, Error, Result};
use clock::{Budget, Judge};
use game::{Engine, Game, GameOver, Strategies};
use judge_protocol::botzone::{Coordinates, Reply, Running, Turn, serve};

use crate::options::{self, Command, Options};
use crate::report::report;
use crate::selftest;

/// A bot for Botzone: what is its own, and no more.
pub struct BotzoneBot<G: Game> {
    /// The program's name.
    pub name: &'static str,
    /// The game's name on the site.
    pub game: &'static str,
    /// How it can play.
    pub strategies: fn() -> Strategies<G, Budget>,
    /// How it plays when nobody says.
    pub default_strategy: &'static str,
    /// How its moves are written.
    pub coordinates: Coordinates<G>,
}

/// The exit code of a command line that makes no sense.
const USAGE: u8 = 2;
/// The exit code of everything else that went wrong.
const FAILURE: u8 = 1;

impl<G: Game> BotzoneBot<G> {
    /// The whole program.
    pub fn main(&self) -> ExitCode {
        // Where the kernel does not tell when the process began, its clock
        // starts with this call: before the engine is built.
        clock::process::start();
        let options = match Options::parse(env::args_os().skip(1)) {
            Ok(options) => options,
            Err(error) => return self.fail(&error, USAGE),
        };
        let spec = options.strategy.as_deref().unwrap_or(self.default_strategy);
        let ran = match (options.command, (self.strategies)().build(spec)) {
            (Command::Help, _) => print(&self.help()),
            (_, Err(error)) => return self.fail(&error.into(), USAGE),
            (Command::Play, Ok(engine)) => self.play(&options, engine),
            (Command::Selftest, Ok(engine)) => self.selftest(&options, engine),
        };
        match ran {
            Ok(()) => ExitCode::SUCCESS,
            Err(error) => self.fail(&error, FAILURE),
        }
    }

    fn play(&self, options: &Options, mut engine: Box<dyn Engine<G, Budget>>) -> Result<()> {
        let judge = judge(options);
        let running = if options.keep_running { Running::Kept } else { Running::OncePerTurn };
        serve(&mut io::stdin().lock(), &mut io::stdout().lock(), self.coordinates, running, |turn| {
            if let Some(fault) = turn.fault {
                self.say(format_args!("{fault}; answering in {}", turn.history.state()));
            }
            decide(engine.as_mut(), turn, &budget(&judge, running, turn))
        })?;
        Ok(())
    }

    fn selftest(&self, options: &Options, mut engine: Box<dyn Engine<G, Budget>>) -> Result<()> {
        selftest::play_all(self.coordinates, options.time, engine.as_mut())
            .context("the self-test failed")?;
        print("OK\n")
    }

    fn fail(&self, error: &Error, code: u8) -> ExitCode {
        self.say(format_args!("{error:#}"));
        ExitCode::from(code)
    }

    /// One line on stderr. If even that fails, there is nobody to tell.
    fn say(&self, line: fmt::Arguments) {
        let _ = writeln!(io::stderr(), "{}: {line}", self.name);
    }

    fn help(&self) -> String {
        let strategies = (self.strategies)();
        let known: String = strategies.iter().map(|s| format!("  {:<17} {}\n", s.name, s.about)).collect();
        let limits = Judge::botzone();
        format!(
            "{name} plays {game} on Botzone (botzone.org.cn): it reads a request on\n\
             stdin, JSON or simple, and answers on stdout, within {each} s per turn ({first} s for the\n\
             first), on one core and in 256 MB.\n\n\
             Usage: {name} [OPTION]...\n\n{options}\n\
             Strategies (without --strategy: {default}):\n{known}",
            name = self.name,
            game = self.game,
            each = limits.each.as_secs_f64(),
            first = (limits.each * limits.first_factor).as_secs_f64(),
            options = options::HELP,
            default = self.default_strategy,
        )
    }
}

fn print(text: &str) -> Result<()> {
    Ok(io::stdout().write_all(text.as_bytes())?)
}

/// Botzone's limits, or the user's; of a short time at most a quarter is kept
/// back.
fn judge(options: &Options) -> Judge {
    let limits = Judge::botzone();
    let each = options.time.unwrap_or(limits.each);
    Judge { each, margin: limits.margin.min(each / 4), ..limits }
}

/// A process per turn is on the clock from its start, one that is kept from
/// the moment a request is there.
fn budget<G: Game>(judge: &Judge, running: Running, turn: &Turn<G>) -> Budget {
    match running {
        Running::OncePerTurn => judge.budget_from_process_start(turn.first),
        Running::Kept => Budget { since: Some(turn.received), ..judge.budget(turn.first) },
    }
}

/// The engine's choice, with what it thought for the log.
pub(crate) fn decide<G: Game>(
    engine: &mut dyn Engine<G, Budget>,
    turn: &Turn<G>,
    budget: &Budget,
) -> Result<Reply<G::Move>, GameOver> {
    let decision = engine.decide(turn.history, budget)?;
    let thought = report(turn.history.state(), &decision);
    let debug = match turn.fault {
        Some(fault) => format!("{fault}; {thought}"),
        None => thought,
    };
    Ok(Reply { chosen: decision.chosen, debug })
}

#[cfg(test)]
mod tests {
    use std::time::{Duration, Instant};

    use game::History;
    use game::example::Nim;
    use judge_protocol::botzone::{Fault, Problem};

    use super::*;

    fn options(time: Option<Duration>) -> Options {
        Options { time, ..Options::parse([]).unwrap() }
    }

    fn turn(history: &History<Nim>, first: bool) -> Turn<'_, Nim> {
        Turn { history, first, fault: None, received: Instant::now() }
    }

    #[test]
    fn the_first_turn_has_twice_the_time() {
        let (judge, history) = (judge(&options(None)), History::new(Nim::start()));
        for running in [Running::OncePerTurn, Running::Kept] {
            let wall = |first| budget(&judge, running, &turn(&history, first)).wall;
            assert_eq!(wall(true), Some(Duration::from_secs(2)));
            assert_eq!(wall(false), Some(Duration::from_secs(1)));
        }
    }

    #[test]
    fn a_process_per_turn_is_on_the_clock_from_its_start() {
        let (judge, history) = (judge(&options(None)), History::new(Nim::start()));
        let turn = turn(&history, false);
        let since = |running| budget(&judge, running, &turn).since;
        assert_eq!(since(Running::OncePerTurn), Some(clock::process::start()));
        assert_eq!(since(Running::Kept), Some(turn.received));
    }

    #[test]
    fn a_short_time_is_not_all_margin() {
        let short = judge(&options(Some(Duration::from_millis(40))));
        assert_eq!((short.each, short.margin), (Duration::from_millis(40), Duration::from_millis(10)));
        let long = judge(&options(Some(Duration::from_secs(5))));
        assert_eq!((long.each, long.margin), (Duration::from_secs(5), Judge::botzone().margin));
    }

    #[test]
    fn the_log_says_what_was_wrong_and_what_was_thought() {
        let history = History::new(Nim::start());
        let fault = Fault { entry: 2, problem: Problem::Missing };
        let broken = Turn { fault: Some(&fault), ..turn(&history, false) };
        let mut engine = game::RandomEngine::new(1);
        let reply = decide(&mut engine, &broken, &Budget::default()).unwrap();
        assert!(reply.debug.starts_with("request 2 is missing; value +0.000, line "), "{}", reply.debug);
    }
}
