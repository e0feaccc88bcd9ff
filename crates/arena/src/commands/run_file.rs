//! `arena run`: a contest that a TOML file describes.
//!
//! The keys of the file are the options of the command, so that a file can say what the
//! command line can, and every mistake gets the same answer.

use std::ffi::OsString;
use std::path::Path;

use game::error::quote;
use toml::{Table, Value};

use super::output::print;
use crate::cli::{self, Command, RunArgs, Stop};
use crate::error::{Error, Result, Status, require};
use crate::position::read_text;

/// Commands that a file can describe.
const COMMANDS: [&str; 7] = ["match", "sprt", "tournament", "sweep", "doublings", "tune", "rate"];

/// An example that can be played as it is.
const EXAMPLE: &str = "\
# A contest for `arena run FILE`. Keys are the options of the command without their
# dashes; paths are relative to the folder in which arena is started.
command = \"match\"            # match, sprt, tournament, sweep, doublings, tune or rate
game = \"othello\"
engines = [\"new=champion@nodes=1200\", \"old=champion\"]   # [NAME=]SPEC[@LIMITS]
nodes = 1000                 # limits: time = \"50ms\", sims = 500, nodes = 1000
# time = \"10s+0.1s\"          # a clock per game; Kaggle's: time = \"2s\", bank = \"60s\"
games = 100
jobs = 2
log = \"match.jsonl\"
resume = true                # begin the log, or continue it
# openings = \"openings.txt\"   # default: balanced built-in ones; 8: random plies
# adjudicate = true

# An SPRT adds:               elo0 = 0, elo1 = 30
# A sweep or a tuning adds:   param = [\"c=0.5..1.2/0.1\"]; a sweep: against = \"uct\"
";

/// Runs the file, or prints an example.
pub fn run(args: &RunArgs) -> Result<Status> {
    let Some(path) = &args.file else {
        require!(args.example, "a file is needed; --example prints one");
        print(EXAMPLE)?;
        return Ok(Status::Success);
    };
    super::run(&command(path, &read_text(path)?)?)
}

/// The command that the text of a file describes.
fn command(path: &Path, text: &str) -> Result<Command> {
    let wrong = |message: String| Error::Usage(message).at(path.display());
    let table: Table = text.parse().map_err(|error: toml::de::Error| {
        let line = error.span().map_or(1, |span| text[..span.start.min(text.len())].lines().count().max(1));
        wrong(format!("line {line}: {}", error.message()))
    })?;
    match cli::parse(arguments(&table).map_err(wrong)?) {
        Ok(cli) => Ok(cli.command),
        Err(Stop::Help(_)) => Err(wrong("help and version are not contests".to_string())),
        Err(Stop::Wrong(line)) => Err(wrong(line)),
    }
}

/// The command line that a table stands for.
fn arguments(table: &Table) -> Result<Vec<OsString>, String> {
    let text = |key: &str| match table.get(key) {
        Some(Value::String(text)) => Ok(text.clone()),
        Some(other) => Err(format!("{key} must be a text, not of type {}", other.type_str())),
        None => Err(format!("{key} is missing")),
    };
    let command = text("command")?;
    if !COMMANDS.contains(&command.as_str()) {
        return Err(format!("{} is not one of the commands {}", quote(&command), COMMANDS.join(", ")));
    }
    let mut line = vec!["arena".to_string(), command];
    for (key, value) in
        table.iter().filter(|(key, _)| !["command", "game", "engines"].contains(&key.as_str()))
    {
        let option = format!("--{}", key.replace('_', "-"));
        for value in list(value) {
            match value {
                Value::Boolean(true) => line.push(option.clone()),
                Value::Boolean(false) => (),
                other => line.push(format!("{option}={}", word(key, other)?)),
            }
        }
    }
    // What follows is no option, even if it begins with a dash.
    line.extend(["--".to_string(), text("game")?]);
    let engines = table.get("engines").ok_or("engines is missing, as in engines = [\"uct\", \"random\"]")?;
    for engine in list(engines) {
        line.push(word("engines", engine)?);
    }
    Ok(line.into_iter().map(OsString::from).collect())
}

fn list(value: &Value) -> &[Value] {
    match value {
        Value::Array(values) => values,
        one => std::slice::from_ref(one),
    }
}

/// A value as the command line has it.
fn word(key: &str, value: &Value) -> Result<String, String> {
    match value {
        Value::String(text) => Ok(text.clone()),
        Value::Integer(number) => Ok(number.to_string()),
        Value::Float(number) => Ok(number.to_string()),
        _ => Err(format!("{key} is of type {}, which no option takes", value.type_str())),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_example_is_a_match() {
        let found = command(Path::new("example.toml"), EXAMPLE).unwrap();
        let Command::Match(args) = found else { panic!("{found:?}") };
        assert_eq!((args.a.as_str(), args.b.as_str()), ("new=champion@nodes=1200", "old=champion"));
        assert_eq!((args.games, args.contest.jobs, args.contest.limits.nodes), (100, 2, Some(1000)));
        assert!(args.contest.resume && !args.contest.adjudicate && args.contest.openings.is_none());
    }

    #[test]
    fn every_option_can_be_in_a_file() {
        let text = "command = 'sprt'\ngame = 'nogo'\nengines = ['a', 'b']\nelo0 = -5.5\nelo1 = 30\n\
                    sims_a = 7\nenv = ['A=1', 'B=2']\nadjudicate = false\nopenings = 3\n";
        let Command::Sprt(args) = command(Path::new("f"), text).unwrap() else { panic!("another command") };
        assert_eq!((args.elo0, args.elo1, args.contest.foreign.sandbox.env.len()), (-5.5, 30.0, 2));
        assert_eq!(args.contest.openings, Some(cli::Openings::Random(3)));
    }

    #[test]
    fn a_mistake_is_one_line_with_the_file() {
        let error = |text: &str| command(Path::new("f.toml"), text).unwrap_err().to_string();
        for (text, why) in [
            ("", "f.toml: command is missing"),
            ("command = 3", "f.toml: command must be a text, not of type integer"),
            ("command = 'play'", "'play' is not one of the commands match, "),
            ("command = 'match'\ngame = 'nogo'", "engines is missing"),
            ("command = 'match'\ngame = \n", "f.toml: line 2: "),
            ("command = 'match'\ngame = 'nogo'\nengines = ['a', 'b']\nsmis = 3", "did you mean --sims?"),
            (
                "command = 'match'\ngame = 'nogo'\nengines = ['a', 'b']\n[sims]\n",
                "sims is of type table, which no option takes",
            ),
        ] {
            let error = error(text);
            assert!(error.contains(why) && !error.contains('\n'), "{error}");
        }
    }
}
