//! NBoard.

use std::time::Duration;

use game::{Game, History};
use othello::State;

use super::{LIMIT, cells, check_faults, exchange, fault, script};
use crate::level::Level;
use crate::nboard::NBoard;
use crate::{Connection, FaultKind};

fn connect(text: &str) -> NBoard<State> {
    NBoard::new(script(text), cells(), Level::Plies(3))
}

/// A script that answers pings and remembers moves; `go` is its answer to `go`.
fn engine(go: &str) -> String {
    format!(
        r#"
        moves=
        while read -r word rest; do
            case "$word $rest" in
                'nboard 2') echo 'set myname script' ;;
                'set depth 3') depth=3 ;;
                'set game (;GM[Othello]'*'8 ---------------------------O*------*O--------------------------- *];)')
                    game=set ;;
                'set '*) ;;
                'ping '*) echo "pong $rest" ;;
                'move '*) moves="$moves ${{rest%%/*}}" ;;
                'go ') [ "$depth,$game" = 3,set ] || exit 1
                    {go} ;;
                'quit ') exit 0 ;;
                *) echo "status unexpected $word" ;;
            esac
        done"#
    )
}

#[test]
fn moves_are_sent_and_answers_are_read() {
    let engine = engine(
        r#"case $moves in
            '') echo 'search F5 0.10 0 3'; echo '=== F5/0.10/0.01'; echo 'nodestats 10 0.01' ;;
            ' F5 D6') echo '===C3' ;;
            *) echo "=== unexpected$moves" ;;
        esac"#,
    );
    exchange(connect(&engine), State::start(), &["f5", "d6", "c3"]).check().unwrap();
}

#[test]
fn the_name_of_the_engine_is_known_after_its_start() {
    let mut engine = connect(&engine("echo '=== F5'"));
    assert_eq!(engine.name, None);
    engine.ask(&History::new(State::start()), LIMIT).unwrap();
    assert_eq!(engine.name.as_deref(), Some("script"));
}

/// Edax separates evaluation and time by blanks; NTest prints ornaments.
#[test]
fn evaluation_and_time_may_follow_in_any_form() {
    for answer in ["=== f5 -1.00 0.0", "=== f5/-1.00/0.0", "===\tF5\t0.5", "=== F5//0.1"] {
        let mut engine = connect(&engine(&format!("echo '========= news'; printf '{answer}\\n'")));
        let played = engine.ask(&History::new(State::start()), LIMIT).unwrap().played;
        assert_eq!(State::start().move_text(played), "f5", "{answer}");
    }
}

/// A program that has only a time limit gets a depth: NTest makes no move without.
#[test]
fn the_time_per_move_becomes_a_depth_that_rises_after_quick_answers() {
    // It knows each depth limit before the move: 16 is that of 60 s.
    let engine = r#"
        while read -r word rest; do
            case "$word $rest" in
                'set depth '*) depth=${rest#depth }; echo "set myname script$depth" ;;
                'ping '*) echo "pong $rest" ;;
                'move '*) moves="$moves ${rest%%/*}" ;;
                'go ') case "$depth$moves" in
                        16) echo '=== F5' ;;
                        '16 F5 D6') echo '=== C3' ;;
                        '17 F5 D6 C3 D3') echo '=== C4' ;;
                        *) echo 'warning wrong depth'; echo "=== $depth$moves" ;;
                    esac ;;
                'quit ') exit 0 ;;
            esac
        done"#;
    let level = Level::of_time(Duration::from_secs(60));
    let engine = NBoard::new(script(engine), cells(), level);
    exchange(engine, State::start(), &["f5", "d6", "c3", "d3", "c4"]).check().unwrap();
}

/// NTest's warning "Must pick a depth" was not shown.
#[test]
fn a_fault_shows_what_the_engine_remarked() {
    let mut silent =
        connect(&engine("echo 'search F5 0.1 0 1'; echo 'warning no depth'; echo 'status idle'"));
    let fault = silent.ask(&History::new(State::start()), Duration::from_secs(2)).unwrap_err();
    assert_eq!(fault.kind, FaultKind::Silent);
    assert!(fault.text.ends_with("; its remarks: 'warning no depth; idle'"), "{fault}");
}

#[test]
fn wrong_answers_are_faults() {
    let cases = [
        ("echo '=== pizza'", FaultKind::Garbage, "'pizza'"),
        ("echo '==='", FaultKind::Garbage, "no move"),
        ("echo '=== F5'; echo '=== D3'", FaultKind::Garbage, "a second move: '=== D3'"),
        ("exit 9", FaultKind::Crashed, "exit code 9"),
    ];
    assert_eq!(check_faults(&cases, |go| fault(connect(&engine(go)), State::start())), 4);
}
