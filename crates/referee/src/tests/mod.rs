//! Tests with small shell scripts as foreign programs.
//!
//! Time limits are far above the need of a script, except where a test waits for
//! a timeout, so that the tests pass on a busy machine.

mod botzone;
mod gtp;
mod kaggle;
mod languages;
mod nboard;
mod process;
mod saiblo;

use std::time::Duration;

use game::{Cells, Drops, Game, History, Playable};

use crate::{Connection, Ended, Fault, FaultKind, Program};

/// Time limit of an answer that comes.
const LIMIT: Duration = Duration::from_secs(60);

/// A shell script as a program.
fn script(text: impl Into<String>) -> Program {
    Program::new("/bin/sh").with(["-c".to_string(), text.into()])
}

fn cells<G: Playable>() -> Cells<G> {
    G::CELLS.unwrap()
}

fn drops<G: Playable>() -> Drops<G> {
    G::DROPS.unwrap()
}

/// Plays a game from `start`: the program must answer with the moves at even
/// indices, and the referee plays those at odd indices. Returns the program's end.
fn exchange<G: Game>(mut program: impl Connection<G>, start: G, moves: &[&str]) -> Ended {
    let mut history = History::new(start);
    let mut answers = 0;
    for (ply, &expected) in moves.iter().enumerate() {
        let state = *history.state();
        let played = match ply % 2 {
            0 => {
                let answer = program.ask(&history, LIMIT).unwrap_or_else(|fault| panic!("{fault}"));
                assert!(answer.time <= LIMIT);
                answers += 1;
                answer.played
            }
            _ => state.parse_move(expected).unwrap(),
        };
        assert_eq!(state.move_text(played).to_lowercase(), expected, "move {ply}");
        history.play(played).unwrap();
    }
    assert!(answers >= 2, "the program answers at least twice");
    program.finish(LIMIT).unwrap()
}

/// The fault of a program that is asked for the first move.
fn fault<G: Game>(mut program: impl Connection<G>, start: G) -> Fault {
    program.ask(&History::new(start), LIMIT).expect_err("the answer is wrong")
}

/// Checks kind and text of the fault of each script; returns the number of checks.
fn check_faults(cases: &[(&str, FaultKind, &str)], fault: impl Fn(&str) -> Fault) -> usize {
    for &(script, kind, text) in cases {
        let fault = fault(script);
        assert_eq!(fault.kind, kind, "{script}: {fault}");
        assert!(fault.text.contains(text), "{script}: {fault}");
    }
    cases.len()
}
