//! A program that runs: what is said to it, what it says, how it ends.
//!
//! It can neither block its judge nor fill the judge's memory: all pipes are
//! read and written only when they are ready, until a deadline, and what it may
//! say before it answers has a limit.

use std::fs;
use std::io::{self, ErrorKind, Read, Write};
use std::os::fd::AsFd;
use std::os::unix::net::UnixStream;
use std::process::{Child, ChildStderr, ChildStdin, ChildStdout, ExitStatus};
use std::sync::Arc;
use std::thread;
use std::time::{Duration, Instant};

use anyhow::{Context, Result};
use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::fs::{OFlags, fcntl_getfl, fcntl_setfl};
use rustix::process::Pid;

use crate::end::{End, Ended};
use crate::fault::{Fault, FaultKind, cut};
use crate::memory::{Peak, peak_of_ended};

/// So much may be said before an answer is there.
const MOST_HEARD: usize = 1 << 20;
/// So much of the complaints is kept, the newest.
const MOST_COMPLAINTS: usize = 8 << 10;
/// So long a program whose output has ended may take to end itself.
const LAST_MOMENT: Duration = Duration::from_secs(2);
/// So long its keeper may take to end all that it has started.
const CLEANING: Duration = Duration::from_secs(10);

/// A program that runs. It ends with this value.
pub struct Process {
    child: Child,
    /// Where its memory is noted at its end.
    peak: Arc<Peak>,
    /// To its keeper, who hangs up after the end.
    channel: Option<UnixStream>,
    input: Option<ChildStdin>,
    output: Option<ChildStdout>,
    errors: Option<ChildStderr>,
    /// What it has not taken yet.
    unsent: Vec<u8>,
    /// Nothing more will be said to it.
    closing: bool,
    /// What it has said and nobody has asked for yet.
    unread: Vec<u8>,
    complaints: Vec<u8>,
    asked: Instant,
    until: Option<Instant>,
    heard: usize,
}

impl Process {
    /// The program that runs as this child, or below it where there is a
    /// channel to a keeper.
    pub(crate) fn new(mut child: Child, channel: Option<UnixStream>, peak: Arc<Peak>) -> Result<Process> {
        let (input, output, errors) = (child.stdin.take(), child.stdout.take(), child.stderr.take());
        let pipes = [
            input.as_ref().map(AsFd::as_fd),
            output.as_ref().map(AsFd::as_fd),
            errors.as_ref().map(AsFd::as_fd),
        ];
        for pipe in pipes.into_iter().flatten() {
            fcntl_setfl(pipe, fcntl_getfl(pipe)? | OFlags::NONBLOCK)?;
        }
        Ok(Process {
            child,
            peak,
            channel,
            input,
            output,
            errors,
            unsent: Vec::new(),
            closing: false,
            unread: Vec::new(),
            complaints: Vec::new(),
            asked: Instant::now(),
            until: None,
            heard: 0,
        })
    }

    /// From now on it has so much time to answer; without a limit it has all
    /// the time in the world.
    pub fn allow(&mut self, limit: Option<Duration>) {
        self.asked = Instant::now();
        self.until = limit.map(|limit| self.asked + limit);
        self.heard = 0;
    }

    /// Writes to it. A program that has given up no longer reads, and that is
    /// its right.
    pub fn write(&mut self, bytes: impl AsRef<[u8]>) {
        self.unsent.extend_from_slice(bytes.as_ref());
        self.send();
    }

    /// The next line, without its end.
    pub fn line(&mut self) -> Result<String, Fault> {
        let mut looked = 0;
        loop {
            if let Some(end) = self.unread[looked..].iter().position(|&byte| byte == b'\n') {
                let line = self.take(looked + end + 1);
                return Ok(line.strip_suffix('\n').unwrap_or(&line).to_string());
            }
            looked = self.unread.len();
            if !self.hear()? {
                return Err(self.gone());
            }
        }
    }

    /// The next so many bytes.
    pub fn bytes(&mut self, count: usize) -> Result<Vec<u8>, Fault> {
        while self.unread.len() < count {
            if !self.hear()? {
                return Err(self.gone());
            }
        }
        Ok(self.unread.drain(..count).collect())
    }

    /// All that it says until it closes its output.
    pub fn rest(&mut self) -> Result<String, Fault> {
        while self.hear()? {}
        if self.unread.is_empty() { Err(self.gone()) } else { Ok(self.take(self.unread.len())) }
    }

    /// Says no more to it.
    pub fn close_input(&mut self) {
        self.closing = true;
        self.send();
    }

    /// Hears no more of it.
    pub fn close_output(&mut self) {
        self.output = None;
    }

    /// The most memory that it has had so far, in KiB.
    pub fn peak_memory(&self) -> Result<u64> {
        let status = fs::read_to_string(format!("/proc/{}/status", self.child.id()))?;
        let peak = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
        Ok(peak.and_then(|text| text.trim().split(' ').next()).context("no VmHWM")?.parse()?)
    }

    /// Closes its input and waits for its end.
    pub fn finish(mut self) -> Result<Ended> {
        self.close_input();
        self.until = None;
        loop {
            self.heard = 0;
            if !self.hear()? && self.errors.is_none() {
                break;
            }
        }
        let end = self.end_within(Duration::MAX).context("it does not end")?;
        let code = match end {
            End::Exit(code) => Some(code),
            _ => None,
        };
        let stdout = self.take(self.unread.len());
        Ok(Ended { stdout, stderr: String::from_utf8_lossy(&self.complaints).into_owned(), code })
    }

    /// It has said all that it has to say, and may go. One that ends badly has
    /// crashed after all; else here are its complaints.
    pub(crate) fn farewell(mut self) -> Result<String, Fault> {
        let end = self.end_within(LAST_MOMENT);
        match end {
            None | Some(End::Exit(0)) => {
                self.listen_to_complaints();
                Ok(String::from_utf8_lossy(&self.complaints).into_owned())
            }
            end => Err(self.fault(end)),
        }
    }

    fn take(&mut self, count: usize) -> String {
        let bytes: Vec<u8> = self.unread.drain(..count).collect();
        String::from_utf8_lossy(&bytes).into_owned()
    }

    /// Sends as much as it takes now.
    fn send(&mut self) {
        while let (Some(input), false) = (&mut self.input, self.unsent.is_empty()) {
            match input.write(&self.unsent) {
                Ok(count) => drop(self.unsent.drain(..count)),
                Err(error) if error.kind() == ErrorKind::WouldBlock => return,
                Err(error) if error.kind() == ErrorKind::Interrupted => (),
                Err(_) => self.input = None,
            }
        }
        if self.closing {
            self.input = None;
        }
    }

    /// Waits for more of its output (or complaints, where the output has
    /// ended); false at the end of it.
    fn hear(&mut self) -> Result<bool, Fault> {
        loop {
            if self.output.is_none() && self.errors.is_none() {
                return Ok(false);
            }
            self.wait_for_a_pipe()?;
            self.send();
            self.listen_to_complaints();
            let mut chunk = [0; 1 << 14];
            let had_output = self.output.is_some();
            if let Some(count) = read(&mut self.output, &mut chunk) {
                self.unread.extend_from_slice(&chunk[..count]);
                self.heard += count;
                if self.heard > MOST_HEARD {
                    let said = String::from_utf8_lossy(&self.unread).into_owned();
                    return Err(Fault::garbage(format!("more than {MOST_HEARD} bytes and no answer"), &said));
                }
                return Ok(true);
            }
            if self.output.is_none() {
                return Ok(!had_output && self.errors.is_some());
            }
        }
    }

    fn listen_to_complaints(&mut self) {
        let mut chunk = [0; 1 << 12];
        // A flood is no reason not to look at the output.
        for _ in 0..32 {
            let Some(count) = read(&mut self.errors, &mut chunk) else { return };
            self.complaints.extend_from_slice(&chunk[..count]);
            let old = self.complaints.len().saturating_sub(MOST_COMPLAINTS);
            self.complaints.drain(..old);
        }
    }

    fn wait_for_a_pipe(&self) -> Result<(), Fault> {
        let time = self.until.map(|until| until.saturating_duration_since(Instant::now()));
        if time.is_some_and(|time| time.is_zero()) {
            return Err(self.silence());
        }
        let time = time.and_then(|time| Timespec::try_from(time).ok());
        let mut pipes: Vec<PollFd> = Vec::with_capacity(3);
        let sends = self.input.as_ref().filter(|_| !self.unsent.is_empty());
        pipes.extend(sends.map(|pipe| PollFd::new(pipe, PollFlags::OUT)));
        pipes.extend(self.output.as_ref().map(|pipe| PollFd::new(pipe, PollFlags::IN)));
        pipes.extend(self.errors.as_ref().map(|pipe| PollFd::new(pipe, PollFlags::IN)));
        // Whatever ends the wait, the pipes tell what there is.
        let _ = poll(&mut pipes, time.as_ref());
        Ok(())
    }

    fn silence(&self) -> Fault {
        let waited = self.asked.elapsed();
        let said = String::from_utf8_lossy(&self.unread);
        let said = if said.is_empty() { String::new() } else { format!(", only {}", cut(&said)) };
        Fault::new(FaultKind::Silent, format!("no answer in {waited:.1?}{said}"))
    }

    /// What is wrong with a program that has closed its output too early.
    fn gone(&mut self) -> Fault {
        let end = self.end_within(LAST_MOMENT);
        self.fault(end)
    }

    /// What is wrong with a program that has ended so (or not, with its output
    /// closed).
    fn fault(&mut self, end: Option<End>) -> Fault {
        self.listen_to_complaints();
        let lives = || "it closed its output and lives on".to_string();
        let mut text = end.as_ref().map_or_else(lives, End::told);
        let said = self.take(self.unread.len());
        for (what, said) in
            [("said", said), ("complained", String::from_utf8_lossy(&self.complaints).into_owned())]
        {
            if !said.trim().is_empty() {
                text += &format!("; it {what} {}", cut(last_part(said.trim_end())));
            }
        }
        let kind = match end {
            None => FaultKind::Silent,
            Some(End::Memory(_)) => FaultKind::Memory,
            Some(_) => FaultKind::Crashed,
        };
        Fault::new(kind, text)
    }

    /// How it ended, if it does within this time.
    fn end_within(&mut self, time: Duration) -> Option<End> {
        match &mut self.channel {
            Some(channel) => {
                let limit = (time < Duration::MAX).then_some(time);
                End::read(channel, limit).ok()
            }
            None => self.wait(time).map(End::from),
        }
    }

    /// Waits for the end of the child, for so long.
    fn wait(&mut self, time: Duration) -> Option<ExitStatus> {
        let started = Instant::now();
        let id = Pid::from_child(&self.child);
        loop {
            match peak_of_ended(id) {
                Ok(None) if started.elapsed() < time => thread::sleep(Duration::from_micros(200)),
                Ok(peak) => break self.peak.note(peak.unwrap_or(0)),
                // It was waited for before (or the kernel does not tell).
                Err(_) => break,
            }
        }
        if time == Duration::MAX { self.child.wait().ok() } else { self.child.try_wait().ok()? }
    }
}

/// The end of a process is the end of all that it has started.
impl Drop for Process {
    fn drop(&mut self) {
        let kept = self.channel.take().is_some();
        if !kept || self.wait(CLEANING).is_none() {
            let _ = self.child.kill();
        }
        self.wait(Duration::MAX);
    }
}

/// What a pipe has now; one that has ended is closed.
fn read(pipe: &mut Option<impl Read>, chunk: &mut [u8]) -> Option<usize> {
    match pipe.as_mut()?.read(chunk) {
        Ok(count) if count > 0 => Some(count),
        Err(error) if matches!(error.kind(), ErrorKind::WouldBlock | ErrorKind::Interrupted) => None,
        Ok(_) | Err(_) => {
            *pipe = None;
            None
        }
    }
}

/// The last few characters: what a program says at last tells most.
fn last_part(text: &str) -> &str {
    let from = text.char_indices().rev().nth(199).map_or(0, |(at, _)| at);
    &text[from..]
}

/// An error of the system as a fault of the program that met it.
impl From<io::Error> for Fault {
    fn from(error: io::Error) -> Fault {
        Fault::new(FaultKind::Crashed, error)
    }
}
