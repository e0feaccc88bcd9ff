//! The keeper: a process between the referee and a foreign program that
//! supervises the program.
//!
//! It limits the program, watches its memory, and ends it with all its
//! descendants: orphans become children of the keeper (it is their *subreaper*).
//! It does so when the program ends, when the referee closes the channel, and
//! when the referee is killed.
//!
//! The keeper is the referee's own program, started again with an internal
//! subcommand: a new process with one thread, in which little has to run between fork
//! and exec. Other processes of the same user cannot look into it (it is not
//! *dumpable*), so that a program cannot take its channel and write its own report.

use std::env;
use std::ffi::{OsStr, OsString};
use std::fs;
use std::io::{self, Write};
use std::os::fd::{AsRawFd, FromRawFd, OwnedFd};
use std::os::unix::net::UnixStream;
use std::os::unix::process::ExitStatusExt;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, ExitCode, ExitStatus};
use std::sync::{Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use anyhow::{Context, Result, ensure};
use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::io::{FdFlags, fcntl_setfd};
use rustix::process::{
    DumpableBehavior, Pid, PidfdFlags, Resource, Rlimit, Signal, WaitOptions, getpid, getrlimit,
    kill_process, pidfd_open, set_child_subreaper, set_dumpable_behavior, setrlimit, setsid, wait,
};
use rustix::thread::set_no_new_privs;

use crate::cgroup::Group;
use crate::end::End;
use crate::inside::{self, BECOME, MAX_TASKS};
use crate::memory::children;
use crate::sandbox::{HOME, Sandbox};
use crate::throttle::Throttle;
use crate::{compete, environment, held, launch};

/// Internal subcommand of the program, as its first argument.
const KEEP: &str = "--keep";
/// Internal subcommand: loads the library in the next argument and answers with
/// its moves.
pub const COMPETE: &str = "--compete";

/// Interval between two checks of the memory.
const MEMORY_INTERVAL: Duration = Duration::from_millis(15);
/// Maximum size of a file, in bytes.
const MAX_FILE: u64 = 64 << 20;

/// The least number of a descriptor beside stdin, stdout and stderr.
pub(crate) const FIRST_FREE: i32 = 3;
/// Processes of the sandbox itself, which a control group counts, too.
const OWN_TASKS: u64 = 8;

/// Limits of a foreign program.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct ProcessLimits {
    /// Memory that the program and its descendants hold, in bytes.
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
    /// Variables of their environment beside the usual ones.
    variables: Vec<(String, OsString)>,
    /// Files and folders that the sandbox shows beside those of the command.
    shown: Vec<PathBuf>,
    /// Share of the time in which a program runs.
    share: f64,
}

impl Keeper {
    /// A keeper with this sandbox and these limits.
    pub fn new(sandbox: Sandbox, limits: ProcessLimits) -> Result<Keeper> {
        let executable = env::current_exe().context("cannot find the executable of this program")?;
        Ok(Keeper { executable, sandbox, limits, variables: Vec::new(), shown: Vec::new(), share: 1.0 })
    }

    /// Adds variables to the environment of the programs, which otherwise has only
    /// `PATH`, `HOME`, language and time zone.
    pub fn with_variables(mut self, variables: impl IntoIterator<Item = (String, OsString)>) -> Keeper {
        self.variables.extend(variables);
        self
    }

    /// Shows these files and folders to the programs in the sandbox, read only.
    pub fn with_shown(mut self, paths: impl IntoIterator<Item = PathBuf>) -> Keeper {
        self.shown.extend(paths);
        self
    }

    /// Lets the programs run only in this share of the time, up to 1, as on a slower
    /// machine: they are stopped and continued in turn, every 10 ms or more.
    pub fn with_share(mut self, share: f64) -> Keeper {
        self.share = share;
        self
    }

    /// Files and folders that the sandbox shows beside those of the command.
    pub(crate) fn shown(&self) -> &[PathBuf] {
        &self.shown
    }

    /// Starts a program, given by its command line, with the pipes that `pipe` sets, in
    /// `folder` if the user named one. Returns the keeper's process and the link to it.
    pub(crate) fn spawn<'a>(
        &self,
        words: impl IntoIterator<Item = &'a OsStr>,
        folder: Option<&Path>,
        pipe: fn(&mut Command) -> &mut Command,
    ) -> Result<(Child, Link)> {
        /// Another program that starts at the same time must not inherit the
        /// keeper's end of the channel.
        static ONE_AT_A_TIME: Mutex<()> = Mutex::new(());
        let (ours, theirs) = UnixStream::pair()?;
        let mut command = Command::new(&self.executable);
        command.arg(KEEP).arg(theirs.as_raw_fd().to_string()).arg(self.sandbox.name());
        command.arg(self.limits.memory.to_string()).arg(self.limits.cpu.as_secs().max(1).to_string());
        command.arg(self.share.to_string());
        let shown: Vec<&Path> = folder.into_iter().chain(self.shown.iter().map(PathBuf::as_path)).collect();
        command.arg(shown.len().to_string()).args(shown);
        let mark = environment::mark();
        let mut variables = self.variables.clone();
        let home = match self.sandbox {
            Sandbox::Bubblewrap => Some(HOME),
            Sandbox::None => {
                variables.push((environment::MARK.to_string(), mark.clone().into()));
                None
            }
        };
        command.env_clear().envs(environment::packed(&variables, home));
        // To find bubblewrap.
        command.envs(env::var_os("PATH").map(|path| ("PATH", path)));
        if let Some(folder) = folder {
            command.current_dir(folder);
        }
        let command = pipe(command.args(words));
        let guard = ONE_AT_A_TIME.lock().unwrap_or_else(PoisonError::into_inner);
        fcntl_setfd(&theirs, FdFlags::empty())?;
        let child = command.spawn();
        drop(theirs);
        drop(guard);
        Ok((child?, Link { channel: ours, mark }))
    }
}

/// The referee's link to a keeper.
pub(crate) struct Link {
    /// Ends with one line, how the program ended.
    pub(crate) channel: UnixStream,
    /// Value of [`environment::MARK`] for a program without a sandbox.
    pub(crate) mark: String,
}

/// Runs an internal subcommand, if this process was started with one, and returns
/// the exit code. A program that uses keepers must call this first.
pub fn serve() -> Option<ExitCode> {
    let arguments: Vec<OsString> = env::args_os().skip(1).collect();
    let (subcommand, arguments) = arguments.split_first()?;
    let run: fn(&[OsString]) -> Result<()> = match subcommand.to_str()? {
        KEEP => keep,
        BECOME => inside::run,
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
    Ok(UnixStream::from(descriptor(number)?))
}

/// A descriptor that this process got at its start. Each is taken once.
pub(crate) fn descriptor(number: &OsStr) -> Result<OwnedFd> {
    let number: i32 = number
        .to_str()
        .and_then(|text| text.parse().ok())
        .context("internal subcommand: the descriptor is not a number")?;
    ensure!(number >= FIRST_FREE, "internal subcommand: descriptor {number} is stdin, stdout or stderr");
    // SAFETY: the process before has left this descriptor open for this one, and no other
    // part of it uses it.
    Ok(unsafe { OwnedFd::from_raw_fd(number) })
}

/// `CHANNEL SANDBOX MEMORY CPU SHARE COUNT PATH… PROGRAM ARGUMENT…`: the sandbox shows the
/// paths, of which there are `COUNT`.
fn keep(arguments: &[OsString]) -> Result<()> {
    // First: no other process may take the channel.
    set_dumpable_behavior(DumpableBehavior::NotDumpable)?;
    let [number, sandbox, memory, cpu, share, count, words @ ..] = arguments else {
        anyhow::bail!("internal subcommand");
    };
    let mut channel = channel(number)?;
    launch::close_on_exec()?;
    let text = |text: &OsString| text.to_str().map(String::from).context("internal subcommand: not UTF-8");
    let sandbox: Sandbox = text(sandbox)?.parse()?;
    let limits =
        ProcessLimits { memory: text(memory)?.parse()?, cpu: Duration::from_secs(text(cpu)?.parse()?) };
    let throttle = Throttle::new(text(share)?.parse()?);
    let (shown, words) =
        words.split_at_checked(text(count)?.parse()?).context("internal subcommand: paths are missing")?;
    let mut group = Group::make(getpid().as_raw_nonzero().get() as u32, limits.memory, MAX_TASKS + OWN_TASKS);
    let make = || match sandbox {
        Sandbox::None => launch::trusted(words),
        Sandbox::Bubblewrap => launch::sandboxed(words, shown),
    };
    let end = supervise(&channel, make, sandbox, limits, throttle, &mut group)
        .unwrap_or_else(|error| Some(End::Failed(format!("{error:#}"))));
    // Reported before the descendants are killed: a referee that sees the closed
    // output waits for the report, and on a busy machine the killing takes time.
    if let Some(end) = end {
        // The referee may have closed the channel.
        let _ = channel.write_all(end.to_string().as_bytes());
    }
    kill_all();
    if let Some(group) = group {
        group.end();
    }
    Ok(())
}

/// Runs the program of the command and watches it. `None` if the referee has closed the channel.
fn supervise(
    channel: &UnixStream,
    make: impl Fn() -> Result<Command>,
    sandbox: Sandbox,
    limits: ProcessLimits,
    mut throttle: Option<Throttle>,
    group: &mut Option<Group>,
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
    let program = launch::start(make, group)?;
    // Becomes readable when the program ends.
    let ending = pidfd_open(program, PidfdFlags::empty()).ok();
    loop {
        let mut events = vec![PollFd::new(channel, PollFlags::IN)];
        events.extend(ending.as_ref().map(|ending| PollFd::new(ending, PollFlags::IN)));
        // All conditions are checked after each wake-up.
        let wait_for = throttle
            .as_mut()
            .map_or(MEMORY_INTERVAL, |throttle| throttle.step(getpid()).min(MEMORY_INTERVAL));
        let _ = poll(&mut events, Timespec::try_from(wait_for).ok().as_ref());
        if !events[0].revents().is_empty() {
            return Ok(None);
        }
        let mut end = None;
        while let Ok(Some((ended, status))) = wait(WaitOptions::NOHANG) {
            if ended == program {
                end = Some(match (sandbox, End::from(ExitStatus::from_raw(status.as_raw()))) {
                    (Sandbox::Bubblewrap, End::Exit(code)) if code > 128 => End::Signal(code - 128),
                    (_, end) => end,
                });
            }
        }
        // A program that was ended for its memory must not look like one that crashed.
        if let Some(excess) = excess(limits, sandbox, group.as_ref()) {
            return Ok(Some(excess));
        }
        if end.is_some() {
            return Ok(end);
        }
    }
}

/// The end of a program that uses more than its limits now.
fn excess(limits: ProcessLimits, sandbox: Sandbox, group: Option<&Group>) -> Option<End> {
    let (memory, tasks) = match group {
        Some(group) => (group.overflow().unwrap_or_else(|| group.used()), 0),
        None => {
            let held =
                held::below(getpid(), limits.memory, MAX_TASKS + OWN_TASKS, sandbox == Sandbox::Bubblewrap);
            (held.memory, held.tasks)
        }
    };
    if memory > limits.memory {
        return Some(End::Memory(memory));
    }
    (tasks > MAX_TASKS + OWN_TASKS).then_some(End::Processes(tasks))
}

/// Kills all descendants of the keeper with this process id, which is stopped or does
/// not get on, then the keeper itself: as long as it exists, orphans are its children.
pub(crate) fn kill_below(keeper: Pid, time: Duration) {
    let descendants = || {
        let mut all = children(keeper);
        let mut at = 0;
        while at < all.len() {
            all.extend(children(all[at]));
            at += 1;
        }
        all
    };
    kill_until_gone(descendants, time);
    let _ = kill_process(keeper, Signal::KILL);
}

/// Kills what a program without a sandbox has left after it has killed its keeper: the
/// processes of the keeper's group, or else those with its mark.
pub(crate) fn kill_left(keeper: Pid, mark: &str, time: Duration) {
    Group::end_of(keeper.as_raw_nonzero().get() as u32);
    kill_until_gone(|| environment::marked(mark), time);
}

/// Kills processes until there are none, or the time is over.
fn kill_until_gone(processes: impl Fn() -> Vec<Pid>, time: Duration) {
    let until = Instant::now() + time;
    loop {
        let mut all = processes();
        all.retain(|&process| !is_zombie(process));
        if all.is_empty() || Instant::now() > until {
            return;
        }
        for process in all {
            let _ = kill_process(process, Signal::KILL);
        }
        thread::sleep(Duration::from_millis(1));
    }
}

/// Has it ended without being waited for?
fn is_zombie(process: Pid) -> bool {
    let stat = fs::read_to_string(format!("/proc/{}/stat", process.as_raw_nonzero())).unwrap_or_default();
    stat.rsplit_once(") ").is_none_or(|(_, rest)| rest.starts_with(['Z', 'X']))
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
