//! The keeper: a process between the referee and a foreign program that
//! supervises the program.
//!
//! It limits the program, watches its memory, and ends it with all its
//! descendants: orphans become children of the keeper (it is their *subreaper*).
//! It does so when the program ends, when the referee closes the channel, and
//! when the referee is killed.
//!
//! The keeper is the referee's own program, started again with an internal
//! subcommand: a new process with one thread may enter new namespaces, which the
//! referee could not, and no code has to run between fork and exec.

use std::env;
use std::ffi::{OsStr, OsString};
use std::fs::File;
use std::io::{self, Write};
use std::os::fd::{AsRawFd, FromRawFd, OwnedFd};
use std::os::unix::net::UnixStream;
use std::os::unix::process::ExitStatusExt;
use std::path::PathBuf;
use std::process::{Child, Command, ExitCode, ExitStatus};
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use anyhow::{Context, Result, ensure};
use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::io::{FdFlags, fcntl_setfd};
use rustix::process::{
    Pid, PidfdFlags, Resource, Rlimit, Signal, WaitOptions, getpid, getrlimit, kill_process, pidfd_open,
    set_child_subreaper, setrlimit, setsid, wait,
};
use rustix::stdio::{dup2_stderr, dup2_stdin, dup2_stdout};
use rustix::thread::set_no_new_privs;

use crate::compete;
use crate::end::End;
use crate::memory::{children, used_below};
use crate::sandbox::{self, Sandbox};

/// Internal subcommands of the program, as its first argument.
const KEEP: &str = "--keep";
const KEEP_INSIDE: &str = "--keep-inside";
/// Internal subcommand: loads the library in the next argument and answers with
/// its moves.
pub const COMPETE: &str = "--compete";

/// Interval between two checks of the memory.
const MEMORY_INTERVAL: Timespec = Timespec { tv_sec: 0, tv_nsec: 15_000_000 };
/// Maximum size of a file, in bytes.
const MAX_FILE: u64 = 64 << 20;

/// Limits of a foreign program.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct ProcessLimits {
    /// Resident memory of the program and its descendants, in bytes.
    pub memory: u64,
    /// CPU time of each of its processes.
    pub cpu: Duration,
}

/// Supervises foreign programs: sandbox and limits.
#[derive(Clone, Debug)]
pub struct Keeper {
    executable: PathBuf,
    /// The sandbox of the programs.
    pub sandbox: Sandbox,
    /// The limits of the programs.
    pub limits: ProcessLimits,
}

impl Keeper {
    /// A keeper with this sandbox and these limits.
    pub fn new(sandbox: Sandbox, limits: ProcessLimits) -> Result<Keeper> {
        let executable = env::current_exe().context("cannot find the executable of this program")?;
        Ok(Keeper { executable, sandbox, limits })
    }

    /// Starts a program, given by its command line, with the pipes that `pipe`
    /// sets. Returns the keeper's process and the channel to it.
    pub(crate) fn spawn<'a>(
        &self,
        words: impl IntoIterator<Item = &'a OsStr>,
        pipe: fn(&mut Command) -> &mut Command,
    ) -> Result<(Child, UnixStream)> {
        /// Another program that starts at the same time must not inherit the
        /// keeper's end of the channel.
        static ONE_AT_A_TIME: Mutex<()> = Mutex::new(());
        let (ours, theirs) = UnixStream::pair()?;
        let mut command = Command::new(&self.executable);
        command.arg(KEEP).arg(theirs.as_raw_fd().to_string()).arg(self.sandbox.name());
        command.arg(self.limits.memory.to_string()).arg(self.limits.cpu.as_secs().max(1).to_string());
        let command = pipe(command.args(words));
        let guard = ONE_AT_A_TIME.lock().unwrap_or_else(PoisonError::into_inner);
        fcntl_setfd(&theirs, FdFlags::empty())?;
        let child = command.spawn();
        drop(theirs);
        drop(guard);
        Ok((child?, ours))
    }
}

/// Runs an internal subcommand, if this process was started with one, and returns
/// the exit code. A program that uses keepers must call this first.
pub fn serve() -> Option<ExitCode> {
    let arguments: Vec<OsString> = env::args_os().skip(1).collect();
    let (subcommand, arguments) = arguments.split_first()?;
    let run: fn(&[OsString]) -> Result<()> = match subcommand.to_str()? {
        KEEP => keep,
        KEEP_INSIDE => keep_inside,
        COMPETE => compete::run,
        _ => return None,
    };
    Some(match run(arguments) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            let _ = writeln!(io::stderr(), "{error:#}");
            ExitCode::FAILURE
        }
    })
}

/// The keeper's end of the channel.
fn channel(number: &OsStr) -> Result<UnixStream> {
    let number: i32 = number
        .to_str()
        .and_then(|text| text.parse().ok())
        .context("internal subcommand: the channel is not a number")?;
    ensure!(number > 2, "internal subcommand: channel {number} is stdin, stdout or stderr");
    // SAFETY: `Keeper::spawn` leaves this descriptor open for this process, and
    // only this line, which runs once, uses it.
    Ok(UnixStream::from(unsafe { OwnedFd::from_raw_fd(number) }))
}

/// `CHANNEL SANDBOX MEMORY CPU PROGRAM ARGUMENT…`
fn keep(arguments: &[OsString]) -> Result<()> {
    let [number, sandbox, memory, cpu, words @ ..] = arguments else {
        anyhow::bail!("internal subcommand");
    };
    let mut channel = channel(number)?;
    let text = |text: &OsString| text.to_str().map(String::from).context("internal subcommand: not UTF-8");
    let sandbox: Sandbox = text(sandbox)?.parse()?;
    let limits =
        ProcessLimits { memory: text(memory)?.parse()?, cpu: Duration::from_secs(text(cpu)?.parse()?) };
    let end = supervise(&channel, sandbox, limits, words)
        .unwrap_or_else(|error| Some(End::Failed(format!("{error:#}"))));
    // Reported before the descendants are killed: a referee that sees the closed
    // output waits for the report, and on a busy machine the killing takes time.
    if let Some(end) = end {
        // The referee may have closed the channel.
        let _ = channel.write_all(end.to_string().as_bytes());
    }
    kill_all();
    Ok(())
}

/// Runs the program and watches it. `None` if the process inside the namespaces
/// has reported the end, or the referee has closed the channel.
fn supervise(
    channel: &UnixStream,
    sandbox: Sandbox,
    limits: ProcessLimits,
    words: &[OsString],
) -> Result<Option<End>> {
    // Fails only if this process already leads a group, which is fine.
    let _ = setsid();
    set_child_subreaper(Some(getpid()))?;
    set_no_new_privs(true)?;
    for (resource, most) in
        [(Resource::Core, 0), (Resource::Fsize, MAX_FILE), (Resource::Cpu, limits.cpu.as_secs())]
    {
        // A limit can only be lowered.
        let most = getrlimit(resource).maximum.map_or(most, |before| before.min(most));
        setrlimit(resource, Rlimit { current: Some(most), maximum: Some(most) })?;
    }
    let mut command = match sandbox {
        Sandbox::None => command(words)?,
        Sandbox::Bubblewrap => command(&sandbox::bubblewrap(words)?)?,
        Sandbox::Namespaces => {
            sandbox::enter(words)?;
            let mut inside = Command::new("/proc/self/exe");
            inside.arg(KEEP_INSIDE).arg(channel.as_raw_fd().to_string()).args(words);
            inside
        }
    };
    let inherits = sandbox == Sandbox::Namespaces;
    fcntl_setfd(channel, if inherits { FdFlags::empty() } else { FdFlags::CLOEXEC })?;
    let program = start(&mut command)?;
    // Becomes readable when the program ends.
    let ending = pidfd_open(program, PidfdFlags::empty()).ok();
    loop {
        let mut events = vec![PollFd::new(channel, PollFlags::IN)];
        events.extend(ending.as_ref().map(|ending| PollFd::new(ending, PollFlags::IN)));
        // All conditions are checked after each wake-up.
        let _ = poll(&mut events, Some(&MEMORY_INTERVAL));
        if !events[0].revents().is_empty() {
            return Ok(None);
        }
        while let Ok(Some((ended, status))) = wait(WaitOptions::NOHANG) {
            if ended == program {
                return Ok(match (sandbox, End::from(ExitStatus::from_raw(status.as_raw()))) {
                    (Sandbox::Namespaces, _) => None,
                    (Sandbox::Bubblewrap, End::Exit(code)) if code > 128 => Some(End::Signal(code - 128)),
                    (_, end) => Some(end),
                });
            }
        }
        let used = used_below(getpid());
        if used > limits.memory {
            return Ok(Some(End::Memory(used)));
        }
    }
}

/// `CHANNEL PROGRAM ARGUMENT…`: the first process of a PID namespace. All other
/// processes in it end with this one.
fn keep_inside(arguments: &[OsString]) -> Result<()> {
    let (number, words) = arguments.split_first().context("internal subcommand")?;
    let mut channel = channel(number)?;
    fcntl_setfd(&channel, FdFlags::CLOEXEC)?;
    let run = || -> Result<End> {
        let program = start(&mut command(words)?)?;
        loop {
            let (ended, status) = wait(WaitOptions::empty())?.context("there is no child to wait for")?;
            if ended == program {
                return Ok(End::from(ExitStatus::from_raw(status.as_raw())));
            }
        }
    };
    let end = run().unwrap_or_else(|error| End::Failed(format!("{error:#}")));
    Ok(channel.write_all(end.to_string().as_bytes())?)
}

fn command<T: AsRef<OsStr>>(words: &[T]) -> Result<Command> {
    let (program, arguments) = words.split_first().context("internal subcommand: the program is missing")?;
    let mut command = Command::new(program);
    command.args(arguments);
    Ok(command)
}

/// Starts the program with this process's stdin, stdout and stderr, and closes
/// them here: the referee must see when the program closes them.
fn start(command: &mut Command) -> Result<Pid> {
    let program = command.get_program().to_os_string();
    let child = command.spawn().with_context(|| format!("{} does not start", program.display()))?;
    let null = File::options().read(true).write(true).open("/dev/null")?;
    dup2_stdin(&null)?;
    dup2_stdout(&null)?;
    dup2_stderr(&null)?;
    Pid::from_raw(child.id() as i32).context("the process id is invalid")
}

/// Kills all descendants of this process. Orphans become its children and are
/// killed in turn.
fn kill_all() {
    loop {
        for child in children(getpid()) {
            let _ = kill_process(child, Signal::KILL);
        }
        match wait(WaitOptions::empty()) {
            Ok(_) | Err(rustix::io::Errno::INTR) => (),
            Err(_) => return,
        }
    }
}
