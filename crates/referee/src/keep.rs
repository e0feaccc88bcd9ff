//! The keeper: a process between the judge and a foreign program.
//!
//! It limits the program, watches its memory, and ends it with everything that
//! it has started, however well that hides: orphans below a keeper become its
//! children (it is their *subreaper*). It does so when the program ends, when
//! the judge hangs up, and when the judge is killed.
//!
//! The keeper is the judge's own program, started again in another role: a
//! fresh process of one thread may leave its name spaces, which the judge
//! itself could not, and no code has to run between fork and exec.

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

/// The roles in which this program can be started, by its first argument.
const KEEP: &str = "--keep";
const KEEP_INSIDE: &str = "--keep-inside";
/// Loads the library that is named next and plays by it.
pub const COMPETE: &str = "--compete";

/// How often the memory is looked at.
const GLANCE: Timespec = Timespec { tv_sec: 0, tv_nsec: 15_000_000 };
/// No file may grow beyond this.
const LARGEST_FILE: u64 = 64 << 20;

/// What a program may use.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Limits {
    /// Real memory of it and of all that it starts, in bytes.
    pub memory: u64,
    /// CPU time of each of its processes.
    pub cpu: Duration,
}

/// Who guards foreign programs, and how.
#[derive(Clone, Debug)]
pub struct Keeper {
    itself: PathBuf,
    /// What the programs cannot reach.
    pub sandbox: Sandbox,
    /// What they may use.
    pub limits: Limits,
}

impl Keeper {
    /// A keeper with this sandbox and these limits.
    pub fn new(sandbox: Sandbox, limits: Limits) -> Result<Keeper> {
        let itself = env::current_exe().context("cannot find this program's own file")?;
        Ok(Keeper { itself, sandbox, limits })
    }

    /// Starts the program that these words are, with the pipes that `pipe`
    /// asks for. What comes back beside it is the way to the keeper.
    pub(crate) fn spawn<'a>(
        &self,
        words: impl IntoIterator<Item = &'a OsStr>,
        pipe: fn(&mut Command) -> &mut Command,
    ) -> Result<(Child, UnixStream)> {
        /// The keeper's end of a channel must not get into another program
        /// that is started at the same time.
        static ONE_AT_A_TIME: Mutex<()> = Mutex::new(());
        let (ours, theirs) = UnixStream::pair()?;
        let mut command = Command::new(&self.itself);
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

/// If this process was started by a [`Keeper`] (or to be one), does that and
/// gives the exit code. A program that uses keepers calls this first of all.
pub fn serve() -> Option<ExitCode> {
    let arguments: Vec<OsString> = env::args_os().skip(1).collect();
    let (role, arguments) = arguments.split_first()?;
    let run: fn(&[OsString]) -> Result<()> = match role.to_str()? {
        KEEP => keep,
        KEEP_INSIDE => keep_inside,
        COMPETE => compete::run,
        _ => return None,
    };
    Some(match run(arguments) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            // Whoever reads it: there is nobody else to tell.
            let _ = writeln!(io::stderr(), "{error:#}");
            ExitCode::FAILURE
        }
    })
}

/// The end of the channel that this process was given.
fn channel(number: &OsStr) -> Result<UnixStream> {
    let number: i32 = number.to_str().and_then(|text| text.parse().ok()).context("no channel")?;
    ensure!(number > 2, "channel {number} belongs to the program");
    // SAFETY: `Keeper::spawn` leaves this descriptor open for this process, and
    // nothing here knows of it but this line, which runs once.
    Ok(UnixStream::from(unsafe { OwnedFd::from_raw_fd(number) }))
}

/// `CHANNEL SANDBOX MEMORY CPU PROGRAM ARGUMENT…`
fn keep(arguments: &[OsString]) -> Result<()> {
    let [number, sandbox, memory, cpu, words @ ..] = arguments else {
        anyhow::bail!("this role is not for people");
    };
    let mut channel = channel(number)?;
    let text = |text: &OsString| text.to_str().map(String::from).context("no text");
    let sandbox: Sandbox = text(sandbox)?.parse()?;
    let limits = Limits { memory: text(memory)?.parse()?, cpu: Duration::from_secs(text(cpu)?.parse()?) };
    let end = guard(&channel, sandbox, limits, words)
        .unwrap_or_else(|error| Some(End::Failed(format!("{error:#}"))));
    // Told before the rest is ended: a judge that sees the output close asks why
    // at once, and on a busy machine the killing takes a while.
    if let Some(end) = end {
        // A judge that has hung up wants to know nothing.
        let _ = channel.write_all(end.to_string().as_bytes());
    }
    kill_all();
    Ok(())
}

/// Runs the program and watches it; `None` if somebody else tells (or nobody
/// wants to know) how it ended.
fn guard(channel: &UnixStream, sandbox: Sandbox, limits: Limits, words: &[OsString]) -> Result<Option<End>> {
    // Fails only for who leads a group already, and then all is well.
    let _ = setsid();
    set_child_subreaper(Some(getpid()))?;
    set_no_new_privs(true)?;
    for (resource, most) in
        [(Resource::Core, 0), (Resource::Fsize, LARGEST_FILE), (Resource::Cpu, limits.cpu.as_secs())]
    {
        // Nobody may have more than before.
        let most = getrlimit(resource).maximum.map_or(most, |before| before.min(most));
        setrlimit(resource, Rlimit { current: Some(most), maximum: Some(most) })?;
    }
    let mut command = match sandbox {
        Sandbox::Nothing => command(words)?,
        Sandbox::Bubblewrap => command(&sandbox::bubblewrap(words)?)?,
        Sandbox::NameSpaces => {
            sandbox::enter(words)?;
            let mut inside = Command::new("/proc/self/exe");
            inside.arg(KEEP_INSIDE).arg(channel.as_raw_fd().to_string()).args(words);
            inside
        }
    };
    let inherits = sandbox == Sandbox::NameSpaces;
    fcntl_setfd(channel, if inherits { FdFlags::empty() } else { FdFlags::CLOEXEC })?;
    let program = start(&mut command)?;
    // Becomes readable with the end of the program.
    let ending = pidfd_open(program, PidfdFlags::empty()).ok();
    loop {
        let mut events = vec![PollFd::new(channel, PollFlags::IN)];
        events.extend(ending.as_ref().map(|ending| PollFd::new(ending, PollFlags::IN)));
        // Whatever ended the wait, it is time for a look.
        let _ = poll(&mut events, Some(&GLANCE));
        if !events[0].revents().is_empty() {
            return Ok(None);
        }
        while let Ok(Some((ended, status))) = wait(WaitOptions::NOHANG) {
            if ended == program {
                return Ok(match (sandbox, End::from(ExitStatus::from_raw(status.as_raw()))) {
                    (Sandbox::NameSpaces, _) => None,
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

/// `CHANNEL PROGRAM ARGUMENT…`: the first process of a name space of processes,
/// which ends with this one.
fn keep_inside(arguments: &[OsString]) -> Result<()> {
    let (number, words) = arguments.split_first().context("this role is not for people")?;
    let mut channel = channel(number)?;
    fcntl_setfd(&channel, FdFlags::CLOEXEC)?;
    let run = || -> Result<End> {
        let program = start(&mut command(words)?)?;
        loop {
            let (ended, status) = wait(WaitOptions::empty())?.context("nothing to wait for")?;
            if ended == program {
                return Ok(End::from(ExitStatus::from_raw(status.as_raw())));
            }
        }
    };
    let end = run().unwrap_or_else(|error| End::Failed(format!("{error:#}")));
    Ok(channel.write_all(end.to_string().as_bytes())?)
}

fn command<T: AsRef<OsStr>>(words: &[T]) -> Result<Command> {
    let (program, arguments) = words.split_first().context("no program")?;
    let mut command = Command::new(program);
    command.args(arguments);
    Ok(command)
}

/// Starts it on our stdin, stdout and stderr, and lets go of these: who reads
/// them has to see when the program closes them.
fn start(command: &mut Command) -> Result<Pid> {
    let program = command.get_program().to_os_string();
    let child = command.spawn().with_context(|| format!("{} does not start", program.display()))?;
    let null = File::options().read(true).write(true).open("/dev/null")?;
    dup2_stdin(&null)?;
    dup2_stdout(&null)?;
    dup2_stderr(&null)?;
    Pid::from_raw(child.id() as i32).context("a process has a number")
}

/// Ends everything below this process. The children of those who end become
/// ours, and their turn comes.
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
