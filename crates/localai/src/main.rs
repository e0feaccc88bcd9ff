//! Plays on Botzone from the user's machine: polls the site for requests, passes
//! them to a bot's program, and sends the answers with the next poll.
//!
//! | module | what it holds |
//! |---|---|
//! | [`site`] | the site, over HTTP; the secret |
//! | [`mod@matches`] | the running matches, each with its own bot process |
//! | [`options`] | the command line |

mod matches;
mod options;
mod site;

use std::process::ExitCode;
use std::thread;

use anyhow::Result;
use judge_protocol::botzone::local::{Finished, Poll};

use crate::matches::Matches;
use crate::options::Options;
use crate::site::{Site, SiteAnswer};

fn main() -> ExitCode {
    let options = match Options::parse() {
        Ok(options) => options,
        Err(error) => {
            eprintln!("localai: {error:#}");
            return ExitCode::from(2);
        }
    };
    match run(options) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("localai: {error:#}");
            ExitCode::FAILURE
        }
    }
}

fn run(options: Options) -> Result<()> {
    let Options { site, start, bot, wait, matches: limit } = options;
    // Repeats the request until the site answers.
    let get = |site: &Site, command: &str, headers: &[(String, String)]| loop {
        match site.get(command, headers)? {
            SiteAnswer::Body(body) => return Ok::<String, anyhow::Error>(body),
            SiteAnswer::Later(why) => {
                eprintln!("localai: {why}; trying again in {} s", wait.as_secs_f64());
                thread::sleep(wait);
            }
        }
    };
    if !start.is_empty() {
        println!("match {} has begun", get(&site, "runmatch", &start)?.trim());
    }
    let mut matches = Matches::new(bot);
    let (mut headers, mut finished) = (Vec::new(), 0);
    while limit.is_none_or(|limit| finished < limit) {
        let body = get(&site, "localai", &headers)?;
        headers.clear();
        let poll = match Poll::parse(&body) {
            Ok(poll) => poll,
            Err(why) => {
                eprintln!("localai: {why}; trying again in {} s", wait.as_secs_f64());
                thread::sleep(wait);
                continue;
            }
        };
        for over in &poll.finished {
            println!("{}", result(over));
            matches.end(&over.name);
            finished += 1;
        }
        for answer in matches.answers(&poll.requests) {
            match answer {
                Ok(header) => headers.push(header),
                Err(error) => eprintln!("localai: {error:#}"),
            }
        }
    }
    Ok(())
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
