//! Plays on Botzone from the user's machine: polls the site for requests, passes
//! them to a bot's program, and sends the answers with the next poll.
//!
//! | module | what it holds |
//! |---|---|
//! | [`site`] | the site, over HTTP; the secret |
//! | [`mod@matches`] | the running matches, each with its own bot process |
//! | [`options`] | the command line |
//!
//! The site is not trusted: whatever it answers, nothing of it is printed raw, no other
//! host gets the secret, and the number and the time of bots stay limited.

mod matches;
mod options;
mod site;

use std::fmt::Display;
use std::io::{self, Write};
use std::process::ExitCode;
use std::thread;

use anyhow::{Context, Result};
use judge_protocol::botzone::local::{Finished, Poll, match_name};

use crate::matches::Matches;
use crate::options::Options;
use crate::site::{Pauses, Site, SiteAnswer};

fn main() -> ExitCode {
    let options = match Options::parse() {
        Ok(options) => options,
        Err(error) => {
            log(format_args!("{error:#}"));
            return ExitCode::from(2);
        }
    };
    match run(options) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            log(format_args!("{error:#}"));
            ExitCode::FAILURE
        }
    }
}

/// Writes a line to stderr. An error of that is ignored: there is nowhere to report it.
fn log(line: impl Display) {
    let _ = writeln!(io::stderr(), "localai: {line}");
}

/// Writes a line to stdout.
fn print(line: impl Display) -> Result<()> {
    writeln!(io::stdout(), "{line}").context("cannot write to stdout")
}

fn run(options: Options) -> Result<()> {
    let Options { site, start, bot, wait, matches: limit, most, limit: answer_limit } = options;
    let mut pauses = Pauses::new(wait);
    if !start.is_empty() {
        let name = loop {
            match site.get("runmatch", &start)? {
                SiteAnswer::Later(why) => try_later(&mut pauses, &site, &why),
                SiteAnswer::Body(body) => {
                    let name = match_name(body.trim()).map_err(|why| site.without_secret(&why));
                    break name.map_err(anyhow::Error::msg).context("the site starts no match")?;
                }
            }
        };
        print(format_args!("match {name} has begun"))?;
    }
    let mut matches = Matches::new(bot, most, answer_limit);
    let (mut headers, mut finished) = (Vec::new(), 0);
    while limit.is_none_or(|limit| finished < limit) {
        let body = match site.get("localai", &headers)? {
            SiteAnswer::Body(body) => body,
            SiteAnswer::Later(why) => {
                try_later(&mut pauses, &site, &why);
                continue;
            }
        };
        headers.clear();
        let poll = match Poll::parse(&body) {
            Ok(poll) => poll,
            Err(why) => {
                try_later(&mut pauses, &site, &why);
                continue;
            }
        };
        pauses.reset();
        for over in &poll.finished {
            print(result(over))?;
            matches.end(&over.name);
            finished += 1;
        }
        for answer in matches.answers(&poll.requests) {
            match answer {
                Ok(header) => headers.push(header),
                Err(error) => log(site.without_secret(&format!("{error:#}"))),
            }
        }
        if headers.is_empty() && !poll.requests.is_empty() {
            // Requests that are not answered come again at once.
            thread::sleep(wait);
        }
    }
    Ok(())
}

/// Reports why the site gave no usable answer, and waits.
fn try_later(pauses: &mut Pauses, site: &Site, why: &str) {
    let pause = pauses.next();
    log(format_args!("{}; trying again in {} s", site.without_secret(why), pause.as_secs_f64()));
    thread::sleep(pause);
}

fn result(over: &Finished) -> String {
    let Finished { name, slot, scores } = over;
    match scores.get(*slot) {
        None => format!("match {name} was aborted"),
        Some(own) => {
            let others = scores.iter().enumerate().filter(|(player, _)| player != slot);
            let others: Vec<String> = others.map(|(_, score)| score.to_string()).collect();
            format!("match {name} is over: {own} to {}", others.join(", "))
        }
    }
}
