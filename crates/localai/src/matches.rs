//! The running matches, each with its own bot process.

use std::collections::{HashMap, HashSet};
use std::thread;
use std::time::Duration;

use anyhow::{Context, Result, bail, ensure};
use game::error::quote;
use judge_protocol::botzone::answer::KEEP_RUNNING;
use judge_protocol::botzone::local;
use referee::{Process, Program};
use serde_json::Value;

/// Maximum length of an answer, which the site gets in a header.
const MAX_ANSWER: usize = 4096;

/// A bot process that plays one match, as the site's kept processes do.
struct BotMatch {
    bot: Process,
    first: bool,
}

impl BotMatch {
    fn start(program: &Program) -> Result<BotMatch> {
        Ok(BotMatch { bot: program.start()?, first: true })
    }

    /// Passes on a request and returns the answer, within a time limit. The bot's first
    /// request must be a whole game.
    fn answer(&mut self, request: &str, limit: Duration) -> Result<String> {
        ensure!(!request.is_empty(), "the site sends an empty request");
        let json = request.starts_with(['{', '"']);
        let text = match (self.first, json) {
            (true, true) => format!("{{\"requests\":[{request}],\"responses\":[]}}\n"),
            (true, false) => format!("1\n{request}\n"),
            (false, _) => format!("{request}\n"),
        };
        self.first = false;
        self.bot.allow(Some(limit));
        self.bot.write(text);
        let answer = self.bot.line()?;
        ensure!(self.bot.line()? == KEEP_RUNNING, "the bot does not ask to keep running");
        let answer = match json && answer.starts_with('{') {
            // The site takes only the response, without debug.
            true => response(&answer).with_context(|| format!("the bot answers {}", quote(&answer)))?,
            false => answer,
        };
        let is_plain = answer.bytes().all(|byte| byte == b' ' || byte.is_ascii_graphic());
        ensure!(
            is_plain && answer.len() <= MAX_ANSWER,
            "the bot answers {}; an answer is one line of ASCII, at most {MAX_ANSWER} characters",
            quote(&answer)
        );
        Ok(answer)
    }
}

/// The response in a bot's JSON answer.
fn response(answer: &str) -> Result<String> {
    let value: Value = serde_json::from_str(answer)?;
    match &value["response"] {
        Value::Null => bail!("there is no response"),
        response => Ok(response.to_string()),
    }
}

/// The running matches.
pub struct Matches {
    program: Program,
    /// Largest number of bot processes.
    most: usize,
    /// Time limit of an answer.
    limit: Duration,
    running: HashMap<String, BotMatch>,
    /// Matches whose bot has failed: they are not answered any more.
    failed: HashSet<String>,
}

impl Matches {
    /// No matches; this program plays each new one, in at most `most` processes, and
    /// answers within `limit`.
    pub fn new(program: Program, most: usize, limit: Duration) -> Matches {
        Matches { program, most, limit, running: HashMap::new(), failed: HashSet::new() }
    }

    /// Answers requests in parallel; returns the headers of the next poll, and an error
    /// for each match whose bot fails or that has to wait for a process.
    pub fn answers(&mut self, requests: &[(String, String)]) -> Vec<Result<(String, String)>> {
        let Matches { program, most, limit, running, failed } = self;
        let mut headers = Vec::new();
        let mut asked: Vec<(&str, &str, Option<BotMatch>)> = Vec::new();
        let mut processes = running.len();
        let mut seen = HashSet::new();
        for (name, request) in requests {
            if failed.contains(name) || !seen.insert(name) {
                continue;
            }
            let known = running.remove(name);
            if known.is_none() && processes >= *most {
                headers.push(waiting(name, *most));
                continue;
            }
            processes += usize::from(known.is_none());
            asked.push((name, request, known));
        }
        let ask = |known: Option<BotMatch>, request: &str| -> Result<(BotMatch, String)> {
            let mut bot = known.map_or_else(|| BotMatch::start(program), Ok)?;
            let answer = bot.answer(request, *limit)?;
            Ok((bot, answer))
        };
        let answered: Vec<(&str, Result<(BotMatch, String)>)> = thread::scope(|scope| {
            let threads: Vec<_> = asked
                .into_iter()
                .map(|(name, request, known)| (name, scope.spawn(move || ask(known, request))))
                .collect();
            let join = |(name, thread): (_, thread::ScopedJoinHandle<_>)| {
                (name, thread.join().unwrap_or_else(|_| bail!("a thread panicked")))
            };
            threads.into_iter().map(join).collect()
        });
        for (name, result) in answered {
            headers.push(match result {
                Ok((bot, answer)) => {
                    running.insert(name.to_string(), bot);
                    Ok((local::header(name), answer))
                }
                Err(error) => {
                    failed.insert(name.to_string());
                    Err(error.context(format!("match {name}")))
                }
            });
        }
        headers
    }

    /// Ends a match and its bot.
    pub fn end(&mut self, name: &str) {
        self.failed.remove(name);
        self.running.remove(name);
    }
}

fn waiting(name: &str, most: usize) -> Result<(String, String)> {
    bail!("match {name} waits: {most} bots are running, as many as --most allows")
}
