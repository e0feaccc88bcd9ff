//! How a program ended, and how its keeper reports it.

use std::fmt;
use std::io::Read;
use std::os::unix::net::UnixStream;
use std::os::unix::process::ExitStatusExt;
use std::process::ExitStatus;
use std::str::FromStr;
use std::time::Duration;

use anyhow::{Context, Result, ensure};
use rustix::process::Signal;

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
            End::Failed(why) => why.clone(),
        }
    }

    /// Reads the keeper's report, within this time.
    pub(crate) fn read(channel: &mut UnixStream, time: Option<Duration>) -> Result<End> {
        channel.set_read_timeout(time)?;
        let mut text = String::new();
        let mut byte = [0];
        while channel.read(&mut byte)? == 1 && byte[0] != b'\n' {
            text.push(char::from(byte[0]));
        }
        text.parse()
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
            End::Failed(why) => {
                writeln!(f, "failed {}", why.replace(|c: char| !(' '..='~').contains(&c), " "))
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
            _ => End::Failed(which.to_string()),
        })
    }
}

#[cfg(test)]
mod tests {
    use std::io::Write;

    use super::*;

    #[test]
    fn a_report_is_read_as_it_is_written() {
        for end in [End::Exit(3), End::Signal(11), End::Memory(1 << 40), End::Failed("no such file".into())] {
            let (mut ours, mut theirs) = UnixStream::pair().unwrap();
            theirs.write_all(end.to_string().as_bytes()).unwrap();
            assert_eq!(End::read(&mut ours, None).unwrap(), end);
        }
        let (mut ours, theirs) = UnixStream::pair().unwrap();
        assert!(End::read(&mut ours, Some(Duration::from_millis(5))).is_err(), "there is no report");
        drop(theirs);
        assert!(End::read(&mut ours, None).is_err(), "and no keeper");
    }
}
