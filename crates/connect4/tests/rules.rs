//! The rules: the conformance suite, and random games compared with the naive
//! reference on boards of all sizes.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

mod config;
mod naive;

use connect4::bits::Bits;
use connect4::{Class, Classic, Column, Position, Shape, State};
use game::conformance::Conformance;
use game::{Game, History, Move, Outcome, Side, Tactics};
use naive::{Ending, Grid, Mark};
use proptest::prelude::*;

fn conforms<G: Game + game::Symmetric>(board: &str, games: usize) {
    let laws = Conformance { games, ..Conformance::new() };
    let start: G = board.parse().unwrap();
    laws.check(start);
    laws.check_symmetry(start);
}

#[test]
fn the_rules_conform_on_many_boards() {
    conforms::<Classic>("6x7", 100);
    conforms::<Classic>("7x8-6,0", 40);
    conforms::<Classic>("4x4-0,3", 100);
    conforms::<State>("4x4", 40);
    conforms::<State>("6x7", 20);
    for board in ["9x9-8,4", "12x12-0,11", "12x9-5,0", "9x12-4,6", "10x11-9,10", "12x12"] {
        conforms::<State>(board, 15);
    }
}

/// A set of cells as rows (from the top) and columns.
fn cells<B: Class>(set: B, state: &Position<B>) -> Vec<(usize, usize)> {
    let all = (0..state.rows()).flat_map(|row| (0..state.columns()).map(move |column| (row, column)));
    let found: Vec<_> =
        all.filter(|&(row, column)| set.lane(column) >> (state.rows() - 1 - row) & 1 == 1).collect();
    assert_eq!(found.len(), set.count() as usize, "a cell is off the board in {state}");
    found
}

/// The ending for the side to move.
fn outcome_for(turn: Mark, ending: Ending) -> Outcome {
    match ending {
        Ending::Drawn => Outcome::Draw,
        Ending::Won(mark) if mark == turn => Outcome::Win,
        Ending::Won(_) => Outcome::Loss,
    }
}

fn assert_same<B: Class>(state: &Position<B>, grid: &Grid) {
    assert_eq!(state.to_string(), grid.text());
    assert_eq!(state.side(), if grid.turn == Mark::X { Side::First } else { Side::Second });
    assert_eq!(state.outcome(), grid.ending().map(|ending| outcome_for(grid.turn, ending)), "{state}");
    let mut moves = Vec::new();
    state.legal_moves(&mut moves);
    let mut legal = grid.legal();
    let landings: Vec<_> = moves.iter().map(|&m| state.landing(m).unwrap()).collect();
    assert_eq!(landings, legal, "{state}");
    for m in (0..Column::COUNT).filter_map(Column::from_index) {
        let is_legal = legal.iter().any(|&(_, column)| column == m.number());
        assert_eq!(state.is_legal(m), is_legal, "{m:?} in {state}");
        assert_eq!(state.play(m).is_ok(), is_legal, "{m:?} in {state}");
        assert_eq!(state.landing(m).is_some(), is_legal, "{m:?} in {state}");
    }
    let (own, other) = (grid.completing(grid.turn), grid.completing(grid.turn.other()));
    if grid.ending().is_none() {
        assert_eq!(cells(state.own_threats(), state), own, "{state}");
        assert_eq!(cells(state.other_threats(), state), other, "{state}");
    }
    let first = |threats: &[(usize, usize)]| legal.iter().find(|c| threats.contains(c)).map(|c| c.1);
    assert_eq!(state.winning_move().map(Column::number), first(&own), "{state}");
    assert_eq!(state.blocking_move().map(Column::number), first(&other), "{state}");
    legal.sort_unstable();
    assert_eq!(cells(state.playable(), state), legal, "{state}");
}

/// Plays the game that `choices` selects on both boards, and takes it back.
fn play_both<B: Class>(shape: Shape, choices: &[usize]) {
    let mut history = History::new(Position::<B>::empty(shape).unwrap());
    let mut grid = Grid::empty(shape.rows, shape.columns, shape.forbidden);
    let mut path = Vec::new();
    assert_eq!(history.state().shape(), shape);
    for choice in choices {
        assert_same(history.state(), &grid);
        let legal = grid.legal();
        if legal.is_empty() {
            break;
        }
        let (_, column) = legal[choice % legal.len()];
        let m = Column::new(column).unwrap();
        let before = *history.state();
        path.push((before, m));
        let mut unchecked = before;
        unchecked.play_unchecked(m);
        history.play(m).unwrap();
        assert_eq!(*history.state(), unchecked);
        grid.drop(column);
    }
    assert_same(history.state(), &grid);
    assert!(grid.ending().is_some(), "there are enough choices for a whole game");
    for (before, m) in path.into_iter().rev() {
        assert_eq!(history.undo(), Some(m));
        assert_eq!(*history.state(), before);
    }
}

/// Every size up to a maximum, half of them with a forbidden cell, which is often on
/// the edge.
fn shapes(rows: usize, columns: usize) -> impl Strategy<Value = Shape> {
    (4..=rows, 4..=columns).prop_flat_map(|(rows, columns)| {
        let row = prop_oneof![Just(0), Just(rows - 1), 0..rows];
        let column = prop_oneof![Just(0), Just(columns - 1), 0..columns];
        let forbidden = prop::option::of((row, column));
        forbidden.prop_map(move |forbidden| Shape { rows, columns, forbidden })
    })
}

proptest! {
    #![proptest_config(config::with_cases(400))]

    #[test]
    fn random_games_are_the_same_on_both_boards(
        shape in shapes(12, 12),
        choices in prop::collection::vec(0usize..27720, 144),
    ) {
        play_both::<connect4::bits::Wide>(shape, &choices);
    }

    #[test]
    fn random_games_are_the_same_on_both_boards_in_one_word(
        shape in shapes(7, 8),
        choices in prop::collection::vec(0usize..27720, 56),
    ) {
        play_both::<u64>(shape, &choices);
    }

    /// Random games rarely fill a board; these avoid lines of four.
    #[test]
    fn games_without_a_line_are_the_same_to_the_last_stone(shape in shapes(12, 12), by in 0usize..3) {
        let mut grid = Grid::empty(shape.rows, shape.columns, shape.forbidden);
        let mut choices = Vec::new();
        while grid.ending().is_none() {
            let legal = grid.legal();
            // A move without a line, starting the search at different columns.
            let quiet = (0..legal.len()).rev().find(|&i| {
                let mut next = grid.clone();
                next.drop(legal[(i + by) % legal.len()].1);
                !matches!(next.ending(), Some(Ending::Won(_)))
            });
            let chosen = (quiet.unwrap_or(0) + by) % legal.len();
            choices.push(chosen);
            grid.drop(legal[chosen].1);
        }
        play_both::<connect4::bits::Wide>(shape, &choices);
    }
}

#[test]
fn gravity_skips_the_forbidden_cell_wherever_it_is() {
    let landings = |board: &str, column: usize| {
        let mut state: State = board.parse().unwrap();
        let (m, aside) = (Column::new(column).unwrap(), Column::new(3 - column).unwrap());
        let mut rows = Vec::new();
        while let Some((row, _)) = state.landing(m) {
            rows.push(row);
            state.play_unchecked(m);
            // Alternate between two columns so that no line appears.
            if rows.len() % 2 == 0 && state.is_legal(aside) {
                state.play_unchecked(aside);
            }
        }
        rows
    };
    assert_eq!(landings("4x4", 0), [3, 2, 1, 0]);
    assert_eq!(landings("4x4-3,0", 0), [2, 1, 0], "bottom row: top starts one lower");
    assert_eq!(landings("4x4-0,0", 0), [3, 2, 1], "top row: full one stone earlier");
    assert_eq!(landings("4x4-2,3", 3), [3, 1, 0], "in between: the stone above rests on the forbidden cell");
}

#[test]
fn no_line_goes_through_the_forbidden_cell() {
    // Three stones below it and one above are not a line.
    let state: State = "6x5-2,0:1212155".parse().unwrap();
    assert_eq!(state.to_string(), "...../...../#..../x..../xo..x/xo..o");
    let above = state.play(Column::new(1).unwrap()).unwrap().play(Column::new(0).unwrap()).unwrap();
    assert_eq!((above.stone(1, 0), above.outcome()), (Some(Side::First), None));
}

#[test]
fn no_line_goes_around_the_edge() {
    // Three at the top of a column and one at the bottom of the next are neighbours in
    // memory except for the guard bit.
    let state: Classic = "..x..../..x..../..x..../..o..../..o..../..ox.o.".parse().unwrap();
    assert_eq!(state.outcome(), None);
    assert!(state.own_threats().is_empty() && state.other_threats().is_empty());
}

#[test]
fn a_win_with_the_last_stone_is_not_a_draw() {
    let drawn: State = "4x4:4321311144234232".parse().unwrap();
    assert_eq!(drawn.outcome(), Some(Outcome::Draw));
    let won: State = "4x4:2122433431424131".parse().unwrap();
    assert_eq!(won.to_string(), "ooxx/ooxx/oxxo/oxox");
    assert_eq!(won.outcome(), Some(Outcome::Loss), "for x, the side to move");
    assert_eq!(won.to_string().parse(), Ok(won));
}

#[test]
fn the_same_stones_on_different_boards_have_different_keys() {
    let boards = ["6x7", "6x8", "7x7", "6x7-0,3", "6x7-5,6", "6x7-5,0"];
    let mut keys: Vec<_> = boards.iter().map(|b| format!("{b}:4").parse::<State>().unwrap().key()).collect();
    keys.extend(boards.iter().map(|b| format!("{b}:4").parse::<Classic>().unwrap().key()));
    keys.sort_unstable();
    keys.dedup();
    assert_eq!(keys.len(), 2 * boards.len());
}
