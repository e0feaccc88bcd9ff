//! GTP.

use std::time::Duration;

use game::Game;
use othello::State;

use super::{cells, check_faults, exchange, fault, script};
use crate::FaultKind;
use crate::gtp::Gtp;

fn connect(text: &str, time: Option<Duration>) -> Gtp<State> {
    Gtp::new(script(text), cells(), time)
}

/// A script that answers commands; `answers` is the inside of its case statement.
fn engine(answers: &str) -> String {
    format!(
        r#"
        while read -r id command arguments; do
            case "$command $arguments" in
                {answers}
                'boardsize 8' | 'clear_board ' | 'quit ') printf '=%s\n\n' "$id" ;;
                'known_command '*) printf '=%s true\n\n' "$id" ;;
                *) printf '?%s unexpected %s\n\n' "$id" "$command $arguments" ;;
            esac
            [ "$command" != quit ] || exit 0
        done"#
    )
}

#[test]
fn moves_and_time_are_sent_and_answers_are_read() {
    // Row 1 is at the bottom: f5 is F4.
    let engine = engine(
        r#"
        'time_settings 0 5 1') printf '\n=%s\n\n' "$id"; time=set ;;
        'genmove black') [ "$time" ] || exit 1
            if [ "$played" ]; then printf '=%s C6\n\n' "$id"; else printf '=%s  f4 \n\n' "$id"; fi ;;
        'play white D3') printf '=%s\n\n' "$id"; played=yes ;;"#,
    );
    let ended = exchange(connect(&engine, Some(Duration::from_secs(5))), State::start(), &["f5", "d6", "c3"]);
    ended.check().unwrap();
}

#[test]
fn an_engine_without_time_gets_none() {
    let engine = engine(
        r#"
        'known_command time_settings') printf '=%s false\n\n' "$id" ;;
        'genmove black') printf '=%s F4\n\n' "$id" ;;"#,
    );
    let mut engine = connect(&engine, Some(Duration::from_secs(5)));
    crate::Connection::ask(&mut engine, &game::History::new(State::start()), super::LIMIT).unwrap();
}

#[test]
fn wrong_answers_are_faults() {
    let answer = |answer: &str| engine(&format!("'genmove black') printf '{answer}\\n\\n' \"$id\" ;;"));
    let cases = [
        ("?%s no mood", FaultKind::Error, "genmove black is answered by 'no mood'"),
        ("=%s resign", FaultKind::Resigned, "resigns"),
        ("= F4", FaultKind::Garbage, "genmove black is answered by: '= F4'"),
        ("%s F4", FaultKind::Garbage, "genmove black is answered by"),
        ("=%s Z9", FaultKind::Illegal, "'Z9' is off the board"),
        ("=%s A9", FaultKind::Illegal, "'A9' is off the board"),
        ("=%s A0", FaultKind::Illegal, "'A0' is off the board"),
        ("=%s", FaultKind::Illegal, "'' is off the board"),
    ];
    assert_eq!(check_faults(&cases, |text| fault(connect(&answer(text), None), State::start())), 8);
    let refused = fault(connect("read -r id command; echo \"?$id no\"; echo; cat", None), State::start());
    assert_eq!((refused.kind, refused.text.as_str()), (FaultKind::Error, "boardsize 8 is answered by 'no'"));
}
