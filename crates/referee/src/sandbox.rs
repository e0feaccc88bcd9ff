//! What a foreign program cannot reach: the network, and files to write.

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

use crate::keep::{Keeper, Limits};
use crate::program::{Program, find};

/// How a program is kept from the rest of the machine.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Sandbox {
    /// By bubblewrap.
    Bubblewrap,
    /// By name spaces of its own.
    NameSpaces,
    /// Not at all.
    Nothing,
}

/// Folders in which a program may write: empty ones of its own.
const PRIVATE: [&str; 2] = ["/tmp", "/dev/shm"];
/// So much may be in each.
const PRIVATE_SIZE: &str = "size=64m,mode=1777";
/// Whether a sandbox works is known after this time.
const PROBE: Duration = Duration::from_secs(10);
/// Who a program is inside, if it is root outside: a root inside could undo
/// what keeps it there.
const NOBODY_SPECIAL: u32 = 1000;

impl Sandbox {
    /// The best that works here, and why no better one does.
    pub fn choose() -> Result<(Sandbox, String)> {
        let mut why = String::new();
        for (sandbox, name) in [(Sandbox::Bubblewrap, "bubblewrap"), (Sandbox::NameSpaces, "user namespace")]
        {
            match sandbox.works() {
                Ok(()) => return Ok((sandbox, why)),
                Err(error) => {
                    let comma = if why.is_empty() { "" } else { "; " };
                    let _ = write!(why, "{comma}{name}: {error:#}");
                }
            }
        }
        Ok((Sandbox::Nothing, why))
    }

    /// Runs a program in it that does next to nothing.
    fn works(self) -> Result<()> {
        if self == Sandbox::Bubblewrap {
            ensure!(find("bwrap").is_ok(), "not installed");
        }
        let limits = Limits { memory: u64::MAX, cpu: PROBE };
        let echo = Program::new(find("echo")?).with(["here"]).kept_by(Keeper::new(self, limits)?);
        let mut process = echo.start()?;
        process.allow(Some(PROBE));
        let said = process.line().map_err(|fault| anyhow!(fault.text))?;
        ensure!(said == "here", "{said}");
        Ok(())
    }

    /// One word.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Sandbox::Bubblewrap => "bubblewrap",
            Sandbox::NameSpaces => "namespaces",
            Sandbox::Nothing => "nothing",
        }
    }
}

impl FromStr for Sandbox {
    type Err = anyhow::Error;

    fn from_str(text: &str) -> Result<Sandbox> {
        let all = [Sandbox::Bubblewrap, Sandbox::NameSpaces, Sandbox::Nothing];
        all.into_iter().find(|sandbox| sandbox.name() == text).with_context(|| format!("no sandbox {text}"))
    }
}

/// What has to be seen in a folder that is private otherwise: the folders of
/// all files that the command names, and where it runs.
fn exposed(words: &[OsString]) -> Result<Vec<PathBuf>> {
    let here = env::current_dir()?;
    let mut seen = BTreeSet::from([here.clone()]);
    for word in words {
        let path = here.join(word);
        if path.is_file() {
            let folder =
                path.parent().filter(|folder| !PRIVATE.iter().any(|private| Path::new(private) == *folder));
            seen.insert(folder.unwrap_or(&path).to_path_buf());
        } else if path.is_dir() {
            seen.insert(path);
        }
    }
    let hidden =
        |path: &PathBuf| PRIVATE.iter().any(|folder| path.starts_with(folder) && path != Path::new(folder));
    Ok(seen.into_iter().filter(hidden).collect())
}

/// The command with bubblewrap in front of it.
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

/// Leaves the name spaces of the others. What this process starts from now on
/// sees no network, cannot write files outside of its private folders, and is
/// in a name space of processes whose first one takes all others along.
pub(crate) fn enter(words: &[OsString]) -> Result<()> {
    let here = env::current_dir()?;
    let exposed = exposed(words)?;
    let (user, group) = (getuid().as_raw(), getgid().as_raw());
    let flags = UnshareFlags::NEWUSER
        | UnshareFlags::NEWNS
        | UnshareFlags::NEWPID
        | UnshareFlags::NEWNET
        | UnshareFlags::NEWIPC;
    // SAFETY: what is unsafe about it is a table of file descriptors that
    // threads no longer share; these flags leave that table alone, and there is
    // one thread.
    unsafe { unshare_unsafe(flags) }.context("not allowed here")?;
    let inside = |id: u32| if id == 0 { NOBODY_SPECIAL } else { id };
    fs::write("/proc/self/setgroups", "deny").context("setgroups")?;
    fs::write("/proc/self/uid_map", format!("{} {user} 1", inside(user))).context("uid_map")?;
    fs::write("/proc/self/gid_map", format!("{} {group} 1", inside(group))).context("gid_map")?;
    mount_change("/", MountPropagationFlags::PRIVATE | MountPropagationFlags::REC)
        .context("private mounts")?;
    // Handles to what is about to be hidden.
    let handles: Vec<(PathBuf, fs::File)> =
        exposed.into_iter().map(|path| Ok((path.clone(), fs::File::open(path)?))).collect::<Result<_>>()?;
    for folder in PRIVATE.into_iter().filter(|folder| Path::new(folder).is_dir()) {
        let options = CString::new(PRIVATE_SIZE)?;
        mount("tmpfs", folder, "tmpfs", MountFlags::NOSUID | MountFlags::NODEV, options.as_c_str())
            .with_context(|| format!("a private {folder}"))?;
    }
    for (path, handle) in &handles {
        if handle.metadata()?.is_dir() {
            fs::create_dir_all(path)?;
        } else {
            fs::write(path, "")?;
        }
        let source = format!("/proc/self/fd/{}", handle.as_raw_fd());
        mount_bind_recursive(source, path).with_context(|| format!("showing {}", path.display()))?;
    }
    for (path, flags) in mounts()? {
        if PRIVATE.iter().any(|folder| Path::new(folder) == path) {
            continue;
        }
        match mount_remount(&path, flags | MountFlags::BIND | MountFlags::RDONLY, "") {
            // What nobody can reach, nobody can write to.
            Ok(()) | Err(Errno::ACCESS | Errno::NOENT | Errno::INVAL) => (),
            Err(error) => return Err(error).with_context(|| format!("no writing to {}", path.display())),
        }
    }
    Ok(env::set_current_dir(here)?)
}

/// Where something is mounted, and the flags that have to stay.
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

/// Blanks and the like are written in octal: `\040`.
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
    fn what_a_command_names_below_tmp_is_seen() {
        let folder = env::temp_dir().join(format!("judge-test-{}", std::process::id()));
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
    fn names_of_mounts_are_read_as_they_are_written() {
        assert_eq!(unescape(r"/a\040b\134c"), r"/a b\c");
        let all = mounts().unwrap();
        assert!(all.iter().any(|(path, _)| path == Path::new("/")), "{all:?}");
    }
}
