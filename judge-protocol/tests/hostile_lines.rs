//! Hostile lines from controllers, graphical programs and sites: no panic, bounded
//! memory, and only well-formed answers.

mod games;

use std::io::{self, BufReader};

use game::{Decision, Game, GameOver, History, Rng};
use judge_protocol::botzone::local::Poll;
use judge_protocol::gtp::GtpBot;
use judge_protocol::line::LineError;
use judge_protocol::{gtp, kaggle, nboard};
use proptest::prelude::*;

fn any_move<G: Game>(history: &History<G>) -> Result<G::Move, GameOver> {
    match history.state().outcome() {
        Some(_) => Err(GameOver),
        None => Ok(history.state().random_move(&mut Rng::with_seed(history.moves().len() as u64))),
    }
}

/// Every answer begins with = or ? and ends with its only blank line.
fn survive_gtp<G: Game>(bytes: &[u8], bot: GtpBot<G>) {
    let mut output = Vec::new();
    gtp::serve(&mut &bytes[..], &mut output, bot, |turn| any_move(turn.history)).expect("lines");
    let output = String::from_utf8(output).expect("text");
    for answer in output.split_terminator("\n\n") {
        assert!(answer.starts_with(['=', '?']), "{output}");
        assert!(!answer.contains("\n\n") && !answer.contains('\r'), "{output}");
    }
    assert!(output.is_empty() || output.ends_with("\n\n"), "{output}");
}

fn survive_nboard(bytes: &[u8]) {
    let mut output = Vec::new();
    nboard::serve::<othello::State>(&mut &bytes[..], &mut output, "bot", |turn| {
        any_move(turn.history).map(Decision::bare)
    })
    .expect("lines");
    const WORDS: [&str; 6] = ["===", "search", "status", "nodestats", "pong", "set"];
    for line in String::from_utf8(output).expect("text").lines() {
        assert!(WORDS.contains(&line.split(' ').next().expect("a word")), "{line}");
    }
}

fn survive_kaggle(bytes: &[u8]) {
    let mut output = Vec::new();
    let served = kaggle::serve(&mut &bytes[..], &mut output, games::classic(), |turn| any_move(turn.history));
    if let Err(error) = served {
        let message = error.to_string();
        assert!(!message.is_empty() && !message.contains('\n') && message.len() < 1000, "{message}");
    }
    for line in String::from_utf8(output).expect("text").lines() {
        assert!(line.parse::<usize>().expect("a column") < 8, "{line}");
    }
}

fn survive(bytes: &[u8]) {
    survive_gtp(bytes, games::nogo("bot"));
    survive_gtp(bytes, games::othello("bot"));
    survive_nboard(bytes);
    survive_kaggle(bytes);
    let _ = Poll::parse(&String::from_utf8_lossy(bytes));
}

/// Pieces of lines, and other text.
fn piece() -> impl Strategy<Value = String> {
    #[rustfmt::skip]
    const KNOWN: &[&str] = &[
        "\n", " ", "#", "7 ", "99999999999999999999 ", "boardsize ", "clear_board\n", "play ", "genmove ", "black ", "w ",
        "A1", "E5", "F5", "pass", "PA", "undo\n", "showboard\n", "final_score\n", "gogui-rules_board\n", "list_commands\n",
        "gogui-rules_legal_moves\n", "time_settings ", "time_left ", "1e308 ", "-1 ", "nan ", "set game ", "(;", ";)",
        "BO[8 ", "B[F5", "W[", "]", "go\n", "move ", "hint ", "ping ", "{", "}", "\"rows\":6,", "\"columns\":7,",
        "\"inarow\":4,", "\"mark\":1,", "\"board\":[", "0,", "1,", "\u{0}", "\u{85}", "\r",
        "{\"rows\":6,\"columns\":7,\"inarow\":4,\"mark\":1,\"board\":[0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,\
         0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0]}\n",
    ];
    prop_oneof![9 => proptest::sample::select(KNOWN).prop_map(String::from), 1 => any::<String>()]
}

proptest! {
    #![proptest_config(games::cases(1000))]

    #[test]
    fn arbitrary_bytes_are_survived(bytes in proptest::collection::vec(any::<u8>(), 0..200)) {
        survive(&bytes);
    }

    #[test]
    fn arbitrary_sentences_are_survived(pieces in proptest::collection::vec(piece(), 0..60)) {
        survive(pieces.concat().as_bytes());
    }

    #[test]
    fn a_game_in_ggf_is_read_as_it_was_played(seed: u64, plies in 0usize..70) {
        let mut rng = Rng::with_seed(seed);
        let mut state = othello::State::start();
        let mut text = String::from("(;GM[Othello]BO[8 ---------------------------O*------*O");
        text += &format!("{} *]", "-".repeat(27));
        for _ in 0..plies {
            if state.outcome().is_some() {
                break;
            }
            let m = state.random_move(&mut rng);
            let colour = ["B", "W"][state.side().index()];
            let word = state.move_text(m).to_uppercase().replace("PASS", "PA");
            text += &format!("{colour}[{word}//0.5]");
            state = state.play(m).expect("a legal move");
        }
        text += ";)";
        let history = nboard::ggf::parse::<othello::State>(&text).expect("a game");
        prop_assert_eq!(history.state(), &state);
    }
}

#[test]
fn deep_nesting_and_huge_numbers_are_survived() {
    survive_kaggle(format!("{{\"board\":{}\n", "[".repeat(500_000)).as_bytes());
    survive(format!("{} {}\n", "9".repeat(100_000), "play".repeat(1000)).as_bytes());
    survive(format!("set game (;{};)\n", "B[F5]".repeat(50_000)).as_bytes());
    survive(format!("boardsize {0}\nboardsize -{0}\nhint {0}\nping {0}\n", "9".repeat(30)).as_bytes());
}

#[test]
fn a_line_without_end_is_refused_before_it_fills_the_memory() {
    let endless = || BufReader::new(io::repeat(b'x'));
    let served =
        gtp::serve(&mut endless(), &mut io::sink(), games::nogo("bot"), |turn| any_move(turn.history));
    assert!(matches!(served, Err(LineError::TooLong)), "{served:?}");
    let served = nboard::serve::<othello::State>(&mut endless(), &mut io::sink(), "bot", |turn| {
        any_move(turn.history).map(Decision::bare)
    });
    assert!(matches!(served, Err(LineError::TooLong)), "{served:?}");
    assert!(
        kaggle::serve(&mut endless(), &mut io::sink(), games::classic(), |turn| any_move(turn.history))
            .is_err()
    );
}
