//! The part of the host's file system that a foreign program sees in its sandbox.
//!
//! It is an allow-list of read-only paths, each at the same place as on the host:
//! the system's programs and libraries, the files of the command, and for scripts the
//! folders of `PATH`. All else does not exist inside: no `/run`, no homes, no sockets or FIFOs
//! of the host.

use std::collections::BTreeSet;
use std::env;
use std::ffi::{OsStr, OsString};
use std::fs;
use std::io::Read;
use std::os::unix::ffi::OsStrExt;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};

use anyhow::{Result, ensure};

/// Folders of programs and libraries that every program sees.
const SYSTEM: [&str; 3] = ["/usr", "/nix/store", "/gnu/store"];
/// Top-level folders that on most systems are links into `/usr`.
const TOP: [&str; 6] = ["/bin", "/sbin", "/lib", "/lib32", "/lib64", "/libx32"];
/// What programs need of `/etc`: links to programs, the dynamic linker's list, the time
/// zone. Each path costs about half a millisecond at every start.
const ETC: [&str; 3] = ["alternatives", "ld.so.cache", "localtime"];
/// Beginnings of the names of folders in `/etc` without which an interpreter does not
/// start.
const ETC_INTERPRETERS: [&str; 3] = ["java", "mono", "dotnet"];
/// Parts of an interpreter's prefix, beside the folder of its programs.
const PREFIX: [&str; 13] = [
    "bin", "conf", "etc", "jre", "lib", "lib32", "lib64", "libexec", "plugins", "share", "shims", "version",
    "versions",
];
/// Folders that belong to no single program; only files in them are shown.
const SHARED: [&str; 17] = [
    "/", "/boot", "/dev", "/etc", "/home", "/media", "/mnt", "/opt", "/proc", "/root", "/run", "/srv",
    "/sys", "/tmp", "/var", "/var/lib", "/var/tmp",
];
/// Folders of which nothing is shown.
const NEVER: [&str; 5] = ["/boot", "/dev", "/proc", "/run", "/sys"];

/// What a program sees of the host.
#[derive(Default, Debug)]
pub(crate) struct View {
    /// Read-only paths, none below another.
    pub(crate) paths: BTreeSet<PathBuf>,
    /// Links: path and target.
    pub(crate) links: Vec<(PathBuf, PathBuf)>,
}

impl View {
    /// What the program of this command line sees when it is started in `here` with
    /// these variables, and `shown`, which the user named.
    pub(crate) fn of<'a>(
        words: &[OsString],
        here: &Path,
        shown: &[OsString],
        variables: impl IntoIterator<Item = (&'a str, &'a OsStr)>,
    ) -> View {
        let mut view = View::default();
        view.add_system();
        for path in shown {
            view.add(here.join(path));
        }
        view.add_command(words, here);
        // Other programs need no interpreters.
        let script = words.first().is_some_and(|program| is_script(&here.join(program)));
        for (name, value) in variables {
            for path in env::split_paths(value).filter(|path| path.is_absolute()) {
                match (name, path.is_dir()) {
                    ("PATH", true) if script => view.add_programs(&path),
                    ("PATH", _) => (),
                    // A folder is shown only if the variable is a search path: HOME is none.
                    (_, true) if name.ends_with("PATH") => view.add_folder(&path),
                    (_, true) => (),
                    (_, false) => view.add(path),
                }
            }
        }
        // A folder shows what is below it.
        let all = view.paths.clone();
        view.paths.retain(|path| !path.ancestors().skip(1).any(|ancestor| all.contains(ancestor)));
        view
    }

    fn add_system(&mut self) {
        self.paths.extend(SYSTEM.iter().map(PathBuf::from).filter(|path| path.is_dir()));
        for path in TOP.map(PathBuf::from) {
            match fs::read_link(&path) {
                Ok(target) => self.links.push((path, target)),
                Err(_) if path.is_dir() => drop(self.paths.insert(path)),
                Err(_) => (),
            }
        }
        for entry in fs::read_dir("/etc").into_iter().flatten().flatten() {
            let name = entry.file_name();
            let name = name.to_string_lossy();
            if ETC.contains(&&*name) || ETC_INTERPRETERS.iter().any(|start| name.starts_with(start)) {
                self.paths.insert(entry.path());
            }
        }
    }

    /// The folders of the program and of its script, which is the first argument that
    /// is a file; of the other arguments only what they name.
    fn add_command(&mut self, words: &[OsString], here: &Path) {
        let Some((program, arguments)) = words.split_first() else { return };
        let program = here.join(program);
        self.add_beside(&program);
        // A link's target needs its own neighbours.
        if let Some(target) = program.canonicalize().ok().filter(|target| *target != program) {
            self.add_beside(&target);
        }
        let mut script = false;
        for argument in arguments {
            // As in --weights=FILE.
            let bytes = argument.as_bytes();
            let value = bytes.iter().position(|&byte| byte == b'=').map_or(bytes, |at| &bytes[at + 1..]);
            for word in [argument.as_os_str(), OsStr::from_bytes(value)] {
                let path = here.join(word);
                if word.is_empty() || !path.exists() {
                    continue;
                }
                if path.is_file() && !script {
                    self.add_beside(&path);
                    script = true;
                } else {
                    self.add(path);
                }
                break;
            }
        }
    }

    /// A file and its folder; only the file if others share the folder.
    fn add_beside(&mut self, file: &Path) {
        match file.parent() {
            Some(folder) if !is_shared(folder) && !is_own_program(file) => self.add_programs(folder),
            _ => self.add(file.to_path_buf()),
        }
    }

    /// A folder of programs, and of a prefix (`PREFIX/bin`) its libraries.
    fn add_programs(&mut self, folder: &Path) {
        self.add_folder(folder);
        let Some(prefix) = folder.parent().filter(|prefix| !is_shared(prefix)) else { return };
        if !["bin", "sbin", "shims"].iter().any(|name| folder.ends_with(name)) {
            return;
        }
        for part in PREFIX {
            // ~/.local/share holds the data of all of a user's programs.
            if part != "share" || !prefix.ends_with(".local") {
                self.add(prefix.join(part));
            }
        }
    }

    fn add_folder(&mut self, folder: &Path) {
        if !is_shared(folder) {
            self.add(folder.to_path_buf());
        }
    }

    /// A regular file, or a folder that is not shared.
    fn add(&mut self, path: PathBuf) {
        let plain = path.is_file() || path.is_dir() && !is_shared(&path);
        let never = NEVER.iter().any(|folder| path.starts_with(folder));
        let system = SYSTEM.iter().chain(&TOP).any(|folder| path.starts_with(folder));
        if plain && !never && !system {
            self.paths.insert(path);
        }
    }
}

/// Does the folder belong to no single program? A home and a folder in which all users
/// may write do not.
fn is_shared(folder: &Path) -> bool {
    let home = env::var_os("HOME").is_some_and(|home| Path::new(&home) == folder);
    let writable = || fs::metadata(folder).is_ok_and(|metadata| metadata.permissions().mode() & 0o002 != 0);
    home || folder.parent() == Some(Path::new("/home"))
        || SHARED.iter().any(|shared| Path::new(shared) == folder)
        || writable()
}

/// Does an interpreter run the file?
fn is_script(file: &Path) -> bool {
    let mut start = [0; 2];
    fs::File::open(file).and_then(|mut file| file.read_exact(&mut start)).is_ok() && start == *b"#!"
}

/// Is this the running program, which is shown without its folder?
fn is_own_program(file: &Path) -> bool {
    env::current_exe().is_ok_and(|own| own == file)
}

/// Checks that the sandbox can show a program, the folder in which it is started, and
/// the paths that the user named.
pub(crate) fn check<'a>(
    program: &Path,
    folder: Option<&Path>,
    shown: impl IntoIterator<Item = &'a Path>,
    unprivileged: Option<u32>,
) -> Result<()> {
    for (option, path) in
        folder.map(|folder| ("cd", folder)).into_iter().chain(shown.into_iter().map(|path| ("--show", path)))
    {
        ensure!(path.exists(), "{option} {}: it does not exist", path.display());
        ensure!(
            !is_shared(path) && !NEVER.iter().any(|never| path.starts_with(never)),
            "{option} {0}: {0} is a home or a folder that others write to, which foreign programs do not see; \
             give the program a folder of its own",
            path.display()
        );
    }
    let Some(user) = unprivileged else { return Ok(()) };
    // Folders above the one that is shown do not matter.
    let beside = program.parent().filter(|folder| !is_shared(folder) && !is_own_program(program));
    for path in [Some(program), beside, folder].into_iter().flatten() {
        let readable = fs::metadata(path).is_ok_and(|metadata| metadata.permissions().mode() & 0o001 != 0);
        ensure!(
            readable,
            "user {user}, as whom root's foreign programs run, may not open {0}; chmod a+rx {0} allows it",
            path.display()
        );
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A folder with these files, and the view of a command in it.
    fn view_of(name: &str, files: &[&str], command: &[&str], cd: bool) -> (PathBuf, View) {
        let folder = env::temp_dir().join(format!("referee-view-{}-{name}", std::process::id()));
        for file in files {
            let path = folder.join(file);
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(path, "").unwrap();
        }
        fs::set_permissions(&folder, fs::Permissions::from_mode(0o755)).unwrap();
        let words: Vec<OsString> = command.iter().map(OsString::from).collect();
        let shown = [folder.clone().into_os_string()];
        let view = View::of(&words, &folder, if cd { &shown } else { &[] }, []);
        fs::remove_dir_all(&folder).unwrap();
        let paths = view.paths.iter().filter_map(|path| path.strip_prefix(&folder).ok());
        let paths = paths.map(Path::to_path_buf).collect();
        (folder, View { paths, ..view })
    }

    #[test]
    fn a_program_sees_its_own_folder_that_of_its_script_and_the_files_of_its_command() {
        let files = ["bot/bot", "script/main.py", "data/weights", "data/secret", "more/x", "secret"];
        let shown = |command: &[&str]| {
            let (_, view) = view_of("command", &files, command, false);
            view.paths.iter().map(|path| path.to_str().unwrap().to_string()).collect::<Vec<_>>()
        };
        assert_eq!(shown(&["bot/bot", "--level", "3"]), ["bot"]);
        assert_eq!(
            shown(&["/usr/bin/python3", "script/main.py", "data/weights"]),
            ["data/weights", "script"]
        );
        assert_eq!(
            shown(&["/usr/bin/python3", "script/main.py", "--w=data/weights"]),
            ["data/weights", "script"]
        );
        assert_eq!(shown(&["bot/bot", "script/main.py", "more"]), ["bot", "more", "script"]);
        assert_eq!(shown(&["/bin/sh", "-c", "true"]), [""; 0]);
    }

    #[test]
    fn a_folder_that_the_user_names_is_seen_whole_and_a_shared_one_is_not() {
        let (_, view) = view_of("cd", &["bot", "data/weights"], &["./bot"], true);
        assert!(view.paths.contains(Path::new("")), "{view:?}");
        for shared in ["/", "/tmp", "/root", "/home/someone", "/var/tmp", "/run"] {
            assert!(is_shared(Path::new(shared)), "{shared}");
            let view = View::of(&["/bin/sh".into()], Path::new("/"), &[shared.into()], []);
            assert!(!view.paths.contains(Path::new(shared)), "{shared}");
        }
        let check = |cd, shown: &[&'static str]| {
            let shown = shown.iter().map(Path::new);
            check(Path::new("/bin/sh"), cd, shown, None).map_err(|error| error.to_string())
        };
        let error = check(Some(Path::new("/tmp")), &[]).unwrap_err();
        assert!(error.starts_with("cd /tmp: /tmp is a home or a folder that others write to"), "{error}");
        let error = check(None, &["/usr", "/root"]).unwrap_err();
        assert!(error.starts_with("--show /root: /root is a home"), "{error}");
        assert_eq!(check(None, &["/no/such"]).unwrap_err(), "--show /no/such: it does not exist");
        assert_eq!(check(Some(Path::new("/usr")), &["/usr/bin"]), Ok(()));
    }

    #[test]
    fn a_prefix_in_path_is_seen_with_its_libraries_and_a_home_is_not() {
        let prefix = env::temp_dir().join(format!("referee-prefix-{}", std::process::id()));
        let files =
            ["lang/bin/lang", "lang/lib/x", "lang/secret", ".local/bin/y", ".local/share/z", "preload.so"];
        for file in files {
            let path = prefix.join(file);
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(path, "").unwrap();
        }
        fs::set_permissions(&prefix, fs::Permissions::from_mode(0o755)).unwrap();
        let path = env::join_paths([prefix.join("lang/bin"), prefix.join(".local/bin")]).unwrap();
        let preload = prefix.join("preload.so");
        let variables = [("PATH", &*path), ("LD_PRELOAD", preload.as_os_str()), ("HOME", prefix.as_os_str())];
        let script = prefix.join("lang/bin/lang");
        let own = |program: &Path| {
            let view = View::of(&[program.into()], Path::new("/"), &[], variables);
            let own = view.paths.iter().filter_map(|path| path.strip_prefix(&prefix).ok());
            own.map(|path| path.to_str().unwrap().to_string()).collect::<Vec<_>>()
        };
        // A program in a prefix sees its libraries; a script sees all of PATH.
        assert_eq!(own(Path::new("/bin/sh")), ["preload.so"]);
        assert_eq!(own(&script), ["lang/bin", "lang/lib", "preload.so"]);
        fs::write(&script, "#!/usr/bin/env other").unwrap();
        assert_eq!(own(&script), [".local/bin", "lang/bin", "lang/lib", "preload.so"]);
        fs::remove_dir_all(&prefix).unwrap();
    }
}
