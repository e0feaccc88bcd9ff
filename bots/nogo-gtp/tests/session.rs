//! The real program, with commands as its controllers send them.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

use trial::{Ended, Program, bots};

fn program(arguments: &[&str]) -> Program {
    Program::new(env!("CARGO_BIN_EXE_nogo-gtp")).with(arguments)
}

#[test]
fn whole_games_have_only_legal_moves() {
    let report = bots::games("nogo-gtp", &program(&["--time", "0.005"]), 8).unwrap();
    assert!(report.turns() > 8 * 10, "{report}");
}

#[test]
fn the_self_test_prints_ok() {
    let ended = program(&["--selftest"]).feed("").unwrap();
    assert_eq!(ended, Ended { stdout: "OK\n".into(), stderr: String::new(), code: Some(0) });
}
