//! Law: whatever Botzone sends, a bot answers with legal moves in the form of the
//! request, or ends with an error of one line; in a new process, and in one that has
//! answered in a random game.

#![no_main]

use game::Playable;
use judge_protocol::botzone::judge_side::whole;
use judge_protocol::botzone::{Form, Reply, Running, Xy, serve};
use libfuzzer_sys::fuzz_target;
use referee::botzone::{KEEP_RUNNING, read_move};
use tesuji_fuzz::{any_move, cells, check_error, random_game};

/// Greatest length of an answer, in bytes: `debug` is cut.
const LONGEST: usize = 1100;

fuzz_target!(|bytes: &[u8]| {
    for running in [Running::OncePerTurn, Running::Kept] {
        check::<tictactoe::State>(bytes, running);
        check::<othello::State>(bytes, running);
        check::<nogo::State>(bytes, running);
    }
    begun::<tictactoe::State>(bytes);
    begun::<othello::State>(bytes);
    begun::<nogo::State>(bytes);
});

fn begun<G: Playable>(bytes: &[u8]) {
    let mut entries = vec![Xy::NONE];
    entries
        .extend(random_game::<G>(bytes).into_iter().map(|(state, m)| Xy::of_move(&cells::<G>(), &state, m)));
    if entries.len() % 2 == 0 {
        entries.remove(0);
    }
    let form = if bytes.first() == Some(&b'{') { Form::Json } else { Form::Simple };
    check::<G>(&[whole(form, &entries).as_bytes(), bytes].concat(), Running::Kept);
}

fn check<G: Playable>(bytes: &[u8], running: Running) {
    let (mut output, mut asked) = (Vec::new(), Vec::new());
    let served = serve(&mut &bytes[..], &mut output, cells::<G>(), running, |turn| {
        let chosen = any_move(turn.history).expect("nothing is asked after the end");
        asked.push((*turn.history.state(), chosen));
        Ok(Reply { chosen, debug: "\"\u{1}é".repeat(400) })
    });
    match served {
        Err(error) => check_error(&error),
        Ok(()) => assert!(!asked.is_empty(), "no answer and no error"),
    }
    let output = String::from_utf8(output).expect("the output is text");
    assert!(output.is_empty() || output.ends_with('\n'), "the last line has no end");
    let mut lines = output.lines();
    for (state, chosen) in asked {
        let line = lines.next().expect("every choice is written");
        assert!(line.len() <= LONGEST, "an answer of {} bytes", line.len());
        let read = read_move(&cells::<G>(), &state, line.starts_with('{'), line);
        assert_eq!(read, Ok(chosen), "in {state}");
        assert!(state.is_legal(chosen), "{line} in {state}");
        assert!(running == Running::OncePerTurn || lines.next() == Some(KEEP_RUNNING));
    }
    assert_eq!(lines.next(), None, "more lines than answers");
}
