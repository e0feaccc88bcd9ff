//! Law: whatever a graphical program sends in NBoard's protocol, each line of the
//! answer begins with a known word, and `go` is answered by one legal move, or by
//! one line after the end of the game; from the start of a session, and after a random
//! game.

#![no_main]

use game::{Decision, Game};
use judge_protocol::nboard::NBoardSession;
use libfuzzer_sys::fuzz_target;
use othello::State;
use referee::nboard::{chosen, read_move};
use tesuji_fuzz::{any_move, random_game};

/// First words of all lines that a program knows.
const WORDS: [&str; 6] = ["===", "search", "status", "nodestats", "pong", "set"];

fuzz_target!(|bytes: &[u8]| {
    check(bytes);
    let played =
        random_game::<State>(bytes).into_iter().map(|(state, m)| format!("move {}\n", state.move_text(m)));
    check(&[played.collect::<String>().as_bytes(), b"go\n", bytes].concat());
});

fn check(mut input: &[u8]) {
    let mut session = NBoardSession::<State>::new("bot");
    let mut goes_on = true;
    while goes_on {
        let (before, unread, mut output) = (*session.history().state(), input.len(), Vec::new());
        let mut asked = false;
        let turn = session.turn(&mut input, &mut output, &mut |turn| {
            asked = true;
            let best = any_move(turn.history)?;
            Ok(Decision { line: vec![best], ..Decision::bare(best) })
        });
        goes_on = turn.expect("the line is short");
        let output = String::from_utf8(output).expect("the output is text");
        // A ping comes back, with replacement characters for broken text.
        assert!(output.len() <= 2000 + 3 * (unread - input.len()), "an answer of {} bytes", output.len());
        for line in output.lines() {
            assert!(WORDS.contains(&line.split(' ').next().unwrap_or_default()), "{line:?}");
        }
        let moves: Vec<&str> = output.lines().filter_map(chosen).collect();
        assert!(moves.len() <= usize::from(asked), "moves that nothing asked for: {output:?}");
        for answer in moves {
            let m = read_move(&before, answer).expect("a move");
            assert!(before.is_legal(m), "{answer} in {before}");
        }
        if asked && before.outcome().is_some() {
            assert_eq!(output.lines().count(), 1, "{output:?} after the end");
        }
    }
}
