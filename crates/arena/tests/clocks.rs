//! Contests with a clock per game: base and increment, and a bank.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

mod common;

use std::fs;
use std::process::Command;

use common::{Folder, arena, contains_all, contest, has_sandbox};
use serde_json::{Value, json};

/// The lines of a log.
fn lines(log: &str) -> Vec<Value> {
    fs::read_to_string(log).unwrap().lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

/// Our engines use the bank of their clock and never run out of it. The clock is short, and
/// the tolerance is long enough for a busy machine. There a search ends early, up to half of
/// its time before the limit, so that the share that is used says little; docs/arena.md has it.
#[test]
fn engines_use_their_bank_and_keep_to_it() {
    for (game, clock, without_bank) in [
        ("othello", "--time 600ms+20ms", 0.02),
        ("nogo", "--time 600ms+20ms", 0.02),
        ("connect4-7x6", "--time 30ms --bank 600ms", 0.03),
    ] {
        let folder = Folder::new("engines");
        let log = folder.file("log.jsonl");
        let options = "--games 2 --tolerance 1s --json --log";
        let report = arena(&format!("match {game} uct uct {clock} {options} {log}")).json();
        assert_eq!(report["faults"], json!([]), "{report}");
        for engine in ["a", "b"] {
            let number = |key: &str| report[engine][key].as_f64().unwrap();
            assert!(number("worst_seconds") > without_bank, "{game}: {report}");
            assert!(number("mean_seconds") * number("moves") / 2.0 > 0.15, "{game}: {report}");
            assert!((0.0..0.55).contains(&number("least_bank_seconds")), "{game}: {report}");
        }
        let header = &lines(&log)[0];
        assert_eq!(header["engines"][0]["bank_seconds"], 0.6, "{header}");
        contains_all(&arena(&format!("replay {log} 1")).text(), &["ms left)"]);
    }
}

#[test]
fn tables_and_json_name_the_clock() {
    let table = arena("match tictactoe uct random --time 2s --bank 1m --games 2").text();
    contains_all(&table, &["A = uct (2s a move and a bank of 60s)", "\nleast in bank "]);
    let report = arena("match tictactoe uct random --time 10s+0.1s --sims-b 5 --games 2 --json").json();
    let expected = json!({"seconds": null, "bank_seconds": 10.0, "increment_seconds": 0.1, "simulations": null, "nodes": null});
    assert_eq!(report["a"]["limits"], expected, "{report}");
    assert!(report["a"]["least_bank_seconds"].as_f64().unwrap() > 9.0, "{report}");
    assert_eq!(report["b"]["limits"], json!({"seconds": null, "simulations": 5, "nodes": null}));
    assert_eq!(report["b"]["least_bank_seconds"], Value::Null);
}

#[test]
fn every_contest_takes_a_clock() {
    let folder = Folder::new("all");
    for (line, part) in [
        ("sprt tictactoe uct random --time 5s+0.1s --games 2", "A = uct (5s+100ms a game)"),
        (
            "tournament tictactoe fast=uct@time=1s+0s slow=uct@time=1s,bank=5s random@sims=1 --games 2",
            "slow (1s a move and a bank of 5s)",
        ),
        (
            "sweep tictactoe uct --param c=0.5,1 --against random --time 1s --bank 5s --games 2 --force",
            "1s a move and a bank of 5s",
        ),
        ("doublings tictactoe uct --time 1s+0.5s --steps 2 --games 2", "4s+2s a game"),
        (
            "tune tictactoe uct --param c=0.5..2 --time 1s --bank 5s --steps 1 --pairs 1 --force",
            " --time 1000000us --bank 5000000us",
        ),
        ("rate tictactoe uct --time 1s+0.5s --games 2", "uct (1s+500ms a game)"),
    ] {
        contains_all(&arena(line).text(), &[part]);
    }
    let file = folder.file("match.toml");
    fs::write(&file, "command = 'match'\ngame = 'tictactoe'\nengines = ['uct', 'a=random@time=9s+1s']\ntime = '2s'\nbank = '1m'\ngames = 2\n").unwrap();
    contains_all(
        &arena(&format!("run {file}")).text(),
        &["(2s a move and a bank of 60s)", "a: random (9s+1s a game)"],
    );
}

#[test]
fn a_wrong_clock_is_one_clear_line() {
    let time =
        "a time is 50ms (per move) or 10s+0.1s (per game, with an increment per move), each with its unit";
    for (options, part) in [
        ("--time 10+0.1", time),
        ("--time 10s+", time),
        ("--time 0s+1s", time),
        ("--time 40/60s", time),
        ("--time-b 1s+1", time),
        ("--bank 0s", "a time is a number with its unit"),
        ("--bank 5s+1s", "a time is a number with its unit"),
        ("--time 9s+1s --bank 5s", "--bank goes with a time per move, as in 2s, and not with 9s+1s a game"),
        ("--time-a 9s+1s --bank-a 5s", "--bank-a goes with a time per move"),
    ] {
        let said = arena(&format!("match tictactoe uct random --games 2 {options}"));
        assert_eq!((said.stdout.as_str(), said.code), ("", Some(2)), "{options}: {}", said.stderr);
        assert!(said.stderr.contains(part) && said.stderr.lines().count() == 1, "{options}: {}", said.stderr);
    }
    let said = arena("match tictactoe uct@time=9s+1s,bank=5s random");
    contains_all(&said.stderr, &["limits 'time=9s+1s,bank=5s' of 'uct': bank goes with a time per move"]);
    let said = arena("analyze tictactoe start --time 9s+1s");
    contains_all(&said.stderr, &["a time is a number with its unit"]);
}

/// A header from before logs had clocks, as it was written then.
const OLD: &str = r#"{"tesuji_arena_log":1,"version":"0.1.0","contest":"match","game":"tictactoe","engines":[{"spec":"uct","seconds":2.0,"simulations":20},{"spec":"random","seconds":2.0,"simulations":20}],"games":2,"start":"start","opening_plies":2,"seed":1,"tolerance_seconds":0.05,"shard":"1/1"}"#;

#[test]
fn a_log_is_continued_with_the_same_clock_only_and_old_logs_are_read() {
    let folder = Folder::new("resume");
    let log = folder.file("log.jsonl");
    fs::write(&log, format!("{OLD}\n")).unwrap();
    let line = format!("match tictactoe uct random --time 2s --sims 20 --games 2 --log {log} --resume");
    arena(&line).text();
    assert_eq!((lines(&log).len(), fs::read_to_string(&log).unwrap().lines().next()), (3, Some(OLD)));
    for (options, part) in [
        ("--time 2s+1s", "engines 1 seconds is 2.0 there and null here"),
        ("--time 2s --bank 5s", "engines 1 bank_seconds is null there and 5.0 here"),
    ] {
        let said = arena(&line.replace("--time 2s", options));
        assert_eq!(said.code, Some(2));
        contains_all(&said.stderr, &["is the log of another contest: ", part]);
    }
    let clock = folder.file("clock.jsonl");
    let line = format!("match tictactoe uct random --time 5s+1s --sims 20 --games 2 --log {clock}");
    arena(&line).text();
    arena(&format!("{line} --resume")).text();
    let said = arena(&line.replace("5s+1s", "5s+2s").replace("--log", "--resume --log"));
    contains_all(&said.stderr, &["engines 1 increment_seconds is 1.0 there and 2.0 here"]);
}

/// A stand-in for a GTP engine, in Python: takes the first free cell of tic-tac-toe, checks
/// the time that it is sent, and sleeps before each move. The time must not be more than by
/// its own account, and not less by more than `slack`.
const ENGINE: &str = r#"
import sys, time
main, settings, slack, nap = float(sys.argv[1]), sys.argv[2], float(sys.argv[3]), float(sys.argv[4])
increment = float(sys.argv[5])
cells, shown, left = {}, None, main
def answer(text): print("= " + text + "\n", flush=True)
def wrong(text): print("? " + text + "\n", flush=True)
for line in sys.stdin:
    words = line.split()
    if words[0] == "list_commands": answer("time_settings\ntime_left")
    elif words[0] == "clear_board": cells = {}; answer("")
    elif words[0] == "play": cells[words[2]] = 1; answer("")
    elif words[0] == "time_settings":
        if " ".join(words[1:]) != settings: sys.exit("settings: " + line)
        answer("")
    elif words[0] == "time_left":
        shown = float(words[2])
        if words[3] != "0": sys.exit("stones: " + line)
        answer("")
    elif words[0] == "genmove":
        started = time.time()
        if shown is None: wrong("no time_left before genmove"); continue
        if not left - slack <= shown <= left + 0.001: wrong("%s is shown, it should be %s" % (shown, left)); continue
        time.sleep(nap)
        vertex = next(c + r for c in "ABC" for r in "123" if c + r not in cells)
        cells[vertex] = 1
        left, shown = max(left - (time.time() - started), 0) + increment, None
        answer(vertex)
    elif words[0] == "quit": answer(""); break
    else: answer("")
"#;

/// `gtp:python3 FILE …`, or nothing if Python or the sandbox is missing.
fn engine(folder: &Folder, arguments: &str) -> Option<String> {
    python("gtp", folder, ENGINE, arguments)
}

fn python(language: &str, folder: &Folder, text: &str, arguments: &str) -> Option<String> {
    let has_python = Command::new("python3").arg("--version").output().is_ok();
    if !has_sandbox() || !has_python {
        return None;
    }
    let path = folder.file("program.py");
    fs::write(&path, text).unwrap();
    Some(format!("{language}:python3 {path} {arguments}"))
}

#[test]
fn a_gtp_engine_gets_its_clock_before_each_move() {
    let folder = Folder::new("gtp-clock");
    // Two seconds are for the pipes of a busy machine, and less than two increments.
    let Some(spec) = engine(&folder, "4 '4 0 0' 2 0.05 1") else { return };
    let line = ["match", "tictactoe", &spec, "random", "--time", "4s+1s", "--games", "4", "--json"];
    let (stdout, _) = contest(&line);
    let report: Value = serde_json::from_str(&stdout).unwrap();
    assert_eq!((&report["faults"], &report["games"]), (&json!([]), &json!(4)), "{report}");
    assert!(report["a"]["moves"].as_u64().unwrap() >= 8, "{report}");
}

/// Each move is within any limit of a single move; together they are more than the bank.
#[test]
fn a_program_that_uses_up_its_bank_loses_on_time() {
    let folder = Folder::new("overrun");
    let Some(spec) = engine(&folder, "1 '1 0 0' 9 0.6 0") else { return };
    let options = ["--time", "1s+0s", "--tolerance", "100ms", "--openings", "0", "--games", "2", "--json"];
    let (stdout, _) = contest(&[&["match", "tictactoe", &spec, "random"][..], &options].concat());
    let report: Value = serde_json::from_str(&stdout).unwrap();
    let faults = report["faults"].as_array().unwrap();
    assert_eq!((faults.len(), &report["a"]["faults"]["too late"]), (2, &json!(2)), "{report}");
    for fault in faults {
        contains_all(fault["text"].as_str().unwrap(), &[" for a move with ", " left on its clock"]);
    }
    // The tolerance is for each move; time beyond the clock is not owed.
    let options = ["--time", "1s+0s", "--tolerance", "10s", "--openings", "0", "--games", "2"];
    let (stdout, _) = contest(&[&["match", "tictactoe", &spec, "random"][..], &options].concat());
    contains_all(
        &stdout,
        &["\nleast in bank            0.0ns", "\nforfeits                  none          none"],
    );
}

/// A stand-in for a program on Kaggle, in Python: checks that `actTimeout` is 0.05 and that
/// `remainingOverageTime` is its own account of a bank of 20 s, up to 3 s.
const KAGGLE: &str = r#"
import json, sys, time
left = 20.0
for line in sys.stdin:
    started, observation = time.time(), json.loads(line)
    if observation["actTimeout"] != 0.05: sys.exit("actTimeout: " + line)
    shown = observation["remainingOverageTime"]
    if not left - 3 <= shown <= left + 0.001: sys.exit("%s is shown, it should be %s" % (shown, left))
    time.sleep(0.1)
    print(next(c for c in (3, 2, 4, 1, 5, 0, 6) if observation["board"][c] == 0), flush=True)
    left -= time.time() - started - 0.05
"#;

/// Kaggle's two numbers arrive, and what a move takes beyond the free time is drawn from the
/// bank.
#[test]
fn a_program_on_kaggle_gets_its_bank() {
    let folder = Folder::new("kaggle-bank");
    let Some(spec) = python("kaggle", &folder, KAGGLE, "") else { return };
    let options = ["--time", "50ms", "--bank", "20s", "--games", "2", "--json"];
    let (stdout, _) = contest(&[&["match", "connect4-7x6", &spec, "random"][..], &options].concat());
    let report: Value = serde_json::from_str(&stdout).unwrap();
    assert_eq!(report["faults"], json!([]), "{report}");
    let (moves, left) = (&report["a"]["moves"], report["a"]["least_bank_seconds"].as_f64().unwrap());
    assert!(moves.as_u64().unwrap() >= 8 && left < 19.85, "{report}");
}
