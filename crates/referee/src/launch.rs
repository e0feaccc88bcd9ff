//! How a keeper starts its program.

use std::env;
use std::ffi::{OsStr, OsString};
use std::fs::{self, File};
use std::io::{self, Write};
use std::os::fd::{AsRawFd, BorrowedFd};
use std::os::unix::process::CommandExt;
use std::process::{Child, Command, Stdio};

use anyhow::{Context, Result};
use rustix::io::{FdFlags, fcntl_dupfd_cloexec, fcntl_setfd};
use rustix::process::{Pid, Signal, set_parent_process_death_signal};
use rustix::stdio::{dup2_stderr, dup2_stdin, dup2_stdout};

use crate::cgroup::Group;
use crate::environment;
use crate::inside::BECOME;
use crate::keeper::FIRST_FREE;
use crate::sandbox;

/// No program inherits a descriptor other than stdin, stdout and stderr.
pub(crate) fn close_on_exec() -> Result<()> {
    for entry in fs::read_dir("/proc/self/fd").context("cannot list the descriptors")?.flatten() {
        let number = entry.file_name().to_str().and_then(|name| name.parse::<i32>().ok());
        if let Some(number) = number.filter(|&number| number > 2) {
            // SAFETY: the descriptor is borrowed for this call; if it was closed meanwhile,
            // as that of the listing itself, the call fails and changes nothing.
            let _ = fcntl_setfd(unsafe { BorrowedFd::borrow_raw(number) }, FdFlags::CLOEXEC);
        }
    }
    Ok(())
}

/// The command of a program without a sandbox.
pub(crate) fn trusted(words: &[OsString]) -> Result<Command> {
    let mut command = command(words)?;
    command.env_clear().envs(environment::unpacked());
    // SAFETY: one system call; it touches no memory of this process.
    unsafe {
        command.pre_exec(|| Ok(set_parent_process_death_signal(Some(Signal::KILL))?));
    }
    Ok(command)
}

/// The command of a program in the sandbox. Its first process inside is this program
/// again, which becomes the foreign program.
pub(crate) fn sandboxed(words: &[OsString], shown: &[OsString]) -> Result<Command> {
    let variables = environment::unpacked();
    let named = variables.iter().filter_map(|(name, value)| Some((name.to_str()?, value.as_os_str())));
    // bubblewrap's own processes keep stdin, stdout and stderr open until the end, and
    // close other descriptors. The referee must see when the program closes its output.
    let output = fcntl_dupfd_cloexec(io::stdout(), FIRST_FREE)?;
    let mut inside: Vec<OsString> = vec![env::current_exe()?.into(), BECOME.into()];
    inside.push(output.as_raw_fd().to_string().into());
    inside.extend_from_slice(words);
    let mut command = command(&sandbox::bubblewrap(&inside, words, shown, named)?)?;
    command.env_remove("PATH").stdout(Stdio::null());
    // SAFETY: one system call; it touches no memory of this process.
    unsafe {
        command.pre_exec(move || Ok(fcntl_setfd(&output, FdFlags::empty())?));
    }
    Ok(command)
}

fn command<T: AsRef<OsStr>>(words: &[T]) -> Result<Command> {
    let (program, arguments) = words.split_first().context("internal subcommand: the program is missing")?;
    let mut command = Command::new(program);
    command.args(arguments);
    Ok(command)
}

/// Starts the program with this process's stdin, stdout and stderr, and closes
/// them here: the referee must see when the program closes them.
pub(crate) fn start(make: impl Fn() -> Result<Command>, group: &mut Option<Group>) -> Result<Pid> {
    let child = spawn_inside(make, group)?;
    let null = File::options().read(true).write(true).open("/dev/null")?;
    dup2_stdin(&null)?;
    dup2_stdout(&null)?;
    dup2_stderr(&null)?;
    Pid::from_raw(child.id() as i32).context("the process id is invalid")
}

/// Starts the program in its group. A group that can be made cannot always be entered;
/// then the program starts without it and the group is removed.
fn spawn_inside(make: impl Fn() -> Result<Command>, group: &mut Option<Group>) -> Result<Child> {
    if let Some(inside) = group {
        let entered = inside.doors().map_err(Into::into).and_then(|doors| {
            let mut command = make()?;
            // SAFETY: system calls on open files only; nothing is allocated.
            unsafe {
                command.pre_exec(move || doors.iter().try_for_each(|mut door| door.write_all(b"0")));
            }
            spawn(command)
        });
        if entered.is_ok() {
            return entered;
        }
        inside.end();
        *group = None;
    }
    spawn(make()?)
}

/// Starts the command and closes what it holds, such as another descriptor of the output.
fn spawn(mut command: Command) -> Result<Child> {
    let program = command.get_program().to_os_string();
    command.spawn().with_context(|| format!("{} does not start", program.display()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_program_whose_group_cannot_be_entered_starts_without_it() {
        let missing = env::temp_dir().join(format!("referee-no-group-{}", std::process::id()));
        let mut group = Some(Group::in_folder(&missing));
        let mut child = spawn_inside(|| command(&["true"]), &mut group).unwrap();
        assert!(child.wait().unwrap().success());
        assert!(group.is_none());
        let error = spawn_inside(|| command(&["/no/such/program"]), &mut group).unwrap_err();
        assert!(format!("{error:#}").starts_with("/no/such/program does not start: "), "{error:#}");
    }
}
