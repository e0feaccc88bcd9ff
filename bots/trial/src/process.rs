//! A bot's program, running.

use std::ffi::OsString;
use std::fs;
use std::io::{BufRead, BufReader, Read, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};

use anyhow::{Context, Result, ensure};

/// A program and its arguments.
#[derive(Clone, Debug)]
pub struct Program {
    path: PathBuf,
    arguments: Vec<OsString>,
}

impl Program {
    /// The program in this file, without arguments.
    pub fn new(path: impl AsRef<Path>) -> Program {
        Program { path: path.as_ref().to_path_buf(), arguments: Vec::new() }
    }

    /// The same with more arguments.
    pub fn with<T: Into<OsString>>(mut self, arguments: impl IntoIterator<Item = T>) -> Program {
        self.arguments.extend(arguments.into_iter().map(Into::into));
        self
    }

    /// Starts it.
    pub fn start(&self) -> Result<Process> {
        let mut command = Command::new(&self.path);
        command.args(&self.arguments).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut child = command.spawn().with_context(|| format!("{} does not start", self.path.display()))?;
        let input = child.stdin.take();
        let output = child.stdout.take().map(BufReader::new);
        Ok(Process { child, input, output })
    }

    /// Runs it with this input to its end.
    pub fn feed(&self, input: impl AsRef<[u8]>) -> Result<Ended> {
        let mut process = self.start()?;
        process.write(input);
        process.finish()
    }
}

/// A program that runs.
pub struct Process {
    child: Child,
    input: Option<ChildStdin>,
    output: Option<BufReader<ChildStdout>>,
}

/// What a finished program left behind.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Ended {
    /// What nobody had read yet.
    pub stdout: String,
    /// All complaints.
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

impl Process {
    /// Writes to it. A program that has given up no longer reads, and that is
    /// its right.
    pub fn write(&mut self, bytes: impl AsRef<[u8]>) {
        if let Some(input) = &mut self.input {
            let _ = input.write_all(bytes.as_ref()).and_then(|()| input.flush());
        }
    }

    /// The next line, without its end.
    pub fn line(&mut self) -> Result<String> {
        let mut line = String::new();
        self.output.as_mut().context("the output is closed")?.read_line(&mut line)?;
        ensure!(line.pop() == Some('\n'), "a line without an end: {line:?}");
        Ok(line)
    }

    /// The next so many bytes.
    pub fn bytes(&mut self, count: usize) -> Result<Vec<u8>> {
        let mut bytes = vec![0; count];
        self.output.as_mut().context("the output is closed")?.read_exact(&mut bytes)?;
        Ok(bytes)
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
        self.input = None;
        let mut stdout = Vec::new();
        if let Some(mut output) = self.output {
            output.read_to_end(&mut stdout)?;
        }
        let mut stderr = Vec::new();
        self.child.stderr.take().context("stderr is closed")?.read_to_end(&mut stderr)?;
        let code = self.child.wait()?.code();
        let text = |bytes: Vec<u8>| String::from_utf8_lossy(&bytes).into_owned();
        Ok(Ended { stdout: text(stdout), stderr: text(stderr), code })
    }
}
