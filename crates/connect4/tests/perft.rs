//! The numbers of move sequences agree with published counts and the naive reference.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

mod naive;

use connect4::{Class, Classic, Position, Shape, State};
use game::Game;
use naive::Grid;

/// Number of move sequences of this length; 0 for a finished game.
fn perft<G: Game>(state: &G, depth: u32) -> u64 {
    let mut moves = Vec::with_capacity(G::MAX_MOVES);
    state.legal_moves(&mut moves);
    if depth == 1 {
        return moves.len() as u64;
    }
    let after = |m: &G::Move| {
        let mut next = *state;
        next.play_unchecked(*m);
        perft(&next, depth - 1)
    };
    moves.iter().map(after).sum()
}

fn naive_perft(grid: &Grid, depth: u32) -> u64 {
    if depth == 0 {
        return 1;
    }
    let after = |(_, column): (usize, usize)| {
        let mut next = grid.clone();
        next.drop(column);
        naive_perft(&next, depth - 1)
    };
    grid.legal().into_iter().map(after).sum()
}

#[test]
fn the_classic_board_has_the_published_perft_counts() {
    let lines = include_str!("../../../fixtures/connect4-perft.txt").lines();
    let counts: Vec<Vec<&str>> =
        lines.filter(|line| !line.starts_with('#')).map(|line| line.split_whitespace().collect()).collect();
    assert_eq!(counts.len(), 8);
    for line in counts {
        let [board, depth, count] = line[..] else { panic!("{line:?}: expected board, depth, count") };
        let (depth, count): (u32, u64) = (depth.parse().unwrap(), count.parse().unwrap());
        assert_eq!(perft(&board.parse::<Classic>().unwrap(), depth), count, "{board} in one word");
        // The wide class is slower: one ply less.
        if depth < 8 {
            assert_eq!(perft(&board.parse::<State>().unwrap(), depth), count, "{board} in three");
        }
    }
}

fn assert_naive<B: Class>(shape: Shape, depth: u32) {
    let state = Position::<B>::empty(shape).unwrap();
    let grid = Grid::empty(shape.rows, shape.columns, shape.forbidden);
    for depth in 1..=depth {
        assert_eq!(perft(&state, depth), naive_perft(&grid, depth), "{shape} to {depth}");
    }
}

#[test]
fn boards_with_a_forbidden_cell_have_the_perft_counts_of_the_reference() {
    let board = |rows, columns, row, column| Shape { rows, columns, forbidden: Some((row, column)) };
    // Columns fill up within the depth; the cell is at the bottom, the top, in a corner
    // and in the centre.
    for (row, column) in [(3, 1), (0, 2), (0, 0), (3, 3), (2, 0), (1, 3)] {
        assert_naive::<u64>(board(4, 4, row, column), 8);
        assert_naive::<connect4::bits::Wide>(board(4, 4, row, column), 8);
    }
    assert_naive::<u64>(board(7, 8, 6, 7), 4);
    assert_naive::<connect4::bits::Wide>(board(9, 11, 3, 4), 3);
    assert_naive::<connect4::bits::Wide>(board(12, 12, 11, 11), 3);
}
