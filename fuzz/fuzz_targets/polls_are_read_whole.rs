//! Law: an answer of Botzone to `localai` is read whole and printed as it was read, or
//! refused with one line; the names in it are fit for a header.

#![no_main]

use judge_protocol::botzone::local::{Poll, header, match_name};
use libfuzzer_sys::fuzz_target;
use tesuji_fuzz::check_error;

fuzz_target!(|text: &str| {
    let poll = match Poll::parse(text) {
        Ok(poll) => poll,
        Err(error) => return check_error(&error),
    };
    let counts = format!("{} {}", poll.requests.len(), poll.finished.len());
    let promised: Vec<&str> =
        text.lines().next().unwrap_or_default().trim().split_ascii_whitespace().collect();
    let plain = promised.iter().map(|count| match count.trim_start_matches(['+', '0']) {
        "" => "0",
        digits => digits,
    });
    assert_eq!(plain.collect::<Vec<_>>().join(" "), counts, "an entry is missing");
    let requests = poll.requests.iter().map(|(name, request)| format!("{name}\n{request}\n"));
    let finished = poll.finished.iter().map(|over| {
        let scores: String = over.scores.iter().map(|score| format!(" {score:?}")).collect();
        format!("{} {} {}{scores}\n", over.name, over.slot, over.scores.len())
    });
    let written: String = [counts + "\n"].into_iter().chain(requests).chain(finished).collect();
    let again = Poll::parse(&written).expect("what is written can be read");
    assert_eq!(format!("{again:?}"), format!("{poll:?}"), "NaN is equal to NaN as text");
    let names = poll.requests.iter().map(|(name, _)| name).chain(poll.finished.iter().map(|over| &over.name));
    for name in names {
        assert_eq!(match_name(name).as_ref(), Ok(name));
        assert!(header(name).bytes().all(|byte| byte.is_ascii_graphic()), "{name:?}");
    }
    assert!(poll.requests.iter().all(|(_, request)| !request.contains('\n')));
});
