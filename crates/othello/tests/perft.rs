//! The number of lines of play equals the published perft counts.

use game::Game;
use othello::{Square, State};

/// `depth leaves` lines; `#` begins a comment.
fn fixture() -> Vec<(u32, u64)> {
    let lines = include_str!("../../../fixtures/othello-perft.txt").lines();
    let counts = lines.filter(|line| !line.starts_with('#') && !line.trim().is_empty());
    let read = |line: &str| {
        let (depth, leaves) = line.split_once(' ')?;
        Some((depth.parse().ok()?, leaves.parse().ok()?))
    };
    counts
        .map(|line| read(line).unwrap_or_else(|| panic!("'{line}' is not a depth and a number of leaves")))
        .collect()
}

fn leaves(state: &State, depth: u32) -> u64 {
    if depth == 0 || state.outcome().is_some() {
        return 1;
    }
    let after = |m: Square| {
        let mut next = *state;
        next.play_unchecked(m);
        leaves(&next, depth - 1)
    };
    match state.placements() {
        0 => after(Square::PASS),
        placements => Square::members(placements).map(after).sum(),
    }
}

fn check(depths: std::ops::RangeInclusive<u32>) {
    let counts: Vec<_> = fixture().into_iter().filter(|(depth, _)| depths.contains(depth)).collect();
    assert!(!counts.is_empty());
    for (depth, expected) in counts {
        assert_eq!(leaves(&State::start(), depth), expected, "depth {depth}");
    }
}

#[test]
fn perft_counts_are_correct_up_to_depth_9() {
    check(1..=9);
}

#[test]
#[ignore = "takes seconds"]
fn perft_counts_are_correct_up_to_depth_11() {
    check(10..=11);
}
