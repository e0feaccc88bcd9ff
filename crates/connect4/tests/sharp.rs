//! The sharp game is Connect-4 with its last moves cut off: what it calls over
//! is decided, and what it calls sensible is all that matters.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

mod naive;

use connect4::bits::Wide;
use connect4::sharp::Sharp;
use connect4::{Class, Position};
use game::conformance::Conformance;
use game::{Game, Outcome, Rng, Symmetric};
use naive::Grid;
use proptest::prelude::*;

/// The columns after which the opponent cannot win at once, from the rules.
fn harmless(grid: &Grid) -> Vec<usize> {
    let columns = grid.legal().into_iter().map(|(_, column)| column);
    let loses = |column: usize| {
        let mut next = grid.clone();
        next.drop(column);
        can_win(&next)
    };
    columns.filter(|&column| !loses(column)).collect()
}

/// Those of the columns that do not let the opponent take a cell that wins for
/// the side to move, unless the next one above it wins as well.
fn patient(grid: &Grid, columns: &[usize]) -> Vec<usize> {
    let wins = grid.completing(grid.turn);
    let wastes = |column: usize| {
        let mut next = grid.clone();
        next.drop(column);
        let landing = next.top[column];
        let wins_at = |row: usize| wins.contains(&(row, column));
        landing > 0 && wins_at(landing - 1) && !(landing > 1 && wins_at(landing - 2))
    };
    columns.iter().copied().filter(|&column| !wastes(column)).collect()
}

/// Can the side to move complete a line with one stone?
fn can_win(grid: &Grid) -> bool {
    grid.legal().into_iter().any(|cell| grid.completing(grid.turn).contains(&cell))
}

fn assert_sharp<B: Class>(sharp: &Sharp<B>, grid: &Grid) -> Result<(), TestCaseError> {
    let mut moves = Vec::new();
    sharp.legal_moves(&mut moves);
    let sensible: Vec<_> = moves.iter().map(|m| m.number()).collect();
    let expected = match harmless(grid) {
        _ if grid.ending().is_some() => sharp.position().outcome(),
        _ if can_win(grid) => Some(Outcome::Win),
        columns if columns.is_empty() => Some(Outcome::Loss),
        columns => {
            prop_assert_eq!(&sensible, &columns, "{}", sharp);
            let patient = match patient(grid, &columns) {
                none if none.is_empty() => columns,
                some => some,
            };
            let mut rng = Rng::with_seed(1);
            for _ in 0..3 {
                let chosen = sharp.patient_column(grid.columns() as u32, &mut rng);
                prop_assert!(patient.contains(&chosen.number()), "{}: {:?}", sharp, chosen);
            }
            None
        }
    };
    prop_assert_eq!(sharp.outcome(), expected, "{}", sharp);
    prop_assert_eq!(sensible.is_empty(), expected.is_some(), "{}", sharp);
    Ok(())
}

/// Any board with a forbidden cell off the middle, so that nothing is folded.
fn board() -> impl Strategy<Value = (usize, usize, (usize, usize))> {
    (4..=12usize, 4..=12usize).prop_flat_map(|(rows, columns)| {
        let off_the_middle = (0..columns).prop_filter("folded", move |column| 2 * column + 1 != columns);
        (Just(rows), Just(columns), (0..rows, off_the_middle))
    })
}

fn sharp_game<B: Class>(
    (rows, columns, cell): (usize, usize, (usize, usize)),
    choices: &[usize],
) -> Result<(), TestCaseError> {
    let mut grid = Grid::empty(rows, columns, Some(cell));
    let mut sharp = Sharp::<B>::new(&grid.text().parse().unwrap());
    for choice in choices {
        assert_sharp(&sharp, &grid)?;
        let mut moves = Vec::new();
        sharp.legal_moves(&mut moves);
        if moves.is_empty() {
            break;
        }
        let played = moves[choice % moves.len()];
        grid.drop(played.number());
        sharp.play_unchecked(played);
        let afresh = Sharp::<B>::new(&grid.text().parse().unwrap());
        prop_assert_eq!(sharp, afresh, "what comes along is what there is to see");
    }
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(50))]

    #[test]
    fn the_sharp_game_sees_what_the_rules_say(board in board(), choices in proptest::collection::vec(0..100usize, 1..140)) {
        sharp_game::<Wide>(board, &choices)?;
        if board.0 <= 7 && board.1 <= 8 {
            sharp_game::<u64>(board, &choices)?;
        }
    }

    /// Where nobody plays sensibly, each position on its own is seen right.
    #[test]
    fn positions_of_careless_games_are_seen_right(board in board(), choices in proptest::collection::vec(0..100usize, 1..60)) {
        let (rows, columns, cell) = board;
        let mut grid = Grid::empty(rows, columns, Some(cell));
        for choice in choices {
            let legal = grid.legal();
            if legal.is_empty() {
                break;
            }
            grid.drop(legal[choice % legal.len()].1);
            assert_sharp(&Sharp::<Wide>::new(&grid.text().parse().unwrap()), &grid)?;
        }
    }
}

#[test]
fn the_sharp_game_conforms() {
    let laws = Conformance { games: 40, ..Conformance::new() };
    for board in ["6x7", "5x7-2,3", "6x7-0,0", "4x4"] {
        laws.check(board.parse::<Sharp<u64>>().unwrap());
    }
    for board in ["9x9-8,4", "11x11-3,4", "12x12", "12x9-0,4"] {
        laws.check(board.parse::<Sharp<Wide>>().unwrap());
    }
}

#[test]
fn mirror_images_are_one_position_on_a_symmetric_board_only() {
    let see = |text: &str| {
        let state: Position<Wide> = text.parse().unwrap();
        (Sharp::new(&state), Sharp::new(&state.transform(1)))
    };
    for board in ["6x7:1223", "9x9-3,4:118299", "10x12:c1b2"] {
        let (image, other) = see(board);
        assert_eq!(image, other, "{board}");
    }
    let (image, other) = see("9x9-3,5:118299");
    assert_ne!(image, other, "the forbidden cell is off the middle");
}
