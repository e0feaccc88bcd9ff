//! Law: whatever a foreign program writes, in any language, the referee reads a move
//! of the game or reports a fault of one line.

#![no_main]

use connect4::Classic;
use contest::Fault;
use game::{Game, Playable};
use libfuzzer_sys::fuzz_target;
use referee::saiblo::Version;
use referee::{botzone, gtp, kaggle, nboard, saiblo};
use tesuji_fuzz::{cells, check_error, drops, line_by_line, piece_by_piece};

fuzz_target!(|bytes: &[u8]| {
    let text = String::from_utf8_lossy(bytes);
    on_cells::<tictactoe::State>(&text);
    on_cells::<othello::State>(&text);
    on_cells::<nogo::State>(&text);
    for answer in text.lines().filter_map(nboard::chosen) {
        check(&othello::State::start(), nboard::read_move(&othello::State::start(), answer));
    }
    for line in text.split('\n') {
        check(&Classic::start(), kaggle::read_answer(&drops::<Classic>(), line));
    }
    let mut take = piece_by_piece(bytes);
    while let Ok(frame) = saiblo::read_frame(&mut take).inspect_err(check_error) {
        for version in [Version::V1, Version::V2, Version::V3] {
            let _ = saiblo::read_answer(version, &frame).inspect_err(check_error);
        }
    }
});

fn on_cells<G: Playable>(text: &str) {
    let state = G::start();
    for json in [true, false] {
        check(&state, botzone::read_move(&cells::<G>(), &state, json, text));
        if let Ok(output) = botzone::until_keep_running(line_by_line(text)) {
            check(&state, botzone::read_move(&cells::<G>(), &state, json, &output));
        }
    }
    let mut next = line_by_line(text);
    // The first error is the end of the text, or the program's own.
    while let Ok(result) = gtp::read_answer("genmove b", &mut next).inspect_err(check_error) {
        check(&state, gtp::read_move(&cells::<G>(), &state, &result));
    }
}

/// A move need not be legal, but it has a name and can be tried.
fn check<G: Game>(state: &G, read: Result<G::Move, Fault>) {
    match read {
        Ok(m) => {
            assert!(!state.move_text(m).is_empty());
            assert_eq!(state.play(m).is_ok(), state.is_legal(m), "{m:?} in {state}");
        }
        Err(fault) => check_error(&fault),
    }
}
