//! Tic-tac-toe as the rule text tells it, for the fast board to be compared
//! with: rows of cells, loops, and nothing of the crate itself.
//!
//! > Two players, X and O, take turns to mark an empty cell of a 3×3 grid; X
//! > begins. Who has three marks in a row, a column or a diagonal wins. When
//! > all cells are marked and nobody has three in a row, the game is drawn.

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

    /// The mark there; none outside of the grid.
    fn at(&self, row: i32, column: i32) -> Option<Mark> {
        match (row, column) {
            (0..3, 0..3) => self.cells[row as usize][column as usize],
            _ => None,
        }
    }

    /// Rows and columns that may be marked now.
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

    /// As the crate writes positions.
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
