//! A program and its arguments.

use std::env;
use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::Arc;

use anyhow::{Context, Result, bail, ensure};
use game::error::quote;
use rustix::fs::{Access, access};

use crate::end::Ended;
use crate::keeper::Keeper;
use crate::memory::Peak;
use crate::process::Process;

/// A program and its arguments.
#[derive(Clone, Debug)]
pub struct Program {
    path: PathBuf,
    arguments: Vec<OsString>,
    keeper: Option<Keeper>,
    /// Of all processes that have ended; clones of the program share it.
    peak: Arc<Peak>,
}

impl Program {
    /// The program in this file, without arguments.
    pub fn new(path: impl AsRef<Path>) -> Program {
        let path = path.as_ref().to_path_buf();
        Program { path, arguments: Vec::new(), keeper: None, peak: Arc::default() }
    }

    /// The program of a command line with a shell's quotes. It is searched in
    /// `PATH` and must exist.
    pub fn of_command(line: &str) -> Result<Program> {
        let words = shlex::split(line).with_context(|| format!("{}: a quote is not closed", quote(line)))?;
        let (name, arguments) = words.split_first().context("the command line is empty")?;
        Ok(Program::new(find(name)?).with(arguments))
    }

    /// Adds arguments.
    pub fn with<T: Into<OsString>>(mut self, arguments: impl IntoIterator<Item = T>) -> Program {
        self.arguments.extend(arguments.into_iter().map(Into::into));
        self
    }

    /// Runs it under a keeper: limited, and ended with all processes that it
    /// starts.
    pub fn kept_by(mut self, keeper: Keeper) -> Program {
        self.keeper = Some(keeper);
        self
    }

    /// Peak memory of a process of this program or of a clone, in bytes: the
    /// maximum over all processes that have ended.
    pub fn peak_memory(&self) -> u64 {
        self.peak.bytes()
    }

    /// Starts it.
    pub fn start(&self) -> Result<Process> {
        let context = || format!("{} does not start", self.path.display());
        match &self.keeper {
            Some(keeper) => {
                let words =
                    [self.path.as_os_str()].into_iter().chain(self.arguments.iter().map(AsRef::as_ref));
                let (child, channel) = keeper.spawn(words, piped).with_context(context)?;
                Process::new(child, Some(channel), self.peak.clone())
            }
            None => {
                let mut command = Command::new(&self.path);
                let child = piped(command.args(&self.arguments)).spawn().with_context(context)?;
                Process::new(child, None, self.peak.clone())
            }
        }
    }

    /// Runs it to its end with this input.
    pub fn feed(&self, input: impl AsRef<[u8]>) -> Result<Ended> {
        let mut process = self.start()?;
        process.write(input);
        process.finish()
    }
}

fn piped(command: &mut Command) -> &mut Command {
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped())
}

/// Finds the file of a program: the name itself if it has a slash, else in the
/// folders of `PATH`.
pub fn find(name: &str) -> Result<PathBuf> {
    let runs = |path: &Path| path.is_file() && access(path, Access::EXEC_OK).is_ok();
    if name.contains('/') {
        let path = Path::new(name);
        ensure!(path.exists(), "there is no program {}", quote(name));
        ensure!(runs(path), "{} is not executable", quote(name));
        return Ok(std::path::absolute(path)?);
    }
    let folders = env::var_os("PATH").unwrap_or_default();
    match env::split_paths(&folders).map(|folder| folder.join(name)).find(|path| runs(path)) {
        Some(path) => Ok(path),
        None => {
            bail!("there is no program {} in PATH (write ./{name} for a file in this folder)", quote(name))
        }
    }
}
