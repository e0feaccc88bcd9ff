//! The simple knowledge is correct, and does not depend on colours or on the
//! orientation of the board.

use game::conformance::Conformance;
use game::{Evaluate, Game, Heuristic, Rng, Symmetric};
use othello::{Square, State};

/// The unfinished states of random games.
fn open_states(games: usize, seed: u64) -> Vec<State> {
    let mut rng = Rng::with_seed(seed);
    let mut states = Vec::new();
    for _ in 0..games {
        let mut state = State::start();
        while state.outcome().is_none() {
            states.push(state);
            state.play_unchecked(state.random_move(&mut rng));
        }
    }
    states
}

fn moves(state: &State) -> Vec<Square> {
    let mut moves = Vec::new();
    state.legal_moves(&mut moves);
    moves
}

#[test]
fn the_symmetries_are_those_of_the_board() {
    Conformance::new().check_symmetry(State::start());
    let same = (0..8).filter(|&s| State::start().transform(s) == State::start());
    assert_eq!(same.count(), 4, "the diagonals of the start have different colours");
}

#[test]
fn evaluations_and_weights_do_not_depend_on_the_orientation() {
    for state in open_states(50, 1) {
        for s in 0..state.symmetries() {
            assert_eq!(state.transform(s).evaluate(), state.evaluate());
            for m in moves(&state) {
                assert_eq!(state.transform(s).weight(state.transform_move(m, s)), state.weight(m));
            }
        }
    }
}

#[test]
fn evaluations_are_between_minus_one_and_one_and_negated_for_the_other_side() {
    for state in open_states(200, 2) {
        let value = state.evaluate();
        assert!(-1.0 < value && value < 1.0);
        let text = state.to_string();
        let (squares, side) = text.split_at(65);
        let other = if side == "X" { "O" } else { "X" };
        assert_eq!(format!("{squares}{other}").parse::<State>().unwrap().evaluate(), -value);
        assert!(moves(&state).iter().all(|&m| state.weight(m) > 0.0));
    }
}

#[test]
fn corners_have_high_weights_and_their_neighbours_low_ones() {
    let start = State::start();
    let weight = |text: &str| start.weight(start.parse_move(text).unwrap());
    assert!(weight("a1") > weight("c1") && weight("c1") > weight("d3"));
    assert!(weight("d3") > weight("b1") && weight("b1") > weight("b2"));
    assert_eq!(weight("pass"), 1.0);
}
