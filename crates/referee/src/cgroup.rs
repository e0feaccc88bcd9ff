//! A control group of a foreign program: it limits and counts all memory that the
//! program holds, also files in memory that no process maps, and its processes.
//!
//! A group can be made where the referee may write to the control groups: as root on
//! most machines, as a user below a session's group that belongs to the user. Version 1
//! and version 2 of the kernel's interface are supported; controllers are used as they
//! are and never switched on.

use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};

use rustix::process::{Pid, Signal, kill_process};

/// Name of a group, before the keeper's process id.
const NAME: &str = "tesuji-referee-";

/// Version of the interface.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Version {
    /// A tree of groups per controller.
    One,
    /// One tree.
    Two,
}

/// Where groups can be made: the groups above, for memory and for processes.
#[derive(Clone, PartialEq, Eq, Debug)]
struct Place {
    version: Version,
    memory: PathBuf,
    processes: PathBuf,
}

/// A control group.
#[derive(Debug)]
pub(crate) struct Group {
    version: Version,
    memory: PathBuf,
    processes: PathBuf,
}

impl Group {
    /// Makes a group for the programs of the keeper with this process id; `None` where
    /// that is not possible.
    pub(crate) fn make(keeper: u32, memory: u64, tasks: u64) -> Option<Group> {
        places(Path::new("/")).into_iter().find_map(|place| {
            remove_left_over(&place);
            let group = Group::at(&place, keeper);
            match group.set_up(memory, tasks) {
                Ok(()) => Some(group),
                Err(_) => {
                    group.remove_folders();
                    None
                }
            }
        })
    }

    /// Ends all processes in the groups of this keeper, which did not do it itself.
    pub(crate) fn end_of(keeper: u32) {
        for place in places(Path::new("/")) {
            let group = Group::at(&place, keeper);
            if group.memory.is_dir() || group.processes.is_dir() {
                group.end();
            }
        }
    }

    fn at(place: &Place, keeper: u32) -> Group {
        let name = format!("{NAME}{keeper}");
        Group {
            version: place.version,
            memory: place.memory.join(&name),
            processes: place.processes.join(&name),
        }
    }

    /// A group of version 2 in this folder.
    #[cfg(test)]
    pub(crate) fn in_folder(folder: &Path) -> Group {
        Group { version: Version::Two, memory: folder.into(), processes: folder.into() }
    }

    fn set_up(&self, memory: u64, tasks: u64) -> io::Result<()> {
        for folder in self.folders() {
            match fs::create_dir(folder) {
                Err(error) if error.kind() != io::ErrorKind::AlreadyExists => return Err(error),
                _ => (),
            }
        }
        fs::write(self.processes.join("pids.max"), tasks.to_string())?;
        if memory == u64::MAX {
            return Ok(());
        }
        // The keeper ends the program at the limit. The kernel, which also counts the
        // cache of files that were read, keeps a program from growing meanwhile.
        let hard = memory.saturating_add(memory / 8).saturating_add(16 << 20).to_string();
        match self.version {
            Version::One => {
                fs::write(self.memory.join("memory.limit_in_bytes"), &hard)?;
                // Absent if the kernel does not count swap.
                let _ = fs::write(self.memory.join("memory.memsw.limit_in_bytes"), &hard);
            }
            Version::Two => {
                fs::write(self.memory.join("memory.max"), &hard)?;
                let _ = fs::write(self.memory.join("memory.swap.max"), "0");
            }
        }
        Ok(())
    }

    fn folders(&self) -> Vec<&Path> {
        let mut all = vec![self.memory.as_path(), self.processes.as_path()];
        all.dedup();
        all
    }

    /// Files to which a process writes `0` to enter the group.
    pub(crate) fn doors(&self) -> io::Result<Vec<File>> {
        self.folders()
            .iter()
            .map(|folder| File::options().write(true).open(folder.join("cgroup.procs")))
            .collect()
    }

    /// Memory that the program holds now, in bytes: that of its processes and files in
    /// memory, without the cache of other files.
    pub(crate) fn used(&self) -> u64 {
        let names = match self.version {
            Version::One => ["total_rss", "total_shmem"],
            Version::Two => ["anon", "shmem"],
        };
        let text = fs::read_to_string(self.memory.join("memory.stat")).unwrap_or_default();
        names.iter().map(|name| field(&text, name)).sum()
    }

    /// Has the kernel ended a process at the hard limit? Then the largest use so far.
    pub(crate) fn overflow(&self) -> Option<u64> {
        let (events, peak) = match self.version {
            Version::One => ("memory.oom_control", "memory.max_usage_in_bytes"),
            Version::Two => ("memory.events", "memory.peak"),
        };
        let text = fs::read_to_string(self.memory.join(events)).unwrap_or_default();
        let read = |name| fs::read_to_string(self.memory.join(name)).ok()?.trim().parse::<u64>().ok();
        (field(&text, "oom_kill") > 0).then(|| read(peak).or_else(|| read("memory.max")).unwrap_or_default())
    }

    /// Kills all processes in the group and removes it.
    pub(crate) fn end(&self) {
        for _ in 0..1000 {
            let mut left = 0;
            for folder in self.folders() {
                let text = fs::read_to_string(folder.join("cgroup.procs")).unwrap_or_default();
                for process in text.split_whitespace().filter_map(|id| Pid::from_raw(id.parse().ok()?)) {
                    let _ = kill_process(process, Signal::KILL);
                    left += 1;
                }
            }
            if left == 0 && self.remove_folders() {
                return;
            }
            // The kernel needs a moment to remove a process from its group.
            std::thread::sleep(std::time::Duration::from_millis(1));
        }
    }

    fn remove_folders(&self) -> bool {
        for folder in self.folders() {
            let _ = fs::remove_dir(folder);
        }
        self.folders().iter().all(|folder| !folder.exists())
    }
}

/// Value of a line `name value`.
fn field(text: &str, name: &str) -> u64 {
    let value = text.lines().find_map(|line| line.strip_prefix(name)?.strip_prefix(' '));
    value.and_then(|value| value.trim().parse().ok()).unwrap_or(0)
}

/// Removes empty groups of keepers that were killed.
fn remove_left_over(place: &Place) {
    for parent in [&place.memory, &place.processes] {
        for entry in fs::read_dir(parent).into_iter().flatten().flatten() {
            let name = entry.file_name();
            let keeper = name.to_str().and_then(|name| name.strip_prefix(NAME)?.parse::<u32>().ok());
            if keeper.is_some_and(|keeper| !Path::new(&format!("/proc/{keeper}")).exists()) {
                let _ = fs::remove_dir(entry.path());
            }
        }
    }
}

/// Places where groups may be made, the best first; `root` is `/` except in tests.
fn places(root: &Path) -> Vec<Place> {
    let read = |path: &str| fs::read_to_string(root.join(path)).unwrap_or_default();
    let (mounts, own) = (read("proc/self/mountinfo"), read("proc/self/cgroup"));
    let inside = |path: &str| root.join(path.trim_start_matches('/'));
    // Folder of this process's group in the tree of a controller ("" in version 2).
    let folder = |controller: &str| {
        let path = own.lines().find_map(|line| {
            let (_, rest) = line.split_once(':')?;
            let (names, path) = rest.split_once(':')?;
            names.split(',').any(|name| name == controller).then_some(path)
        })?;
        mounts.lines().find_map(|line| {
            let (before, after) = line.split_once(" - ")?;
            let fields: Vec<&str> = before.split(' ').collect();
            let (shown, point) = (*fields.get(3)?, *fields.get(4)?);
            let mut after = after.split(' ');
            let (kind, options) = (after.next()?, after.nth(1)?);
            let fits = match controller {
                "" => kind == "cgroup2",
                name => kind == "cgroup" && options.split(',').any(|option| option == name),
            };
            // In a container only a part of the tree is mounted.
            let below = path.strip_prefix(shown.trim_end_matches('/')).unwrap_or("");
            fits.then(|| inside(point).join(below.trim_start_matches('/')))
        })
    };
    let mut all = Vec::new();
    if let (Some(memory), Some(processes)) = (folder("memory"), folder("pids")) {
        all.push(Place { version: Version::One, memory, processes });
    }
    if let Some(own) = folder("") {
        // A group with processes has no controllers for groups below it, except the
        // topmost; a group beside this one does.
        for parent in [Some(own.as_path()), own.parent()].into_iter().flatten() {
            let given = fs::read_to_string(parent.join("cgroup.subtree_control")).unwrap_or_default();
            let has = |name: &str| given.split_whitespace().any(|given| given == name);
            if has("memory") && has("pids") {
                let path = parent.to_path_buf();
                all.push(Place { version: Version::Two, memory: path.clone(), processes: path });
            }
        }
    }
    all
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A file tree with these files.
    fn tree(name: &str, files: &[(&str, &str)]) -> PathBuf {
        let root = std::env::temp_dir().join(format!("referee-cgroup-{}-{name}", std::process::id()));
        for (path, text) in files {
            let path = root.join(path);
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(path, text).unwrap();
        }
        root
    }

    const MOUNTS_ONE: &str = "30 20 0:26 / /sys/fs/cgroup/memory rw,relatime - cgroup cgroup rw,memory\n\
        31 20 0:27 /box /sys/fs/cgroup/pids rw,relatime shared:9 - cgroup cgroup rw,pids\n\
        32 20 0:28 / /sys/fs/cgroup/unified rw,relatime - cgroup2 cgroup2 rw\n";

    #[test]
    fn version_one_has_a_folder_per_controller_and_a_container_sees_a_part() {
        let own = "8:pids:/box/job\n4:memory:/jobs/7\n0::/\n";
        let root = tree("one", &[("proc/self/mountinfo", MOUNTS_ONE), ("proc/self/cgroup", own)]);
        let expected = Place {
            version: Version::One,
            memory: root.join("sys/fs/cgroup/memory/jobs/7"),
            processes: root.join("sys/fs/cgroup/pids/job"),
        };
        assert_eq!(places(&root), [expected]);
        fs::remove_dir_all(root).unwrap();
    }

    #[test]
    fn in_version_two_a_group_is_made_beside_the_own_one_if_the_controllers_are_on() {
        let mounts = "32 20 0:28 / /sys/fs/cgroup rw,nosuid - cgroup2 cgroup2 rw,nsdelegate\n";
        let own = "0::/user.slice/app.slice/shell.scope\n";
        let app = "sys/fs/cgroup/user.slice/app.slice";
        let root = tree(
            "two",
            &[
                ("proc/self/mountinfo", mounts),
                ("proc/self/cgroup", own),
                (&format!("{app}/shell.scope/cgroup.subtree_control"), ""),
                (&format!("{app}/cgroup.subtree_control"), "cpu memory pids\n"),
            ],
        );
        let path = root.join(app);
        let place = Place { version: Version::Two, memory: path.clone(), processes: path.clone() };
        assert_eq!(places(&root), std::slice::from_ref(&place));
        fs::write(path.join("cgroup.subtree_control"), "cpu memory\n").unwrap();
        assert_eq!(places(&root), [], "the number of processes is not limited there");

        // The kernel would fill the files of a group; here they are plain files.
        let group = Group::at(&place, 12);
        group.set_up(64 << 20, 9).unwrap();
        let name = |file: &str| path.join("tesuji-referee-12").join(file);
        assert_eq!(fs::read_to_string(name("memory.max")).unwrap(), ((72 + 16) << 20).to_string());
        assert_eq!(fs::read_to_string(name("pids.max")).unwrap(), "9");
        fs::write(name("memory.stat"), "anon 100\nfile 7000\nshmem 20\nanon_thp 3\n").unwrap();
        assert_eq!(group.used(), 120);
        fs::write(name("memory.events"), "oom 1\noom_kill 0\n").unwrap();
        assert_eq!(group.overflow(), None);
        fs::write(name("memory.events"), "oom 1\noom_kill 2\n").unwrap();
        fs::write(name("memory.peak"), "4096\n").unwrap();
        assert_eq!(group.overflow(), Some(4096));
        fs::remove_dir_all(root).unwrap();
    }

    #[test]
    fn without_control_groups_there_is_no_place() {
        let root = tree("none", &[("proc/self/mountinfo", "20 1 8:1 / / rw - ext4 /dev/sda1 rw\n")]);
        assert_eq!(places(&root), []);
        fs::remove_dir_all(root).unwrap();
    }
}
