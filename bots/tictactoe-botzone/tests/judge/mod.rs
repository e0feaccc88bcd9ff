//! A small judge of tic-tac-toe: starts the program, keeps the board itself,
//! and shares no code with the bot's reading and writing.

#![allow(clippy::unwrap_used, reason = "what surprises this judge is a failed test")]

use std::io::{BufRead, BufReader, Read, Write};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};

use game::{Game, Side};
use serde_json::{Value, json};
use tictactoe::{Cell, State};

pub const KEEP_RUNNING: &str = ">>>BOTZONE_REQUEST_KEEP_RUNNING<<<";

/// What a finished program left behind.
pub struct Verdict {
    pub stdout: String,
    pub stderr: String,
    pub code: Option<i32>,
}

impl Verdict {
    /// It failed as it should: nothing on stdout, one line on stderr.
    pub fn fails(&self, code: i32) {
        assert_eq!(self.code, Some(code), "{}", self.stderr);
        assert_eq!(self.stdout, "", "{}", self.stderr);
        assert_eq!(self.stderr.lines().count(), 1, "{}", self.stderr);
        assert!(self.stderr.starts_with("tictactoe-botzone: "), "{}", self.stderr);
    }
}

/// The program, running.
pub struct Process {
    child: Child,
    input: Option<ChildStdin>,
    output: Option<BufReader<ChildStdout>>,
}

impl Process {
    pub fn start(arguments: &[&str]) -> Process {
        let mut child = Command::new(env!("CARGO_BIN_EXE_tictactoe-botzone"))
            .args(arguments)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        let input = child.stdin.take();
        let output = child.stdout.take().map(BufReader::new);
        Process { child, input, output }
    }

    /// A program that has given up no longer reads, and that is its right.
    pub fn write(&mut self, text: &str) {
        let _ = self.input.as_mut().unwrap().write_all(text.as_bytes());
    }

    pub fn line(&mut self) -> String {
        let mut line = String::new();
        self.output.as_mut().unwrap().read_line(&mut line).unwrap();
        assert!(line.ends_with('\n'), "the answer has no end: {line:?}");
        line.pop();
        line
    }

    pub fn close_output(&mut self) {
        self.output = None;
    }

    /// Closes the input and collects the rest.
    pub fn finish(mut self) -> Verdict {
        self.input = None;
        let (mut stdout, mut stderr) = (String::new(), String::new());
        if let Some(mut output) = self.output {
            output.read_to_string(&mut stdout).unwrap();
        }
        self.child.stderr.take().unwrap().read_to_string(&mut stderr).unwrap();
        let code = self.child.wait().unwrap().code();
        Verdict { stdout, stderr, code }
    }
}

/// Runs the program with this input.
pub fn feed(arguments: &[&str], input: &str) -> Verdict {
    let mut process = Process::start(arguments);
    process.write(input);
    process.finish()
}

/// Runs the program with an input that is never needed.
pub fn run(arguments: &[&str]) -> Verdict {
    feed(arguments, "")
}

/// Reads an answer's line strictly.
pub fn read_answer(json: bool, line: &str) -> (i64, i64) {
    let line = line.trim_end_matches('\n');
    if json {
        let value: Value = serde_json::from_str(line).unwrap();
        let number = |name: &str| value["response"][name].as_i64().expect("a whole number");
        return (number("x"), number("y"));
    }
    let (x, y) = line.split_once(' ').expect("two numbers");
    let pair = (x.parse().unwrap(), y.parse().unwrap());
    assert_eq!(line, format!("{} {}", pair.0, pair.1), "one blank, nothing before, nothing behind");
    pair
}

fn object((x, y): (i64, i64)) -> Value {
    json!({ "x": x, "y": y })
}

/// Plays a game against random moves; the bot must play every move by the
/// rules. The seed also decides who begins.
pub fn play(json: bool, kept: bool, seed: u64) {
    let strategy = format!("--strategy=random:seed={seed}");
    let arguments = [strategy.as_str(), "--keep-running"];
    let start = || Process::start(if kept { &arguments } else { &arguments[..1] });
    let bot_side = [Side::First, Side::Second][seed as usize % 2];
    let mut rng = fastrand::Rng::with_seed(seed);
    let mut state = State::start();
    let (mut requests, mut responses) = (Vec::new(), Vec::new());
    if bot_side == Side::First {
        requests.push((-1, -1));
    }
    let mut running = None;
    while state.outcome().is_none() {
        if state.side() != bot_side {
            let cell = state.random_move(&mut rng);
            state = state.play(cell).unwrap();
            requests.push((cell.column() as i64, cell.row() as i64));
            continue;
        }
        let mut bot = running.take().unwrap_or_else(start);
        bot.write(&request(json, kept, &requests, &responses));
        let answer = read_answer(json, &bot.line());
        if kept {
            assert_eq!(bot.line(), KEEP_RUNNING);
            running = Some(bot);
        } else {
            ends_well(bot);
        }
        let cell = Cell::new(answer.1.try_into().unwrap(), answer.0.try_into().unwrap()).unwrap();
        state = state.play(cell).unwrap();
        responses.push(answer);
    }
    if let Some(bot) = running {
        ends_well(bot);
    }
}

/// The process must end by itself, without another word.
fn ends_well(bot: Process) {
    let Verdict { stdout, stderr, code } = bot.finish();
    assert_eq!((stdout.as_str(), stderr.as_str(), code), ("", "", Some(0)));
}

fn request(json: bool, kept: bool, requests: &[(i64, i64)], responses: &[(i64, i64)]) -> String {
    let newest = *requests.last().unwrap();
    match (json, kept && !responses.is_empty()) {
        (true, true) => format!("{}\n", object(newest)),
        (false, true) => format!("{} {}\n", newest.0, newest.1),
        (true, false) => {
            let list = |entries: &[(i64, i64)]| entries.iter().copied().map(object).collect::<Vec<_>>();
            format!("{}\n", json!({ "requests": list(requests), "responses": list(responses) }))
        }
        (false, false) => {
            let mut lines = format!("{}\n", requests.len());
            for (turn, (x, y)) in requests.iter().enumerate() {
                lines += &format!("{x} {y}\n");
                if let Some((x, y)) = responses.get(turn) {
                    lines += &format!("{x} {y}\n");
                }
            }
            lines
        }
    }
}
