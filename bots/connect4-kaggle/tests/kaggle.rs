//! The real program, by itself and behind main.py.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

use std::ffi::OsStr;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::{Duration, Instant};

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
/// Prints the columns. With an argument, main.py is read from there, and the
/// configuration holds its path.
const REFEREE: &str = r#"
import os, sys
path = sys.argv[1] if len(sys.argv) > 1 else "main.py"
scope = {}
exec(compile(open(path).read(), path, "exec"), scope)
agent = [value for value in scope.values() if callable(value)][-1]
configuration = {"rows": 6, "columns": 7, "inarow": 4}
if len(sys.argv) > 1:
    configuration["__raw_path__"] = path
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

/// A folder with main.py and the program, which makes a few simulations per move.
fn folder(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    fs::create_dir_all(&folder).unwrap();
    fs::copy(Path::new(env!("CARGO_MANIFEST_DIR")).join("main.py"), folder.join("main.py")).unwrap();
    let script = format!("#!/bin/sh\nexec '{PROGRAM}' --strategy=uct:sims=300\n");
    fs::write(folder.join("connect4-kaggle"), script).unwrap();
    folder
}

/// Runs the referee in a folder and checks what it prints.
fn check_play(arguments: &[&OsStr], current: &Path) {
    let mut python = Command::new("python3");
    let output = match python.args(["-c", REFEREE]).args(arguments).current_dir(current).output() {
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

#[test]
fn main_py_passes_requests_to_the_program() {
    check_play(&[], &folder("kaggle"));
}

/// kaggle-environments with an absolute path, from another folder: the program was
/// not found.
#[test]
fn main_py_finds_the_program_beside_itself_from_any_folder() {
    let main = folder("kaggle-elsewhere").join("main.py");
    check_play(&[main.as_os_str()], Path::new("/"));
}

/// Kaggle's clock reaches the program; a call without one (as in older versions) does, too.
#[test]
fn main_py_passes_the_clock_on() {
    let folder = folder("kaggle-clock");
    let script = "#!/bin/sh\nwhile read -r line; do echo \"$line\" >> seen; echo 3; done\n";
    fs::write(folder.join("connect4-kaggle"), script).unwrap();
    let _ = fs::remove_file(folder.join("seen"));
    let call = r#"
scope = {}
exec(compile(open("main.py").read(), "main.py", "exec"), scope)
sizes = {"rows": 6, "columns": 7, "inarow": 4}
board = {"board": [0] * 42, "mark": 1}
print(scope["agent"](dict(board, remainingOverageTime=57.5), dict(sizes, actTimeout=2)), scope["agent"](board, sizes))
"#;
    let output = match Command::new("python3").args(["-c", call]).current_dir(&folder).output() {
        Err(error) => return eprintln!("skipped: python3 is missing ({error})"),
        Ok(output) => output,
    };
    assert_eq!(
        String::from_utf8_lossy(&output.stdout),
        "3 3\n",
        "{}",
        String::from_utf8_lossy(&output.stderr)
    );
    let seen = fs::read_to_string(folder.join("seen")).unwrap();
    let lines: Vec<&str> = seen.lines().collect();
    assert!(lines[0].contains(r#""actTimeout": 2, "remainingOverageTime": 57.5}"#), "{seen}");
    assert!(lines[1].contains(r#""actTimeout": null, "remainingOverageTime": null}"#), "{seen}");
}

/// With a bank a move takes longer than the free time, and with `--time` it does not.
#[test]
fn the_program_uses_a_part_of_its_bank() {
    let board = vec![0; 42];
    let request = format!(
        "{{\"rows\":6,\"columns\":7,\"inarow\":4,\"mark\":1,\"board\":{board:?},\
         \"actTimeout\":0.2,\"remainingOverageTime\":30}}\n"
    );
    let taken = |arguments: &[&str]| {
        let started = Instant::now();
        let ended = program(arguments).feed(&request).unwrap();
        assert_eq!((ended.stderr.as_str(), ended.code, ended.stdout.len()), ("", Some(0), 2), "{ended:?}");
        started.elapsed()
    };
    let strategy = "--strategy=uct:solver=off";
    let with_bank = taken(&[strategy]);
    assert!(with_bank > Duration::from_millis(500) && with_bank < Duration::from_secs(30), "{with_bank:?}");
    assert!(taken(&[strategy, "--time", "0.05"]) < with_bank);
}
