//! Runs the program.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]
#![allow(dead_code, reason = "each test file uses a part")]

use std::fs::{self, Permissions};
use std::io::Write;
use std::os::unix::fs::PermissionsExt;
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
        static COUNT: AtomicUsize = AtomicUsize::new(0);
        let count = COUNT.fetch_add(1, Ordering::Relaxed);
        let path = std::env::temp_dir().join(format!("arena-test-{}-{count}-{name}", std::process::id()));
        fs::create_dir_all(&path).unwrap();
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
