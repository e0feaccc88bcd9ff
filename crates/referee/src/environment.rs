//! The environment of a foreign program: an allow-list, and what the user adds.
//!
//! Between the referee and the program the variables travel under other names, so
//! that `LD_PRELOAD` changes the program and not the processes before it.

use std::ffi::{OsStr, OsString};
use std::os::unix::ffi::OsStrExt;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::SystemTime;
use std::{env, fs, process};

use rustix::process::Pid;

/// Variables that every program gets: where programs are, language and time zone.
const ALLOWED: [&str; 4] = ["PATH", "LANG", "LANGUAGE", "TZ"];
/// Beginning of the names of variables of the locale.
const LOCALE: &str = "LC_";
/// Beginning of the names on the way to the program.
const PREFIX: &str = "REFEREE_";

/// Variable that marks the processes of a program without a sandbox.
pub(crate) const MARK: &str = "TESUJI_KEEPER";

/// A new value for [`MARK`].
pub(crate) fn mark() -> String {
    static COUNT: AtomicU64 = AtomicU64::new(0);
    let count = COUNT.fetch_add(1, Ordering::Relaxed);
    let now = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH).unwrap_or_default();
    format!("{}-{count}-{}", process::id(), now.as_nanos())
}

/// The running processes with this mark.
pub(crate) fn marked(mark: &str) -> Vec<Pid> {
    let variable = format!("{MARK}={mark}");
    let has_it = |folder: &fs::DirEntry| {
        let all = fs::read(folder.path().join("environ")).unwrap_or_default();
        all.split(|&byte| byte == 0).any(|found| found == variable.as_bytes())
    };
    let processes = fs::read_dir("/proc").into_iter().flatten().flatten().filter(has_it);
    processes.filter_map(|folder| Pid::from_raw(folder.file_name().to_str()?.parse().ok()?)).collect()
}

/// The variables of a program under their names on the way; `added` replaces others
/// of the same name.
pub(crate) fn packed(added: &[(String, OsString)], home: Option<&str>) -> Vec<(OsString, OsString)> {
    let allowed = |name: &str| ALLOWED.contains(&name) || name.starts_with(LOCALE);
    let mut all: Vec<(String, OsString)> = env::vars_os()
        .filter_map(|(name, value)| Some((name.into_string().ok()?, value)))
        .filter(|(name, _)| allowed(name))
        .collect();
    let home = home.map(OsString::from).or_else(|| env::var_os("HOME"));
    all.extend(home.map(|home| ("HOME".to_string(), home)));
    all.retain(|(name, _)| added.iter().all(|(other, _)| other != name));
    all.extend(added.iter().cloned());
    all.into_iter().map(|(name, value)| (format!("{PREFIX}{name}").into(), value)).collect()
}

/// The variables of the program, out of this process's environment.
pub(crate) fn unpacked() -> Vec<(OsString, OsString)> {
    let unpack = |(name, value): (OsString, OsString)| {
        let name = name.as_bytes().strip_prefix(PREFIX.as_bytes())?;
        Some((OsStr::from_bytes(name).to_os_string(), value))
    };
    env::vars_os().filter_map(unpack).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_variable_of_the_user_replaces_the_inherited_one_and_all_others_are_left_out() {
        let added = [("PATH".to_string(), "/only".into()), ("LD_PRELOAD".to_string(), "x.so".into())];
        let all = packed(&added, Some("/tmp"));
        let value = |name: &str| {
            let found: Vec<_> = all.iter().filter(|(other, _)| *other == *name).collect();
            assert!(found.len() <= 1, "{all:?}");
            found.first().map(|(_, value)| value.to_str().unwrap())
        };
        assert_eq!(value("REFEREE_PATH"), Some("/only"));
        assert_eq!(value("REFEREE_LD_PRELOAD"), Some("x.so"));
        assert_eq!(value("REFEREE_HOME"), Some("/tmp"));
        let others = all.iter().filter_map(|(name, _)| name.to_str()?.strip_prefix("REFEREE_"));
        let known = ["PATH", "LD_PRELOAD", "HOME", "LANG", "LANGUAGE", "TZ"];
        for name in others {
            assert!(known.contains(&name) || name.starts_with("LC_"), "{name}");
        }
    }
}
