//! The sandbox of a foreign program: bubblewrap (`bwrap`).
//!
//! The program has no network, no capabilities and a user id of its own, sees a small
//! read-only part of the host (module `view`) and can write only to private folders in
//! memory. [docs/security.md](../../../docs/security.md) has the whole list.

use std::env;
use std::ffi::{OsStr, OsString};
use std::path::{Path, PathBuf};
use std::str::FromStr;
use std::time::Duration;

use anyhow::{Context, Result, anyhow, ensure};
use rustix::process::geteuid;

use crate::keeper::{Keeper, ProcessLimits};
use crate::program::{Program, find};
use crate::view::View;

/// Program of the sandbox.
pub(crate) const BUBBLEWRAP: &str = "bwrap";

/// Kind of sandbox.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Sandbox {
    /// bubblewrap (`bwrap`), version 0.8 or newer.
    Bubblewrap,
    /// No sandbox: the program may do what the user may.
    None,
}

/// Folders in which a program may write: private, empty at the start.
pub(crate) const PRIVATE: [&str; 3] = ["/tmp", "/var/tmp", "/dev/shm"];
/// Size of each, in bytes.
const PRIVATE_SIZE: &str = "67108864";
/// Folders of the host that exist inside, without what is in them.
const EMPTY: [&str; 3] = ["/home", "/root", "/run"];
/// Home of a program.
pub(crate) const HOME: &str = "/tmp";
/// User and group id of a program. Root's programs have it on the host, too; those of
/// other users have it inside and their user's id on the host.
pub(crate) const UNPRIVILEGED: u32 = 65534;
/// Time limit of the program that tests a sandbox.
const PROBE_LIMIT: Duration = Duration::from_secs(10);

impl Sandbox {
    /// The sandbox, if it works here; otherwise the error says how to get it.
    pub fn find() -> Result<Sandbox> {
        ensure!(
            find(BUBBLEWRAP).is_ok(),
            "foreign programs need bubblewrap, which is not installed (apt install bubblewrap); \
             --trust runs them without a sandbox"
        );
        Sandbox::Bubblewrap.probe().map_err(|error| {
            anyhow!(
                "foreign programs need bubblewrap 0.8 or newer, which does not work here ({error:#}); \
                 --trust runs them without a sandbox"
            )
        })?;
        Ok(Sandbox::Bubblewrap)
    }

    /// Tests the sandbox with `echo`.
    fn probe(self) -> Result<()> {
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
            Sandbox::None => "none",
        }
    }
}

impl FromStr for Sandbox {
    type Err = anyhow::Error;

    fn from_str(text: &str) -> Result<Sandbox> {
        let all = [Sandbox::Bubblewrap, Sandbox::None];
        all.into_iter()
            .find(|sandbox| sandbox.name() == text)
            .with_context(|| format!("there is no sandbox {text}"))
    }
}

/// The host's user id of the programs if the referee is root; other users' programs
/// have their user's.
pub(crate) fn unprivileged() -> Option<u32> {
    geteuid().is_root().then_some(UNPRIVILEGED)
}

/// Options of bubblewrap that do not depend on the program.
fn isolation() -> Vec<OsString> {
    let mut options = String::from(
        "--unshare-ipc --unshare-pid --unshare-net --unshare-uts --unshare-cgroup-try \
         --new-session --die-with-parent --cap-drop ALL",
    );
    match unprivileged() {
        // In a user namespace root's program would be root on the host, who may
        // write to /proc/sys without any capability. So the first process inside
        // changes the user, for which it keeps three capabilities until then.
        Some(_) => options += " --cap-add CAP_SETUID --cap-add CAP_SETGID --cap-add CAP_SETPCAP",
        None => {
            options += &format!(" --unshare-user --disable-userns --uid {UNPRIVILEGED} --gid {UNPRIVILEGED}");
        }
    }
    options.split_whitespace().map(OsString::from).collect()
}

/// The command line that runs `words` in the sandbox: bubblewrap, its options, and the
/// words of `inside`, which start the program. The user wants it to see `shown`.
pub(crate) fn bubblewrap<'a>(
    inside: &[OsString],
    words: &[OsString],
    shown: &[OsString],
    variables: impl IntoIterator<Item = (&'a str, &'a OsStr)>,
) -> Result<Vec<OsString>> {
    let mut here = env::current_dir()?;
    let view = View::of(words, &here, shown, variables);
    if ["/dev", "/proc", "/sys"].iter().any(|own| here.starts_with(own)) {
        here = PathBuf::from("/");
    }
    let mut all: Vec<OsString> = vec![find(BUBBLEWRAP)?.into()];
    all.extend(isolation());
    all.extend(["--proc", "/proc", "--dev", "/dev"].map(OsString::from));
    for folder in PRIVATE {
        all.extend(["--perms", "1777", "--size", PRIVATE_SIZE, "--tmpfs", folder].map(OsString::from));
    }
    for (path, target) in &view.links {
        all.extend(["--symlink".into(), target.into(), path.into()]);
    }
    let own = env::current_exe()?;
    let known = own.ancestors().any(|ancestor| view.paths.contains(ancestor));
    let shown: Vec<&PathBuf> = view.paths.iter().chain(Some(&own).filter(|_| !known)).collect();
    // bubblewrap would make the folders above for the owner alone.
    let parent = |path: &PathBuf| path.parent().map(Path::to_path_buf);
    let mut above: Vec<PathBuf> = shown
        .iter()
        .filter_map(|path| parent(path))
        .chain([here.clone()])
        .chain(EMPTY.map(PathBuf::from))
        .flat_map(|folder| folder.ancestors().map(Path::to_path_buf).collect::<Vec<_>>())
        .filter(|folder| folder.parent().is_some())
        .filter(|folder| !PRIVATE.iter().any(|private| Path::new(private) == folder))
        .filter(|folder| !folder.ancestors().any(|ancestor| view.paths.contains(ancestor)))
        .filter(|folder| !view.links.iter().any(|(link, _)| folder.starts_with(link)))
        .collect();
    above.sort();
    above.dedup();
    for folder in above {
        all.extend(["--perms".into(), "0755".into(), "--dir".into(), folder.into()]);
    }
    for path in shown {
        all.extend(["--ro-bind".into(), path.into(), path.into()]);
    }
    all.extend(["--remount-ro", "/dev", "--remount-ro", "/", "--chdir"].map(OsString::from));
    all.extend([here.into(), "--".into()]);
    all.extend_from_slice(inside);
    Ok(all)
}
