//! A program and its arguments, and how it is started.

use std::env;
use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::Arc;

use anyhow::{Context, Result, bail, ensure};
use game::error::quote;
use rustix::fs::{Access, access};

use crate::end::Ended;
use crate::keep::Keeper;
use crate::memory::Peak;
use crate::process::Process;

/// A program and its arguments.
#[derive(Clone, Debug)]
pub struct Program {
    path: PathBuf,
    arguments: Vec<OsString>,
    keeper: Option<Keeper>,
    /// Of all its processes that have ended; copies of the program share it.
    peak: Arc<Peak>,
}

impl Program {
    /// The program in this file, without arguments.
    pub fn new(path: impl AsRef<Path>) -> Program {
        let path = path.as_ref().to_path_buf();
        Program { path, arguments: Vec::new(), keeper: None, peak: Arc::default() }
    }

    /// The program of a command line, with quotes as a shell has them. It is
    /// looked for as a shell looks for it, and has to be there.
    pub fn of_command(line: &str) -> Result<Program> {
        let words = shlex::split(line).with_context(|| format!("{}: a quote is not closed", quote(line)))?;
        let (name, arguments) = words.split_first().context("a command line has a program")?;
        Ok(Program::new(find(name)?).with(arguments))
    }

    /// The same with more arguments.
    pub fn with<T: Into<OsString>>(mut self, arguments: impl IntoIterator<Item = T>) -> Program {
        self.arguments.extend(arguments.into_iter().map(Into::into));
        self
    }

    /// The same under guard: limited, and ended with all that it has started.
    pub fn kept_by(mut self, keeper: Keeper) -> Program {
        self.keeper = Some(keeper);
        self
    }

    /// The most memory, in bytes, that one of its processes (or of a copy of
    /// it, with whatever arguments) has had, of those that have ended.
    pub fn peak_memory(&self) -> u64 {
        self.peak.bytes()
    }

    /// Starts it.
    pub fn start(&self) -> Result<Process> {
        let refused = || format!("{} does not start", self.path.display());
        match &self.keeper {
            Some(keeper) => {
                let words =
                    [self.path.as_os_str()].into_iter().chain(self.arguments.iter().map(AsRef::as_ref));
                let (child, channel) = keeper.spawn(words, piped).with_context(refused)?;
                Process::new(child, Some(channel), self.peak.clone())
            }
            None => {
                let mut command = Command::new(&self.path);
                let child = piped(command.args(&self.arguments)).spawn().with_context(refused)?;
                Process::new(child, None, self.peak.clone())
            }
        }
    }

    /// Runs it with this input to its end.
    pub fn feed(&self, input: impl AsRef<[u8]>) -> Result<Ended> {
        let mut process = self.start()?;
        process.write(input);
        process.finish()
    }
}

fn piped(command: &mut Command) -> &mut Command {
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped())
}

/// Where the program of this name is: in the file that is named so, or, for a
/// name without a slash, in one of the folders of `PATH`.
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
        None => bail!("there is no program {} in PATH (a file of this folder is ./{name})", quote(name)),
    }
}
