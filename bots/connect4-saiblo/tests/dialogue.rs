//! The real program, with requests as the site writes them.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

use std::time::{Duration, Instant};

use trial::{Ended, Program, bots};

fn program(arguments: &[&str]) -> Program {
    Program::new(env!("CARGO_BIN_EXE_connect4-saiblo")).with(arguments)
}

/// The first message and the first turn on 9×9; the bot begins.
fn first() -> String {
    format!("9 9 2 3\n-1 -1{}{}\n", " 9".repeat(9), " 0".repeat(81))
}

/// On random boards, in all versions of the protocol, with both sides.
#[test]
fn twenty_whole_games_have_only_legal_moves() {
    let report = bots::games("connect4-saiblo", &program(&["--time", "0.005"]), 20).unwrap();
    assert!(report.turns() > 20 * 4, "{report}");
    assert!(report.to_string().contains("6 V1, 4 V2, 10 V3"), "{report}");
}

#[test]
fn an_answer_is_a_frame_and_nothing_else() {
    let Ended { stdout, stderr, code } = program(&["--time", "0.05"]).feed(first()).unwrap();
    assert_eq!((stderr.as_str(), code), ("", Some(0)));
    let (frame, text) = stdout.split_at(4);
    assert_eq!((frame, &text[..2], text.len()), ("\0\0\0\u{3}", "8 ", 3), "{stdout:?}");
}

#[test]
fn an_answer_is_in_time_and_the_time_is_used() {
    let started = Instant::now();
    let ended = program(&["--strategy", "uct:memory=64"]).feed(first()).unwrap();
    let elapsed = started.elapsed();
    assert_eq!(ended.code, Some(0), "{}", ended.stderr);
    // The judge's limit is 3 s; the rest is tolerance for a busy test machine.
    assert!(elapsed < Duration::from_millis(3500), "{elapsed:?}");
    assert!(elapsed > Duration::from_millis(1000), "{elapsed:?}");
}

#[test]
fn the_process_stays_within_the_given_memory() {
    let peak = |arguments: &[&str]| {
        let mut process = program(arguments).start().unwrap();
        process.write(first());
        process.bytes(7).unwrap();
        process.peak_memory().unwrap() >> 10
    };
    // Enough simulations to need more memory than that, in any time.
    let thinking = ["--strategy=uct:sims=1500000", "--time=60"];
    let (small, usual) = (peak(&[thinking[0], thinking[1], "--memory=48"]), peak(&thinking));
    assert!(small < 48, "{small} MiB");
    assert!((48..1024).contains(&usual), "{usual} MiB");
}

#[test]
fn a_broken_line_is_answered_and_reported() {
    let broken = first().replacen(" 0 0 0", " 0 0 x", 1);
    let Ended { stdout, stderr, code } = program(&["--time", "0.02"]).feed(broken).unwrap();
    assert_eq!((stdout.len(), code), (7, Some(0)), "{stderr}");
    assert_eq!(stderr.lines().count(), 1, "{stderr}");
    assert!(stderr.contains("cannot read the board: found 'x', expected a cell; answering in "), "{stderr}");
}

#[test]
fn input_without_a_board_is_an_error_of_one_line() {
    for nothing in ["", "\n", "hello", "9 9 9", "3 3 0 0 -1 -1", "0005hello"] {
        let Ended { stdout, stderr, code } = program(&[]).feed(nothing).unwrap();
        assert_eq!((stdout.as_str(), code), ("", Some(1)), "{stderr}");
        assert_eq!(stderr.lines().count(), 1, "{stderr}");
    }
}

#[test]
fn help_names_the_game_the_judge_and_the_limits() {
    let help = program(&["--help"]).feed("").unwrap();
    assert_eq!((help.stderr.as_str(), help.code), ("", Some(0)));
    for word in ["Connect-4", "Saiblo", "3 s", "CPU", "1024 MB", "--strategy", "--time", "--memory", "--v2"] {
        assert!(help.stdout.contains(word), "{word} is missing in {}", help.stdout);
    }
}

#[test]
fn the_self_test_prints_ok() {
    let ended = program(&["--selftest"]).feed("").unwrap();
    assert_eq!(ended, Ended { stdout: "OK\n".into(), stderr: String::new(), code: Some(0) });
}
