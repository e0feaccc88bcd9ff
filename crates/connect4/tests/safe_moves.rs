//! The game of safe moves is Connect-4 without its last plies: its outcomes and its safe
//! moves agree with the rules.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

mod config;
mod naive;

use connect4::bits::Wide;
use connect4::safe_moves::SafeMoves;
use connect4::{Class, Position};
use game::conformance::Conformance;
use game::{Game, Outcome, Rng, Symmetric};
use naive::Grid;
use proptest::prelude::*;

/// The columns after which the opponent cannot win at once, from the rules.
fn safe_columns(grid: &Grid) -> Vec<usize> {
    let columns = grid.legal().into_iter().map(|(_, column)| column);
    let loses = |column: usize| {
        let mut next = grid.clone();
        next.drop(column);
        can_win(&next)
    };
    columns.filter(|&column| !loses(column)).collect()
}

/// The columns that do not let the opponent take a winning cell of the side to move,
/// unless the cell above it wins as well.
fn keeping_wins(grid: &Grid, columns: &[usize]) -> Vec<usize> {
    let wins = grid.completing(grid.turn);
    let gives_up = |column: usize| {
        let mut next = grid.clone();
        next.drop(column);
        let landing = next.top[column];
        let wins_at = |row: usize| wins.contains(&(row, column));
        landing > 0 && wins_at(landing - 1) && !(landing > 1 && wins_at(landing - 2))
    };
    columns.iter().copied().filter(|&column| !gives_up(column)).collect()
}

/// Whether the side to move can complete a line with one stone.
fn can_win(grid: &Grid) -> bool {
    grid.legal().into_iter().any(|cell| grid.completing(grid.turn).contains(&cell))
}

fn assert_safe<B: Class>(safe: &SafeMoves<B>, grid: &Grid) -> Result<(), TestCaseError> {
    let mut moves = Vec::new();
    safe.legal_moves(&mut moves);
    let columns: Vec<_> = moves.iter().map(|m| m.number()).collect();
    let expected = match safe_columns(grid) {
        _ if grid.ending().is_some() => safe.position().outcome(),
        _ if can_win(grid) => Some(Outcome::Win),
        expected if expected.is_empty() => Some(Outcome::Loss),
        expected => {
            prop_assert_eq!(&columns, &expected, "{}", safe);
            let keeping = match keeping_wins(grid, &expected) {
                none if none.is_empty() => expected,
                some => some,
            };
            let mut rng = Rng::with_seed(1);
            for _ in 0..3 {
                let chosen = safe.random_keeping_wins(grid.columns() as u32, &mut rng);
                prop_assert!(keeping.contains(&chosen.number()), "{}: {:?}", safe, chosen);
            }
            None
        }
    };
    prop_assert_eq!(safe.outcome(), expected, "{}", safe);
    prop_assert_eq!(columns.is_empty(), expected.is_some(), "{}", safe);
    Ok(())
}

/// Any board with a forbidden cell outside of the middle column, so that no position is
/// folded.
fn board() -> impl Strategy<Value = (usize, usize, (usize, usize))> {
    (4..=12usize, 4..=12usize).prop_flat_map(|(rows, columns)| {
        let off_the_middle = (0..columns).prop_filter("folded", move |column| 2 * column + 1 != columns);
        (Just(rows), Just(columns), (0..rows, off_the_middle))
    })
}

fn play_safe_game<B: Class>(
    (rows, columns, cell): (usize, usize, (usize, usize)),
    choices: &[usize],
) -> Result<(), TestCaseError> {
    let mut grid = Grid::empty(rows, columns, Some(cell));
    let mut safe = SafeMoves::<B>::new(&grid.text().parse().unwrap());
    for choice in choices {
        assert_safe(&safe, &grid)?;
        let mut moves = Vec::new();
        safe.legal_moves(&mut moves);
        if moves.is_empty() {
            break;
        }
        let played = moves[choice % moves.len()];
        grid.drop(played.number());
        safe.play_unchecked(played);
        let anew = SafeMoves::<B>::new(&grid.text().parse().unwrap());
        prop_assert_eq!(safe, anew, "the updated position equals the one computed anew");
    }
    Ok(())
}

proptest! {
    #![proptest_config(config::with_cases(50))]

    #[test]
    fn games_of_safe_moves_agree_with_the_rules(board in board(), choices in proptest::collection::vec(0..100usize, 1..140)) {
        play_safe_game::<Wide>(board, &choices)?;
        if board.0 <= 7 && board.1 <= 8 {
            play_safe_game::<u64>(board, &choices)?;
        }
    }

    /// Positions after unsafe moves.
    #[test]
    fn positions_of_random_games_agree_with_the_rules(board in board(), choices in proptest::collection::vec(0..100usize, 1..60)) {
        let (rows, columns, cell) = board;
        let mut grid = Grid::empty(rows, columns, Some(cell));
        for choice in choices {
            let legal = grid.legal();
            if legal.is_empty() {
                break;
            }
            grid.drop(legal[choice % legal.len()].1);
            assert_safe(&SafeMoves::<Wide>::new(&grid.text().parse().unwrap()), &grid)?;
        }
    }
}

#[test]
fn the_game_of_safe_moves_conforms() {
    let laws = Conformance { games: 40, ..Conformance::new() };
    for board in ["6x7", "5x7-2,3", "6x7-0,0", "4x4"] {
        laws.check(board.parse::<SafeMoves<u64>>().unwrap());
    }
    for board in ["9x9-8,4", "11x11-3,4", "12x12", "12x9-0,4"] {
        laws.check(board.parse::<SafeMoves<Wide>>().unwrap());
    }
}

#[test]
fn mirror_images_are_one_position_on_a_symmetric_board_only() {
    let both_images = |text: &str| {
        let state: Position<Wide> = text.parse().unwrap();
        (SafeMoves::new(&state), SafeMoves::new(&state.transform(1)))
    };
    for board in ["6x7:1223", "9x9-3,4:118299", "10x12:c1b2"] {
        let (image, other) = both_images(board);
        assert_eq!(image, other, "{board}");
    }
    let (image, other) = both_images("9x9-3,5:118299");
    assert_ne!(image, other, "the forbidden cell is not in the centre column");
}
