//! Law: whatever Saiblo sends, in any version of its protocol, a bot answers with
//! frames that name the cell on which a legal stone lands, or ends with an error of
//! one line.

#![no_main]

use connect4::State;
use game::Game;
use judge_protocol::saiblo::{Wire, serve};
use libfuzzer_sys::fuzz_target;
use referee::saiblo::{Version, read_answer, read_frame};
use tesuji_fuzz::{any_move, check_error, drops, piece_by_piece};

fuzz_target!(|bytes: &[u8]| {
    // V3 recognises V1.
    for wire in [Wire::V2, Wire::V3] {
        check(bytes, wire);
    }
});

fn check(bytes: &[u8], wire: Wire) {
    let (mut output, mut asked) = (Vec::new(), Vec::new());
    let served = serve(&mut &bytes[..], &mut output, drops::<State>(), wire, |turn| {
        let chosen = any_move(turn.history).expect("nothing is asked after the end");
        asked.push((*turn.history.state(), chosen));
        Ok(chosen)
    });
    if let Err(error) = served {
        check_error(&error);
    }
    let mut take = piece_by_piece(&output);
    if wire == Wire::V2 {
        assert_eq!(read_frame(&mut take), Ok("ok".to_string()), "no greeting");
    }
    for (state, chosen) in asked {
        let frame = read_frame(&mut take).expect("every choice is written");
        let version = if frame.starts_with('{') { Version::V1 } else { Version::V3 };
        let place = read_answer(version, &frame).expect("an answer");
        assert!(state.is_legal(chosen), "{frame} in {state}");
        assert_eq!(Some(place), state.landing(chosen), "{frame} in {state}");
    }
    assert!(take(1).is_err(), "more frames than answers");
}
