//! Numbers of move sequences (perft), and all positions of 3×3.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

use std::collections::HashSet;

use game::{Game, Symmetric};
use nogo::State;

/// Number of move sequences of this length; a finished game has none.
fn perft(state: &State, depth: u32) -> u64 {
    if depth == 1 {
        return state.own_legal().count().into();
    }
    let after = |m| {
        let mut next = *state;
        next.play_unchecked(m);
        perft(&next, depth - 1)
    };
    state.own_legal().members().map(after).sum()
}

#[test]
fn perft_counts_are_the_known_ones() {
    let lines = include_str!("../../../fixtures/nogo-perft.txt").lines();
    let facts: Vec<Vec<&str>> =
        lines.filter(|line| !line.starts_with('#')).map(|line| line.split_whitespace().collect()).collect();
    assert_eq!(facts.len(), 17);
    for fact in facts {
        let [board, depth, count] = fact[..] else {
            panic!("expected a board, a depth and a count: {fact:?}")
        };
        let (depth, count): (u32, u64) = (depth.parse().unwrap(), count.parse().unwrap());
        assert_eq!(perft(&board.parse().unwrap(), depth), count, "{board} to {depth}");
    }
}

/// Number of complete games from a position.
fn games(state: &State) -> u64 {
    if state.outcome().is_some() {
        return 1;
    }
    state.own_legal().members().map(|m| games(&state.play(m).unwrap())).sum()
}

fn positions(state: State, seen: &mut HashSet<State>) {
    if seen.insert(state) {
        state.own_legal().members().for_each(|m| positions(state.play(m).unwrap(), seen));
    }
}

#[test]
fn the_3x3_board_has_the_known_numbers_of_games_and_positions() {
    let start: State = "3x3".parse().unwrap();
    assert_eq!(games(&start), 90_720);
    let mut reached = HashSet::new();
    positions(start, &mut reached);
    assert_eq!(reached.len(), 3_884);
    assert!(reached.iter().all(|state| (0..8).all(|s| reached.contains(&state.transform(s)))));
}

#[test]
fn exactly_the_reachable_positions_are_accepted() {
    let mut reached = HashSet::new();
    positions("3x3".parse().unwrap(), &mut reached);
    let grid = |number: usize| {
        let letter = |i: u32| ['.', 'x', 'o'][number / 3usize.pow(i) % 3];
        let row = |row: u32| (0..3).map(|column| letter(3 * row + column)).collect::<String>();
        format!("{}/{}/{}", row(0), row(1), row(2))
    };
    let accepted: HashSet<State> =
        (0..3usize.pow(9)).filter_map(|number| grid(number).parse().ok()).collect();
    assert_eq!(accepted, reached);
}
