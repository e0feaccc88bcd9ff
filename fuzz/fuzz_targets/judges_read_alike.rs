//! Law: an answer that the strict judge's side of judge-protocol takes is read in the
//! same way by the referee, which shares no code with it. The input is an answer, and
//! its first bytes are the numbers of another one.

#![no_main]

use judge_protocol::botzone::{self, Form, Running, Xy};
use judge_protocol::saiblo::{self, Wire};
use libfuzzer_sys::fuzz_target;
use referee::saiblo::Version;
use tesuji_fuzz::{check_error, line_by_line, piece_by_piece};

fuzz_target!(|bytes: &[u8]| {
    let text = String::from_utf8_lossy(bytes);
    on_botzone(&text);
    if let [x, y, ..] = *bytes {
        let xy = Xy::new(i64::from(x) - 1, i64::from(y) - 1);
        let written = [Form::Json, Form::Simple].map(|form| botzone::answer::answer(form, xy, &text));
        let read: usize = written.iter().map(|text| on_botzone(text)).sum();
        assert_eq!(read, 2, "each is read in its form: {written:?}");
        for wire in [Wire::V1, Wire::V2, Wire::V3] {
            let written = saiblo::answer::answer(wire, (x.into(), y.into()));
            assert!(on_saiblo(&written) > 0, "{wire:?}: {written:?}");
        }
    }
    on_saiblo(bytes);
});

/// Returns the number of versions in which it is an answer.
fn on_saiblo(bytes: &[u8]) -> usize {
    let mut read = 0;
    for (wire, version) in [(Wire::V1, Version::V1), (Wire::V2, Version::V2), (Wire::V3, Version::V3)] {
        let place = saiblo::judge_side::read_answer(wire, bytes);
        match &place {
            Err(error) => check_error(error),
            // The referee's frames are short, as the site's are.
            Ok(place) if bytes.len() < 2000 => {
                let frame = referee::saiblo::read_frame(piece_by_piece(bytes)).expect("a frame");
                assert_eq!(referee::saiblo::read_answer(version, &frame).ok(), Some(*place));
            }
            Ok(_) => continue,
        }
        read += usize::from(place.is_ok());
    }
    read
}

/// Returns the number of variants in which it is an answer.
fn on_botzone(text: &str) -> usize {
    let mut read = 0;
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
            read += 1;
        }
    }
    read
}
