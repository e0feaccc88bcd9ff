//! The real program, by itself and behind main.py.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

use std::fs;
use std::path::Path;
use std::process::Command;

use trial::{Ended, Program, bots};

const PROGRAM: &str = env!("CARGO_BIN_EXE_connect4-kaggle");

fn program(arguments: &[&str]) -> Program {
    Program::new(PROGRAM).with(arguments)
}

#[test]
fn twenty_whole_games_have_only_legal_moves() {
    let report = bots::games("connect4-kaggle", &program(&["--time", "0.005"]), 20).unwrap();
    assert!(report.turns() >= 20 * 4, "{report}");
}

#[test]
fn the_self_test_prints_ok() {
    let ended = program(&["--selftest"]).feed("").unwrap();
    assert_eq!(ended, Ended { stdout: "OK\n".into(), stderr: String::new(), code: Some(0) });
}

/// Plays with main.py as Kaggle does: calls its last function with dictionaries.
/// Prints the columns.
const REFEREE: &str = r#"
import os, sys
code = open("main.py").read()
scope = {}
exec(compile(code, "main.py", "exec"), scope)
agent = [value for value in scope.values() if callable(value)][-1]
configuration = {"rows": 6, "columns": 7, "inarow": 4}
board = [0] * 42
def drop(column, mark):
    row = max(r for r in range(6) if board[7 * r + column] == 0)
    board[7 * row + column] = mark
columns = []
for turn in range(6):
    mark = 1 + turn % 2
    if mark == 1:
        column = agent({"board": board, "mark": 1}, configuration)
        columns.append(column)
    else:
        column = turn % 3
    drop(column, mark)
print(columns, agent({"board": [2] + [0] * 41, "mark": 2}, dict(configuration, inarow=3)))
"#;

#[test]
fn main_py_passes_requests_to_the_program() {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("kaggle");
    fs::create_dir_all(&folder).unwrap();
    fs::copy(Path::new(env!("CARGO_MANIFEST_DIR")).join("main.py"), folder.join("main.py")).unwrap();
    // A few simulations per move, for a fast test.
    let script = format!("#!/bin/sh\nexec '{PROGRAM}' --strategy=uct:sims=300\n");
    fs::write(folder.join("connect4-kaggle"), script).unwrap();
    let output = Command::new("python3").args(["-c", REFEREE]).current_dir(&folder).output();
    let output = match output {
        Err(error) => return eprintln!("skipped: python3 is missing ({error})"),
        Ok(output) => output,
    };
    let (stdout, stderr) = (String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
    assert!(output.status.success(), "{stderr}");
    // The last call is for an unsupported game: main.py reports one failure and
    // plays the centre.
    let columns =
        stdout.strip_prefix('[').and_then(|stdout| stdout.strip_suffix("] 3\n")).unwrap_or_default();
    let columns: Vec<usize> = columns.split(", ").filter_map(|column| column.parse().ok()).collect();
    assert!(columns.len() == 3 && columns.iter().all(|&column| column < 7), "{stdout}{stderr}");
    assert_eq!(stderr.matches("failed:").count(), 1, "{stderr}");
}
