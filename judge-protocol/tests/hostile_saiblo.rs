//! Hostile input on Saiblo: no panic, bounded memory, and only well-formed legal
//! answers.

mod games;

use std::io::{self, BufReader};

use connect4::State;
use game::{Game, GameOver, History, Rng, Shape};
use judge_protocol::full_board::{BoardError, BoardTracker, Cell, FullBoard, NoPosition, top};
use judge_protocol::saiblo::answer::frame;
use judge_protocol::saiblo::{SaibloError, SaibloTurn, Wire, judge_side, serve};
use proptest::prelude::*;

const WIRES: [Wire; 2] = [Wire::V2, Wire::V3];

fn any_move(turn: &SaibloTurn<State>) -> Result<connect4::Column, GameOver> {
    let mut rng = Rng::with_seed(turn.history.moves().len() as u64);
    Ok(turn.history.state().random_move(&mut rng))
}

/// Serves these bytes and checks what is written.
fn survive(bytes: &[u8]) {
    for wire in WIRES {
        let mut output = Vec::new();
        let mut answers = 0;
        let served = serve(&mut &bytes[..], &mut output, games::connect4(), wire, |turn| {
            answers += 1;
            any_move(turn)
        });
        if let Err(error) = served {
            let message = error.to_string();
            assert!(!message.is_empty() && !message.contains('\n') && message.len() < 1000, "{message}");
        }
        let mut rest = output.as_slice();
        if wire == Wire::V2 {
            rest = rest.strip_prefix(frame("ok").as_slice()).expect("a greeting");
        }
        for _ in 0..answers {
            let length = u32::from_be_bytes(*rest.first_chunk().expect("a frame")) as usize;
            let (answer, more) = rest.split_at(4 + length);
            let read = [Wire::V1, Wire::V3].map(|wire| judge_side::read_answer(wire, answer));
            assert!(read.iter().any(Result::is_ok), "{read:?}");
            rest = more;
        }
        assert!(rest.is_empty(), "more frames than answers");
    }
}

/// Plays at most `plies` random moves on one of the judge's boards; returns the
/// position, and shape and board as the judge sends them.
fn random_game(seed: u64, plies: usize) -> (Shape, State, FullBoard) {
    let mut rng = Rng::with_seed(seed);
    let mut state = State::random_board(rng.u64(..));
    let drops = games::connect4();
    let shape = (drops.shape)(&state);
    let mut last = None;
    for _ in 0..plies {
        let m = state.random_move(&mut rng);
        let next = state.play(m).expect("a legal move");
        if next.outcome().is_some() {
            break;
        }
        last = state.landing(m);
        state = next;
    }
    let cell = |row, column| match state.stone(row, column) {
        None => Cell::Empty,
        Some(side) if side == state.side() => Cell::Own,
        Some(_) => Cell::Other,
    };
    let places = (0..shape.rows).flat_map(|row| (0..shape.columns).map(move |column| (row, column)));
    let board = FullBoard {
        last,
        tops: (0..shape.columns).map(|column| top(&drops, &state, column)).collect(),
        cells: places.map(|(row, column)| cell(row, column)).collect(),
    };
    (shape, state, board)
}

/// Pieces of messages, and other text.
fn piece() -> impl Strategy<Value = String> {
    #[rustfmt::skip]
    const KNOWN: &[&str] = &[
        "9 ", "12 ", "4 ", "0 ", "1 ", "2 ", "-1 ", "-", "\n", "9 9 2 3\n", "-1 -1 ", "99999999999 ", "1e9 ", "x",
        "0042{\"type\":0,\"row\":9,\"col\":9,\"nox\":2,\"noy\":3}", "0010{\"type\":2}", "0009{\"type\":1", "{",
        "9999", "0000", "0 0 0 0 0 0 0 0 0 ", "9 9 9 9 9 9 9 9 9 ", "\u{0}",
    ];
    prop_oneof![8 => proptest::sample::select(KNOWN).prop_map(String::from), 1 => any::<String>()]
}

proptest! {
    #![proptest_config(games::cases(1000))]

    #[test]
    fn arbitrary_bytes_are_survived(bytes in proptest::collection::vec(any::<u8>(), 0..300)) {
        survive(&bytes);
    }

    #[test]
    fn arbitrary_sentences_are_survived(pieces in proptest::collection::vec(piece(), 0..60)) {
        survive(pieces.concat().as_bytes());
    }

    #[test]
    fn truncated_and_damaged_messages_are_survived(
        seed: u64, plies in 0usize..40, wire in 0usize..3, cut: prop::sample::Index,
        damage: Option<(prop::sample::Index, u8)>,
    ) {
        let wire = [Wire::V1, Wire::V2, Wire::V3][wire];
        let (shape, _, board) = random_game(seed, plies);
        let mut bytes = (judge_side::start(wire, &shape) + &judge_side::turn(wire, &board)).into_bytes();
        if let Some((place, byte)) = damage {
            let place = place.index(bytes.len());
            bytes[place] = byte;
        }
        survive(&bytes);
        survive(&bytes[..cut.index(bytes.len())]);
    }

    #[test]
    fn a_board_is_read_as_it_was_played(seed: u64, plies in 0usize..60) {
        let (shape, state, board) = random_game(seed, plies);
        for wire in [Wire::V1, Wire::V2, Wire::V3] {
            let input = judge_side::start(wire, &shape) + &judge_side::turn(wire, &board);
            let chosen = if wire == Wire::V1 { Wire::V3 } else { wire };
            let mut asked = None;
            serve(&mut input.as_bytes(), &mut io::sink(), games::connect4(), chosen, |turn| {
                assert_eq!(turn.error, None);
                asked = Some(*turn.history.state());
                any_move(turn)
            }).expect("the input is a request");
            prop_assert_eq!(asked, Some(state));
        }
    }

    /// The engine gets the history of a game that continues.
    #[test]
    fn a_game_is_followed_move_by_move_and_a_new_one_is_recognised(seed: u64) {
        let mut tracker = BoardTracker::new(games::connect4());
        for seed in [seed, seed.wrapping_add(1)] {
            let mut known: Option<History<State>> = None;
            for plies in (seed as usize % 2..80).step_by(2) {
                let (shape, state, board) = random_game(seed, plies);
                let (history, error) = tracker.receive(&shape, Ok(&board)).expect("a position");
                prop_assert_eq!(error, None);
                prop_assert_eq!(history.state(), &state);
                if let Some(known) = &known {
                    prop_assert_eq!(history.since(known).map(<[_]>::len), Some(1));
                } else {
                    prop_assert_eq!(history.moves().len(), plies);
                }
                // The bot answers with the next move of the same random game.
                let (_, later, _) = random_game(seed, plies + 1);
                if later.side() == state.side() || random_game(seed, plies + 2).1.side() != state.side() {
                    break;
                }
                let mut moves = Vec::new();
                state.legal_moves(&mut moves);
                let ours = moves.into_iter().find(|&m| state.play(m).as_ref() == Ok(&later)).expect("it was played");
                tracker.answer(ours).expect("legal");
                known = tracker.history().cloned();
            }
        }
    }
}

#[test]
fn an_input_without_end_is_refused_before_it_fills_the_memory() {
    for byte in *b"9-x{0" {
        let mut input = BufReader::new(io::repeat(byte));
        let served = serve(&mut input, &mut io::sink(), games::connect4(), Wire::V3, any_move);
        assert!(matches!(served, Err(SaibloError::Unreadable(..))), "{}: {served:?}", byte as char);
    }
}

#[test]
fn deep_nesting_is_survived() {
    let deep = format!("{{\"type\":1,\"board\":{}", "[".repeat(9000));
    survive(
        format!("{}{:04}{deep}", judge_side::start(Wire::V1, &random_game(1, 0).0), deep.len()).as_bytes(),
    );
}

#[test]
fn an_impossible_board_without_an_expected_one_is_an_error() {
    let mut tracker = BoardTracker::new(games::connect4());
    let small = Shape { rows: 3, columns: 9, forbidden: None };
    let received = tracker.receive(&small, Err("nothing".to_string())).map(|_| ());
    assert!(matches!(received, Err(NoPosition::Impossible(_))), "{received:?}");
    let (shape, ..) = random_game(1, 0);
    let (history, error) = tracker.receive(&shape, Err("nothing".to_string())).expect("the empty board");
    assert_eq!((history.moves().len(), error), (0, Some(BoardError::Unreadable("nothing".to_string()))));
}
