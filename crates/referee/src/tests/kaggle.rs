//! Kaggle's ConnectX.

use connect4::Classic;
use game::Game;

use super::{cells, check_faults, drops, exchange, fault, script};
use crate::FaultKind;
use crate::kaggle::Kaggle;

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
