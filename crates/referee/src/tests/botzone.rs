//! Botzone: JSON and simple form, one process per turn and one per game.

use game::Game;
use tictactoe::State;

use super::{cells, check_faults, exchange, fault, script};
use crate::botzone::{Botzone, KEEP_RUNNING, Variant};
use crate::{Connection, Ended, FaultKind};

fn connect(variant: Variant, text: &str) -> Botzone<State> {
    Botzone::new(script(text), cells(), variant)
}

/// `b2` by the bot, `a1` by the referee, `c3` by the bot.
const MOVES: [&str; 3] = ["b2", "a1", "c3"];

fn well(ended: &Ended) {
    ended.check().unwrap();
}

#[test]
fn json_with_one_process_per_turn() {
    let bot = r#"
        case $(cat) in
            '{"requests":[{"x":-1,"y":-1}],"responses":[]}')
                echo '{"response":{"x":1,"y":1},"debug":"centre"}' ;;
            '{"requests":[{"x":-1,"y":-1},{"x":0,"y":0}],"responses":[{"x":1,"y":1}]}')
                echo '{"response":{"x":2,"y":2}}' ;;
            *) echo 'unexpected request' ;;
        esac"#;
    well(&exchange(connect(Variant { json: true, kept: false }, bot), State::start(), &MOVES));
}

#[test]
fn json_with_one_process_per_game() {
    let bot = format!(
        r#"
        read -r line
        [ "$line" = '{{"requests":[{{"x":-1,"y":-1}}],"responses":[]}}' ] || exit 1
        printf '%s\n' '{{"response":{{"x":1,"y":1}}}}' '{KEEP_RUNNING}'
        read -r line
        [ "$line" = '{{"x":0,"y":0}}' ] || exit 1
        printf '%s\n' '{{"response":{{"x":2,"y":2}}}}' '{KEEP_RUNNING}'
        ! read -r line"#
    );
    well(&exchange(connect(Variant { json: true, kept: true }, &bot), State::start(), &MOVES));
}

#[test]
fn the_simple_form_with_one_process_per_turn() {
    let bot = r#"
        case $(cat | tr '\n' ';') in
            '1;-1 -1;') echo '1 1' ;;
            '2;-1 -1;1 1;0 0;') printf '2 2\ndebug text\n' ;;
            *) echo 'unexpected request' ;;
        esac"#;
    well(&exchange(connect(Variant { json: false, kept: false }, bot), State::start(), &MOVES));
}

#[test]
fn the_simple_form_with_one_process_per_game() {
    let bot = format!(
        r#"
        read -r turn; read -r request
        [ "$turn,$request" = '1,-1 -1' ] || exit 1
        printf '%s\n' '1 1' '{KEEP_RUNNING}'
        read -r request
        [ "$request" = '0 0' ] || exit 1
        printf '%s\n' '2 2' '{KEEP_RUNNING}'
        ! read -r request"#
    );
    well(&exchange(connect(Variant { json: false, kept: true }, &bot), State::start(), &MOVES));
}

#[test]
fn wrong_answers_are_faults() {
    let faults = |json, kept, cases: &[_]| {
        check_faults(cases, |text| fault(connect(Variant { json, kept }, text), State::start()))
    };
    let checks = faults(
        true,
        false,
        &[
            ("echo 'I like trains'", FaultKind::Garbage, "'I like trains\\n'"),
            ("echo '1 1'", FaultKind::Garbage, "no answer"),
            (r#"echo '{"response":{"x":0.5,"y":1}}'"#, FaultKind::Garbage, "not an integer"),
            (r#"echo '{"response":{"x":3,"y":0}}'"#, FaultKind::Illegal, "off the board"),
            (r#"echo '{"response":{"x":-1,"y":-1}}'"#, FaultKind::Illegal, "off the board"),
            (r#"echo '{"response":{"x":1,"y":1}}'; exit 7"#, FaultKind::Crashed, "exit code 7"),
            ("exit 0", FaultKind::Crashed, "exit code 0"),
        ],
    ) + faults(
        true,
        true,
        &[
            (r#"echo '{"response":{"x":1,"y":1}}'"#, FaultKind::Crashed, "exit code 0"),
            ("echo '>>>BOTZONE_REQUEST_KEEP_RUNNING<<<'", FaultKind::Garbage, "no answer"),
        ],
    ) + faults(
        false,
        false,
        &[
            ("echo '1  1'", FaultKind::Garbage, "no answer"),
            ("echo ' 1 1'", FaultKind::Garbage, "no answer"),
            ("echo '1'", FaultKind::Garbage, "x y"),
            ("echo '1 9'", FaultKind::Illegal, "off the board"),
        ],
    ) + faults(
        false,
        true,
        &[("echo 'x y'; echo '>>>BOTZONE_REQUEST_KEEP_RUNNING<<<'", FaultKind::Garbage, "'x y\\n'")],
    );
    assert_eq!(checks, 14);
}

#[test]
fn stderr_of_all_turns_is_kept() {
    let bot = "cat > /dev/null; echo thinking >&2; echo '1 1'";
    let mut bot = connect(Variant { json: false, kept: false }, bot);
    bot.ask(&game::History::new(State::start()), super::LIMIT).unwrap();
    let ended = bot.finish(super::LIMIT).unwrap();
    assert_eq!((ended.stderr.as_str(), ended.code), ("thinking\n", Some(0)));
    assert!(ended.check().is_err());
}
