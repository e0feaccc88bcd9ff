//! Memory that a foreign program holds, where no control group counts it: the sum of
//! what can be seen from outside.

use std::collections::HashMap;
use std::fs;
use std::os::unix::fs::MetadataExt;

use rustix::fs::statvfs;
use rustix::process::Pid;

use crate::memory::children;
use crate::sandbox::PRIVATE;

/// What a program and its descendants use.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub(crate) struct Held {
    /// Memory, in bytes, without the cache of files.
    pub(crate) memory: u64,
    /// Number of processes and threads.
    pub(crate) tasks: u64,
}

/// A file in memory: device and inode.
type File = (u64, u64);

/// Beginnings of the names of files in memory that belong to no file system.
const IN_MEMORY: [&str; 3] = ["/memfd:", "/dev/zero (deleted)", "/SYSV"];

/// What all descendants of a process use. Up to `limit`, memory that two processes share
/// may be counted twice; a larger value is exact. More than `most` processes are only
/// counted, which is quick.
pub(crate) fn below(root: Pid, limit: u64, most: u64, sandboxed: bool) -> Held {
    let mut processes = children(root);
    let mut at = 0;
    while at < processes.len() {
        processes.extend(children(processes[at]));
        at += 1;
        if processes.len() as u64 > most {
            return Held { memory: 0, tasks: processes.len() as u64 };
        }
    }
    let folders = if sandboxed { private_folders(&processes) } else { 0 };
    let mut open = HashMap::new();
    let (mut seen, mut tasks) = (0, 0);
    for &process in &processes {
        let status = read(process, "status");
        tasks += number(&status, "Threads:");
        seen += (number(&status, "RssAnon:") + number(&status, "RssShmem:")) << 10;
        open_files(process, &mut open);
    }
    let rough = seen + folders + open.values().sum::<u64>();
    let memory = if rough <= limit { rough } else { folders + exact(&processes, open) };
    Held { memory, tasks }
}

/// Bytes in the private folders of the sandbox of these processes. All processes inside
/// see the same folders; those outside see the host's.
fn private_folders(processes: &[Pid]) -> u64 {
    let device = |path: &str| fs::metadata(path).map(|metadata| metadata.dev()).ok();
    let host = PRIVATE.map(device);
    let size = |process: &Pid, number: usize| {
        let path = format!("/proc/{}/root{}", process.as_raw_nonzero(), PRIVATE[number]);
        let system = statvfs(&path).ok().filter(|_| device(&path) != host[number])?;
        Some((system.f_blocks - system.f_bfree) * system.f_frsize)
    };
    let sizes = (0..PRIVATE.len()).map(|number| {
        // The newest process is inside.
        processes.iter().rev().find_map(|process| size(process, number)).unwrap_or(0)
    });
    sizes.sum()
}

/// The sizes of the files in memory that a process has open, mapped or not.
fn open_files(process: Pid, sizes: &mut HashMap<File, u64>) {
    let folder = format!("/proc/{}/fd", process.as_raw_nonzero());
    for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
        let name = fs::read_link(entry.path()).unwrap_or_default();
        if IN_MEMORY.iter().any(|start| name.as_os_str().as_encoded_bytes().starts_with(start.as_bytes()))
            && let Ok(metadata) = fs::metadata(entry.path())
        {
            sizes.insert((metadata.dev(), metadata.ino()), metadata.blocks() * 512);
        }
    }
}

/// The memory of processes and of files in memory, each page once.
fn exact(processes: &[Pid], mut files: HashMap<File, u64>) -> u64 {
    let mut own = 0;
    let mut mapped: HashMap<File, u64> = HashMap::new();
    for &process in processes {
        let sum = read(process, "smaps_rollup");
        if sum.is_empty() {
            let status = read(process, "status");
            own += (number(&status, "RssAnon:") + number(&status, "RssShmem:")) << 10;
            continue;
        }
        own += number(&sum, "Pss_Anon:") << 10;
        // Most processes map no file in memory; the list of all mappings is long.
        if number(&sum, "Pss_Shmem:") == 0 {
            continue;
        }
        let mut file = None;
        for line in read(process, "smaps").lines() {
            if let Some(kib) = line.strip_prefix("Pss:") {
                if let Some(file) = file {
                    *mapped.entry(file).or_default() += first_number(kib) << 10;
                }
            } else if !line.split(' ').next().unwrap_or_default().ends_with(':') {
                file = mapping(line);
            }
        }
    }
    for (file, bytes) in mapped {
        let held = files.entry(file).or_default();
        *held = bytes.max(*held);
    }
    own + files.values().sum::<u64>()
}

/// The file in memory of a mapping: `addresses rights offset major:minor inode name`.
fn mapping(line: &str) -> Option<File> {
    let mut fields = line.split_whitespace().skip(3);
    let (major, minor) = fields.next()?.split_once(':')?;
    let hex = |text| u32::from_str_radix(text, 16).ok();
    let device = rustix::fs::makedev(hex(major)?, hex(minor)?);
    let inode = fields.next()?.parse().ok()?;
    let name = line.find('/').map(|at| &line[at..])?;
    IN_MEMORY.iter().any(|start| name.starts_with(start)).then_some((device, inode))
}

fn read(process: Pid, name: &str) -> String {
    let bytes = fs::read(format!("/proc/{}/{name}", process.as_raw_nonzero())).unwrap_or_default();
    String::from_utf8_lossy(&bytes).into_owned()
}

/// Value of a line `name value`; 0 if there is none.
fn number(text: &str, name: &str) -> u64 {
    text.lines().find_map(|line| line.strip_prefix(name)).map_or(0, first_number)
}

fn first_number(text: &str) -> u64 {
    text.split_whitespace().next().and_then(|word| word.parse().ok()).unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use std::io::{BufRead, BufReader};
    use std::process::{Command, Stdio};

    use super::*;

    /// Runs a Python program until it prints a line, and returns what it holds.
    fn held_by(program: &str, limit: u64) -> Option<Held> {
        let mut command = Command::new("python3");
        command.args(["-c", program]).stdin(Stdio::piped()).stdout(Stdio::piped());
        let mut child = command.spawn().ok()?;
        let mut line = String::new();
        BufReader::new(child.stdout.take().unwrap()).read_line(&mut line).unwrap();
        assert_eq!(line, "ready\n", "{program}");
        let process = Pid::from_child(&child);
        // `below` leaves out its root; here the child is a root with descendants.
        let with_itself = || {
            let mut processes = vec![process];
            processes.extend(children(process));
            let mut open = HashMap::new();
            processes.iter().for_each(|&process| open_files(process, &mut open));
            Held { memory: exact(&processes, open), tasks: below(process, limit, 1000, false).tasks }
        };
        let held = with_itself();
        drop(child.stdin.take());
        child.wait().unwrap();
        Some(held)
    }

    #[test]
    fn files_in_memory_are_counted_once_mapped_or_not() {
        let wait = "print('ready', flush=True); sys.stdin.read()";
        let memfd = "import os, sys, mmap; f = os.memfd_create('x'); os.posix_fallocate(f, 0, 100 << 20)";
        let touched = "m = mmap.mmap(-1, 100 << 20); m.write(bytes(100 << 20))";
        let map = "m = mmap.mmap(f, 100 << 20); m.write(bytes(100 << 20))";
        let mut checks = 0;
        for (program, mib) in [
            (format!("{memfd}; {wait}"), 100),
            (format!("{memfd}; {map}; {wait}"), 100),
            (format!("{memfd}; {map}; os.close(f); {wait}"), 100),
            (format!("import os, sys, mmap; {touched}; {wait}"), 100),
            (format!("{memfd}; {touched}; {wait}"), 200),
            // Both processes map the same 100 MiB.
            (
                format!(
                    "import os, sys, mmap; {touched}; p = os.fork(); {touched_again}\nif p:\n {wait}; os.waitpid(p, 0)\nelse:\n sys.stdin.read()",
                    touched_again = "m[0]"
                ),
                100,
            ),
        ] {
            let Some(held) = held_by(&program, 0) else { return eprintln!("skipped: there is no python3") };
            // Python itself takes less than 60 MiB.
            assert!((mib..mib + 60).contains(&(held.memory >> 20)), "{program}: {held:?}");
            checks += 1;
        }
        assert_eq!(checks, 6);
    }

    #[test]
    fn tasks_are_counted() {
        let program = "import sys, subprocess, threading\nc = [subprocess.Popen(['sleep', '100']) for _ in range(3)]\n\
            print('ready', flush=True); sys.stdin.read(); [x.kill() or x.wait() for x in c]";
        let Some(held) = held_by(program, 0) else { return eprintln!("skipped: there is no python3") };
        assert_eq!(held.tasks, 3);
    }
}
