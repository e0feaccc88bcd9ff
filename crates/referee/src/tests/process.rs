//! Processes: timeouts, crashes, floods, closed pipes.

use std::time::Duration;

use game::{Game, History};
use tictactoe::State;

use super::{LIMIT, cells, script};
use crate::botzone::{Botzone, Variant};
use crate::{Connection, Ended, Fault, FaultKind, Process, Program};

/// Time limit of an answer that never comes.
const SHORT: Duration = Duration::from_millis(200);

fn start(text: &str) -> Process {
    let mut process = script(text).start().unwrap();
    process.allow(Some(LIMIT));
    process
}

fn check(fault: Fault, kind: FaultKind, text: &str) {
    assert_eq!(fault.kind, kind, "{fault}");
    assert!(fault.text.contains(text), "{fault}");
}

#[test]
fn a_silent_program_is_a_timeout() {
    let mut process = start("exec sleep 1000");
    process.allow(Some(SHORT));
    check(process.line().unwrap_err(), FaultKind::Silent, "no answer in ");
    check(process.bytes(1).unwrap_err(), FaultKind::Silent, "no answer in ");
    check(process.rest().unwrap_err(), FaultKind::Silent, "no answer in ");
}

#[test]
fn a_timeout_quotes_the_unfinished_answer() {
    // One write, so that both parts arrive together.
    let mut process = start(r"printf 'ready\nhalf an ans'; exec sleep 1000");
    assert_eq!(process.line().unwrap(), "ready");
    process.allow(Some(SHORT));
    check(process.line().unwrap_err(), FaultKind::Silent, ", only 'half an ans'");
}

/// An engine that waits for its depth says so on stderr only.
#[test]
fn a_timeout_quotes_the_warnings_of_the_program() {
    let mut process = start(r"echo 'set a depth first' >&2; echo ready; exec sleep 1000");
    assert_eq!(process.line().unwrap(), "ready");
    process.allow(Some(SHORT));
    check(process.line().unwrap_err(), FaultKind::Silent, "; it complained 'set a depth first'");
}

#[test]
fn a_crash_is_reported_with_exit_code_and_stderr() {
    let fault = start("printf half; echo 'out of ideas' >&2; exit 3").line().unwrap_err();
    check(fault.clone(), FaultKind::Crashed, "it ended with exit code 3");
    check(fault.clone(), FaultKind::Crashed, "it said 'half'");
    check(fault, FaultKind::Crashed, "it complained 'out of ideas'");
    check(start("exit 0").line().unwrap_err(), FaultKind::Crashed, "it ended with exit code 0");
    check(start("kill -KILL $$").line().unwrap_err(), FaultKind::Crashed, "signal 9 ended it");
}

#[test]
fn too_much_output_without_an_answer_is_garbage() {
    check(start("exec yes").bytes(1 << 30).unwrap_err(), FaultKind::Garbage, "more than 1048576 bytes");
    check(start("exec cat /dev/zero").line().unwrap_err(), FaultKind::Garbage, "more than 1048576 bytes");
    check(start("exec yes").rest().unwrap_err(), FaultKind::Garbage, "more than 1048576 bytes");
}

#[test]
fn a_flood_on_stderr_neither_blocks_nor_is_kept() {
    let mut process = start("yes | head -c 3000000 >&2; echo last >&2; echo answer");
    assert_eq!(process.line().unwrap(), "answer");
    let Ended { stderr, code, .. } = process.finish().unwrap();
    assert_eq!(code, Some(0));
    assert!(stderr.ends_with("y\nlast\n") && stderr.len() <= 8 << 10, "{} bytes", stderr.len());
}

#[test]
fn a_program_that_closes_stdout_is_not_waited_for() {
    let fault = start("exec >&-; exec sleep 1000").line().unwrap_err();
    check(fault, FaultKind::Silent, "it closed its output and lives on");
    check(start("exec >&-; exit 4").line().unwrap_err(), FaultKind::Crashed, "exit code 4");
}

#[test]
fn input_that_is_not_read_does_not_block() {
    let mut process = start("echo ready; exec sleep 1000");
    process.write(vec![b'x'; 10 << 20]);
    assert_eq!(process.line().unwrap(), "ready");
    let mut process = start("exec <&-; echo ready; exec sleep 1000");
    assert_eq!(process.line().unwrap(), "ready");
    process.write(vec![b'x'; 10 << 20]);
}

#[test]
fn input_and_output_larger_than_a_pipe_are_passed_on() {
    let text = "0123456789abcdef\n".repeat(1 << 15);
    let ended = script("exec cat").feed(&text).unwrap();
    assert_eq!((ended.stdout.len(), ended.code), (text.len(), Some(0)));
    assert_eq!(ended.stdout, text);
}

#[test]
fn lines_and_bytes_are_read_in_turn() {
    let mut process = start(r"printf 'one\ntwothree\n\nrest'");
    assert_eq!(process.line().unwrap(), "one");
    assert_eq!(process.bytes(3).unwrap(), b"two");
    assert_eq!(process.line().unwrap(), "three");
    assert_eq!(process.line().unwrap(), "");
    assert_eq!(process.rest().unwrap(), "rest");
}

#[test]
fn a_program_that_does_not_exist_counts_as_crashed() {
    let program = Program::new("/does/not/exist");
    assert!(program.start().is_err());
    let mut bot = Botzone::<State>::new(program, cells(), Variant { json: true, kept: false });
    let fault = bot.ask(&History::new(State::start()), LIMIT).unwrap_err();
    check(fault, FaultKind::Crashed, "/does/not/exist does not start");
}

/// Fuzzing found it: the hint printed the name as it was, line ends included.
#[test]
fn the_error_of_a_missing_program_is_one_line() {
    let line = format!("'no\n\rsuch{}'", "-long".repeat(1000));
    let error = Program::of_command(&line).unwrap_err().to_string();
    assert!(game::conformance::is_one_line(&error), "{error}");
}

#[test]
fn command_lines_are_split_as_a_shell_does() {
    let ended = Program::of_command("sh -c 'echo \"two words\"'").unwrap().feed("").unwrap();
    assert_eq!(ended.stdout, "two words\n");
    let mut checks = 0;
    for (wrong, message) in [
        ("", "the command line is empty"),
        ("'sh", "a quote is not closed"),
        ("no-such-program-here", "there is no program 'no-such-program-here' in PATH"),
        ("./no/such/file", "there is no program './no/such/file'"),
        ("/", "'/' is not executable"),
    ] {
        let error = Program::of_command(wrong).unwrap_err().to_string();
        assert!(error.contains(message), "{wrong}: {error}");
        checks += 1;
    }
    assert_eq!(checks, 5);
}

#[test]
fn the_peak_memory_of_ended_processes_is_known() {
    let program = script("exec dd if=/dev/zero of=/dev/null bs=30M count=1 status=none");
    program.clone().with(["unused"]).feed("").unwrap();
    assert!((30..300).contains(&(program.peak_memory() >> 20)), "{}", program.peak_memory());
}
