//! A running program: its input, its output and its end.
//!
//! It can neither block the referee nor fill the referee's memory: all pipes are
//! non-blocking and used until a deadline, and the output before an answer has a
//! limit.

use std::fs;
use std::io::{ErrorKind, Read, Write};
use std::os::fd::AsFd;
use std::os::unix::net::UnixStream;
use std::os::unix::process::ExitStatusExt;
use std::process::{Child, ChildStderr, ChildStdin, ChildStdout, ExitStatus};
use std::sync::Arc;
use std::thread;
use std::time::{Duration, Instant};

use anyhow::{Context, Result};
use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::fs::{OFlags, fcntl_getfl, fcntl_setfl};
use rustix::process::Pid;

use crate::end::{End, Ended};
use crate::fault::{Fault, FaultKind, QUOTED, garbage, quote_output};
use crate::keeper::{Link, kill_below, kill_left};
use crate::memory::{Peak, peak_of_ended};
use crate::record::Record;

/// Maximum output before an answer, in bytes.
const MAX_OUTPUT: usize = 1 << 20;
/// Number of bytes of stderr that are kept, the newest.
const MAX_STDERR: usize = 8 << 10;
/// Time limit for the end of a program that has closed its output.
const EXIT_LIMIT: Duration = Duration::from_secs(2);
/// Time that a program has to end after an answer at the last moment.
const LEAST_EXIT_LIMIT: Duration = Duration::from_millis(100);
/// Time limit for the keeper's report after a program has closed its output.
const FINISH_LIMIT: Duration = Duration::from_secs(60);
/// Time limit for the keeper to end all processes of its program; after it the referee
/// does it, within the same time.
const CLEANUP_LIMIT: Duration = Duration::from_secs(2);

/// A running program. Dropping it ends the program.
pub struct Process {
    child: Child,
    /// Records its peak memory at its end.
    peak: Arc<Peak>,
    /// Records its input and output, if that is wanted.
    record: Option<Record>,
    /// To its keeper, which closes it after the end.
    channel: Option<UnixStream>,
    /// Mark of its processes, if it has a keeper.
    mark: Option<String>,
    input: Option<ChildStdin>,
    output: Option<ChildStdout>,
    errors: Option<ChildStderr>,
    /// Input that is not written yet.
    unsent: Vec<u8>,
    /// Is the input closed once everything is written?
    closing: bool,
    /// Output that is not read yet.
    unread: Vec<u8>,
    /// The last output on stderr.
    stderr: Vec<u8>,
    /// Start of the current time limit.
    asked: Instant,
    until: Option<Instant>,
    /// Bytes of output since then.
    received: usize,
}

impl Process {
    /// The program that runs as this child; with a link, the child is its keeper.
    pub(crate) fn new(
        mut child: Child,
        link: Option<Link>,
        peak: Arc<Peak>,
        record: Option<Record>,
    ) -> Result<Process> {
        if let Some(record) = &record {
            record.begin();
        }
        let (channel, mark) = link.map(|link| (link.channel, link.mark)).unzip();
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
            record,
            channel,
            mark,
            input,
            output,
            errors,
            unsent: Vec::new(),
            closing: false,
            unread: Vec::new(),
            stderr: Vec::new(),
            asked: Instant::now(),
            until: None,
            received: 0,
        })
    }

    /// Starts the time limit of an answer; `None` is no limit.
    pub fn allow(&mut self, limit: Option<Duration>) {
        self.asked = Instant::now();
        self.until = limit.map(|limit| self.asked + limit);
        self.received = 0;
    }

    /// Writes to its input. Ignored if the program has closed it.
    pub fn write(&mut self, bytes: impl AsRef<[u8]>) {
        self.unsent.extend_from_slice(bytes.as_ref());
        if let Some(record) = &self.record {
            record.sent(bytes.as_ref());
        }
        self.send();
    }

    /// Reads the next line, without its end.
    pub fn line(&mut self) -> Result<String, Fault> {
        let mut searched = 0;
        loop {
            if let Some(end) = self.unread[searched..].iter().position(|&byte| byte == b'\n') {
                let line = self.take(searched + end + 1);
                return Ok(line.strip_suffix('\n').unwrap_or(&line).to_string());
            }
            searched = self.unread.len();
            if !self.receive()? {
                return Err(self.closed());
            }
        }
    }

    /// Reads the next `count` bytes.
    pub fn bytes(&mut self, count: usize) -> Result<Vec<u8>, Fault> {
        while self.unread.len() < count {
            if !self.receive()? {
                return Err(self.closed());
            }
        }
        Ok(self.unread.drain(..count).collect())
    }

    /// Reads the whole output until the program closes it.
    pub fn rest(&mut self) -> Result<String, Fault> {
        while self.receive()? {}
        if self.unread.is_empty() { Err(self.closed()) } else { Ok(self.take(self.unread.len())) }
    }

    /// Closes its input after everything is written.
    pub fn close_input(&mut self) {
        self.closing = true;
        self.send();
    }

    /// Closes its output.
    pub fn close_output(&mut self) {
        self.output = None;
    }

    /// Peak memory so far, in KiB.
    pub fn peak_memory(&self) -> Result<u64> {
        let status = fs::read_to_string(format!("/proc/{}/status", self.child.id()))?;
        let peak = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
        Ok(peak.and_then(|text| text.trim().split(' ').next()).context("no VmHWM")?.parse()?)
    }

    /// Closes its input and waits for its end: without a time limit until it closes its
    /// output, and then a minute if it has a keeper.
    pub fn finish(self) -> Result<Ended> {
        self.finish_until(None)
    }

    /// The same within a time limit.
    pub fn finish_within(self, limit: Duration) -> Result<Ended> {
        self.finish_until(Some(limit))
    }

    fn finish_until(mut self, limit: Option<Duration>) -> Result<Ended> {
        self.close_input();
        self.allow(limit);
        loop {
            self.received = 0;
            if !self.receive()? && self.errors.is_none() {
                break;
            }
        }
        let time = limit.unwrap_or(if self.channel.is_some() { FINISH_LIMIT } else { Duration::MAX });
        let end = self.end_within(time).context("it does not end")?;
        let code = match end {
            End::Exit(code) => Some(code),
            _ => None,
        };
        let stdout = self.take(self.unread.len());
        Ok(Ended { stdout, stderr: String::from_utf8_lossy(&self.stderr).into_owned(), code })
    }

    /// Waits for the end after the answer of a program that runs once per turn;
    /// returns its stderr. An exit code other than 0 is a fault, and so is a program
    /// that still runs when the time for its answer is over: a judge waits for the end.
    pub(crate) fn end_after_answer(mut self) -> Result<String, Fault> {
        let left = self.until.map_or(EXIT_LIMIT, |until| until.saturating_duration_since(Instant::now()));
        match self.end_within(left.max(LEAST_EXIT_LIMIT)) {
            Some(End::Exit(0)) => {
                self.read_stderr();
                Ok(String::from_utf8_lossy(&self.stderr).into_owned())
            }
            end => Err(self.fault(end)),
        }
    }

    fn take(&mut self, count: usize) -> String {
        let bytes: Vec<u8> = self.unread.drain(..count).collect();
        String::from_utf8_lossy(&bytes).into_owned()
    }

    /// Writes as much as the pipe takes now.
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

    /// Waits for more output, or more of stderr after the output has ended. False
    /// at the end of the output.
    fn receive(&mut self) -> Result<bool, Fault> {
        loop {
            if self.output.is_none() && self.errors.is_none() {
                return Ok(false);
            }
            self.wait_for_a_pipe()?;
            self.send();
            self.read_stderr();
            let mut chunk = [0; 1 << 14];
            let had_output = self.output.is_some();
            if let Some(count) = read(&mut self.output, &mut chunk) {
                self.unread.extend_from_slice(&chunk[..count]);
                self.received += count;
                if let Some(record) = &self.record {
                    record.received(&chunk[..count]);
                }
                if self.received > MAX_OUTPUT {
                    let output = String::from_utf8_lossy(&self.unread).into_owned();
                    return Err(garbage(format!("more than {MAX_OUTPUT} bytes and no answer"), &output));
                }
                return Ok(true);
            }
            if self.output.is_none() {
                return Ok(!had_output && self.errors.is_some());
            }
        }
    }

    fn read_stderr(&mut self) {
        let mut chunk = [0; 1 << 12];
        // Bounded, so that a flood on stderr does not delay the output.
        for _ in 0..32 {
            let Some(count) = read(&mut self.errors, &mut chunk) else { return };
            self.stderr.extend_from_slice(&chunk[..count]);
            if let Some(record) = &self.record {
                record.stderr(count);
            }
            let excess = self.stderr.len().saturating_sub(MAX_STDERR);
            self.stderr.drain(..excess);
        }
    }

    fn wait_for_a_pipe(&mut self) -> Result<(), Fault> {
        let time = self.until.map(|until| until.saturating_duration_since(Instant::now()));
        if time.is_some_and(|time| time.is_zero()) {
            return Err(self.timeout());
        }
        let time = time.and_then(|time| Timespec::try_from(time).ok());
        let mut pipes: Vec<PollFd> = Vec::with_capacity(3);
        let sends = self.input.as_ref().filter(|_| !self.unsent.is_empty());
        pipes.extend(sends.map(|pipe| PollFd::new(pipe, PollFlags::OUT)));
        pipes.extend(self.output.as_ref().map(|pipe| PollFd::new(pipe, PollFlags::IN)));
        pipes.extend(self.errors.as_ref().map(|pipe| PollFd::new(pipe, PollFlags::IN)));
        // Errors are ignored: the reads that follow see the state of the pipes.
        let _ = poll(&mut pipes, time.as_ref());
        Ok(())
    }

    fn timeout(&mut self) -> Fault {
        let waited = self.asked.elapsed();
        let output = String::from_utf8_lossy(&self.unread);
        let output =
            if output.is_empty() { String::new() } else { format!(", only {}", quote_output(&output)) };
        let text = format!("no answer in {waited:.1?}{output}");
        self.read_stderr();
        Fault::new(FaultKind::Silent, text + &self.remark("complained", &self.stderr))
    }

    /// What a program has said or complained, as the end of a fault's text; empty if it
    /// has not.
    fn remark(&self, what: &str, output: &[u8]) -> String {
        match String::from_utf8_lossy(output).trim_end() {
            "" => String::new(),
            output => format!("; it {what} {}", quote_output(last_part(output))),
        }
    }

    /// The fault of a program that has closed its output before the answer.
    fn closed(&mut self) -> Fault {
        let end = self.end_within(EXIT_LIMIT);
        self.fault(end)
    }

    /// The fault of a program that has ended in this way, or still runs with its
    /// output closed.
    fn fault(&mut self, end: Option<End>) -> Fault {
        self.read_stderr();
        let still_running = || "it closed its output and lives on".to_string();
        let mut text = end.as_ref().map_or_else(still_running, End::describe);
        text += &self.remark("said", &self.unread);
        text += &self.remark("complained", &self.stderr);
        self.unread.clear();
        let kind = match end {
            None => FaultKind::Silent,
            Some(End::Memory(_)) => FaultKind::Memory,
            Some(_) => FaultKind::Crashed,
        };
        Fault::new(kind, text)
    }

    /// Waits at most `time` for its end.
    fn end_within(&mut self, time: Duration) -> Option<End> {
        match &mut self.channel {
            Some(channel) => End::read(channel, time).ok(),
            None => self.wait(time).map(End::from),
        }
    }

    /// Waits at most `time` for the end of the child process.
    fn wait(&mut self, time: Duration) -> Option<ExitStatus> {
        let started = Instant::now();
        let id = Pid::from_child(&self.child);
        loop {
            match peak_of_ended(id) {
                Ok(None) if started.elapsed() < time => thread::sleep(Duration::from_micros(200)),
                Ok(peak) => break self.peak.note(peak.unwrap_or(0)),
                // It was waited for before, or the kernel does not support it.
                Err(_) => break,
            }
        }
        if time == Duration::MAX { self.child.wait().ok() } else { self.child.try_wait().ok()? }
    }
}

/// Ends the program; its keeper ends all processes that it has started. A program
/// without a sandbox can stop or kill its keeper: then the referee ends them.
impl Drop for Process {
    fn drop(&mut self) {
        let keeper = Pid::from_child(&self.child);
        match self.channel.take() {
            Some(channel) => {
                drop(channel);
                if self.wait(CLEANUP_LIMIT).is_none() {
                    kill_below(keeper, CLEANUP_LIMIT);
                }
            }
            None => drop(self.child.kill()),
        }
        let killed = self.wait(Duration::MAX).is_some_and(|status| status.signal().is_some());
        if let Some(mark) = self.mark.as_ref().filter(|_| killed) {
            kill_left(keeper, mark, CLEANUP_LIMIT);
        }
    }
}

/// Reads what the pipe has now; closes it at its end.
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

/// The last characters, which matter most.
fn last_part(text: &str) -> &str {
    let from = text.char_indices().rev().nth(QUOTED - 1).map_or(0, |(at, _)| at);
    &text[from..]
}
