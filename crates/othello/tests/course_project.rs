//! Regression tests for the mistakes in the rules of the course project that
//! this crate grew from.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

use clock::Budget;
use game::example::minimax;
use game::{Decision, Game, History, Move, Outcome, Rng, Side};
use othello::{Square, State, strategies};

fn moves(state: &State) -> Vec<String> {
    let mut moves = Vec::new();
    state.legal_moves(&mut moves);
    moves.iter().map(|&m| state.move_text(m)).collect()
}

fn after(state: &State, m: &str) -> State {
    state.play(state.parse_move(m).unwrap()).unwrap()
}

fn uct(state: State, simulations: u64) -> Decision<Square> {
    let mut engine = strategies().build("uct").unwrap();
    engine.decide(&History::new(state), &Budget::simulations(simulations)).unwrap()
}

/// Unfinished states of random games with at most `empty` empty squares, few
/// enough for plain minimax.
fn endings(empty: u32, seed: u64) -> impl Iterator<Item = State> {
    let mut rng = Rng::with_seed(seed);
    std::iter::from_fn(move || {
        loop {
            let mut state = State::start();
            while state.empty().count_ones() > empty && state.outcome().is_none() {
                state.play_unchecked(state.random_move(&mut rng));
            }
            if state.outcome().is_none() {
                return Some(state);
            }
        }
    })
}

#[test]
fn a_move_turns_discs_and_does_not_just_add_one() {
    // The course project gave a child the new disc without the flips.
    let f5 = after(&State::start(), "f5");
    assert_eq!(f5.to_string(), "---------------------------OX------XXX-------------------------- O");
    let f6 = after(&f5, "f6");
    assert_eq!(f6.to_string(), "---------------------------OX------XOX-------O------------------ X");
}

#[test]
fn the_moves_of_a_child_are_those_of_the_side_that_moves_there() {
    // The course project listed the untried moves of a child for the wrong colour.
    assert_eq!(moves(&State::start()), ["d3", "c4", "f5", "e6"]);
    let f5 = after(&State::start(), "f5");
    assert_eq!((f5.side(), moves(&f5)), (Side::Second, vec!["f4".into(), "d6".into(), "f6".into()]));
    let report = uct(f5, 1000);
    let mut listed: Vec<_> = report.moves.iter().map(|m| m.played.index()).collect();
    listed.sort_unstable();
    assert_eq!(listed, [29, 43, 45]);
}

#[test]
fn a_pass_is_a_node_like_any_other() {
    // In the course project's tree a side without a move ended the line.
    let must_pass = endings(7, 1).filter(|state| state.is_legal(Square::PASS)).take(20);
    for state in must_pass {
        let report = uct(state, 50_000);
        assert_eq!(report.chosen, Square::PASS);
        assert_eq!(report.moves.len(), 1);
    }
    // With passes in the tree, the search proves the correct result.
    for state in endings(7, 2).filter(has_a_pass_ahead).take(30) {
        let report = uct(state, 200_000);
        assert_eq!(report.proof.map(|proof| proof.outcome), Some(minimax(&state).outcome), "{state}");
        let value = -minimax(&state.play(report.chosen).unwrap()).outcome;
        assert_eq!(value, minimax(&state).outcome, "{state}");
    }
}

fn has_a_pass_ahead(state: &State) -> bool {
    let mut moves = Vec::new();
    state.legal_moves(&mut moves);
    moves.iter().any(|&m| state.play(m).unwrap().is_legal(Square::PASS))
}

#[test]
fn a_draw_is_not_a_loss() {
    // The course project scored a draw as a loss for both sides.
    let full: State = format!("{}{} X", "X".repeat(32), "O".repeat(32)).parse().unwrap();
    assert_eq!((full.outcome(), full.score()), (Some(Outcome::Draw), Some(0)));
    for state in endings(6, 3).filter(|state| minimax(state).outcome == Outcome::Draw).take(10) {
        let report = uct(state, 200_000);
        assert_eq!((report.proof.map(|proof| proof.outcome), report.value), (Some(Outcome::Draw), 0.0));
        assert_eq!(minimax(&state.play(report.chosen).unwrap()).outcome, Outcome::Draw, "{state}");
    }
}

#[test]
fn a_finished_game_ends_the_line_with_empty_squares_left() {
    let end =
        ["e6", "f4", "e3", "f6", "g5", "d6", "e7", "f5"].iter().fold(State::start(), |s, m| after(&s, m));
    let report = uct(end, 1000);
    assert_eq!(end.move_text(report.chosen), "c5", "the move leaves white no disc");
    assert_eq!(report.proof.map(|proof| (proof.outcome, proof.plies)), Some((Outcome::Win, 1)));
}
