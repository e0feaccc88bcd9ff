//! Hostile input on Botzone: no panic, bounded memory, and only well-formed legal
//! answers.

mod games;

use std::io::{self, BufReader};

use game::{Cells, Game, GameOver, Rng};
use judge_protocol::botzone::judge_side::{newest, read_answer, whole};
use judge_protocol::botzone::message::LONGEST_JSON;
use judge_protocol::botzone::{BotzoneError, BotzoneTurn, Form, Message, Reply, Running, Xy, serve};
use judge_protocol::line::LONGEST;
use proptest::prelude::*;

const RUNNINGS: [Running; 2] = [Running::OncePerTurn, Running::Kept];

/// Plays any legal move, with a longer debug text than the judge accepts.
fn any_move<G: Game>(turn: &BotzoneTurn<G>) -> Result<Reply<G::Move>, GameOver> {
    let mut rng = Rng::with_seed(turn.history.moves().len() as u64);
    Ok(Reply { chosen: turn.history.state().random_move(&mut rng), debug: "\"\u{1}é".repeat(1000) })
}

/// Serves these bytes and checks what is written.
fn survive<G: Game>(bytes: &[u8], cells: Cells<G>) {
    for running in RUNNINGS {
        let mut output = Vec::new();
        let served = serve(&mut &bytes[..], &mut output, cells, running, any_move);
        let output = String::from_utf8(output).expect("the output is text");
        if let Err(error) = served {
            let message = error.to_string();
            assert!(!message.is_empty() && !message.contains('\n') && message.len() < 1000, "{message}");
        } else {
            assert!(!output.is_empty(), "no answer and no error");
        }
        let lines_each = if running == Running::Kept { 2 } else { 1 };
        let lines: Vec<_> = output.split_inclusive('\n').collect();
        for answer in lines.chunks(lines_each) {
            let form = if answer[0].starts_with('{') { Form::Json } else { Form::Simple };
            assert!(answer[0].len() <= 1100, "the answer is too long");
            read_answer(form, running, &answer.concat()).expect("an answer that the site takes");
        }
    }
}

/// Plays at most `plies` random moves; returns the requests and responses that
/// the side to move gets, and its position.
fn random_game<G: Game>(cells: Cells<G>, seed: u64, plies: usize) -> (Vec<Xy>, G) {
    let mut rng = Rng::with_seed(seed);
    let mut state = G::start();
    let mut entries = vec![Xy::NONE];
    for _ in 0..plies {
        // No game begins with a pass: the bot would read it as "you begin".
        let chosen = loop {
            let chosen = state.random_move(&mut rng);
            if state != G::start() || Xy::of_move(&cells, &state, chosen) != Xy::NONE {
                break chosen;
            }
        };
        let next = state.play(chosen).expect("a legal move");
        if next.outcome().is_some() {
            break;
        }
        entries.push(Xy::of_move(&cells, &state, chosen));
        state = next;
    }
    if entries.len() % 2 == 0 {
        entries.remove(0);
    }
    (entries, state)
}

/// The position in which the engine is asked for a move.
fn asked<G: Game>(input: &str, cells: Cells<G>) -> G {
    let mut asked = None;
    let engine = |turn: &BotzoneTurn<G>| {
        assert_eq!(turn.error, None, "in {input}");
        asked = Some(*turn.history.state());
        any_move(turn)
    };
    serve(&mut input.as_bytes(), &mut io::sink(), cells, Running::OncePerTurn, engine)
        .expect("the input is a request");
    asked.expect("the engine was asked")
}

/// Pieces of messages, and other text.
fn piece() -> impl Strategy<Value = String> {
    #[rustfmt::skip]
    const KNOWN: &[&str] = &[
        "{", "}", "[", "]", ",", ":", r#"""#, "\\\"", "\n", " ", "-1", "0", "1", "2", "-", "1e400", "1.0", "null",
        "99999999999999999999", r#"{"x":1,"y":1}"#, r#"{"x":-1,"y":-1}"#, r#""requests":"#, r#""responses":"#,
        r#"{"requests":["#, r#"],"responses":["#, "]}", "-1 -1\n", "1 1\n", "0 2\n", "1\n", "2\n",
        "10000\n", "\u{0}",
    ];
    prop_oneof![8 => proptest::sample::select(KNOWN).prop_map(String::from), 1 => any::<String>()]
}

proptest! {
    #![proptest_config(games::cases(2000))]

    #[test]
    fn arbitrary_bytes_are_survived(bytes in proptest::collection::vec(any::<u8>(), 0..200)) {
        survive(&bytes, games::tictactoe());
        survive(&bytes, games::nim());
    }

    #[test]
    fn arbitrary_sentences_are_survived(pieces in proptest::collection::vec(piece(), 0..30)) {
        survive(pieces.concat().as_bytes(), games::tictactoe());
        survive(pieces.concat().as_bytes(), games::nim());
    }

    #[test]
    fn truncated_and_damaged_messages_are_survived(
        seed: u64, plies in 0usize..9, json: bool, cut: prop::sample::Index, damage: Option<(prop::sample::Index, u8)>,
    ) {
        let form = if json { Form::Json } else { Form::Simple };
        let (entries, _) = random_game(games::tictactoe(), seed, plies);
        let mut bytes = whole(form, &entries).into_bytes();
        if let Some((place, byte)) = damage {
            let place = place.index(bytes.len());
            bytes[place] = byte;
        }
        survive(&bytes, games::tictactoe());
        survive(&bytes[..cut.index(bytes.len())], games::tictactoe());
    }

    #[test]
    fn a_game_is_replayed_as_it_was_played(seed: u64, plies in 0usize..12) {
        for form in [Form::Json, Form::Simple] {
            let (entries, state) = random_game(games::tictactoe(), seed, plies);
            prop_assert_eq!(asked(&whole(form, &entries), games::tictactoe()), state);
            let (entries, state) = random_game(games::nim(), seed, plies);
            prop_assert_eq!(asked(&whole(form, &entries), games::nim()), state);
        }
    }

    #[test]
    fn a_request_is_read_as_it_is_written(x: i64, y: i64) {
        for form in [Form::Json, Form::Simple] {
            let message = Message::read(&mut newest(form, Xy::new(x, y)).as_bytes()).unwrap().unwrap();
            prop_assert_eq!(message, Message { form, turn: None, entries: vec![Xy::new(x, y)], problem: None, cut: false });
        }
    }
}

#[test]
fn deep_nesting_is_survived() {
    for opening in ["[", "{\"requests\":[", "{\"requests\":[{\"x\":", "{\"x\":1,\"y\":{\"a\":"] {
        let text = opening.repeat(LONGEST / opening.len());
        survive(text.as_bytes(), games::tictactoe());
    }
    let (open, close) = ("[".repeat(100_000), "]".repeat(100_000));
    for entry in [format!("{open}{close}"), format!("{{\"x\":{open}{close},\"y\":0}}")] {
        survive(format!("{{\"requests\":[{entry}]}}").as_bytes(), games::tictactoe());
    }
    // Fields that the bot does not read may be nested to any depth.
    let line = format!("{{\"requests\":[{{\"x\":-1,\"y\":-1}}],\"data\":{open}{close}}}");
    assert_eq!(asked(&line, games::tictactoe()), tictactoe::State::start());
    let inner = format!("{{\"requests\":[\"{}\"]}}", "[".repeat(100_000));
    survive(inner.as_bytes(), games::tictactoe());
}

#[test]
fn numbers_of_any_size_are_survived() {
    for number in
        ["1e400", "-1e400", "1e18", "9223372036854775807", "9223372036854775808", "-9223372036854775809"]
    {
        survive(format!("{{\"requests\":[{{\"x\":{number},\"y\":0}}]}}").as_bytes(), games::tictactoe());
        survive(format!("{{\"x\":0,\"y\":{number}}}").as_bytes(), games::nim());
        survive(format!("1\n{number} 0\n").as_bytes(), games::tictactoe());
        survive(format!("{number}\n0 0\n").as_bytes(), games::nim());
    }
    survive(format!("1\n{} 0\n", "9".repeat(100_000)).as_bytes(), games::tictactoe());
}

#[test]
fn a_line_without_end_is_refused_before_it_fills_the_memory() {
    for byte in *b"{[1 \"x" {
        let mut input = BufReader::new(io::repeat(byte));
        let served = serve(&mut input, &mut io::sink(), games::tictactoe(), Running::Kept, any_move);
        assert!(matches!(served, Err(BotzoneError::LineTooLong(_))), "{}: {served:?}", byte as char);
    }
}

/// Lines of more than 1 MiB got no answer.
#[test]
fn a_line_of_any_length_is_read() {
    let start = "{\"requests\":[{\"x\":0,\"y\":2}],\"data\":\"";
    let empty = tictactoe::State::start();
    let after = empty.play(empty.parse_move("a3").expect("a cell")).expect("a legal move");
    for length in [1 << 20, (1 << 20) + 1, LONGEST_JSON, LONGEST_JSON + 1, 2 * LONGEST_JSON] {
        let line = format!("{start}{}\"}}\n", "d".repeat(length - start.len() - 3));
        assert_eq!(line.len(), length);
        assert_eq!(asked(&line, games::tictactoe()), after, "{length}");
    }
}

/// In a kept process the rest of a line that is too long is no request.
#[test]
fn the_rest_of_a_long_line_is_skipped() {
    let start = "{\"requests\":[{\"x\":-1,\"y\":-1}],\"data\":\"";
    let input = format!("{start}{}\"}}\n{{\"x\":0,\"y\":2}}\n", "d".repeat(LONGEST_JSON + 100));
    let mut plies = Vec::new();
    serve(&mut input.as_bytes(), &mut io::sink(), games::tictactoe(), Running::Kept, |turn| {
        assert_eq!(turn.error, None);
        plies.push(turn.history.moves().len());
        let corner = turn.history.state().parse_move(["a1", "c1"][plies.len() - 1]).expect("a corner");
        Ok(Reply { chosen: corner, debug: String::new() })
    })
    .expect("the input is a game");
    assert_eq!(plies, [0, 2]);
}

/// Many short lines take no longer than one long one.
#[test]
fn json_in_a_million_lines_is_read_at_once() {
    let text = format!("{{{}\"requests\":\n[{{\"x\":-1,\n\"y\":-1}}]}}", "\n".repeat(1 << 20));
    assert_eq!(asked(&text, games::tictactoe()), tictactoe::State::start());
    survive("{\n".repeat(1 << 20).as_bytes(), games::tictactoe());
}

#[test]
fn an_illegal_choice_is_never_written() {
    let input = "{\"requests\":[{\"x\":1,\"y\":1}]}";
    let mut output = Vec::new();
    let served =
        serve(&mut input.as_bytes(), &mut output, games::tictactoe(), Running::OncePerTurn, |turn| {
            let chosen = turn.history.state().parse_move("b2").expect("the centre");
            Ok(Reply { chosen, debug: String::new() })
        });
    assert!(matches!(served, Err(BotzoneError::IllegalAnswer(_))), "{served:?}");
    assert!(output.is_empty());
}

#[test]
fn only_the_first_turn_of_a_game_is_called_first() {
    let first = |input: &str| {
        let mut firsts = Vec::new();
        serve(&mut input.as_bytes(), &mut io::sink(), games::tictactoe(), Running::Kept, |turn| {
            firsts.push(turn.first);
            any_move(turn)
        })
        .expect("the input is a game");
        firsts
    };
    assert_eq!(first("1\n-1 -1\n0 0\n"), [true, false]);
    assert_eq!(first("2\n-1 -1\n1 1\n0 0\n"), [false]);
    // No move of the game is left, but the turn number is known.
    assert_eq!(first("2\n5 5\n1 1\n0 0\n"), [false]);
}
