//! Law: Othello's files (lines of OBF, transcripts, games in GGF) are read as legal
//! games that can be written and read again as the same, or refused with one line.

#![no_main]

use game::{Game, History, Side};
use judge_protocol::nboard::ggf;
use libfuzzer_sys::fuzz_target;
use othello::{Square, State, obf, transcript};
use tesuji_fuzz::check_error;

fuzz_target!(|text: &str| {
    match text.parse::<obf::Line>() {
        Ok(line) => {
            assert!(line.best.iter().all(|&m| line.state.is_legal(m)), "an illegal move: {text}");
            assert!(line.score.is_none_or(|score| (-64..=64).contains(&score)), "{text}");
            assert!(line.best.is_empty() || line.score.is_some(), "{text}");
        }
        Err(error) => check_error(&error),
    }
    match transcript::parse(text) {
        Ok(history) => {
            let again = transcript::parse(&transcript::text(history.moves())).expect("a game");
            // A pass at the end of an unfinished game is not written.
            let passes = history.moves().iter().rev().take_while(|m| **m == Square::PASS).count();
            assert_eq!(again.moves(), &history.moves()[..history.moves().len() - passes]);
        }
        Err(error) => check_error(&error),
    }
    match ggf::parse::<State>(text) {
        Ok(history) => assert_eq!(ggf::parse(&written(&history)), Ok(history)),
        Err(error) => check_error(&error),
    }
});

/// The game in GGF.
fn written(history: &History<State>) -> String {
    let board = history.start().to_string().replace('X', "*");
    let mut text = format!("(;GM[Othello]BO[8 {board}]");
    let mut state = *history.start();
    for &m in history.moves() {
        let colour = if state.side() == Side::First { "B" } else { "W" };
        text += &format!("{colour}[{}/0.5]", state.move_text(m).replace("pass", "PA"));
        state.play_unchecked(m);
    }
    text + ";)"
}
