//! The running matches, each with its own bot process.

use std::collections::HashMap;
use std::ffi::OsString;
use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::thread;

use anyhow::{Context, Result, bail, ensure};
use judge_protocol::botzone::answer::KEEP_RUNNING;
use judge_protocol::botzone::local;

/// A bot process that plays one match, as the site's kept processes do.
struct BotProcess {
    bot: Child,
    input: ChildStdin,
    output: BufReader<ChildStdout>,
    first: bool,
}

impl BotProcess {
    fn start(program: &[OsString]) -> Result<BotProcess> {
        let [path, arguments @ ..] = program else {
            bail!("the bot's program is missing");
        };
        let mut command = Command::new(path);
        command.args(arguments).arg("--keep-running").stdin(Stdio::piped()).stdout(Stdio::piped());
        let mut bot = command.spawn().with_context(|| format!("{} does not start", path.display()))?;
        let input = bot.stdin.take().context("the bot has no stdin")?;
        let output = BufReader::new(bot.stdout.take().context("the bot has no stdout")?);
        Ok(BotProcess { bot, input, output, first: true })
    }

    /// Passes on a request and returns the answer. The bot's first request must be
    /// a whole game.
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
        ensure!(self.line()? == KEEP_RUNNING, "the bot does not ask to keep running");
        let Some(object) = answer.strip_prefix("{\"response\":").filter(|_| json) else {
            return Ok(answer);
        };
        // The site takes only the response, without debug.
        let end = object.find('}').context("the bot's answer is not a JSON object")?;
        Ok(object[..=end].to_string())
    }

    fn line(&mut self) -> Result<String> {
        let mut line = String::new();
        self.output.read_line(&mut line)?;
        ensure!(line.pop() == Some('\n'), "the bot ended");
        Ok(line)
    }

    /// Closes the input and waits for the bot's end.
    fn end(self) {
        let BotProcess { mut bot, input, .. } = self;
        drop(input);
        let _ = bot.wait();
    }
}

/// The running matches.
pub struct Matches {
    program: Vec<OsString>,
    processes: HashMap<String, BotProcess>,
}

impl Matches {
    /// No matches; this program plays each new one.
    pub fn new(program: Vec<OsString>) -> Matches {
        Matches { program, processes: HashMap::new() }
    }

    /// Answers all requests in parallel; returns the headers of the next poll. A
    /// match whose bot fails has an error instead.
    pub fn answers(&mut self, requests: &[(String, String)]) -> Vec<Result<(String, String)>> {
        let processes: Vec<_> = requests.iter().map(|(name, _)| self.processes.remove(name)).collect();
        let program = &self.program;
        let ask = |process: Option<BotProcess>, request: &str| -> Result<(BotProcess, String)> {
            let mut process = process.map_or_else(|| BotProcess::start(program), Ok)?;
            let answer = process.answer(request)?;
            Ok((process, answer))
        };
        let answered: Vec<_> = thread::scope(|scope| {
            let asked = processes.into_iter().zip(requests);
            let running: Vec<_> =
                asked.map(|(process, (_, request))| scope.spawn(move || ask(process, request))).collect();
            running
                .into_iter()
                .map(|thread| thread.join().unwrap_or_else(|_| bail!("a thread panicked")))
                .collect()
        });
        let keep = |((name, _), answered): (&(String, String), Result<(BotProcess, String)>)| {
            let (process, answer) = answered.with_context(|| format!("match {name}"))?;
            self.processes.insert(name.clone(), process);
            Ok((local::header(name), answer))
        };
        requests.iter().zip(answered).map(keep).collect()
    }

    /// Ends a match.
    pub fn end(&mut self, name: &str) {
        if let Some(process) = self.processes.remove(name) {
            process.end();
        }
    }
}
