//! Children of processes, and the peak memory of ended ones.

use std::fs;
use std::io;
use std::mem;
use std::sync::atomic::{AtomicU64, Ordering};

use rustix::process::Pid;

/// The running children of a process.
pub fn children(of: Pid) -> Vec<Pid> {
    let of = of.as_raw_nonzero().get();
    let read = |task: fs::DirEntry| fs::read_to_string(task.path().join("children")).ok();
    let tasks = fs::read_dir(format!("/proc/{of}/task")).into_iter().flatten().flatten();
    let listed: Option<Vec<String>> = tasks.map(read).collect();
    match listed {
        Some(lists) => lists.iter().flat_map(|list| list.split_whitespace()).filter_map(pid).collect(),
        // A kernel without such lists: reads the parent of every process.
        None => {
            let all = fs::read_dir("/proc").into_iter().flatten().flatten();
            let names = all.filter_map(|entry| pid(entry.file_name().to_str()?));
            names.filter(|child| parent(*child) == Some(of)).collect()
        }
    }
}

fn pid(text: &str) -> Option<Pid> {
    text.parse().ok().and_then(Pid::from_raw)
}

fn parent(of: Pid) -> Option<i32> {
    let stat = fs::read_to_string(format!("/proc/{}/stat", of.as_raw_nonzero())).ok()?;
    // The name in parentheses may contain a parenthesis.
    stat.rsplit_once(") ")?.1.split(' ').nth(1)?.parse().ok()
}

/// Peak memory of several processes, in bytes.
#[derive(Debug, Default)]
pub struct Peak(AtomicU64);

impl Peak {
    /// Records the peak of a process.
    pub fn note(&self, bytes: u64) {
        self.0.fetch_max(bytes, Ordering::Relaxed);
    }

    /// The maximum so far.
    pub fn bytes(&self) -> u64 {
        self.0.load(Ordering::Relaxed)
    }
}

/// Peak resident memory of an ended child, and of the descendants that it waited
/// for, in bytes. `None` while it runs; an error once it has been waited for.
pub fn peak_of_ended(child: Pid) -> io::Result<Option<u64>> {
    const OPTIONS: i32 = libc::WEXITED | libc::WNOHANG | libc::WNOWAIT;
    // SAFETY: both are plain structs of numbers, for which zero is valid.
    let (mut info, mut usage) = unsafe { (mem::zeroed::<libc::siginfo_t>(), mem::zeroed::<libc::rusage>()) };
    // The C library's waitid has no `usage`; the system call has.
    // SAFETY: the kernel writes into the two structs, which outlive the call.
    let result = unsafe {
        let child = child.as_raw_nonzero().get();
        libc::syscall(libc::SYS_waitid, libc::P_PID, child, &raw mut info, OPTIONS, &raw mut usage)
    };
    match result {
        0 => Ok((info.si_signo != 0).then_some((usage.ru_maxrss as u64) << 10)),
        _ => Err(io::Error::last_os_error()),
    }
}

#[cfg(test)]
mod tests {
    use std::thread;
    use std::time::Duration;

    use super::*;

    #[test]
    fn a_child_is_found_with_its_parent() {
        let me = rustix::process::getpid();
        let mut child = std::process::Command::new("sleep").arg("100").spawn().unwrap();
        let id = Pid::from_raw(child.id() as i32).unwrap();
        assert!(children(me).contains(&id));
        assert_eq!(parent(id), Some(me.as_raw_nonzero().get()));
        child.kill().unwrap();
        child.wait().unwrap();
        assert!(!children(me).contains(&id));
    }

    #[test]
    fn the_peak_of_an_ended_child_is_known_until_it_is_waited_for() {
        // dd allocates a buffer of this size.
        let mut command = std::process::Command::new("dd");
        command.args(["if=/dev/zero", "of=/dev/null", "bs=50M", "count=1", "status=none"]);
        let mut child = command.spawn().unwrap();
        let id = Pid::from_raw(child.id() as i32).unwrap();
        let peak = loop {
            match peak_of_ended(id).unwrap() {
                Some(peak) => break peak >> 20,
                None => thread::sleep(Duration::from_millis(1)),
            }
        };
        assert!((50..200).contains(&peak), "{peak} MiB");
        assert!(child.wait().unwrap().success());
        assert!(peak_of_ended(id).is_err());
    }
}
