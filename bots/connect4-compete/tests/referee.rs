//! Calls the library from C as Compete does.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

use std::env;
use std::path::{Path, PathBuf};
use std::process::Command;

/// Cargo builds the library into the folder of the tests.
fn library() -> PathBuf {
    env::current_exe().unwrap().with_file_name("libconnect4_compete.so")
}

#[test]
fn ten_games_are_played_from_a_c_program_on_new_threads() {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR"));
    let referee = folder.join("referee");
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/referee.c");
    let mut compiler = Command::new("gcc");
    compiler.args(["-std=c99", "-O1", "-o"]).args([&referee, &source]).args(["-ldl", "-lpthread"]);
    match compiler.status() {
        Err(error) => return eprintln!("skipped: gcc is missing ({error})"),
        Ok(status) => assert!(status.success(), "{status}"),
    }
    let mut run = Command::new(&referee);
    run.arg(library()).envs([("CONNECT4_TIME", "0.01")]);
    let output = run.output().unwrap();
    let stdout = String::from_utf8_lossy(&output.stdout);
    assert!(output.status.success() && stdout == "10 games\n", "{stdout}{:?}", output);
}
