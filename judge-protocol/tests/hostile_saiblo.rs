//! Whatever comes in from Saiblo: no panic, no memory without bound, and
//! nothing but well-formed legal answers goes out.

mod games;

use std::io::{self, BufReader};

use connect4::State;
use game::{Game, GameOver, History, Rng};
use judge_protocol::saiblo::answer::frame;
use judge_protocol::saiblo::{Error, Turn, Wire, judge, serve};
use judge_protocol::shown::{Cell, Fault, Grid, NoPosition, Session, Shown};
use proptest::prelude::*;

const WIRES: [Wire; 2] = [Wire::V2, Wire::V3];

fn any_move(turn: &Turn<State>) -> Result<connect4::Column, GameOver> {
    let mut rng = Rng::with_seed(turn.history.moves().len() as u64);
    Ok(turn.history.state().random_move(&mut rng))
}

/// Serves these bytes and checks what is written.
fn survive(bytes: &[u8]) {
    for wire in WIRES {
        let mut output = Vec::new();
        let mut answers = 0;
        let served = serve(&mut &bytes[..], &mut output, games::CONNECT4, wire, |turn| {
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
            let read = [Wire::V1, Wire::V3].map(|wire| judge::read_answer(wire, answer));
            assert!(read.iter().any(Result::is_ok), "{read:?}");
            rest = more;
        }
        assert!(rest.is_empty(), "more frames than answers");
    }
}

/// A game as far as it was played on one of the judge's boards, and what the
/// judge shows of it.
fn shown(lot: u64, plies: usize) -> (Grid, State, Shown) {
    let mut rng = Rng::with_seed(lot);
    let mut state = State::random_board(rng.u64(..));
    let layout = state.layout();
    let grid = Grid { rows: layout.rows, columns: layout.columns, forbidden: layout.forbidden };
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
    let places = (0..grid.rows).flat_map(|row| (0..grid.columns).map(move |column| (row, column)));
    let top = |column| {
        let place = connect4::Column::new(column).and_then(|m| state.landing(m));
        place.map_or(0, |(row, _)| row as i64 + 1)
    };
    let shown = Shown {
        last,
        tops: (0..grid.columns).map(top).collect(),
        cells: places.map(|(row, column)| cell(row, column)).collect(),
    };
    (grid, state, shown)
}

/// Pieces that messages are made of, and some that they are not.
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
    #![proptest_config(ProptestConfig { cases: 1000, failure_persistence: None, ..ProptestConfig::default() })]

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
        lot: u64, plies in 0usize..40, wire in 0usize..3, cut: prop::sample::Index,
        damage: Option<(prop::sample::Index, u8)>,
    ) {
        let wire = [Wire::V1, Wire::V2, Wire::V3][wire];
        let (grid, _, shown) = shown(lot, plies);
        let mut bytes = (judge::start(wire, &grid) + &judge::turn(wire, &shown)).into_bytes();
        if let Some((place, byte)) = damage {
            let place = place.index(bytes.len());
            bytes[place] = byte;
        }
        survive(&bytes);
        survive(&bytes[..cut.index(bytes.len())]);
    }

    #[test]
    fn a_board_that_is_shown_is_the_board_that_was_played(lot: u64, plies in 0usize..60) {
        let (grid, state, shown) = shown(lot, plies);
        for wire in [Wire::V1, Wire::V2, Wire::V3] {
            let input = judge::start(wire, &grid) + &judge::turn(wire, &shown);
            let said = if wire == Wire::V1 { Wire::V3 } else { wire };
            let mut asked = None;
            serve(&mut input.as_bytes(), &mut io::sink(), games::CONNECT4, said, |turn| {
                assert_eq!(turn.fault, None);
                asked = Some(*turn.history.state());
                any_move(turn)
            }).expect("a good dialogue");
            prop_assert_eq!(asked, Some(state));
        }
    }

    /// The engine hears of a game that goes on as one that goes on.
    #[test]
    fn a_game_is_followed_move_by_move_and_a_new_one_is_noticed(lot: u64) {
        let mut session = Session::new(games::CONNECT4);
        for lot in [lot, lot.wrapping_add(1)] {
            let mut known: Option<History<State>> = None;
            for plies in (lot as usize % 2..80).step_by(2) {
                let (grid, state, shown) = shown(lot, plies);
                let (history, fault) = session.receive(&grid, Ok(&shown)).expect("a position");
                prop_assert_eq!(fault, None);
                prop_assert_eq!(history.state(), &state);
                if let Some(known) = &known {
                    prop_assert_eq!(history.since(known).map(<[_]>::len), Some(1));
                } else {
                    prop_assert_eq!(history.moves().len(), plies);
                }
                // We answer what was played in the game that is shown.
                let (_, later, _) = self::shown(lot, plies + 1);
                if later.side() == state.side() || self::shown(lot, plies + 2).1.side() != state.side() {
                    break;
                }
                let mut moves = Vec::new();
                state.legal_moves(&mut moves);
                let ours = moves.into_iter().find(|&m| state.play(m).as_ref() == Ok(&later)).expect("it was played");
                session.answer(ours).expect("legal");
                known = session.history().cloned();
            }
        }
    }
}

#[test]
fn an_input_without_end_is_refused_before_it_fills_the_memory() {
    for byte in *b"9-x{0" {
        let mut input = BufReader::new(io::repeat(byte));
        let served = serve(&mut input, &mut io::sink(), games::CONNECT4, Wire::V3, any_move);
        assert!(matches!(served, Err(Error::Unreadable(..))), "{}: {served:?}", byte as char);
    }
}

#[test]
fn deep_nesting_is_survived() {
    let deep = format!("{{\"type\":1,\"board\":{}", "[".repeat(9000));
    survive(format!("{}{:04}{deep}", judge::start(Wire::V1, &shown(1, 0).0), deep.len()).as_bytes());
}

#[test]
fn a_board_that_cannot_be_and_nothing_to_go_by_is_an_error() {
    let mut session = Session::new(games::CONNECT4);
    let small = Grid { rows: 3, columns: 9, forbidden: None };
    let received = session.receive(&small, Err("nothing".to_string())).map(|_| ());
    assert!(matches!(received, Err(NoPosition::Impossible(_))), "{received:?}");
    let (grid, ..) = shown(1, 0);
    let (history, fault) = session.receive(&grid, Err("nothing".to_string())).expect("the empty board");
    assert_eq!((history.moves().len(), fault), (0, Some(Fault::Unreadable("nothing".to_string()))));
}
