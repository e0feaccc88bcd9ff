//! The real program, with commands as its controllers send them.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

use trial::{Ended, Program, bots};

fn program(arguments: &[&str]) -> Program {
    Program::new(env!("CARGO_BIN_EXE_othello-nboard")).with(arguments)
}

#[test]
fn whole_games_have_only_legal_moves() {
    let report = bots::games("othello-nboard", &program(&["--time", "0.01"]), 6).unwrap();
    assert!(report.turns() > 6 * 10, "{report}");
}

#[test]
fn no_search_exceeds_the_depth_limit() {
    let ended = program(&["--time", "60"]).feed("set depth 3\ngo\nset depth 5\nhint 1\nquit\n").unwrap();
    let depths: Vec<&str> = ended
        .stdout
        .lines()
        .filter(|line| line.starts_with("search "))
        .filter_map(|line| line.split(' ').next_back())
        .collect();
    assert_eq!(depths, ["3", "5"], "{}", ended.stdout);
}

#[test]
fn the_self_test_prints_ok() {
    let ended = program(&["--selftest"]).feed("").unwrap();
    assert_eq!(ended, Ended { stdout: "OK\n".into(), stderr: String::new(), code: Some(0) });
}
