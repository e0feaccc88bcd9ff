//! Foreign programs that misbehave.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

mod common;

use std::fs;
use std::thread;
use std::time::{Duration, Instant};

use common::{Folder, Said, contains_all, contest, has_sandbox, nap, runs, script};
use serde_json::Value;

fn arena(arguments: &[&str]) -> Said {
    common::feed(arguments, b"")
}

fn lines(log: &str) -> Vec<Value> {
    fs::read_to_string(log).unwrap().lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

/// Name, shell script, kind of the forfeit, part of its text.
const ZOO: [(&str, &str, &str, &str); 14] = [
    ("silent", "sleep 1000", "silent", "no answer in "),
    ("late", "sleep 2.4; echo '{\"response\":{\"x\":0,\"y\":0}}'", "late", " for a move instead of 2s"),
    ("garbage", "echo 'I like trains'", "garbage", "'I like trains\\n'"),
    ("endless", "yes 'words, '", "garbage", "more than 1048576 bytes and no answer: 'words, "),
    ("flood", "cat /dev/zero", "garbage", "more than 1048576 bytes and no answer: "),
    ("cheat", "echo '{\"response\":{\"x\":0,\"y\":0}}'", "illegal", "a1 is not a legal move in "),
    ("stray", "echo '{\"response\":{\"x\":9,\"y\":0}}'", "illegal", " is off the board"),
    (
        "quitter",
        "echo 'no idea' >&2; exit 3",
        "crashed",
        "it ended with exit code 3; it complained 'no idea'",
    ),
    ("sorry", "echo '{\"response\":{\"x\":1,\"y\":1}}'; exit 1", "crashed", "exit code 1"),
    ("crash", "kill -SEGV $$; sleep 10", "crashed", "signal 11 ended it"),
    ("eater", "tail -n 1 /dev/zero", "memory", "it used "),
    ("closed", "exec >&-; sleep 1000", "silent", "it closed its output and lives on"),
    ("noisy", "yes >&2", "silent", "no answer in "),
    (
        "stays",
        "echo '{\"response\":{\"x\":1,\"y\":1}}'; exec >&- 2>&-; sleep 1000",
        "silent",
        "it closed its output and lives on",
    ),
];

#[test]
fn every_misbehaving_program_loses_its_games_and_the_contest_goes_on() {
    if !has_sandbox() {
        return;
    }
    let folder = Folder::new("zoo");
    let log = folder.file("log.jsonl");
    let specs: Vec<String> =
        ZOO.iter().map(|(name, text, ..)| format!("botzone:{}", script(&folder, name, text))).collect();
    let options = "--gauntlet --games 2 --openings 1 --time 2s --memory-limit 48 --jobs 6 --json --log";
    let mut line = vec!["tournament", "tictactoe", "random"];
    line.extend(specs.iter().map(String::as_str));
    line.extend(options.split(' ').chain([log.as_str()]));
    let mut child = common::start(&line);
    drop(child.stdin.take());
    // The output of `flood` does not stay in the arena's memory.
    let mut peak = 0;
    let status = format!("/proc/{}/status", child.id());
    while child.try_wait().unwrap().is_none() {
        let status = fs::read_to_string(&status).unwrap_or_default();
        let now = status.lines().find_map(|line| line.strip_prefix("VmHWM:")?.split_whitespace().next());
        peak = peak.max(now.map_or(0, |kib| kib.parse::<u64>().unwrap()));
        thread::sleep(Duration::from_millis(10));
    }
    assert!((1_000..100_000).contains(&peak), "{peak} KiB");
    let said = Said::of(child.wait_with_output().unwrap());
    assert_eq!(said.code, Some(0), "{}", said.stderr);
    let report: Value = serde_json::from_str(&said.stdout).unwrap();
    assert_eq!((&report["games"], &report["complete"]), (&28.into(), &true.into()));

    let games = lines(&log);
    for ((name, _, kind, text), spec) in ZOO.iter().zip(&specs) {
        let its: Vec<&Value> =
            games.iter().filter(|game| game["first"] == **spec || game["second"] == **spec).collect();
        assert_eq!(its.len(), 2, "{name}");
        for game in its {
            let (fault, said) = (&game["fault"], game["fault"]["text"].as_str().unwrap_or_default());
            let winner = if game["first"] == **spec { "second" } else { "first" };
            assert_eq!(
                (&fault["kind"], &game["winner"]),
                (&(*kind).into(), &winner.into()),
                "{name}: {game}"
            );
            assert!(said.contains(text) && said.chars().count() < 600, "{name}: {said}");
        }
    }

    // Games that are removed are played again; a game with a forfeit is shown.
    let whole = fs::read_to_string(&log).unwrap();
    let lost = |line: &&str| line.contains("/garbage\"") && !line.contains("tesuji_arena_log");
    let kept: Vec<&str> = whole.lines().filter(|line| !lost(line)).collect();
    assert_eq!(kept.len(), 27);
    fs::write(&log, format!("{}\n", kept.join("\n"))).unwrap();
    line.push("--resume");
    let (again, _) = contest(&line);
    let again: Value = serde_json::from_str(&again).unwrap();
    assert_eq!((&again["games"], again["engines"].clone()), (&28.into(), report["engines"].clone()));
    let likes_trains =
        |line: &Value| line["fault"]["text"].as_str().is_some_and(|text| text.contains("trains"));
    let trains = lines(&log).into_iter().find(likes_trains).unwrap();
    let shown = arena(&["replay", &log, &trains["game"].to_string()]).text();
    contains_all(&shown, &["random wins: garbage: no answer", "'I like trains"]);
    let merged = arena(&["merge", &log, "--json"]).json();
    assert_eq!(merged["games"], 28);
}

/// With and without a sandbox.
#[test]
fn the_child_processes_of_a_program_end_with_it() {
    if !has_sandbox() {
        return;
    }
    let folder = Folder::new("fork");
    for (number, trust) in [None, Some("--trust")].into_iter().enumerate() {
        let hidden = [nap(2 * number as u32), nap(2 * number as u32 + 1)];
        // One is an orphan in a session of its own, one keeps the output open.
        let text = format!("(setsid sleep {} >/dev/null 2>&1 &)\nsleep {} &\nexit 0", hidden[0], hidden[1]);
        let spec = format!("botzone:{}", script(&folder, &format!("forks-{number}"), &text));
        let mut line = vec!["match", "tictactoe", "random", &spec, "--games", "2", "--time", "10s"];
        line.extend(trust);
        let (table, _) = contest(&line);
        contains_all(&table, &["crashed", "it ended with exit code 0"]);
        for nap in &hidden {
            assert!(!runs(nap), "{nap} still sleeps");
        }
    }
}

#[test]
fn a_program_ends_if_the_arena_is_killed() {
    if !has_sandbox() {
        return;
    }
    let folder = Folder::new("killed");
    for (number, trust) in [(10, None), (11, Some("--trust"))] {
        let nap = nap(number);
        let spec =
            format!("botzone:{}", script(&folder, &format!("sleeps-{number}"), &format!("sleep {nap}")));
        let mut line = vec!["match", "tictactoe", "random", &spec, "--games", "2", "--time", "60s"];
        line.extend(trust);
        let mut child = common::start(&line);
        let patience = Instant::now();
        while !runs(&nap) {
            assert!(patience.elapsed() < Duration::from_secs(20), "it never ran");
            thread::sleep(Duration::from_millis(10));
        }
        child.kill().unwrap();
        child.wait().unwrap();
        while runs(&nap) {
            assert!(patience.elapsed() < Duration::from_secs(30), "it still sleeps");
            thread::sleep(Duration::from_millis(10));
        }
    }
}

#[test]
fn a_wrong_spec_is_reported_before_the_first_game() {
    let folder = Folder::new("wrong");
    let plain = folder.file("plain.txt");
    fs::write(&plain, "not a program").unwrap();
    let [missing, plain, good] = [folder.file("missing"), plain, script(&folder, "good", "exit")]
        .map(|path| format!("botzone:{path}"));
    for (arguments, why) in [
        (
            vec!["match", "othello", "random", "saiblo:true"],
            "saiblo is not a language for othello; there are: botzone:",
        ),
        (
            vec!["match", "connect4", "random", "gtp:true"],
            "gtp is not a language for connect4; there are: saiblo:",
        ),
        (
            vec!["match", "connect4-7x6", "random", "so:x.so"],
            "so is not a language for connect4-7x6; there are: kaggle:",
        ),
        (vec!["match", "tictactoe", "random", &missing], "there is no program "),
        (vec!["match", "tictactoe", "random", &plain], " is not executable"),
        (
            vec!["match", "othello", "gtp:no-such-program -x", "random"],
            "there is no program 'no-such-program' in PATH",
        ),
        (vec!["match", "connect4", "so:no-such.so", "random"], "there is no library 'no-such.so'"),
        (vec!["match", "tictactoe", "random", "botzone:"], "a program must follow botzone:"),
        (vec!["match", "tictactoe", "random", "botzone:'x"], "a quote is not closed"),
        (vec!["match", "tictactoe", "random", "botzone:cd /tmp sh"], "a semicolon must follow the folder"),
        (vec!["match", "tictactoe", "random", "botzone:cd a b; sh"], "one folder must follow cd"),
        (vec!["match", "tictactoe", "random", "botzone:cd /no/such; sh"], "there is no folder '/no/such'"),
        (
            vec!["match", "tictactoe", "random", "botzone:cd '/tmp'; ./no-such-bot"],
            "there is no program './no-such-bot'",
        ),
        (vec!["match", "connect4", "so:cd /tmp; no-such.so", "random"], "there is no library 'no-such.so'"),
        (
            vec!["match", "tictactoe", "random", &good, "--env", "NO_SUCH_VARIABLE"],
            "NO_SUCH_VARIABLE is not set here; write NO_SUCH_VARIABLE=VALUE",
        ),
        (vec!["match", "tictactoe", "random", &good, "--sims", "9"], "can be limited by --time alone"),
        (
            vec!["match", "tictactoe", "random", &good, "--from", "x../.../..."],
            "another start than the usual one",
        ),
        (
            vec!["sweep", "tictactoe", &good, "--param", "c=1,2", "--against", "uct"],
            "has no parameters to compare",
        ),
        (vec!["tune", "tictactoe", &good, "--param", "c=1..2"], "has no parameters to tune"),
        (
            vec!["analyze", "tictactoe", "start", "--engine", &good],
            "reports only its move; analyze needs a strategy",
        ),
        (vec!["play", "tictactoe", "--engine", &missing], "there is no program "),
        (vec!["play", "othello", "--engine", "saiblo:true"], "saiblo is not a language for othello"),
        (
            vec!["play", "connect4-7x6", "--engine", "so:x.so"],
            "so is not a language for connect4-7x6; there are: kaggle:",
        ),
        (vec!["play", "tictactoe", "--engine", &good, "--sims", "9"], "can be limited by --time alone"),
        (
            vec!["play", "tictactoe", "--engine", &good, "--from", "x../.../..."],
            "another start than the usual one",
        ),
    ] {
        let said = arena(&arguments);
        assert_eq!((said.stdout.as_str(), said.code), ("", Some(2)), "{arguments:?}: {}", said.stderr);
        assert!(
            said.stderr.contains(why) && said.stderr.lines().count() == 1,
            "{arguments:?}: {}",
            said.stderr
        );
    }
}
