//! The real program, with requests as the site writes them.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

use std::time::{Duration, Instant};

use serde_json::{Value, json};
use trial::{Ended, Program, bots};

fn program(arguments: &[&str]) -> Program {
    Program::new(env!("CARGO_BIN_EXE_othello-botzone")).with(arguments)
}

/// Runs the bot with this input; returns stdout, stderr and exit code.
fn ask(arguments: &[&str], input: &str) -> (String, String, Option<i32>) {
    let Ended { stdout, stderr, code } = program(arguments).feed(input).unwrap();
    (stdout, stderr, code)
}

/// In each form and each way of running, with both sides.
#[test]
fn whole_games_have_only_legal_moves() {
    let report = bots::games("othello-botzone", &program(&["--time", "0.01"]), 8).unwrap();
    assert!(report.turns() > 8 * 20, "{report}");
}

fn response(stdout: &str) -> (i64, i64) {
    let value: Value = serde_json::from_str(stdout).unwrap();
    let of = |key: &str| value["response"][key].as_i64().unwrap();
    (of("x"), of("y"))
}

/// Black starts on (3,4) and (4,3), so these are its first moves.
#[test]
fn black_opens_with_a_legal_move() {
    let request = json!({"requests": [{"x": -1, "y": -1}], "responses": []});
    let (stdout, stderr, code) = ask(&["--time", "0.1"], &format!("{request}\n"));
    assert_eq!((stderr.as_str(), code), ("", Some(0)));
    let openings = [(2, 3), (3, 2), (4, 5), (5, 4)];
    assert!(openings.contains(&response(&stdout)), "{stdout}");
}

/// The judge also asks a player without a legal move, who must answer (-1, -1).
#[test]
fn a_player_without_a_move_answers_a_pass() {
    // After these moves Black has no legal move.
    let black = [(3, 2), (4, 5), (3, 0), (1, 2)];
    let white = [(2, 2), (3, 1), (4, 0), (2, 0)];
    let point = |(x, y): (i64, i64)| json!({"x": x, "y": y});
    let requests: Vec<Value> = [(-1, -1)].into_iter().chain(white).map(point).collect();
    let responses: Vec<Value> = black.into_iter().map(point).collect();
    let line = json!({"requests": requests, "responses": responses});
    let (stdout, stderr, code) = ask(&["--time", "0.1"], &format!("{line}\n"));
    assert_eq!((stderr.as_str(), code), ("", Some(0)), "the game is legal");
    assert_eq!(response(&stdout), (-1, -1));
}

#[test]
fn an_answer_is_in_time_from_the_start_of_the_process() {
    let line = json!({"requests": [{"x": 2, "y": 3}, {"x": 2, "y": 1}], "responses": [{"x": 2, "y": 2}]});
    let started = Instant::now();
    let (stdout, _, code) = ask(&[], &format!("{line}\n"));
    let elapsed = started.elapsed();
    assert_eq!(code, Some(0), "{stdout}");
    // The judge's limit is 1 s; the rest is tolerance for a busy test machine.
    assert!(elapsed < Duration::from_millis(1300), "{elapsed:?}");
    assert!(elapsed > Duration::from_millis(300), "and the time is used: {elapsed:?}");
}

#[test]
fn the_self_test_prints_ok() {
    let (stdout, stderr, code) = ask(&["--selftest"], "");
    assert_eq!((stdout.as_str(), stderr.as_str(), code), ("OK\n", "", Some(0)));
}
