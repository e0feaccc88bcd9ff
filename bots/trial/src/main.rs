//! Plays whole games against bots and says how long their turns took.
//! `just trial` runs it on everything in dist/.

use std::hint;
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::Duration;

use anyhow::{Context, Result, bail, ensure};
use lexopt::{Arg, Parser, ValueExt};
use trial::{Played, Program, bots};

const HELP: &str = "trial [OPTION]... PROGRAM...   plays games against bots, named as in dist/

  --games N      so many games against each (20)
  --turns N      and as many more as it takes to have asked for so many moves
  --time S       time per move of the bots, in seconds
  --limit S      a move that takes longer is late; twice as long for a game's first
  --busy N       so many threads beside them that keep the machine busy
";

struct Options {
    games: u64,
    turns: usize,
    time: Option<f64>,
    limit: Option<f64>,
    busy: usize,
    programs: Vec<String>,
}

fn parse() -> Result<Options> {
    let mut options = Options { games: 20, turns: 0, time: None, limit: None, busy: 0, programs: Vec::new() };
    let mut parser = Parser::from_env();
    while let Some(argument) = parser.next()? {
        match argument {
            Arg::Long("games") => options.games = parser.value()?.parse()?,
            Arg::Long("turns") => options.turns = parser.value()?.parse()?,
            Arg::Long("time") => options.time = Some(parser.value()?.parse()?),
            Arg::Long("limit") => options.limit = Some(parser.value()?.parse()?),
            Arg::Long("busy") => options.busy = parser.value()?.parse()?,
            Arg::Value(program) => options.programs.push(program.string()?),
            other => return Err(other.unexpected()).context(HELP),
        }
    }
    ensure!(!options.programs.is_empty(), "{HELP}");
    Ok(options)
}

fn main() -> Result<()> {
    let options = parse()?;
    let stop = AtomicBool::new(false);
    let late = thread::scope(|scope| {
        for _ in 0..options.busy {
            scope.spawn(|| {
                while !stop.load(Ordering::Relaxed) {
                    hint::spin_loop()
                }
            });
        }
        let late: Result<usize> =
            options.programs.iter().try_fold(0, |late, program| Ok(late + run(&options, program)?));
        stop.store(true, Ordering::Relaxed);
        late
    });
    match late? {
        0 => Ok(()),
        late => bail!("{late} moves were late"),
    }
}

/// Plays against one bot; gives how many moves were late.
fn run(options: &Options, path: &str) -> Result<usize> {
    let name = Path::new(path).file_name().and_then(|name| name.to_str()).context("a program has a name")?;
    let mut bot = Program::new(path);
    if let Some(time) = options.time {
        bot = bot.with(["--time".to_string(), time.to_string()]);
    }
    let mut turns: Vec<Duration> = Vec::new();
    let (mut games, mut late) = (0, 0);
    while games < options.games || turns.len() < options.turns {
        let Played { turns: new } =
            bots::game(name, &bot, games).with_context(|| format!("{name}, game {games}"))?;
        let limit = |turn: usize| options.limit.map(|limit| if turn == 0 { 2.0 * limit } else { limit });
        let is_late =
            |(turn, took): (usize, &Duration)| limit(turn).is_some_and(|most| took.as_secs_f64() > most);
        late += new.iter().enumerate().filter(|&turn| is_late(turn)).count();
        turns.extend(new);
        games += 1;
    }
    turns.sort();
    let milliseconds = |part: f64| {
        let place = (part * (turns.len() - 1) as f64) as usize;
        turns[place].as_secs_f64() * 1000.0
    };
    println!(
        "{path:<40} {games:>4} games {:>5} turns, half within {:.0} ms, all within {:.0} ms, {late} late",
        turns.len(),
        milliseconds(0.5),
        milliseconds(1.0),
    );
    Ok(late)
}
