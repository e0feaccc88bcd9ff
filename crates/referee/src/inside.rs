//! The first process inside the sandbox: gives up what is left of its privileges and
//! becomes the program.

use std::ffi::{OsString, c_ulong};
use std::os::unix::process::CommandExt;
use std::process::Command;
use std::{io, ptr};

use anyhow::{Context, Result, ensure};
use rustix::process::{Resource, Rlimit, getgid, getuid, setrlimit};
use rustix::stdio::dup2_stdout;
use rustix::system::uname;
use rustix::thread::{CapabilitySet, CapabilitySets, capabilities, set_capabilities, set_no_new_privs};

use crate::environment;
use crate::keeper::descriptor;
use crate::sandbox::UNPRIVILEGED;

/// Internal subcommand: becomes the program of the command line that follows.
pub(crate) const BECOME: &str = "--become";
/// Maximum number of processes and threads of a program.
pub(crate) const MAX_TASKS: u64 = 512;
/// Since this version the kernel counts the processes of each user namespace.
const COUNTS_BY_NAMESPACE: (u32, u32) = (5, 14);

/// `OUTPUT PROGRAM ARGUMENT…`: `OUTPUT` is the descriptor of the program's stdout.
pub(crate) fn run(arguments: &[OsString]) -> Result<()> {
    let [output, program, arguments @ ..] = arguments else { anyhow::bail!("internal subcommand") };
    dup2_stdout(descriptor(output)?)?;
    set_no_new_privs(true)?;
    if getuid().is_root() {
        drop_root().context("cannot become another user")?;
    } else if kernel().is_some_and(|version| version >= COUNTS_BY_NAMESPACE) {
        let most = Some(MAX_TASKS);
        setrlimit(Resource::Nproc, Rlimit { current: most, maximum: most })?;
    }
    let none = CapabilitySet::empty();
    set_capabilities(None, CapabilitySets { effective: none, permitted: none, inheritable: none })?;
    let left = capabilities(None)?;
    ensure!(
        !getuid().is_root() && !getgid().is_root() && left.effective.is_empty() && left.permitted.is_empty(),
        "the sandbox left privileges: user {}, group {}, {left:?}",
        getuid().as_raw(),
        getgid().as_raw()
    );
    #[cfg(any(target_arch = "x86_64", target_arch = "aarch64"))]
    crate::seccomp::refuse().context("cannot refuse system calls")?;
    let mut command = Command::new(program);
    command.args(arguments).env_clear().envs(environment::unpacked());
    Err(command.exec()).with_context(|| format!("{} does not start", program.display()))
}

/// From root to an unprivileged user, without groups and capabilities.
fn drop_root() -> io::Result<()> {
    let check = |result: i32| if result == 0 { Ok(()) } else { Err(io::Error::last_os_error()) };
    // Ends with an error at the first capability that the kernel does not know.
    // SAFETY: the call takes numbers only.
    let drop = |number: c_ulong| unsafe { libc::prctl(libc::PR_CAPBSET_DROP, number, 0, 0, 0) } == 0;
    if (0..64).take_while(|&number| drop(number)).count() == 0 {
        return Err(io::Error::last_os_error());
    }
    // SAFETY: an empty list of groups, and numbers; this process has one thread.
    unsafe {
        check(libc::setgroups(0, ptr::null()))?;
        check(libc::setresgid(UNPRIVILEGED, UNPRIVILEGED, UNPRIVILEGED))?;
        check(libc::setresuid(UNPRIVILEGED, UNPRIVILEGED, UNPRIVILEGED))
    }
}

/// Version of the kernel.
fn kernel() -> Option<(u32, u32)> {
    let name = uname();
    let mut parts = name.release().to_str().ok()?.split(|c: char| !c.is_ascii_digit());
    Some((parts.next()?.parse().ok()?, parts.next()?.parse().ok()?))
}
