//! What the fuzz targets share: engines, errors and lines.
//!
//! Each target is one law of something that is read from outside, and is named
//! after it. A broken law panics. `just fuzz` runs all of them; docs/fuzzing.md has
//! the list and what was found.

use std::fmt::Display;

use contest::{Fault, FaultKind};
use game::{Cells, Drops, Game, GameOver, History, Playable, Rng};

/// Greatest length of an error message, in bytes.
const LONGEST_ERROR: usize = 2000;

/// Checks that an error is one line of bounded length.
pub fn check_error<E: Display>(error: &E) {
    let message = error.to_string();
    assert!(!message.is_empty(), "an error without a message");
    assert!(!message.contains(['\n', '\r']), "an error of several lines: {message:?}");
    assert!(message.len() <= LONGEST_ERROR, "an error of {} bytes", message.len());
}

/// An engine: any legal move, the same in the same position after the same number of
/// moves.
pub fn any_move<G: Game>(history: &History<G>) -> Result<G::Move, GameOver> {
    match history.state().outcome() {
        Some(_) => Err(GameOver),
        None => {
            let seed = history.state().key().wrapping_add(history.moves().len() as u64);
            Ok(history.state().random_move(&mut Rng::with_seed(seed)))
        }
    }
}

/// A game of random moves from the start that these bytes choose, each move with the
/// position before it. The game does not end. In front of the bytes, it takes a session
/// to positions that the fuzzer would hardly write.
pub fn random_game<G: Game>(bytes: &[u8]) -> Vec<(G, G::Move)> {
    let hash = |hash: u64, &byte: &u8| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
    let mut rng = Rng::with_seed(bytes.iter().fold(0, hash));
    let mut plies = Vec::new();
    let mut state = G::start();
    for _ in 0..rng.usize(0..70) {
        let m = state.random_move(&mut rng);
        let next = state.play(m).expect("a legal move");
        if next.outcome().is_some() {
            break;
        }
        plies.push((state, m));
        state = next;
    }
    plies
}

/// The cells of a game that has some.
pub fn cells<G: Playable>() -> Cells<G> {
    G::CELLS.expect("the game has cells")
}

/// How the stones of a game fall.
pub fn drops<G: Playable>() -> Drops<G> {
    G::DROPS.expect("stones fall")
}

/// The lines of a text one by one, as a program's output comes; then the fault of a
/// program that has ended.
pub fn line_by_line(text: &str) -> impl FnMut() -> Result<String, Fault> {
    let mut lines = text.split('\n').map(String::from);
    move || lines.next().ok_or_else(ended)
}

/// Bytes in pieces of any length, in the same way.
pub fn piece_by_piece(mut bytes: &[u8]) -> impl FnMut(usize) -> Result<Vec<u8>, Fault> {
    move |count| {
        let (piece, rest) = bytes.split_at_checked(count).ok_or_else(ended)?;
        bytes = rest;
        Ok(piece.to_vec())
    }
}

fn ended() -> Fault {
    Fault::new(FaultKind::Crashed, "it has ended")
}
