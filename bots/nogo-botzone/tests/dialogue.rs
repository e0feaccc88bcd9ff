//! The real program, with requests as the site writes them.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

use trial::botzone::read_answer;
use trial::{Ended, Program, bots};

fn program(arguments: &[&str]) -> Program {
    Program::new(env!("CARGO_BIN_EXE_nogo-botzone")).with(arguments)
}

/// In each form and each way of running, with both sides.
#[test]
fn whole_games_have_only_legal_moves() {
    let report = bots::games("nogo-botzone", &program(&["--time", "0.005"]), 8).unwrap();
    assert!(report.turns() > 8 * 15, "{report}");
}

/// The site's rules have forbidden it; today's judge accepts it.
#[test]
fn the_first_stone_is_not_in_the_centre() {
    for time in ["0.01", "0.1"] {
        let ended = program(&["--time", time]).feed("1\n-1 -1\n").unwrap();
        assert_eq!((ended.stderr.as_str(), ended.code), ("", Some(0)));
        assert_ne!(read_answer(false, ended.stdout.trim_end()).unwrap(), (4, 4));
    }
}

#[test]
fn a_history_with_a_capture_is_answered_and_reported() {
    // White has captured the corner: (0, 0) is black, (1, 0) and (0, 1) white.
    let Ended { stdout, stderr, code } = program(&["--time", "0.01"]).feed("2\n0 0\n1 0\n5 5\n").unwrap();
    assert_eq!((stderr.as_str(), code), ("", Some(0)), "{stdout}");
    let Ended { stdout, stderr, code } =
        program(&["--time", "0.01"]).feed("3\n0 0\n1 0\n5 5\n0 1\n7 7\n").unwrap();
    assert_eq!(code, Some(0), "{stderr}");
    assert!(stderr.contains("response 2: A8 is not a legal move"), "{stderr}");
    read_answer(false, stdout.trim_end()).unwrap();
}

#[test]
fn the_self_test_prints_ok() {
    let ended = program(&["--selftest", "--time", "0.003"]).feed("").unwrap();
    assert_eq!(ended, Ended { stdout: "OK\n".into(), stderr: String::new(), code: Some(0) });
}
