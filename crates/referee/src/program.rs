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
use crate::record::Record;
use crate::sandbox::{self, Sandbox};
use crate::view;

/// A program and its arguments.
#[derive(Clone, Debug)]
pub struct Program {
    path: PathBuf,
    arguments: Vec<OsString>,
    /// Folder in which it is started, if not the current one.
    folder: Option<PathBuf>,
    /// Environment variables that it does not get.
    hidden: Vec<OsString>,
    keeper: Option<Keeper>,
    /// Of all processes that have ended; clones of the program share it.
    peak: Arc<Peak>,
    /// Of the newest process, if that is wanted; clones of the program share it.
    record: Option<Record>,
}

impl Program {
    /// The program in this file, without arguments.
    pub fn new(path: impl AsRef<Path>) -> Program {
        let path = path.as_ref().to_path_buf();
        let (arguments, hidden) = (Vec::new(), Vec::new());
        Program { path, arguments, folder: None, hidden, keeper: None, peak: Arc::default(), record: None }
    }

    /// The program of a command line with a shell's quotes, after `cd FOLDER;` if it is
    /// to be started there. It is searched in `PATH` and must exist.
    pub fn of_command(line: &str) -> Result<Program> {
        let (folder, command) = split_folder(line)?;
        let words =
            shlex::split(command).with_context(|| format!("{}: a quote is not closed", quote(line)))?;
        let (name, arguments) = words.split_first().context("the command line is empty")?;
        let program = Program::new(find_in(folder.as_deref(), name)?).with(arguments);
        Ok(match folder {
            Some(folder) => program.started_in(folder),
            None => program,
        })
    }

    /// Starts it in this folder, which a sandbox then shows to it.
    pub fn started_in(mut self, folder: impl AsRef<Path>) -> Program {
        self.folder = Some(folder.as_ref().to_path_buf());
        self
    }

    /// Hides an environment variable from it. (A keeper passes only a few on.)
    pub fn without_env(mut self, name: impl Into<OsString>) -> Program {
        self.hidden.push(name.into());
        self
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

    /// Records what is sent to each of its processes and what comes back.
    pub fn recorded_by(mut self, record: Record) -> Program {
        self.record = Some(record);
        self
    }

    /// Peak memory of a process of this program or of a clone, in bytes: the
    /// maximum over all processes that have ended.
    pub fn peak_memory(&self) -> u64 {
        self.peak.bytes()
    }

    /// Checks that its sandbox, if it has one, can show it and its folder.
    pub fn check_visible(&self) -> Result<()> {
        match &self.keeper {
            Some(keeper) if keeper.sandbox == Sandbox::Bubblewrap => {
                let shown = keeper.shown().iter().map(PathBuf::as_path);
                view::check(&self.path, self.folder.as_deref(), shown, sandbox::unprivileged())
            }
            _ => Ok(()),
        }
    }

    /// Starts it.
    pub fn start(&self) -> Result<Process> {
        let context = || format!("{} does not start", self.path.display());
        match &self.keeper {
            Some(keeper) => {
                let words =
                    [self.path.as_os_str()].into_iter().chain(self.arguments.iter().map(AsRef::as_ref));
                let folder = self.folder.as_deref();
                let (child, link) = keeper.spawn(words, folder, piped).with_context(context)?;
                Process::new(child, Some(link), self.peak.clone(), self.record.clone())
            }
            None => {
                let mut command = Command::new(&self.path);
                if let Some(folder) = &self.folder {
                    command.current_dir(folder);
                }
                for name in &self.hidden {
                    command.env_remove(name);
                }
                let child = piped(command.args(&self.arguments)).spawn().with_context(context)?;
                Process::new(child, None, self.peak.clone(), self.record.clone())
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

/// Splits a command into the folder of `cd FOLDER;` at its beginning, if it has that,
/// and the rest. The folder must exist.
pub fn split_folder(command: &str) -> Result<(Option<PathBuf>, &str)> {
    let Some(rest) = command.trim_start().strip_prefix("cd ") else { return Ok((None, command)) };
    let mut quoted = None;
    let end = rest.char_indices().find(|&(_, c)| {
        match quoted {
            Some(open) if open == c => quoted = None,
            None if matches!(c, '\'' | '"') => quoted = Some(c),
            _ => (),
        }
        c == ';' && quoted.is_none()
    });
    let (at, _) = end.with_context(|| {
        format!("{}: a semicolon must follow the folder, as in `cd FOLDER; COMMAND`", quote(command))
    })?;
    let words = shlex::split(&rest[..at]).unwrap_or_default();
    let [folder] = words.as_slice() else {
        bail!("{}: one folder must follow cd, as in `cd FOLDER; COMMAND`", quote(command))
    };
    ensure!(Path::new(folder).is_dir(), "there is no folder {}", quote(folder));
    Ok((Some(Path::new(folder).canonicalize()?), rest[at + 1..].trim_start()))
}

/// Finds the file of a program: the name itself if it has a slash, else in the
/// folders of `PATH`.
pub fn find(name: &str) -> Result<PathBuf> {
    find_in(None, name)
}

/// The same, where a relative name is relative to this folder.
fn find_in(folder: Option<&Path>, name: &str) -> Result<PathBuf> {
    let runs = |path: &Path| path.is_file() && access(path, Access::EXEC_OK).is_ok();
    if name.contains('/') {
        let path = folder.unwrap_or(Path::new("")).join(name);
        ensure!(path.exists(), "there is no program {}", quote(name));
        ensure!(runs(&path), "{} is not executable", quote(name));
        return Ok(std::path::absolute(path)?);
    }
    let folders = env::var_os("PATH").unwrap_or_default();
    match env::split_paths(&folders).map(|folder| folder.join(name)).find(|path| runs(path)) {
        Some(path) => Ok(path),
        None => {
            bail!("there is no program {} in PATH (write ./NAME for a file in this folder)", quote(name))
        }
    }
}
