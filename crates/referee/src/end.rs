//! How a program ended, and how its keeper reports it.

use std::fmt;
use std::io::{ErrorKind, Read};
use std::os::unix::net::UnixStream;
use std::os::unix::process::ExitStatusExt;
use std::process::ExitStatus;
use std::str::FromStr;
use std::time::{Duration, Instant};

use anyhow::{Context, Result, ensure};
use rustix::process::Signal;

/// Maximum length of a report, in bytes.
const MAX_REPORT: usize = 1 << 10;

/// A finished program.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Ended {
    /// Output that was not read before.
    pub stdout: String,
    /// The last output on stderr.
    pub stderr: String,
    /// Exit code; `None` if a signal ended it.
    pub code: Option<i32>,
}

impl Ended {
    /// Checks that it ended with exit code 0, without more output.
    pub fn check(&self) -> Result<()> {
        ensure!(self.code == Some(0) && self.stdout.is_empty() && self.stderr.is_empty(), "{self:?}");
        Ok(())
    }
}

/// How a program ended.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum End {
    Exit(i32),
    Signal(i32),
    /// It was ended because it used this many bytes.
    Memory(u64),
    /// It was ended because it had this many processes and threads.
    Processes(u64),
    /// It could not be started; the reason.
    Failed(String),
}

impl End {
    /// Describes it for a message.
    pub(crate) fn describe(&self) -> String {
        match self {
            End::Exit(code) => format!("it ended with exit code {code}"),
            End::Signal(signal) => {
                let name = Signal::from_named_raw(*signal).map(|signal| format!(" ({signal:?})"));
                format!("signal {signal} ended it{}", name.unwrap_or_default())
            }
            End::Memory(used) => format!("it used {} MiB", used >> 20),
            End::Processes(count) => format!("it had {count} processes and threads"),
            End::Failed(why) => why.clone(),
        }
    }

    /// Reads the keeper's report, within this time. A longer line than a keeper writes
    /// is an error.
    pub(crate) fn read(channel: &mut UnixStream, time: Duration) -> Result<End> {
        let until = Instant::now() + time;
        let mut text = Vec::new();
        let mut byte = [0];
        loop {
            let left = until.saturating_duration_since(Instant::now());
            ensure!(!left.is_zero(), "the keeper sent no report in time");
            channel.set_read_timeout(Some(left))?;
            match channel.read(&mut byte) {
                Ok(1) if byte[0] != b'\n' => text.push(byte[0]),
                Ok(_) => break,
                Err(error) if error.kind() == ErrorKind::Interrupted => (),
                Err(error) => return Err(error.into()),
            }
            ensure!(text.len() <= MAX_REPORT, "the keeper's report is longer than {MAX_REPORT} bytes");
        }
        String::from_utf8_lossy(&text).parse()
    }
}

impl From<ExitStatus> for End {
    fn from(status: ExitStatus) -> End {
        match status.signal() {
            Some(signal) => End::Signal(signal),
            None => End::Exit(status.code().unwrap_or_default()),
        }
    }
}

/// The keeper's report: one line.
impl fmt::Display for End {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match self {
            End::Exit(code) => writeln!(f, "exit {code}"),
            End::Signal(signal) => writeln!(f, "signal {signal}"),
            End::Memory(used) => writeln!(f, "memory {used}"),
            End::Processes(count) => writeln!(f, "processes {count}"),
            End::Failed(why) => {
                let printable = |c: char| if (' '..='~').contains(&c) { c } else { ' ' };
                let short: String = why.chars().take(MAX_REPORT / 2).map(printable).collect();
                writeln!(f, "failed {short}")
            }
        }
    }
}

impl FromStr for End {
    type Err = anyhow::Error;

    fn from_str(text: &str) -> Result<End> {
        let (what, which) = text.split_once(' ').context("the keeper sent no report")?;
        Ok(match what {
            "exit" => End::Exit(which.parse()?),
            "signal" => End::Signal(which.parse()?),
            "memory" => End::Memory(which.parse()?),
            "processes" => End::Processes(which.parse()?),
            _ => End::Failed(which.to_string()),
        })
    }
}

#[cfg(test)]
mod tests {
    use std::io::Write;
    use std::thread;

    use super::*;

    const LONG: Duration = Duration::from_secs(60);

    #[test]
    fn a_report_is_read_as_it_is_written() {
        let short = |why: &str| End::Failed(why.into());
        for end in
            [End::Exit(3), End::Signal(11), End::Memory(1 << 40), End::Processes(600), short("no such file")]
        {
            let (mut ours, mut theirs) = UnixStream::pair().unwrap();
            theirs.write_all(end.to_string().as_bytes()).unwrap();
            assert_eq!(End::read(&mut ours, LONG).unwrap(), end);
        }
        let (mut ours, mut theirs) = UnixStream::pair().unwrap();
        theirs.write_all(short(&"x".repeat(5000)).to_string().as_bytes()).unwrap();
        assert_eq!(End::read(&mut ours, LONG).unwrap(), short(&"x".repeat(512)));
        assert!(End::read(&mut ours, Duration::from_millis(5)).is_err(), "there is no second report");
        drop(theirs);
        assert!(End::read(&mut ours, LONG).is_err(), "and no keeper");
    }

    /// A flood in the channel blocked the referee for ever and filled its memory: each
    /// byte began the time limit again.
    #[test]
    fn a_report_is_bounded_in_bytes_and_time() {
        let (mut ours, mut theirs) = UnixStream::pair().unwrap();
        let flood = thread::spawn(move || while theirs.write_all(&[b'x'; 1 << 12]).is_ok() {});
        let error = End::read(&mut ours, LONG).unwrap_err().to_string();
        assert!(error.contains("longer than 1024 bytes"), "{error}");
        drop(ours);
        flood.join().unwrap();

        let (mut ours, mut theirs) = UnixStream::pair().unwrap();
        let drip = thread::spawn(move || {
            let started = Instant::now();
            while started.elapsed() < Duration::from_secs(5) && theirs.write_all(b"x").is_ok() {
                thread::sleep(Duration::from_millis(20));
            }
            started.elapsed()
        });
        assert!(End::read(&mut ours, Duration::from_millis(200)).is_err());
        drop(ours);
        assert!(drip.join().unwrap() < Duration::from_secs(4), "it was read for as long as bytes came");
    }
}
