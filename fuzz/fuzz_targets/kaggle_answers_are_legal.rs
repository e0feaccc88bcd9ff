//! Law: whatever `main.py` passes on, a bot answers with a legal column, or ends with
//! an error of one line.

#![no_main]

use connect4::Classic;
use game::Game;
use judge_protocol::kaggle::serve;
use libfuzzer_sys::fuzz_target;
use referee::kaggle::read_answer;
use tesuji_fuzz::{any_move, check_error, drops};

fuzz_target!(|bytes: &[u8]| {
    let (mut output, mut asked) = (Vec::new(), Vec::new());
    let served = serve(&mut &bytes[..], &mut output, drops::<Classic>(), |turn| {
        let chosen = any_move(turn.history).expect("nothing is asked after the end");
        asked.push((*turn.history.state(), chosen));
        Ok(chosen)
    });
    if let Err(error) = served {
        check_error(&error);
    }
    let output = String::from_utf8(output).expect("the output is text");
    assert_eq!(output.lines().count(), asked.len(), "{output:?}");
    for ((state, chosen), line) in asked.into_iter().zip(output.lines()) {
        assert_eq!(read_answer(&drops::<Classic>(), line), Ok(chosen), "in {state}");
        assert!(state.is_legal(chosen), "{line} in {state}");
    }
});
