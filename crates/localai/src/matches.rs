//! The matches that are going on, each with a bot of its own.

use std::collections::HashMap;
use std::ffi::OsString;
use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::thread;

use anyhow::{Context, Result, bail, ensure};
use judge_protocol::botzone::answer::KEEP_RUNNING;
use judge_protocol::botzone::local;

/// A bot's program that plays one match, as if the site kept it running.
struct Seat {
    bot: Child,
    input: ChildStdin,
    output: BufReader<ChildStdout>,
    first: bool,
}

impl Seat {
    fn start(program: &[OsString]) -> Result<Seat> {
        let [path, arguments @ ..] = program else {
            bail!("there is no bot to start");
        };
        let mut command = Command::new(path);
        command.args(arguments).arg("--keep-running").stdin(Stdio::piped()).stdout(Stdio::piped());
        let mut bot = command.spawn().with_context(|| format!("{} does not start", path.display()))?;
        let input = bot.stdin.take().context("a bot listens")?;
        let output = BufReader::new(bot.stdout.take().context("a bot talks")?);
        Ok(Seat { bot, input, output, first: true })
    }

    /// The answer to a request: for a bot, its first one is a whole game.
    fn answer(&mut self, request: &str) -> Result<String> {
        let json = request.starts_with(['{', '"']);
        let text = match (self.first, json) {
            (true, true) => format!("{{\"requests\":[{request}],\"responses\":[]}}\n"),
            (true, false) => format!("1\n{request}\n"),
            (false, _) => format!("{request}\n"),
        };
        self.first = false;
        self.input.write_all(text.as_bytes())?;
        self.input.flush()?;
        let answer = self.line()?;
        ensure!(self.line()? == KEEP_RUNNING, "the bot does not keep running");
        let Some(object) = answer.strip_prefix("{\"response\":").filter(|_| json) else {
            return Ok(answer);
        };
        // The site wants the response alone, without what stands beside it.
        let end = object.find('}').context("the bot's answer has no end")?;
        Ok(object[..=end].to_string())
    }

    fn line(&mut self) -> Result<String> {
        let mut line = String::new();
        self.output.read_line(&mut line)?;
        ensure!(line.pop() == Some('\n'), "the bot has gone");
        Ok(line)
    }

    /// Nothing more will be asked.
    fn end(self) {
        let Seat { mut bot, input, .. } = self;
        drop(input);
        let _ = bot.wait();
    }
}

/// All matches.
pub struct Matches {
    program: Vec<OsString>,
    seats: HashMap<String, Seat>,
}

impl Matches {
    /// No matches yet; each will be played by this program.
    pub fn new(program: Vec<OsString>) -> Matches {
        Matches { program, seats: HashMap::new() }
    }

    /// Answers to all requests, at the same time: headers of the next poll.
    /// A match whose bot fails gets none, and says why.
    pub fn answers(&mut self, requests: &[(String, String)]) -> Vec<Result<(String, String)>> {
        let seats: Vec<_> = requests.iter().map(|(name, _)| self.seats.remove(name)).collect();
        let program = &self.program;
        let ask = |seat: Option<Seat>, request: &str| -> Result<(Seat, String)> {
            let mut seat = seat.map_or_else(|| Seat::start(program), Ok)?;
            let answer = seat.answer(request)?;
            Ok((seat, answer))
        };
        let answered: Vec<_> = thread::scope(|scope| {
            let asked = seats.into_iter().zip(requests);
            let running: Vec<_> =
                asked.map(|(seat, (_, request))| scope.spawn(move || ask(seat, request))).collect();
            running
                .into_iter()
                .map(|thread| thread.join().unwrap_or_else(|_| bail!("a thread fell")))
                .collect()
        });
        let keep = |((name, _), answered): (&(String, String), Result<(Seat, String)>)| {
            let (seat, answer) = answered.with_context(|| format!("match {name}"))?;
            self.seats.insert(name.clone(), seat);
            Ok((local::header(name), answer))
        };
        requests.iter().zip(answered).map(keep).collect()
    }

    /// The match is over.
    pub fn end(&mut self, name: &str) {
        if let Some(seat) = self.seats.remove(name) {
            seat.end();
        }
    }
}
