//! Saiblo, in each version of the protocol.

use connect4::State;
use game::Shape;

use super::{cells, check_faults, drops, exchange, fault, script};
use crate::FaultKind;
use crate::saiblo::{Saiblo, Version};

/// A board of 4×5 cells with the forbidden cell at the bottom of the last column.
fn start() -> State {
    (drops::<State>().set_up)(&Shape { rows: 4, columns: 5, forbidden: Some((3, 4)) }, &[], &[]).unwrap()
}

fn connect(text: &str, version: Version) -> Saiblo<State> {
    Saiblo::new(script(text), cells(), drops(), version)
}

/// Column 1 by the bot, column 2 by the referee, column 1 by the bot.
const MOVES: [&str; 3] = ["1", "2", "1"];

/// Shell functions: writes a frame; reads a message of version 1.
const FUNCTIONS: &str = r#"
    frame() { printf "\\000\\000\\000\\$(printf %03o ${#1})%s" "$1"; }
    message() { length=$(dd bs=1 count=4 2>/dev/null); dd bs=1 count=$((1$length - 10000)) 2>/dev/null; }
"#;

/// Cells of the first and of the second turn, separated by `comma`.
fn boards(comma: &str) -> [String; 2] {
    let empty = vec!["0"; 15];
    [["0"; 5], ["2", "1", "0", "0", "0"]].map(|last| [&empty[..], &last[..]].concat().join(comma))
}

#[test]
fn version_3() {
    let [first, second] = boards(" ");
    let bot = format!(
        r#"{FUNCTIONS}
        read -r shape; read -r turn
        [ "$shape" = '4 5 3 4' ] && [ "$turn" = '-1 -1 4 4 4 4 3 {first}' ] || exit 1
        frame '3 0'
        read -r turn
        [ "$turn" = '3 1 3 3 4 4 3 {second}' ] || exit 2
        frame '2 0'
        ! read -r turn"#
    );
    exchange(connect(&bot, Version::V3), start(), &MOVES).check().unwrap();
}

#[test]
fn version_2() {
    let [first, second] = boards(" ");
    let bot = format!(
        r#"{FUNCTIONS}
        frame ok
        read -r shape; read -r turn
        [ "$shape" = '4 5 3 4' ] && [ "$turn" = '-1 -1 5 4 4 4 4 3 20 {first}' ] || exit 1
        frame '3 0'
        read -r turn
        [ "$turn" = '3 1 5 3 3 4 4 3 20 {second}' ] || exit 2
        frame '2 0'
        ! read -r turn"#
    );
    exchange(connect(&bot, Version::V2), start(), &MOVES).check().unwrap();
}

#[test]
fn version_1() {
    let [first, second] = boards(",");
    let bot = format!(
        r#"{FUNCTIONS}
        newline='
'
        [ "$(message)" = '{{"col":5,"nox":3,"noy":4,"row":4,"type":0}}' ] || exit 1
        [ "$(message)" = '{{"board":[{first}],"lastx":-1,"lasty":-1,"top":[4,4,4,4,3],"type":1}}' ] || exit 2
        frame '{{"X":3,"Y":0}}'"$newline"
        [ "$(message)" = '{{"board":[{second}],"lastx":3,"lasty":1,"top":[3,3,4,4,3],"type":1}}' ] || exit 3
        frame '{{"X":2,"Y":0}}'"$newline"
        [ "$(message)" = '{{"type":2}}' ] || exit 4"#
    );
    exchange(connect(&bot, Version::V1), start(), &MOVES).check().unwrap();
}

#[test]
fn wrong_answers_are_faults() {
    let faults = |version, cases: &[_]| {
        check_faults(cases, |text| fault(connect(&format!("{FUNCTIONS}\n{text}"), version), start()))
    };
    let checks = faults(
        Version::V3,
        &[
            ("echo 'I like trains'", FaultKind::Garbage, "a frame of"),
            ("printf '\\000\\000\\000\\000'", FaultKind::Garbage, "a frame of 0 bytes"),
            ("frame 'left'", FaultKind::Garbage, "'left'"),
            ("frame '3 x'", FaultKind::Garbage, "no answer"),
            ("frame '0 0'", FaultKind::Illegal, "no stone lands on 0 0"),
            ("frame '3 99'", FaultKind::Illegal, "off the board"),
            ("printf '\\000\\000'; exit 5", FaultKind::Crashed, "exit code 5"),
        ],
    ) + faults(
        Version::V2,
        &[
            ("frame no; cat > /dev/null", FaultKind::Garbage, "the greeting is not ok: 'no'"),
            ("frame ok; frame '3,0'", FaultKind::Garbage, "'3,0'"),
        ],
    ) + faults(
        Version::V1,
        &[
            ("frame '3 0'", FaultKind::Garbage, "no answer"),
            ("frame '{\"X\":3}'", FaultKind::Garbage, "not an integer"),
            ("frame '{\"X\":0,\"Y\":0}'", FaultKind::Illegal, "no stone lands on 0 0"),
        ],
    );
    assert_eq!(checks, 12);
}
