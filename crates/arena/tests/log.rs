//! The log of a match: no game is lost, no altered game is accepted.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

mod common;

use std::fs;
use std::thread;
use std::time::{Duration, Instant};

use common::{Folder, arena, contains_all, feed, reproducible, start};
use serde_json::Value;

/// Enough games to kill it before the end.
const MATCH: &str = "match connect4-7x6 uct-pool uct-pool:c=0.3 --sims 150 --games 60 --seed 5 --json";

fn words(line: &str) -> Vec<&str> {
    line.split_whitespace().collect()
}

fn lines(file: &str) -> usize {
    fs::read(file).map_or(0, |bytes| bytes.iter().filter(|&&byte| byte == b'\n').count())
}

/// The numbers of the games in a log, in the order in which they ended.
fn games(file: &str) -> Vec<u64> {
    let text = fs::read_to_string(file).unwrap();
    let game = |line: &str| serde_json::from_str::<Value>(line).unwrap()["game"].as_u64().unwrap();
    text.lines().skip(1).map(game).collect()
}

#[test]
fn a_match_that_was_killed_is_resumed_and_ends_with_the_same_table() {
    const KILLS: usize = 4;
    let folder = Folder::new("kill");
    let undisturbed = reproducible(arena(MATCH).json());
    for round in 0..rounds(KILLS).div_ceil(KILLS) {
        let log = folder.file(&format!("{round}.jsonl"));
        let line = format!("{MATCH} --jobs 2 --log {log} --resume");
        // Killed as soon as there is something to lose, several times.
        let kills: usize = (0..KILLS).map(|_| usize::from(kill_early(&line, &log))).sum();
        assert!(kills > 0, "the match was over before it could be killed");
        let before = games(&log);
        assert!((1..60).contains(&before.len()), "{before:?}");
        assert_eq!(reproducible(arena(&line).json()), undisturbed);
        // What was there is there, and only what was missing was played.
        let mut after = games(&log);
        assert_eq!(after[..before.len()], before);
        after.sort_unstable();
        assert_eq!(after, (1..=60).collect::<Vec<_>>());
        // Nothing is left to play, and the table is still the same.
        assert_eq!(reproducible(arena(&line).json()), undisturbed);
        assert_eq!(lines(&log), 61);
    }
}

/// Starts a match and kills it after six more games. Returns false if it was over before.
fn kill_early(line: &str, log: &str) -> bool {
    let before = lines(log);
    let mut child = start(&words(line));
    let patience = Instant::now();
    while lines(log) < before.max(1) + 6 && patience.elapsed() < Duration::from_secs(60) {
        if child.try_wait().unwrap().is_some() {
            break;
        }
        thread::sleep(Duration::from_millis(1));
    }
    let was_running = child.try_wait().unwrap().is_none();
    child.kill().unwrap();
    child.wait().unwrap();
    was_running
}

/// A full disk left a part of a line, the other of two games wrote a whole line behind
/// it, and the log was refused as altered.
#[cfg(unix)]
#[test]
fn a_match_on_a_full_disk_is_resumed_and_ends_with_the_same_table() {
    let folder = Folder::new("full");
    let undisturbed = reproducible(arena(MATCH).json());
    for round in 0..rounds(3) {
        let log = folder.file(&format!("{round}.jsonl"));
        let line = format!("{MATCH} --jobs 2 --log {log}");
        // The file may not grow beyond this many blocks of 512 bytes.
        let blocks = 20 + 2 * round;
        let limited = format!("trap '' XFSZ; ulimit -f {blocks}; exec \"$0\" {line}");
        let mut shell = std::process::Command::new("sh");
        let output = shell.arg("-c").arg(limited).arg(env!("CARGO_BIN_EXE_arena")).output().unwrap();
        let stderr = String::from_utf8_lossy(&output.stderr).into_owned();
        assert_eq!(output.status.code(), Some(1), "{stderr}");
        assert!(stderr.contains("cannot write ") && stderr.matches('\n').count() == 1, "{stderr}");
        let before = games(&log);
        assert!((1..60).contains(&before.len()), "{before:?}");
        assert_eq!(reproducible(arena(&format!("{line} --resume")).json()), undisturbed, "{blocks} blocks");
        assert_eq!(games(&log)[..before.len()], before);
    }
}

/// Number of repetitions: `just test-logs` asks for more.
fn rounds(usual: usize) -> usize {
    std::env::var("LOG_ROUNDS").ok().and_then(|rounds| rounds.parse().ok()).unwrap_or(usual)
}

#[test]
fn a_log_that_is_no_file_is_refused() {
    let folder = Folder::new("no-file");
    let mut paths = vec![folder.path().display().to_string()];
    if cfg!(unix) {
        paths.push("/dev/full".to_string());
        let pipe = folder.file("pipe");
        assert!(std::process::Command::new("mkfifo").arg(&pipe).status().unwrap().success());
        paths.push(pipe);
    }
    for path in paths {
        let said = arena(&format!("match tictactoe uct random --sims 20 --games 4 --log {path}"));
        assert_eq!((said.stdout.as_str(), said.code), ("", Some(2)), "{}", said.stderr);
        assert!(said.stderr.ends_with("is not a file; a log must be one\n"), "{}", said.stderr);
    }
}

#[test]
fn a_log_that_was_cut_anywhere_is_repaired() {
    let folder = Folder::new("torn");
    let log = folder.file("log.jsonl");
    let line = format!("match tictactoe uct random --sims 20 --games 4 --json --log {log}");
    let undisturbed = reproducible(arena(&line).json());
    let whole = fs::read(&log).unwrap();
    let text = String::from_utf8(whole.clone()).unwrap();
    let last = text.trim_end().rfind('\n').unwrap() + 1;
    let header = text.find('\n').unwrap();
    // Within the header, after it, and within and just before the end of the last line.
    for cut in [0, 1, header / 2, header, header + 1, last, last + 1, last + 40, whole.len() - 1] {
        fs::write(&log, &whole[..cut]).unwrap();
        assert_eq!(reproducible(arena(&format!("{line} --resume")).json()), undisturbed, "cut at {cut}");
        let mut found = games(&log);
        found.sort_unstable();
        assert_eq!(found, [1, 2, 3, 4], "cut at {cut}");
    }
}

#[test]
fn a_foreign_or_altered_log_is_refused_with_one_line_and_left_as_it_is() {
    let folder = Folder::new("refused");
    let log = folder.file("log.jsonl");
    let line = format!("match tictactoe uct random --sims 20 --games 4 --log {log}");
    arena(&line).text();
    let whole = fs::read_to_string(&log).unwrap();
    let rows: Vec<&str> = whole.lines().collect();
    let with = |i: usize, row: String| {
        let mut rows: Vec<String> = rows.iter().map(ToString::to_string).collect();
        rows[i] = row;
        rows.join("\n") + "\n"
    };
    let refuse = |line: &str, text: &str, part: &str| {
        fs::write(&log, text).unwrap();
        let said = arena(line);
        assert_eq!((said.stdout.as_str(), said.code), ("", Some(2)), "{}", said.stderr);
        assert!(said.stderr.contains(part) && said.stderr.matches('\n').count() == 1, "{}", said.stderr);
        assert_eq!(fs::read_to_string(&log).unwrap(), text, "it was touched");
    };
    refuse(&line, &whole, "log.jsonl exists; --resume continues it");
    let resume = format!("{line} --resume");
    refuse(&resume, "a shopping list", "log.jsonl is not a log of a contest");
    refuse(&resume, "{}\n{}\n", "log.jsonl is not a log of a contest");
    refuse(
        &resume,
        &whole.replacen("log\":1", "log\":2", 1),
        "log.jsonl has log format 2; this version reads format 1",
    );
    refuse(&resume, &with(2, "{\"game\":".into()), "line 3 of ");
    refuse(&resume, &with(2, rows[2][..40].to_string()), "the line is broken: ");
    refuse(&resume, &with(2, String::new()), "the line is broken: ''");
    refuse(&resume, &with(3, rows[1].to_string()), "line 4 of ");
    refuse(&resume, &with(3, rows[1].to_string()), "game 1 is there twice, first in line 2");
    for (from, to) in [("\"first\":\"", "\"first\":\"u"), ("\"nanoseconds\":[", "\"nanoseconds\":[1")] {
        refuse(&resume, &with(1, rows[1].replacen(from, to, 1)), "line 2 of ");
        refuse(&resume, &with(1, rows[1].replacen(from, to, 1)), ": the line was altered");
    }
    // Other matches.
    for (change, part) in [
        (["--sims 20", "--sims 21"], "engines 1 simulations is 20 there and 21 here"),
        (["uct random", "uct minimax"], "engines 2 spec is \"random\" there and \"minimax\" here"),
        (["--games 4", "--games 2"], "a contest of 4 games and cannot be shortened to 2; more are possible"),
        (["--games 4", "--games 4 --seed 2"], "seed is 1 there and 2 here"),
        (["--games 4", "--games 4 --openings 1"], "opening_plies is 2 there and 1 here"),
        (["--games 4", "--games 4 --shard 1/2"], "shard is \"1/1\" there and \"1/2\" here"),
        (["tictactoe uct", "connect4 uct"], "is the log of another contest: "),
    ] {
        refuse(&resume.replace(change[0], change[1]), &whole, part);
    }
    // Lines of another log are refused, even with the same numbers.
    let other = folder.file("other.jsonl");
    arena(&line.replace("--sims 20", "--sims 20 --seed 9").replace(&log, &other)).text();
    let foreign = fs::read_to_string(&other).unwrap();
    refuse(&resume, &with(1, foreign.lines().nth(1).unwrap().to_string()), "line 2 of ");
}

#[test]
fn two_processes_do_not_write_the_same_log() {
    let folder = Folder::new("lock");
    let log = folder.file("log.jsonl");
    let line = format!("match tictactoe uct:solver=off random --time 20ms --games 10000 --log {log}");
    let mut child = start(&words(&line));
    while lines(&log) < 2 {
        thread::sleep(Duration::from_millis(5));
    }
    let said = arena(&format!("{line} --resume"));
    child.kill().unwrap();
    child.wait().unwrap();
    assert_eq!(said.code, Some(2));
    contains_all(&said.stderr, &["another process is writing ", "log.jsonl"]);
}

#[test]
fn merged_parts_are_the_whole_match() {
    let folder = Folder::new("shard");
    let line = "match connect4 uct-pool random --sims 30 --boards random --games 20 --seed 3 --json";
    let whole = reproducible(arena(line).json());
    let parts: Vec<String> = (1..=3).map(|k| folder.file(&format!("part-{k}.jsonl"))).collect();
    for (k, part) in parts.iter().enumerate() {
        let part = arena(&format!("{line} --shard {}/3 --log {part}", k + 1)).json();
        assert!(part["games"].as_u64().unwrap() < 10 && part["complete"] == true, "{part}");
    }
    let out = folder.file("whole.jsonl");
    let merged = reproducible(arena(&format!("merge --json --out {out} {}", parts.join(" "))).json());
    assert_eq!(merged, whole);
    // The merged log can be read and continued like any other.
    assert_eq!(reproducible(arena(&format!("merge --json {out}")).json()), whole);
    assert_eq!(reproducible(arena(&format!("{line} --log {out} --resume")).json()), whole);
    // Missing games are reported; games that are there twice or of another match are refused.
    let text = arena(&format!("merge {} {}", parts[0], parts[2])).text();
    contains_all(&text, &["14 of 20 games, the others are missing", "fingerprint"]);
    let said = arena(&format!("merge {} {}", parts[0], parts[0]));
    assert_eq!(said.code, Some(2));
    contains_all(&said.stderr, &[": game 1 is also in another log"]);
    let other = folder.file("other.jsonl");
    arena(&format!("{line} --seed 4 --games 2 --log {other}").replacen("--games 20 --seed 3 ", "", 1)).json();
    let said = arena(&format!("merge {} {other}", parts[0]));
    assert_eq!(said.code, Some(2));
    contains_all(&said.stderr, &["are logs of different contests"]);
    assert_eq!(arena("merge no-such-log").code, Some(2));
}

#[test]
fn a_game_of_a_log_is_shown() {
    let folder = Folder::new("replay");
    let log = folder.file("log.jsonl");
    arena(&format!(
        "match tictactoe minimax random --games 4 --tolerance 60s --from x../.../... --log {log}"
    ))
    .text();
    let list = arena(&format!("replay {log}")).text();
    assert_eq!(list.lines().count(), 5, "{list}");
    let shown = feed(&["replay", &log, "2"], b"").text();
    contains_all(
        &shown,
        &["game 2 of ", ": random against minimax\n", "\n1. ", "  (opening)\n", "  (value "],
    );
    contains_all(&shown, &[" plies and ", " of thinking\n", "o to move"]);
    let value = arena(&format!("replay {log} 2 --json")).json();
    assert_eq!((&value["game"], &value["first"]), (&2.into(), &"random".into()));
    assert_eq!(arena(&format!("replay {log} --json")).json().as_array().map(Vec::len), Some(4));
    let said = arena(&format!("replay {log} 5"));
    assert_eq!((said.stderr.contains(" has no game 5"), said.code), (true, Some(2)));
    assert_eq!(arena("replay no-such-log").code, Some(2));
}
