//! The sandbox of a foreign program: no network, no files to write.

use std::collections::BTreeSet;
use std::env;
use std::ffi::{CString, OsString};
use std::fmt::Write as _;
use std::fs;
use std::os::fd::AsRawFd;
use std::path::{Path, PathBuf};
use std::str::FromStr;
use std::time::Duration;

use anyhow::{Context, Result, anyhow, ensure};
use rustix::io::Errno;
use rustix::mount::{
    MountFlags, MountPropagationFlags, mount, mount_bind_recursive, mount_change, mount_remount,
};
use rustix::process::{getgid, getuid};
use rustix::thread::{UnshareFlags, unshare_unsafe};

use crate::keeper::{Keeper, ProcessLimits};
use crate::program::{Program, find};

/// Kind of sandbox.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Sandbox {
    /// bubblewrap (`bwrap`).
    Bubblewrap,
    /// Linux namespaces, set up by the keeper.
    Namespaces,
    /// No sandbox.
    None,
}

/// Folders in which a program may write: private, empty at the start.
const PRIVATE: [&str; 2] = ["/tmp", "/dev/shm"];
/// Mount options of each, with its size.
const PRIVATE_OPTIONS: &str = "size=64m,mode=1777";
/// Time limit of the program that tests a sandbox.
const PROBE_LIMIT: Duration = Duration::from_secs(10);
/// User id inside for a program that is root outside: root inside could undo the
/// sandbox.
const UNPRIVILEGED: u32 = 1000;

impl Sandbox {
    /// Chooses the best sandbox that works here; the text is the reason why no
    /// better one does.
    pub fn choose() -> Result<(Sandbox, String)> {
        let mut why = String::new();
        for (sandbox, name) in [(Sandbox::Bubblewrap, "bubblewrap"), (Sandbox::Namespaces, "user namespace")]
        {
            match sandbox.works() {
                Ok(()) => return Ok((sandbox, why)),
                Err(error) => {
                    let comma = if why.is_empty() { "" } else { "; " };
                    let _ = write!(why, "{comma}{name}: {error:#}");
                }
            }
        }
        Ok((Sandbox::None, why))
    }

    /// Tests the sandbox with `echo`.
    fn works(self) -> Result<()> {
        if self == Sandbox::Bubblewrap {
            ensure!(find("bwrap").is_ok(), "not installed");
        }
        let limits = ProcessLimits { memory: u64::MAX, cpu: PROBE_LIMIT };
        let echo = Program::new(find("echo")?).with(["here"]).kept_by(Keeper::new(self, limits)?);
        let mut process = echo.start()?;
        process.allow(Some(PROBE_LIMIT));
        let output = process.line().map_err(|fault| anyhow!(fault.text))?;
        ensure!(output == "here", "the test program printed {output}");
        Ok(())
    }

    /// Name, as the keeper's argument.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Sandbox::Bubblewrap => "bubblewrap",
            Sandbox::Namespaces => "namespaces",
            Sandbox::None => "none",
        }
    }
}

impl FromStr for Sandbox {
    type Err = anyhow::Error;

    fn from_str(text: &str) -> Result<Sandbox> {
        let all = [Sandbox::Bubblewrap, Sandbox::Namespaces, Sandbox::None];
        all.into_iter()
            .find(|sandbox| sandbox.name() == text)
            .with_context(|| format!("there is no sandbox {text}"))
    }
}

/// Paths inside private folders that the program must see: the folders of all
/// files that the command names, and the current folder.
fn exposed(words: &[OsString]) -> Result<Vec<PathBuf>> {
    let here = env::current_dir()?;
    let mut paths = BTreeSet::from([here.clone()]);
    for word in words {
        let path = here.join(word);
        if path.is_file() {
            let folder =
                path.parent().filter(|folder| !PRIVATE.iter().any(|private| Path::new(private) == *folder));
            paths.insert(folder.unwrap_or(&path).to_path_buf());
        } else if path.is_dir() {
            paths.insert(path);
        }
    }
    let hidden =
        |path: &PathBuf| PRIVATE.iter().any(|folder| path.starts_with(folder) && path != Path::new(folder));
    Ok(paths.into_iter().filter(hidden).collect())
}

/// The command line with bubblewrap in front.
pub(crate) fn bubblewrap(words: &[OsString]) -> Result<Vec<OsString>> {
    let options = "--unshare-all --die-with-parent --ro-bind / / --dev /dev --proc /proc --tmpfs /tmp";
    let mut all: Vec<OsString> = vec![find("bwrap")?.into()];
    all.extend(options.split(' ').map(OsString::from));
    for path in exposed(words)? {
        all.extend(["--ro-bind".into(), path.clone().into(), path.into()]);
    }
    all.extend(["--chdir".into(), env::current_dir()?.into(), "--".into()]);
    all.extend(words.iter().cloned());
    Ok(all)
}

/// Enters new namespaces. Later children of this process have no network, can
/// write only to the private folders, and are in a PID namespace that ends with
/// its first process.
pub(crate) fn enter(words: &[OsString]) -> Result<()> {
    let here = env::current_dir()?;
    let exposed = exposed(words)?;
    let (user, group) = (getuid().as_raw(), getgid().as_raw());
    let flags = UnshareFlags::NEWUSER
        | UnshareFlags::NEWNS
        | UnshareFlags::NEWPID
        | UnshareFlags::NEWNET
        | UnshareFlags::NEWIPC;
    // SAFETY: unsharing is unsafe if threads no longer share their table of file
    // descriptors; these flags do not touch that table, and there is one thread.
    unsafe { unshare_unsafe(flags) }.context("not allowed here")?;
    let inside = |id: u32| if id == 0 { UNPRIVILEGED } else { id };
    fs::write("/proc/self/setgroups", "deny").context("setgroups")?;
    fs::write("/proc/self/uid_map", format!("{} {user} 1", inside(user))).context("uid_map")?;
    fs::write("/proc/self/gid_map", format!("{} {group} 1", inside(group))).context("gid_map")?;
    mount_change("/", MountPropagationFlags::PRIVATE | MountPropagationFlags::REC)
        .context("private mounts")?;
    // Opened before the private folders hide these paths.
    let handles: Vec<(PathBuf, fs::File)> =
        exposed.into_iter().map(|path| Ok((path.clone(), fs::File::open(path)?))).collect::<Result<_>>()?;
    for folder in PRIVATE.into_iter().filter(|folder| Path::new(folder).is_dir()) {
        let options = CString::new(PRIVATE_OPTIONS)?;
        mount("tmpfs", folder, "tmpfs", MountFlags::NOSUID | MountFlags::NODEV, options.as_c_str())
            .with_context(|| format!("cannot make {folder} private"))?;
    }
    for (path, handle) in &handles {
        if handle.metadata()?.is_dir() {
            fs::create_dir_all(path)?;
        } else {
            fs::write(path, "")?;
        }
        let source = format!("/proc/self/fd/{}", handle.as_raw_fd());
        mount_bind_recursive(source, path).with_context(|| format!("cannot show {}", path.display()))?;
    }
    for (path, flags) in mounts()? {
        if PRIVATE.iter().any(|folder| Path::new(folder) == path) {
            continue;
        }
        match mount_remount(&path, flags | MountFlags::BIND | MountFlags::RDONLY, "") {
            // A path that cannot be reached cannot be written to.
            Ok(()) | Err(Errno::ACCESS | Errno::NOENT | Errno::INVAL) => (),
            Err(error) => {
                return Err(error).with_context(|| format!("cannot make {} read-only", path.display()));
            }
        }
    }
    Ok(env::set_current_dir(here)?)
}

/// All mount points, with the flags to keep.
fn mounts() -> Result<Vec<(PathBuf, MountFlags)>> {
    let text = fs::read_to_string("/proc/self/mountinfo")?;
    let read = |line: &str| {
        let mut fields = line.split(' ').skip(4);
        let path = PathBuf::from(unescape(fields.next()?));
        let flag = |name: &str| match name {
            "nosuid" => MountFlags::NOSUID,
            "nodev" => MountFlags::NODEV,
            "noexec" => MountFlags::NOEXEC,
            "noatime" => MountFlags::NOATIME,
            "nodiratime" => MountFlags::NODIRATIME,
            "relatime" => MountFlags::RELATIME,
            _ => MountFlags::empty(),
        };
        Some((path, fields.next()?.split(',').map(flag).collect()))
    };
    Ok(text.lines().filter_map(read).collect())
}

/// Decodes octal escapes, as in `\040` for a blank.
fn unescape(text: &str) -> String {
    let mut parts = text.split('\\');
    let mut out = parts.next().unwrap_or_default().to_string();
    for part in parts {
        let code = part.get(..3).and_then(|digits| u8::from_str_radix(digits, 8).ok());
        match code {
            Some(code) => {
                out.push(char::from(code));
                out.push_str(&part[3..]);
            }
            None => out.push_str(part),
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_of_the_command_below_tmp_are_visible() {
        let folder = env::temp_dir().join(format!("referee-test-{}", std::process::id()));
        fs::create_dir_all(&folder).unwrap();
        let file = folder.join("bot.py");
        fs::write(&file, "").unwrap();
        let words = ["/bin/sh".into(), file.clone().into_os_string(), "--fast".into()];
        let seen = exposed(&words).unwrap();
        let wrapped = bubblewrap_arguments(&words);
        fs::remove_dir_all(&folder).unwrap();
        if folder.starts_with("/tmp") {
            assert!(seen.contains(&folder), "{seen:?}");
            assert!(
                wrapped.is_none_or(|text| text.contains(&format!("--ro-bind {0} {0}", folder.display())))
            );
        }
        assert!(!seen.iter().any(|path| path == Path::new("/bin")), "{seen:?}");
    }

    fn bubblewrap_arguments(words: &[OsString]) -> Option<String> {
        let words = bubblewrap(words).ok()?;
        Some(words.iter().map(|word| word.to_string_lossy().into_owned()).collect::<Vec<_>>().join(" "))
    }

    #[test]
    fn mount_points_are_unescaped() {
        assert_eq!(unescape(r"/a\040b\134c"), r"/a b\c");
        let all = mounts().unwrap();
        assert!(all.iter().any(|(path, _)| path == Path::new("/")), "{all:?}");
    }
}
