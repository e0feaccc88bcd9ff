//! Botzone's local AI: the site's answer to a poll.
//!
//! ```text
//!   m n                              m requests and n finished matches
//!   5f3a…                            a match's name          (m times both)
//!   -1 -1                            its newest request
//!   5f3b… 0 2 2 0                    name, our slot, players, scores  (n times)
//! ```
//!
//! The site sends only the newest request. The answer goes with the next poll, in
//! a header with the match's name.

use game::error::quote;

/// Maximum number of requests or results in a poll.
const MAX_ENTRIES: usize = 1000;

/// The site's answer to a poll.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Poll {
    /// Matches in which the user is to move: name and newest request.
    pub requests: Vec<(String, String)>,
    /// Matches that are over.
    pub finished: Vec<Finished>,
}

/// A match that is over.
#[derive(Clone, PartialEq, Debug)]
pub struct Finished {
    /// The match's name.
    pub name: String,
    /// The user's player number.
    pub slot: usize,
    /// Scores of the players; empty if the match was aborted.
    pub scores: Vec<f64>,
}

/// The header that carries the answer in a match.
pub fn header(name: &str) -> String {
    format!("X-Match-{name}")
}

impl Poll {
    /// Reads the site's answer; the error is one line.
    pub fn parse(text: &str) -> Result<Poll, String> {
        let mut lines = text.lines().map(str::trim);
        let mut next = |what: &str| lines.next().ok_or_else(|| format!("the answer ends before {what}"));
        let counts = next("its first line")?;
        let wrong = || format!("{} is not two numbers from 0 to {MAX_ENTRIES}", quote(counts));
        let numbers: Vec<usize> =
            counts.split_ascii_whitespace().map(str::parse).collect::<Result<_, _>>().map_err(|_| wrong())?;
        let [requests, finished] = numbers[..] else {
            return Err(wrong());
        };
        if requests > MAX_ENTRIES || finished > MAX_ENTRIES {
            return Err(wrong());
        }
        let mut poll = Poll::default();
        for _ in 0..requests {
            let name = match_name(next("a match's name")?)?;
            poll.requests.push((name, next("a request")?.to_string()));
        }
        for _ in 0..finished {
            poll.finished.push(result(next("a result")?)?);
        }
        Ok(poll)
    }
}

/// A match's name, which must be fit for a header; the error is one line.
pub fn match_name(text: &str) -> Result<String, String> {
    let plain =
        !text.is_empty() && text.len() <= 100 && text.bytes().all(|byte| byte.is_ascii_alphanumeric());
    if plain { Ok(text.to_string()) } else { Err(format!("{} is not a match name", quote(text))) }
}

fn result(line: &str) -> Result<Finished, String> {
    let wrong = || format!("{} is not a result", quote(line));
    let mut words = line.split_ascii_whitespace();
    let name = match_name(words.next().ok_or_else(wrong)?)?;
    let mut count = || words.next().and_then(|word| word.parse::<usize>().ok()).ok_or_else(wrong);
    let (slot, players) = (count()?, count()?);
    let scores: Vec<f64> = words.map(str::parse).collect::<Result<_, _>>().map_err(|_| wrong())?;
    if scores.len() == players { Ok(Finished { name, slot, scores }) } else { Err(wrong()) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn requests_and_results_are_read() {
        let poll = Poll::parse("2 2\na1\n-1 -1\nb2\n{\"x\":1}\nc3 0 2 2 0\nd4 1 0\n").unwrap();
        let pair = |a: &str, b: &str| (a.to_string(), b.to_string());
        assert_eq!(poll.requests, [pair("a1", "-1 -1"), pair("b2", "{\"x\":1}")]);
        let finished = |name: &str, slot, scores: &[f64]| Finished {
            name: name.to_string(),
            slot,
            scores: scores.to_vec(),
        };
        assert_eq!(poll.finished, [finished("c3", 0, &[2.0, 0.0]), finished("d4", 1, &[])]);
        assert_eq!(Poll::parse("0 0"), Ok(Poll::default()));
    }

    #[test]
    fn an_error_is_one_line() {
        for wrong in [
            "",
            "hello",
            "1",
            "1 0",
            "1 0\na1",
            "1 0\na b\n1 1",
            "1 0\na:1\n1 1",
            "0 1\na1 0 2 1",
            "0 1\na1 x 0",
            "9999999999 0",
            "-1 0",
            "1 2 3",
            "2000 0",
            "99999999999999999999999 0",
            "1 0\n\n\n",
        ] {
            let message = Poll::parse(wrong).unwrap_err();
            assert!(!message.is_empty() && !message.contains('\n') && message.len() < 300, "{message}");
        }
    }
}
