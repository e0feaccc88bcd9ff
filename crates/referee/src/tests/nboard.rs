//! NBoard.

use game::{Game, History};
use othello::State;

use super::{LIMIT, cells, check_faults, exchange, fault, script};
use crate::nboard::NBoard;
use crate::{Connection, FaultKind};

fn connect(text: &str) -> NBoard<State> {
    NBoard::new(script(text), cells(), Some(3))
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
