//! The features of the evaluation agree with a naive reference.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

mod config;
mod naive;

use connect4::bits::{Bits, Wide};
use connect4::eval::{ANSWERER, BoardFeatures, FEATURES, FEATURES_PER_SIDE, KNOTS};
use connect4::safe_moves::SafeMoves;
use game::Game;
use naive::{Grid, Mark};
use proptest::prelude::*;

type Cell = (usize, usize);

/// Naive reference of the features of a position.
struct Reference<'a> {
    grid: &'a Grid,
    answerer: Mark,
}

impl Reference<'_> {
    fn is_cell(&self, (row, column): Cell) -> bool {
        row < self.grid.rows() && column < self.grid.columns() && self.grid.forbidden != Some((row, column))
    }

    fn is_vacant(&self, cell: Cell) -> bool {
        self.is_cell(cell) && self.grid.cells[cell.0][cell.1].is_none()
    }

    fn all(&self) -> Vec<Cell> {
        let cells = (0..self.grid.rows()).flat_map(|row| (0..self.grid.columns()).map(move |c| (row, c)));
        cells.filter(|&cell| self.is_cell(cell)).collect()
    }

    /// The side that gets the cell if columns are filled in pairs: the answerer if the
    /// number of cells above it is even.
    fn parity_owner(&self, (row, column): Cell) -> Mark {
        let above = (0..row).filter(|&row| self.is_cell((row, column))).count();
        if above.is_multiple_of(2) { self.answerer } else { self.answerer.other() }
    }

    fn wins(&self, mark: Mark) -> Vec<Cell> {
        self.grid.completing(mark)
    }

    fn good(&self, mark: Mark) -> Vec<Cell> {
        self.wins(mark).into_iter().filter(|&cell| self.parity_owner(cell) == mark).collect()
    }

    fn alive(&self, mark: Mark) -> Vec<Cell> {
        let theirs = self.good(mark.other());
        let is_above = |cell: Cell| theirs.iter().any(|lower| lower.1 == cell.1 && lower.0 > cell.0);
        self.good(mark).into_iter().filter(|&cell| !is_above(cell)).collect()
    }

    /// The cell above where the next stone lands, the forbidden one included.
    fn is_soon(&self, (row, column): Cell) -> bool {
        self.grid.legal().contains(&(row + 1, column))
    }

    /// The open lines of a side: direction, number of its stones, empty cells.
    fn lines(&self, mark: Mark) -> Vec<(i32, usize, Vec<Cell>)> {
        let mut lines = Vec::new();
        for (row, column) in self.all() {
            for direction in -1..=1 {
                let cells: Option<Vec<Cell>> = (0..4)
                    .map(|step| {
                        Some((row.checked_add_signed((direction * step) as isize)?, column + step as usize))
                    })
                    .collect();
                let Some(cells) = cells.filter(|cells| cells.iter().all(|&cell| self.is_cell(cell))) else {
                    continue;
                };
                let marks: Vec<_> = cells.iter().map(|&(row, column)| self.grid.cells[row][column]).collect();
                if !marks.contains(&Some(mark.other())) {
                    let empty = cells.into_iter().filter(|&cell| self.is_vacant(cell)).collect();
                    lines.push((direction, marks.iter().flatten().count(), empty));
                }
            }
        }
        lines
    }

    fn side_features(&self, mark: Mark) -> Vec<i16> {
        let rows = self.grid.rows();
        let (wins, alive, lines) = (self.wins(mark), self.alive(mark), self.lines(mark));
        let n = |cells: Vec<Cell>| cells.len() as i16;
        let of = |list: &[Cell], keep: &dyn Fn(Cell) -> bool| -> Vec<Cell> {
            list.iter().copied().filter(|&cell| keep(cell)).collect()
        };
        let height = |cell: Cell| rows - 1 - cell.0;
        let mine = |cell: Cell| self.parity_owner(cell) == mark;
        let lines_with = |level: bool, stones: usize, good: Option<usize>| {
            let fits = |(direction, count, empty): &&(i32, usize, Vec<Cell>)| {
                let owned = empty.iter().filter(|&&cell| mine(cell)).count();
                (*direction == 0) == level && *count == stones && good.is_none_or(|good| owned == good)
            };
            lines.iter().filter(fits).count() as i16
        };
        let mut features = vec![
            n(of(&alive, &|cell| height(cell) < rows / 3)),
            n(of(&alive, &|cell| (rows / 3..rows - rows / 3).contains(&height(cell)))),
            n(of(&alive, &|cell| height(cell) >= rows - rows / 3)),
            n(of(&alive, &|cell| self.is_soon(cell))),
            n(of(&wins, &|cell| mine(cell) && !alive.contains(&cell))),
            n(of(&wins, &|cell| !mine(cell))),
            n(of(&wins, &|cell| !mine(cell) && self.is_soon(cell))),
            n(of(&wins, &|cell| wins.contains(&(cell.0 + 1, cell.1)))),
        ];
        for level in [true, false] {
            features.extend([2, 1, 0].map(|good| lines_with(level, 2, Some(good))));
        }
        features.extend([lines_with(true, 1, None), lines_with(false, 1, None)]);
        // Two stones on top of each other, with two empty cells above them.
        let is_pair = |&(row, column): &Cell| {
            let stone = |row: usize| row < rows && self.grid.cells[row][column] == Some(mark);
            self.is_vacant((row, column))
                && row > 0
                && self.is_vacant((row - 1, column))
                && stone(row + 1)
                && stone(row + 2)
        };
        features.push(self.all().iter().filter(|cell| is_pair(cell)).count() as i16);
        features.push(lines_with(true, 0, None) + lines_with(false, 0, None));
        features
    }

    /// Indices of the ones in the two one-hot codes after the sides' features.
    fn one_hot_indices(&self) -> [usize; 2] {
        let roles = [self.answerer, self.answerer.other()];
        let [answerer, opener] = roles.map(|mark| self.alive(mark).len().min(3));
        let wins = roles.map(|mark| self.wins(mark));
        let (mut frozen, mut both, mut free) = ([0, 0], 0, 0);
        for column in 0..self.grid.columns() {
            let lowest = (0..self.grid.rows())
                .rev()
                .map(|row| (row, column))
                .find(|cell| wins.iter().any(|wins| wins.contains(cell)));
            let vacant: Vec<Cell> =
                self.all().into_iter().filter(|&cell| cell.1 == column && self.is_vacant(cell)).collect();
            free += match lowest {
                None => vacant.len(),
                // All cells below it except the one directly below.
                Some(lowest) => vacant.iter().filter(|cell| cell.0 > lowest.0).count().saturating_sub(1),
            };
            match lowest.map(|cell| wins.each_ref().map(|wins| wins.contains(&cell))) {
                Some([true, true]) => both = 1,
                Some([true, false]) => frozen[0] += 1,
                Some([false, true]) => frozen[1] += 1,
                _ => (),
            }
        }
        let mover_is_answerer = self.grid.turn == self.answerer;
        let last = usize::from(mover_is_answerer != free.is_multiple_of(2));
        let [one, other] = frozen.map(|columns: usize| columns.min(2));
        [answerer * 4 + opener, 16 + 2 * ((one * 3 + other) * 2 + both) + last]
    }
}

proptest! {
    #![proptest_config(config::with_cases(60))]
    #[test]
    fn features_agree_with_the_reference(
        rows in 4..=12usize,
        columns in 4..=12usize,
        place in 0..144usize,
        choices in proptest::collection::vec(0..100usize, 1..140),
    ) {
        // Not in the centre column, so that no position is folded.
        let column = place % columns;
        prop_assume!(2 * column + 1 != columns);
        let forbidden = (place / 12 % rows, column);
        let mut grid = Grid::empty(rows, columns, Some(forbidden));
        let total = rows * columns - 1;
        let answerer = if total.is_multiple_of(2) { Mark::O } else { Mark::X };
        let features = BoardFeatures::<Wide>::new(&grid.text().parse().unwrap(), &[[0; FEATURES]; KNOTS]);
        for choice in choices {
            let safe = SafeMoves::<Wide>::new(&grid.text().parse().unwrap());
            if safe.outcome().is_some() {
                break;
            }
            let vector = features.extract(&safe);
            let reference = Reference { grid: &grid, answerer };
            prop_assert_eq!(&vector[..FEATURES_PER_SIDE], &reference.side_features(answerer)[..], "answerer in {}", safe);
            prop_assert_eq!(&vector[FEATURES_PER_SIDE..2 * FEATURES_PER_SIDE], &reference.side_features(answerer.other())[..], "opener in {}", safe);
            let ones: Vec<_> = (2 * FEATURES_PER_SIDE..FEATURES - 2).filter(|&i| vector[i] == 1).map(|i| i - 2 * FEATURES_PER_SIDE).collect();
            prop_assert_eq!(&ones[..], &reference.one_hot_indices()[..], "{}", safe);
            let to_move = grid.turn == answerer;
            prop_assert_eq!(&vector[FEATURES - 2..FEATURES], &[1, i16::from(to_move)]);
            let stones = (safe.position().own() | safe.position().other()).count() as usize;
            prop_assert_eq!(features.role_to_move(stones) == ANSWERER, to_move);
            let mut moves = Vec::new();
            safe.legal_moves(&mut moves);
            grid.drop(moves[choice % moves.len()].number());
        }
    }
}
