//! GTP.

use std::time::Duration;

use game::Game;
use othello::State;

use super::{cells, check_faults, exchange, fault, script};
use crate::gtp::Gtp;
use crate::{Connection, FaultKind, GameClock, TimeControl};

fn connect(text: &str, time: Option<Duration>) -> Gtp<State> {
    Gtp::new(script(text), cells(), time.map(TimeControl::per_move))
}

/// A script that answers commands; `answers` is the inside of its case statement.
fn engine(answers: &str) -> String {
    format!(
        r#"
        while read -r command; do
            case "$command" in
                {answers}
                'boardsize 8' | 'clear_board' | 'quit') printf '=\n\n' ;;
                'list_commands') printf '= play\ntime_settings\ngenmove\n\n' ;;
                *) printf '? unexpected %s\n\n' "$command" ;;
            esac
            [ "$command" != quit ] || exit 0
        done"#
    )
}

const FIVE: Option<Duration> = Some(Duration::from_secs(5));

#[test]
fn moves_and_time_are_sent_and_answers_are_read() {
    // Row 1 of Othello is at the top.
    let engine = engine(
        r#"
        'time_settings 0 5 1') printf '\n=\n\n'; time=set ;;
        'genmove black') [ "$time" ] || exit 1
            if [ "$played" ]; then printf '= C3\n\n'; else printf '=  f5 \n\n'; fi ;;
        'play white D6') printf '=\n\n'; played=yes ;;"#,
    );
    let ended = exchange(connect(&engine, FIVE), State::start(), &["f5", "d6", "c3"]);
    ended.check().unwrap();
}

/// Edax reads the main time as the time per move, and the time that is left.
#[test]
fn an_engine_that_takes_the_time_left_gets_it_before_each_move() {
    let engine = engine(
        r#"
        'list_commands') printf '= list_commands\ntime_settings\ntime_left\n\n' ;;
        'time_settings 0.25 0.25 1') printf '= \n\n'; time=set ;;
        'time_left black 0.25 1') [ "$time" ] || exit 1; left=set; printf '= \n\n' ;;
        'genmove black') [ "$left" ] || exit 1; printf '= F5\n\n' ;;"#,
    );
    let mut engine = connect(&engine, Some(Duration::from_millis(250)));
    Connection::ask(&mut engine, &game::History::new(State::start()), super::LIMIT).unwrap();
}

/// An engine that answers only if it was sent exactly `settings`, and before its two moves
/// `first` and `second`.
fn clocked(settings: &str, first: &str, second: &str) -> String {
    engine(&format!(
        r#"
        'list_commands') printf '= time_settings\ntime_left\n\n' ;;
        'time_settings {settings}') printf '=\n\n'; state=set ;;
        'time_left black {first}') [ "$state" = set ] && state=first; printf '=\n\n' ;;
        'play white D6') [ "$state" = moved ] && state=played; printf '=\n\n' ;;
        'time_left black {second}') [ "$state" = played ] && state=second; printf '=\n\n' ;;
        'genmove black') case $state in
            first) state=moved; printf '= F5\n\n' ;;
            second) printf '= C3\n\n' ;;
            *) printf '? state %s\n\n' "$state" ;;
        esac ;;"#
    ))
}

/// Main time alone has no period. Time that is left is rounded down, to whole seconds
/// while there are ten.
#[test]
fn a_clock_is_sent_as_main_time() {
    let seconds = Duration::from_secs_f64;
    let control = |free, bank, increment| TimeControl {
        free: seconds(free),
        bank: seconds(bank),
        increment: seconds(increment),
    };
    let mut checks = 0;
    for (control, settings, first, taken, second) in [
        (control(0.0, 60.0, 0.1), "60 0 0", "60 0", 1.75, "58 0"),
        (control(0.0, 10.0, 0.1), "10 0 0", "10 0", 0.999, "9.10 0"),
        (control(0.0, 0.5, 0.0), "0.5 0 0", "0.50 0", 0.5, "0.00 0"),
        (control(2.0, 60.0, 0.0), "60 2 1", "60 0", 12.5, "49 0"),
        (control(2.0, 10.0, 0.0), "10 2 1", "10 0", 10.5, "2 1"),
    ] {
        let mut gtp = Gtp::new(script(clocked(settings, first, second)), cells(), Some(control));
        let mut clock = GameClock::new(control);
        let mut history = game::History::new(State::start());
        for expected in ["f5", "d6", "c3"] {
            let state = *history.state();
            if expected != "d6" {
                gtp.set_clock(&clock, 30);
                let answer =
                    gtp.ask(&history, super::LIMIT).unwrap_or_else(|fault| panic!("{control}: {fault}"));
                assert_eq!(state.move_text(answer.played), expected);
                clock.spend(seconds(taken));
                checks += 1;
            }
            history.play(state.parse_move(expected).unwrap()).unwrap();
        }
    }
    assert_eq!(checks, 10);
}

/// Engines of several families: without a list of commands, with an answer to
/// everything, with a board before each answer, and with errors after time commands.
#[test]
fn engines_of_other_families_are_understood() {
    let genmove = "'genmove black') printf '=F5\\n\\n' ;;";
    for answers in [
        "'list_commands') printf '? unknown command\\n\\n' ;;",
        "'list_commands') printf '=\\n\\n' ;;",
        "'boardsize 8') printf ' A B C\\n8 . . .\\n\\nready\\n= \\n\\n' ;;",
        "'time_settings '*) printf '? syntax error\\n\\n' ;;",
    ] {
        let mut engine = connect(&engine(&format!("{answers}\n{genmove}")), FIVE);
        Connection::ask(&mut engine, &game::History::new(State::start()), super::LIMIT).unwrap();
    }
}

/// Edax goes on to number its answers after one numbered command, with a blank before
/// the number; others draw boards and lines, or explain their move.
#[test]
fn numbers_ornaments_and_remarks_are_no_part_of_a_move() {
    let answers = ["= 7 f5", "=7 F5", "=F5 0.53", "= F5\\nvisits 100", "=====\\n?? . X ??\\n=F5\\r"];
    for answer in answers {
        let mut engine = connect(&engine(&format!("'genmove black') printf '{answer}\\n\\n' ;;")), FIVE);
        let answer = Connection::ask(&mut engine, &game::History::new(State::start()), super::LIMIT);
        assert_eq!(State::start().move_text(answer.unwrap().played), "f5");
    }
}

#[test]
fn rows_can_count_from_the_other_end() {
    let mut reversed = cells::<State>();
    reversed.rows = reversed.rows.reversed();
    let engine = engine(
        r#"
        'genmove black') if [ "$played" ]; then printf '=C6\n\n'; else printf '=F4\n\n'; fi ;;
        'play white D3') printf '=\n\n'; played=yes ;;"#,
    );
    let connection = Gtp::new(script(&engine), reversed, None);
    exchange(connection, State::start(), &["f5", "d6", "c3"]).check().unwrap();
}

#[test]
fn wrong_answers_are_faults() {
    let answer = |answer: &str| engine(&format!("'genmove black') printf '{answer}\\n\\n' ;;"));
    let cases = [
        ("? no mood", FaultKind::Error, "genmove black is answered by 'no mood'"),
        ("= resign", FaultKind::Resigned, "resigns"),
        ("= Z9", FaultKind::Illegal, "'Z9' is off the board"),
        ("= A9", FaultKind::Illegal, "'A9' is off the board"),
        ("= A0", FaultKind::Illegal, "'A0' is off the board"),
        ("=", FaultKind::Illegal, "'' is off the board"),
    ];
    assert_eq!(check_faults(&cases, |text| fault(connect(&answer(text), None), State::start())), 6);
    let refused = fault(connect("read -r command; echo '? no'; echo; cat", None), State::start());
    assert_eq!((refused.kind, refused.text.as_str()), (FaultKind::Error, "boardsize 8 is answered by 'no'"));
    let noise = "yes 'no answer' | head -n 3000; sleep 5";
    assert_eq!(fault(connect(noise, None), State::start()).kind, FaultKind::Garbage);
}
