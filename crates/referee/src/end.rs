//! How a program ended, and how its keeper tells.

use std::fmt;
use std::io::Read;
use std::os::unix::net::UnixStream;
use std::os::unix::process::ExitStatusExt;
use std::process::ExitStatus;
use std::str::FromStr;
use std::time::Duration;

use anyhow::{Context, Result, ensure};
use rustix::process::Signal;

/// What a finished program left behind.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Ended {
    /// What nobody had read yet.
    pub stdout: String,
    /// The last complaints.
    pub stderr: String,
    /// The exit code; `None` if a signal ended it.
    pub code: Option<i32>,
}

impl Ended {
    /// It ended as it should: nothing more to say, no complaint.
    pub fn well(&self) -> Result<()> {
        ensure!(self.code == Some(0) && self.stdout.is_empty() && self.stderr.is_empty(), "{self:?}");
        Ok(())
    }
}

/// How a program ended.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum End {
    Exit(i32),
    Signal(i32),
    /// It was ended, since it used so many bytes.
    Memory(u64),
    /// It could not be started, and why.
    Failed(String),
}

impl End {
    /// What a person reads.
    pub(crate) fn told(&self) -> String {
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

    /// What the keeper says, if it does within this time.
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

/// One line, as a keeper says it.
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
        let (what, which) = text.split_once(' ').context("the keeper has vanished")?;
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
    fn what_a_keeper_says_is_understood() {
        for end in [End::Exit(3), End::Signal(11), End::Memory(1 << 40), End::Failed("no such file".into())] {
            let (mut ours, mut theirs) = UnixStream::pair().unwrap();
            theirs.write_all(end.to_string().as_bytes()).unwrap();
            assert_eq!(End::read(&mut ours, None).unwrap(), end);
        }
        let (mut ours, theirs) = UnixStream::pair().unwrap();
        assert!(End::read(&mut ours, Some(Duration::from_millis(5))).is_err(), "nothing is said");
        drop(theirs);
        assert!(End::read(&mut ours, None).is_err(), "and nobody is there");
    }
}
