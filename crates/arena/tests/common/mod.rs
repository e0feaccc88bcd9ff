//! Runs the program.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]
#![allow(dead_code, reason = "each test file uses a part")]

use std::ffi::OsStr;
use std::fs::{self, Permissions};
use std::io::Write;
use std::os::unix::fs::{MetadataExt, PermissionsExt};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};
use std::sync::atomic::{AtomicUsize, Ordering};

use serde_json::Value;

/// Output and exit code of the program.
pub struct Said {
    /// Stdout.
    pub stdout: String,
    /// Stderr.
    pub stderr: String,
    /// Exit code.
    pub code: Option<i32>,
}

impl Said {
    pub fn of(output: Output) -> Said {
        Said {
            stdout: String::from_utf8(output.stdout).unwrap(),
            stderr: String::from_utf8(output.stderr).unwrap(),
            code: output.status.code(),
        }
    }

    /// Stdout of a run without errors.
    #[track_caller]
    pub fn text(self) -> String {
        assert_eq!((self.stderr.as_str(), self.code), ("", Some(0)));
        assert!(!self.stdout.contains('\u{1b}'), "colours outside of a terminal: {}", self.stdout);
        self.stdout
    }

    #[track_caller]
    pub fn json(self) -> Value {
        serde_json::from_str(&self.text()).unwrap()
    }
}

pub fn start(arguments: &[&str]) -> Child {
    Command::new(env!("CARGO_BIN_EXE_arena"))
        .args(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap()
}

/// Runs the program with this on its stdin.
pub fn feed(arguments: &[&str], input: &[u8]) -> Said {
    let mut child = start(arguments);
    // A program that has ended does not read its input.
    let _ = child.stdin.take().unwrap().write_all(input);
    Said::of(child.wait_with_output().unwrap())
}

/// Runs the program; the words of `line` are its arguments.
pub fn arena(line: &str) -> Said {
    feed(&line.split_whitespace().collect::<Vec<_>>(), b"")
}

#[track_caller]
pub fn contains_all(text: &str, parts: &[&str]) {
    for part in parts {
        assert!(text.contains(part), "{part:?} is missing in:\n{text}");
    }
}

/// The fields that do not depend on the machine.
pub fn reproducible(mut report: Value) -> Value {
    for key in ["seconds", "thinking_seconds", "overhead", "jobs"] {
        report.as_object_mut().unwrap().remove(key).unwrap();
    }
    for engine in ["a", "b"] {
        if let Some(engine) = report.get_mut(engine).and_then(Value::as_object_mut) {
            engine.retain(|key, _| !key.contains("second"));
        }
    }
    report
}

/// A folder in the system's temporary one that is removed with the test.
pub struct Folder(PathBuf);

impl Folder {
    /// A new folder; the name need not be unique.
    pub fn new(name: &str) -> Folder {
        Folder::at(&std::env::temp_dir(), name)
    }

    /// A new folder in this one.
    pub fn at(parent: &Path, name: &str) -> Folder {
        static COUNT: AtomicUsize = AtomicUsize::new(0);
        let count = COUNT.fetch_add(1, Ordering::Relaxed);
        let path = parent.join(format!("arena-test-{}-{count}-{name}", std::process::id()));
        fs::create_dir_all(&path).unwrap();
        fs::set_permissions(&path, Permissions::from_mode(0o755)).unwrap();
        Folder(path)
    }

    /// Path of a file in it, as text.
    pub fn file(&self, name: &str) -> String {
        self.0.join(name).to_str().unwrap().to_string()
    }

    /// Its path.
    pub fn path(&self) -> &Path {
        &self.0
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

/// A file outside of a test's folder that is removed with the test.
pub struct Removed(pub PathBuf);

impl Drop for Removed {
    fn drop(&mut self) {
        let _ = fs::remove_file(&self.0);
    }
}

/// Writes an executable shell script and returns its path.
pub fn script(folder: &Folder, name: &str, text: &str) -> String {
    let path = folder.file(name);
    fs::write(&path, format!("#!/bin/sh\n{text}\n")).unwrap();
    fs::set_permissions(&path, Permissions::from_mode(0o755)).unwrap();
    path
}

/// Runs a contest with foreign programs and returns stdout and the only line of
/// stderr, which is about the sandbox.
#[track_caller]
pub fn contest(arguments: &[&str]) -> (String, String) {
    let said = feed(arguments, b"");
    assert_eq!(said.code, Some(0), "{}", said.stderr);
    assert!(
        said.stderr.starts_with("foreign programs: ") && said.stderr.lines().count() == 1,
        "{}",
        said.stderr
    );
    (said.stdout, said.stderr)
}

/// A user as whom the arena runs.
pub struct User {
    /// For messages.
    pub name: &'static str,
    /// Command line before that of the arena.
    before: &'static [&'static str],
    /// The arena's file.
    arena: PathBuf,
}

/// Root and a normal user if root runs the tests, else their user.
pub fn users(folder: &Folder) -> Vec<User> {
    let arena = PathBuf::from(env!("CARGO_BIN_EXE_arena"));
    if fs::metadata("/proc/self").unwrap().uid() != 0 {
        return vec![User { name: "a normal user", before: &[], arena }];
    }
    // The folder of the build need not be readable for others.
    let copy = folder.path().join("arena");
    fs::copy(&arena, &copy).unwrap();
    let before: &[&str] = &["setpriv", "--reuid=1234", "--regid=1234", "--clear-groups"];
    vec![User { name: "root", before: &[], arena }, User { name: "a normal user", before, arena: copy }]
}

impl User {
    /// The arena as this user, with these arguments.
    pub fn command(&self, arguments: &[&str]) -> Command {
        let mut words = self.before.iter().map(OsStr::new).chain([self.arena.as_os_str()]);
        let mut command = Command::new(words.next().unwrap());
        command.args(words).args(arguments).stdin(Stdio::null());
        // Root's interpreters may be where other users cannot read.
        command.env("PATH", "/usr/local/bin:/usr/bin:/bin:/usr/sbin:/sbin");
        command
    }

    /// Plays two games of tic-tac-toe against a program and returns stdout, which has the
    /// text of its forfeits.
    #[track_caller]
    pub fn plays(&self, spec: &str, options: &[&str]) -> String {
        let said = self.run(spec, options);
        assert_eq!(said.code, Some(0), "as {}: {}", self.name, said.stderr);
        said.stdout
    }

    /// The same with all that the arena says.
    pub fn run(&self, spec: &str, options: &[&str]) -> Said {
        let time: &[&str] = if options.contains(&"--time") { &[] } else { &["--time", "20s"] };
        let line = [&["match", "tictactoe", "random", spec, "--games", "2"], time, options].concat();
        Said::of(self.command(&line).output().unwrap())
    }
}

/// Does the sandbox work here? If not, the test is skipped, except in CI.
pub fn has_sandbox() -> bool {
    let said = feed(&["match", "tictactoe", "random", "botzone:true", "--games", "2"], b"");
    if said.code == Some(0) {
        return true;
    }
    assert!(std::env::var_os("CI").is_none(), "{}", said.stderr);
    eprintln!("skipped: {}", said.stderr.trim_end());
    false
}

/// A Python program as a bot; `None`, and the test is skipped, if there is no Python,
/// except in CI.
pub fn python(folder: &Folder, name: &str, text: &str) -> Option<String> {
    if !Path::new("/usr/bin/python3").exists() {
        assert!(std::env::var_os("CI").is_none(), "there is no /usr/bin/python3");
        eprintln!("skipped: there is no /usr/bin/python3");
        return None;
    }
    let path = folder.file(name);
    fs::write(&path, format!("#!/usr/bin/python3\n{text}\n")).unwrap();
    fs::set_permissions(&path, Permissions::from_mode(0o755)).unwrap();
    Some(format!("botzone:{path}"))
}

/// Does a process with this argument run?
pub fn runs(argument: &str) -> bool {
    let processes = fs::read_dir("/proc").unwrap().flatten();
    processes
        .filter_map(|process| fs::read(process.path().join("cmdline")).ok())
        .any(|command| command.split(|&byte| byte == 0).any(|word| word == argument.as_bytes()))
}

/// A time for `sleep` that no other process uses.
pub fn nap(number: u32) -> String {
    format!("{}.{number}", 100_000 + std::process::id())
}
