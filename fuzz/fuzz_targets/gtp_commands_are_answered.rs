//! Law: every GTP command gets exactly one answer, which begins with `=` or `?`, and
//! the answer to `genmove` is a legal move; from the start of a session, and after a
//! random game.

#![no_main]

use game::{Playable, Side};
use judge_protocol::gtp::vertex::write_move;
use judge_protocol::gtp::{GtpBot, GtpSession};
use libfuzzer_sys::fuzz_target;
use referee::gtp::{read_answer, read_move};
use tesuji_fuzz::{any_move, cells, line_by_line, random_game};

/// Greatest length of an answer without the command's number, in bytes.
const LONGEST: usize = 2000;

fuzz_target!(|bytes: &[u8]| {
    both::<othello::State>(bytes);
    both::<nogo::State>(bytes);
});

fn both<G: Playable>(bytes: &[u8]) {
    check::<G>(bytes);
    let played = random_game::<G>(bytes).into_iter().map(|(state, m)| {
        format!("play {} {}\n", ["b", "w"][state.side().index()], write_move(&cells::<G>(), &state, m))
    });
    check::<G>(&[played.collect::<String>().as_bytes(), bytes].concat());
}

fn check<G: Playable>(mut input: &[u8]) {
    let bot = GtpBot { name: "bot", game: G::NAME, cells: cells::<G>(), reversed: false };
    let mut session = GtpSession::new(bot);
    let mut goes_on = true;
    while goes_on {
        let (before, unread, mut output) = (*session.history().state(), input, Vec::new());
        let turn = session.turn(&mut input, &mut output, &mut |turn| any_move(turn.history));
        goes_on = turn.expect("the line is short");
        let words = words(&unread[..unread.len() - input.len()]);
        let output = String::from_utf8(output).expect("the output is text");
        assert_eq!(output.is_empty(), words.is_empty(), "{words:?} is answered by {output:?}");
        if words.is_empty() {
            continue;
        }
        let numbered = words[0].bytes().all(|byte| byte.is_ascii_digit());
        let (id, words) = words.split_at(usize::from(numbered));
        let answer = output.strip_suffix("\n\n").expect("a blank line ends an answer");
        assert!(!answer.contains("\n\n") && !answer.contains('\r'), "two answers: {output:?}");
        let (sign, rest) = answer.split_at(1);
        let result = rest.strip_prefix(&id.concat()).expect("the number is repeated");
        assert!(["=", "?"].contains(&sign) && result.len() <= LONGEST, "{answer:?}");
        if let ("=", [name, colour, ..]) = (sign, words)
            && name == "genmove"
        {
            legal_move(before, colour, &format!("={result}\n\n"));
        }
    }
}

/// The words of the command that these bytes end with.
fn words(bytes: &[u8]) -> Vec<String> {
    let text = String::from_utf8_lossy(bytes);
    let line = text.strip_suffix('\n').unwrap_or(&text).rsplit('\n').next().unwrap_or_default();
    let line = line.trim_start_matches('\u{feff}').trim();
    let line = line.split('#').next().unwrap_or_default().replace('\t', " ");
    let visible: String = line.chars().filter(|c| !c.is_control()).collect();
    visible.split(' ').filter(|word| !word.is_empty()).map(String::from).collect()
}

/// A side that cannot move passes unasked.
fn legal_move<G: Playable>(mut state: G, colour: &str, answer: &str) {
    let result = read_answer("genmove", line_by_line(answer)).expect("an answer");
    if state.outcome().is_some() {
        assert!(["pass", "resign"].contains(&result.as_str()), "{result} after the end");
        return;
    }
    let side = if colour.to_ascii_lowercase().starts_with('b') { Side::First } else { Side::Second };
    if state.side() != side {
        state = state.play(cells::<G>().pass.expect("a pass")).expect("the other side passes");
    }
    let m = read_move(&cells::<G>(), &state, &result).expect("a move");
    assert!(state.is_legal(m), "{answer:?} in {state}");
}
