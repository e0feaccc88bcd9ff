//! Law: an answer that the strict judge's side of judge-protocol takes is read in the
//! same way by the referee, which shares no code with it.

#![no_main]

use judge_protocol::botzone::{self, Form, Running};
use judge_protocol::saiblo::{self, Wire};
use libfuzzer_sys::fuzz_target;
use referee::saiblo::Version;
use tesuji_fuzz::{check_error, line_by_line, piece_by_piece};

fuzz_target!(|bytes: &[u8]| {
    on_botzone(&String::from_utf8_lossy(bytes));
    for (wire, version) in [(Wire::V1, Version::V1), (Wire::V2, Version::V2), (Wire::V3, Version::V3)] {
        match saiblo::judge_side::read_answer(wire, bytes) {
            Err(error) => check_error(&error),
            // The referee's frames are short, as the site's are.
            Ok(place) if bytes.len() < 2000 => {
                let frame = referee::saiblo::read_frame(piece_by_piece(bytes)).expect("a frame");
                assert_eq!(referee::saiblo::read_answer(version, &frame).ok(), Some(place));
            }
            Ok(_) => (),
        }
    }
});

fn on_botzone(text: &str) {
    for form in [Form::Json, Form::Simple] {
        for running in [Running::OncePerTurn, Running::Kept] {
            let xy = match botzone::judge_side::read_answer(form, running, text) {
                Ok(xy) => xy,
                Err(error) => {
                    check_error(&error);
                    continue;
                }
            };
            let output = match running {
                Running::OncePerTurn => text.to_string(),
                Running::Kept => referee::botzone::until_keep_running(line_by_line(text)).expect("an end"),
            };
            let pair = referee::botzone::read_answer(form == Form::Json, output.trim_end());
            assert_eq!(pair.ok(), Some((xy.x, xy.y)), "{text:?}");
        }
    }
}
