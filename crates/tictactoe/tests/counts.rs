//! The numbers of games and positions agree with the published ones.

use std::collections::{HashMap, HashSet};

use game::example::minimax;
use game::{Game, Outcome, Side, Symmetric};
use tictactoe::State;

/// Reads lines of the form `name value`; `#` begins a comment.
fn fixture() -> HashMap<&'static str, u64> {
    let lines = include_str!("../../../fixtures/tictactoe-counts.txt").lines();
    let facts = lines.filter(|line| !line.starts_with('#') && !line.trim().is_empty());
    let read = |line: &'static str| {
        let (name, value) =
            line.split_once(' ').unwrap_or_else(|| panic!("'{line}' is not of the form 'name value'"));
        (name, value.parse().unwrap_or_else(|e| panic!("'{line}': {e}")))
    };
    facts.map(read).collect()
}

/// Counts over the whole game tree.
#[derive(Default)]
struct Count {
    nodes: u64,
    won: [u64; 2],
    drawn: u64,
    by_length: [u64; 10],
    positions: HashSet<State>,
}

/// Adds the tree below `state`, which is `plies` plies from the start.
fn count(state: State, plies: usize, total: &mut Count) {
    total.nodes += 1;
    total.positions.insert(state);
    if let Some(outcome) = state.outcome() {
        total.by_length[plies] += 1;
        match outcome {
            Outcome::Draw => total.drawn += 1,
            Outcome::Loss => total.won[state.side().other().index()] += 1,
            Outcome::Win => total.won[state.side().index()] += 1,
        }
    }
    let mut moves = Vec::with_capacity(State::MAX_MOVES);
    state.legal_moves(&mut moves);
    for m in moves {
        let mut next = state;
        next.play_unchecked(m);
        count(next, plies + 1, total);
    }
}

#[test]
fn the_numbers_of_games_and_positions_are_the_published_ones() {
    let mut total = Count::default();
    count(State::start(), 0, &mut total);
    let canonical = |state: &State| (0..8).map(|s| state.transform(s).key()).min();
    let classes: HashSet<_> = total.positions.iter().map(canonical).collect();
    let found = HashMap::from([
        ("games", total.by_length.iter().sum()),
        ("games-won-by-first", total.won[Side::First.index()]),
        ("games-won-by-second", total.won[Side::Second.index()]),
        ("games-drawn", total.drawn),
        ("games-of-5-plies", total.by_length[5]),
        ("games-of-6-plies", total.by_length[6]),
        ("games-of-7-plies", total.by_length[7]),
        ("games-of-8-plies", total.by_length[8]),
        ("games-of-9-plies", total.by_length[9]),
        ("positions", total.positions.len() as u64),
        ("positions-up-to-symmetry", classes.len() as u64),
        ("tree-nodes", total.nodes),
    ]);
    assert_eq!(found, fixture());
}

#[test]
fn the_game_is_a_draw() {
    assert_eq!(minimax(&State::start()).outcome, Outcome::Draw);
}
