//! A naive reference of Connect-4 from the rule text: rows of cells and loops, without
//! any code of the crate.
//!
//! > A board has M rows and N columns; x is the row, from the top, and y the
//! > column. One cell may be forbidden: no stone can be placed there. Each
//! > column y has a `top`: a stone that is dropped there lands on row
//! > `top[y] - 1`, and top drops by one. When the stone lands directly below
//! > the forbidden cell, top drops by one more; when the forbidden cell is in
//! > the bottom row, top starts at M − 1; when it is in the top row, the column
//! > is full one stone earlier. Four or more in line win; a full board ties.

#![allow(dead_code, reason = "each test file uses a part of it")]

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Mark {
    X,
    O,
}

impl Mark {
    pub fn other(self) -> Mark {
        match self {
            Mark::X => Mark::O,
            Mark::O => Mark::X,
        }
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Ending {
    Won(Mark),
    Drawn,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Grid {
    pub cells: Vec<Vec<Option<Mark>>>,
    pub forbidden: Option<(usize, usize)>,
    pub top: Vec<usize>,
    pub turn: Mark,
}

impl Grid {
    pub fn empty(rows: usize, columns: usize, forbidden: Option<(usize, usize)>) -> Self {
        let mut top = vec![rows; columns];
        if let Some((row, column)) = forbidden
            && row == rows - 1
        {
            top[column] = rows - 1;
        }
        Grid { cells: vec![vec![None; columns]; rows], forbidden, top, turn: Mark::X }
    }

    pub fn rows(&self) -> usize {
        self.cells.len()
    }

    pub fn columns(&self) -> usize {
        self.top.len()
    }

    pub fn ending(&self) -> Option<Ending> {
        for mark in [Mark::X, Mark::O] {
            if self.four_in_line(mark) {
                return Some(Ending::Won(mark));
            }
        }
        if self.top.iter().all(|&top| top == 0) { Some(Ending::Drawn) } else { None }
    }

    pub fn four_in_line(&self, mark: Mark) -> bool {
        for row in 0..self.rows() as i32 {
            for column in 0..self.columns() as i32 {
                for (down, right) in [(0, 1), (1, 0), (1, 1), (1, -1)] {
                    if (0..4).all(|step| self.at(row + step * down, column + step * right) == Some(mark)) {
                        return true;
                    }
                }
            }
        }
        false
    }

    /// The mark of a cell; `None` if it is empty or off the board.
    fn at(&self, row: i32, column: i32) -> Option<Mark> {
        let (row, column) = (usize::try_from(row).ok()?, usize::try_from(column).ok()?);
        *self.cells.get(row)?.get(column)?
    }

    /// The row and column where a stone lands, for every column that is not full.
    pub fn legal(&self) -> Vec<(usize, usize)> {
        let mut list = Vec::new();
        if self.ending().is_none() {
            for column in 0..self.columns() {
                if self.top[column] > 0 {
                    list.push((self.top[column] - 1, column));
                }
            }
        }
        list
    }

    pub fn drop(&mut self, column: usize) {
        let row = self.top[column] - 1;
        self.cells[row][column] = Some(self.turn);
        self.top[column] = row;
        if row > 0 && self.forbidden == Some((row - 1, column)) {
            self.top[column] = row - 1;
        }
        self.turn = self.turn.other();
    }

    /// The empty cells that would complete a line for `mark`, whether a stone can land
    /// there now or not.
    pub fn completing(&self, mark: Mark) -> Vec<(usize, usize)> {
        let mut list = Vec::new();
        for row in 0..self.rows() {
            for column in 0..self.columns() {
                if self.cells[row][column].is_none() && self.forbidden != Some((row, column)) {
                    let mut with = self.clone();
                    with.cells[row][column] = Some(mark);
                    if with.four_in_line(mark) {
                        list.push((row, column));
                    }
                }
            }
        }
        list
    }

    /// The position in the crate's notation.
    pub fn text(&self) -> String {
        let mut rows = Vec::new();
        for (row, cells) in self.cells.iter().enumerate() {
            let letter = |(column, cell): (usize, &Option<Mark>)| match cell {
                Some(Mark::X) => 'x',
                Some(Mark::O) => 'o',
                None if self.forbidden == Some((row, column)) => '#',
                None => '.',
            };
            rows.push(cells.iter().enumerate().map(letter).collect::<String>());
        }
        rows.join("/")
    }
}
