//! What processes use, and have used.

use std::fs;
use std::io;
use std::mem;
use std::sync::atomic::{AtomicU64, Ordering};

use rustix::process::Pid;

/// The processes that this one has started and that still run.
pub fn children(of: Pid) -> Vec<Pid> {
    let of = of.as_raw_nonzero().get();
    let read = |task: fs::DirEntry| fs::read_to_string(task.path().join("children")).ok();
    let tasks = fs::read_dir(format!("/proc/{of}/task")).into_iter().flatten().flatten();
    let listed: Option<Vec<String>> = tasks.map(read).collect();
    match listed {
        Some(lists) => lists.iter().flat_map(|list| list.split_whitespace()).filter_map(pid).collect(),
        // A kernel without such lists: everybody is asked for the parent.
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
    // The name in parentheses may hold anything, also a parenthesis.
    stat.rsplit_once(") ")?.1.split(' ').nth(1)?.parse().ok()
}

/// Real memory of a process and of all below it, in bytes: what they have now,
/// or what one of them has had, if that was more.
pub fn used_below(root: Pid) -> u64 {
    let (mut now, mut peak) = (0, 0);
    let mut waiting = children(root);
    while let Some(process) = waiting.pop() {
        let status = fs::read_to_string(format!("/proc/{}/status", process.as_raw_nonzero()));
        let status = status.unwrap_or_default();
        let field = |name: &str| {
            let line = status.lines().find_map(|line| line.strip_prefix(name))?;
            line.split_whitespace().next()?.parse::<u64>().ok()
        };
        now += field("VmRSS:").unwrap_or(0);
        peak = peak.max(field("VmHWM:").unwrap_or(0));
        waiting.extend(children(process));
    }
    now.max(peak) << 10
}

/// The most memory that any of several processes has had, in bytes.
#[derive(Debug, Default)]
pub struct Peak(AtomicU64);

impl Peak {
    /// One has had so much.
    pub fn note(&self, bytes: u64) {
        self.0.fetch_max(bytes, Ordering::Relaxed);
    }

    /// The most so far.
    pub fn bytes(&self) -> u64 {
        self.0.load(Ordering::Relaxed)
    }
}

/// The most real memory that a child has had (or one below it that it has
/// waited for), in bytes: once it has ended, and as long as nobody has asked
/// how. `None` while it runs.
pub fn peak_of_ended(child: Pid) -> io::Result<Option<u64>> {
    const WITHOUT_ASKING: i32 = libc::WEXITED | libc::WNOHANG | libc::WNOWAIT;
    // SAFETY: both are plain numbers, for which zero is a value.
    let (mut how, mut used) = unsafe { (mem::zeroed::<libc::siginfo_t>(), mem::zeroed::<libc::rusage>()) };
    // The library's function of this name knows no `used`, the kernel's does.
    // SAFETY: the kernel writes into the two, and they live until it has.
    let told = unsafe {
        let child = child.as_raw_nonzero().get();
        libc::syscall(libc::SYS_waitid, libc::P_PID, child, &raw mut how, WITHOUT_ASKING, &raw mut used)
    };
    match told {
        0 => Ok((how.si_signo != 0).then_some((used.ru_maxrss as u64) << 10)),
        _ => Err(io::Error::last_os_error()),
    }
}

#[cfg(test)]
mod tests {
    use std::thread;
    use std::time::{Duration, Instant};

    use super::*;

    #[test]
    fn a_child_is_found_with_its_memory_and_its_parent() {
        let me = rustix::process::getpid();
        let mut child = std::process::Command::new("sleep").arg("100").spawn().unwrap();
        let id = Pid::from_raw(child.id() as i32).unwrap();
        assert!(children(me).contains(&id));
        assert_eq!(parent(id), Some(me.as_raw_nonzero().get()));
        // A program that has only just begun has a page or two.
        let deadline = Instant::now() + Duration::from_secs(20);
        let mut used = used_below(me);
        while used < 100_000 && Instant::now() < deadline {
            thread::sleep(Duration::from_millis(5));
            used = used_below(me);
        }
        assert!((100_000..1 << 30).contains(&used), "{used}");
        child.kill().unwrap();
        child.wait().unwrap();
        assert!(!children(me).contains(&id));
    }

    #[test]
    fn what_a_child_had_is_known_until_somebody_asks_how_it_ended() {
        // It reads and writes by pieces of so many bytes.
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
