//! Kaggle's ConnectX.

use std::time::Duration;

use connect4::Classic;
use game::{Game, History};

use super::{cells, check_faults, drops, exchange, fault, script};
use crate::kaggle::Kaggle;
use crate::{Connection, FaultKind, GameClock, TimeControl};

fn connect(text: &str) -> Kaggle<Classic> {
    Kaggle::new(script(text), cells(), drops())
}

#[test]
fn boards_are_sent_and_columns_are_read() {
    let row = "0,0,0,0,0,0,0,";
    let (upper, lower) = (row.repeat(5), ["0,0,0,0,0,0,0", "0,0,0,1,2,0,0"]);
    let [first, second] = lower
        .map(|lower| format!(r#"{{"board":[{upper}{lower}],"columns":7,"inarow":4,"mark":1,"rows":6}}"#));
    let bot = format!(
        r#"
        read -r line
        [ "$line" = '{first}' ] || exit 1
        echo 3
        read -r line
        [ "$line" = '{second}' ] || exit 2
        echo 0
        ! read -r line"#
    );
    exchange(connect(&bot), Classic::start(), &["4", "5", "1"]).check().unwrap();
}

/// Kaggle's names for the time of a move and the bank.
#[test]
fn a_clock_is_sent_in_seconds() {
    let seconds = Duration::from_secs_f64;
    let control = TimeControl { free: seconds(2.0), bank: seconds(60.0), increment: seconds(0.0) };
    let bot = r#"
        read -r line
        case "$line" in '{"actTimeout":2.0,'*'"remainingOverageTime":60.0,'*) echo 3 ;; esac
        read -r line
        case "$line" in '{"actTimeout":2.0,'*'"remainingOverageTime":57.5,'*) echo 3 ;; esac"#;
    let mut clock = GameClock::new(control);
    let mut kaggle = connect(bot).on(clock);
    let history = History::new(Classic::start());
    kaggle.ask(&history, super::LIMIT).unwrap();
    clock.spend(seconds(4.5));
    kaggle.set_clock(&clock, 10);
    kaggle.ask(&history, super::LIMIT).unwrap();
}

#[test]
fn wrong_answers_are_faults() {
    let cases = [
        ("echo three", FaultKind::Garbage, "'three'"),
        ("echo -1", FaultKind::Garbage, "no column"),
        ("echo ' 3'", FaultKind::Garbage, "no column"),
        ("echo 99", FaultKind::Illegal, "'99' is off the board"),
        ("echo oops >&2; exit 1", FaultKind::Crashed, "exit code 1; it complained 'oops'"),
    ];
    assert_eq!(check_faults(&cases, |text| fault(connect(text), Classic::start())), 5);
}
