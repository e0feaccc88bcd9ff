//! A naive implementation, written from the rules, to compare the bit board with.
//! It uses nothing of the crate itself.
//!
//! > Two players, X and O, take turns to mark an empty cell of a 3×3 grid; X
//! > begins. The first player with three marks in a row, a column or a diagonal
//! > wins. If all cells are marked and no player has three in a row, the game is a
//! > draw.

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Mark {
    X,
    O,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Ending {
    Won(Mark),
    Drawn,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Grid {
    pub cells: [[Option<Mark>; 3]; 3],
    pub turn: Mark,
}

impl Grid {
    pub fn empty() -> Self {
        Grid { cells: [[None; 3]; 3], turn: Mark::X }
    }

    pub fn ending(&self) -> Option<Ending> {
        for mark in [Mark::X, Mark::O] {
            if self.three_in_a_row(mark) {
                return Some(Ending::Won(mark));
            }
        }
        let mut marked = 0;
        for row in 0..3 {
            for column in 0..3 {
                if self.cells[row][column].is_some() {
                    marked += 1;
                }
            }
        }
        if marked == 9 { Some(Ending::Drawn) } else { None }
    }

    fn three_in_a_row(&self, mark: Mark) -> bool {
        for row in 0..3 {
            for column in 0..3 {
                for (down, right) in [(0, 1), (1, 0), (1, 1), (1, -1)] {
                    if (0..3).all(|step| self.at(row + step * down, column + step * right) == Some(mark)) {
                        return true;
                    }
                }
            }
        }
        false
    }

    /// The mark of a cell; `None` outside of the grid.
    fn at(&self, row: i32, column: i32) -> Option<Mark> {
        match (row, column) {
            (0..3, 0..3) => self.cells[row as usize][column as usize],
            _ => None,
        }
    }

    /// Rows and columns of the legal moves.
    pub fn legal(&self) -> Vec<(usize, usize)> {
        let mut list = Vec::new();
        if self.ending().is_none() {
            for row in 0..3 {
                for column in 0..3 {
                    if self.cells[row][column].is_none() {
                        list.push((row, column));
                    }
                }
            }
        }
        list
    }

    pub fn mark(&mut self, row: usize, column: usize) {
        self.cells[row][column] = Some(self.turn);
        self.turn = match self.turn {
            Mark::X => Mark::O,
            Mark::O => Mark::X,
        };
    }

    /// The position in the notation of the crate.
    pub fn text(&self) -> String {
        let row = |cells: &[Option<Mark>; 3]| {
            let letter = |cell: &Option<Mark>| match cell {
                Some(Mark::X) => 'x',
                Some(Mark::O) => 'o',
                None => '.',
            };
            cells.iter().map(letter).collect::<String>()
        };
        self.cells.iter().map(row).collect::<Vec<_>>().join("/")
    }
}
