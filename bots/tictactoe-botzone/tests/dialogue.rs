//! The real program, under a referee that is as strict as the site.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

use trial::botzone::{KEEP_RUNNING, read_answer};
use trial::{Ended, Process, Program, bots};

const NAME: &str = "tictactoe-botzone";

fn program(arguments: &[&str]) -> Program {
    Program::new(env!("CARGO_BIN_EXE_tictactoe-botzone")).with(arguments)
}

fn start(arguments: &[&str]) -> Process {
    program(arguments).start().unwrap()
}

fn feed(arguments: &[&str], input: &str) -> Ended {
    program(arguments).feed(input).unwrap()
}

/// Checks a failure: nothing on stdout, one line on stderr.
fn fails(ended: &Ended, code: i32) {
    assert_eq!((ended.code, ended.stdout.as_str()), (Some(code), ""), "{}", ended.stderr);
    assert_eq!(ended.stderr.lines().count(), 1, "{}", ended.stderr);
    assert!(ended.stderr.starts_with("tictactoe-botzone: "), "{}", ended.stderr);
}

const FIRST: &str = r#"{"requests":[{"x":-1,"y":-1}],"responses":[]}"#;

/// In each form and each way of running, with both sides.
#[test]
fn twenty_whole_games_have_only_legal_moves() {
    let report = bots::games(NAME, &program(&["--strategy=random"]), 20).unwrap();
    assert!(report.turns() >= 20 * 2, "{report}");
    let variants = "6 JSON kept running, 6 JSON once per turn, 4 simple kept running, 4 simple once per turn";
    assert!(report.to_string().contains(variants), "{report}");
}

#[test]
fn a_json_answer_is_one_compact_line_with_response_and_debug() {
    let Ended { stdout, stderr, code } = feed(&[], FIRST);
    assert_eq!((stderr.as_str(), code), ("", Some(0)));
    let value: serde_json::Value = serde_json::from_str(&stdout).unwrap();
    let fields: Vec<_> = value.as_object().unwrap().keys().collect();
    assert_eq!(fields, ["debug", "response"]);
    assert!(stdout.starts_with("{\"response\":{\"x\":"), "{stdout}");
    assert_eq!(stdout.matches('\n').count(), 1, "{stdout}");
    assert!(stdout.ends_with('\n') && stdout.len() < 1100, "{stdout}");
}

#[test]
fn the_time_per_move_can_be_set() {
    let Ended { stdout, stderr, code } = feed(&["--time", "0.05"], FIRST);
    assert_eq!((stderr.as_str(), code), ("", Some(0)));
    read_answer(true, &stdout).unwrap();
}

#[test]
fn a_kept_process_waits_for_the_next_request_and_ends_with_the_input() {
    let mut bot = start(&["--keep-running", "--strategy", "random:seed=3"]);
    bot.write("1\n-1 -1\n");
    let first = bot.line().unwrap();
    assert_eq!(bot.line().unwrap(), KEEP_RUNNING);
    let other = if first == "1 1" { "0 0" } else { "1 1" };
    bot.write(format!("{other}\n"));
    let second = bot.line().unwrap();
    assert_eq!(bot.line().unwrap(), KEEP_RUNNING);
    assert!(second != first && second != other, "{first}, {other}, {second}");
    let Ended { stdout, stderr, code } = bot.finish().unwrap();
    assert_eq!((stdout.as_str(), stderr.as_str(), code), ("", "", Some(0)));
}

#[test]
fn a_broken_line_is_an_error_of_one_line() {
    for broken in ["{\"request\":[{\"x\":", "hello", "\u{1}\u{2}", "{\"requests\":7}", "-3"] {
        fails(&feed(&[], broken), 1);
        fails(&feed(&["--keep-running"], broken), 1);
    }
}

/// These got no answer: a byte-order mark, JSON in several lines, a long line, a number
/// that JSON does not have.
#[test]
fn unusual_requests_are_answered() {
    let long = format!("{},\"data\":\"{}\"}}", FIRST.trim_end_matches('}'), "d".repeat(1_200_000));
    let several = FIRST.replace(',', ",\n");
    let number = FIRST.replace("]}", "],\"time_limit\":NaN}");
    for request in [format!("\u{feff}{FIRST}"), long, several, number] {
        let ended = feed(&[], &request);
        assert_eq!((ended.stderr.as_str(), ended.code), ("", Some(0)));
        assert!(ended.stdout.starts_with("{\"response\":{\"x\":"), "{}", ended.stdout);
    }
}

#[test]
fn an_empty_input_is_an_error_of_one_line() {
    for empty in ["", "\n", " \n\n"] {
        let ended = feed(&[], empty);
        fails(&ended, 1);
        assert!(ended.stderr.contains("before any request"), "{}", ended.stderr);
    }
}

#[test]
fn an_illegal_history_is_answered_with_a_legal_move_and_reported() {
    let twice = r#"{"requests":[{"x":0,"y":0},{"x":0,"y":0}],"responses":[{"x":1,"y":1}]}"#;
    for (input, json) in [(twice, true), ("2\n0 0\n1 1\n0 0\n", false)] {
        let Ended { stdout, stderr, code } = feed(&[], input);
        assert_eq!(code, Some(0), "{stderr}");
        assert_eq!(stderr.lines().count(), 1, "{stderr}");
        assert!(stderr.contains("request 2: a1 is not a legal move"), "{stderr}");
        let (x, y) = read_answer(json, stdout.trim_end()).unwrap();
        assert!((0..3).contains(&x) && (0..3).contains(&y), "{stdout}");
        assert!((x, y) != (0, 0) && (x, y) != (1, 1), "{stdout}");
    }
}

#[test]
fn a_finished_game_has_no_answer() {
    fails(&feed(&[], "3\n0 0\n0 2\n1 0\n1 2\n2 0\n"), 1);
}

#[test]
fn wrong_arguments_are_one_line_and_exit_code_2() {
    for wrong in [
        &["--strategy", "genius"][..],
        &["--strategy", "random:depth=3"],
        &["--strategy"],
        &["--time", "soon"],
        &["--time", "-1"],
        &["--fast"],
        &["game"],
    ] {
        fails(&feed(wrong, FIRST), 2);
    }
    let unknown = feed(&["--strategy", "genius"], FIRST).stderr;
    assert!(unknown.contains("no strategy 'genius'; there are: "), "{unknown}");
}

#[test]
fn help_names_the_game_the_judge_and_the_limits() {
    let Ended { stdout, stderr, code } = feed(&["--help"], "");
    assert_eq!((stderr.as_str(), code), ("", Some(0)));
    for word in [
        "TicTacToe",
        "Botzone",
        "1 s",
        "2 s",
        "256 MB",
        "--strategy",
        "--time",
        "--memory",
        "--selftest",
        "--version",
        "random",
    ] {
        assert!(stdout.contains(word), "{word} is missing in {stdout}");
    }
}

#[test]
fn the_version_is_printed_with_the_name() {
    let Ended { stdout, stderr, code } = feed(&["--version"], "");
    assert_eq!((stderr.as_str(), code), ("", Some(0)));
    assert_eq!(stdout, format!("{NAME} {}\n", env!("CARGO_PKG_VERSION")));
}

#[test]
fn the_self_test_prints_ok() {
    let Ended { stdout, stderr, code } = feed(&["--selftest"], "");
    assert_eq!((stdout.as_str(), stderr.as_str(), code), ("OK\n", "", Some(0)));
}

#[test]
fn a_closed_stdout_causes_no_panic() {
    let mut bot = start(&[]);
    bot.close_output();
    bot.write(format!("{FIRST}\n"));
    let Ended { stderr, code, .. } = bot.finish().unwrap();
    assert_eq!(code, Some(1), "{stderr}");
    assert_eq!(stderr.lines().count(), 1, "{stderr}");
}
