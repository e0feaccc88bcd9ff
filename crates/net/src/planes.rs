//! The input of a network: a stack of planes of cells, each cell 0 or 1.

use crate::grid::Grid;
use crate::network::ONE;

/// The input of a network. A game sets the cells of its planes; all others are 0.
#[derive(Clone, Debug, Default)]
pub struct Planes {
    grid: Grid,
    /// Number of planes, rounded up to an even number.
    depth: usize,
    /// By cell of the grid, then by plane.
    pub(crate) cells: Vec<i16>,
}

impl Planes {
    /// Clears all cells, on a board of this size, with this number of planes.
    ///
    /// # Panics
    /// If a side of the board is not 1 to [`crate::MAX_SIDE`].
    pub fn clear(&mut self, rows: usize, columns: usize, planes: usize) {
        self.grid = Grid::new(rows, columns);
        self.depth = planes.next_multiple_of(2);
        self.cells.clear();
        self.cells.resize(self.grid.padded() * self.depth, 0);
    }

    /// Sets a cell to 1.
    #[inline]
    pub fn set(&mut self, plane: usize, row: usize, column: usize) {
        self.cells[self.grid.cell(row, column) * self.depth + plane] = ONE;
    }

    /// Is this cell 1?
    pub fn is_set(&self, plane: usize, row: usize, column: usize) -> bool {
        self.cells[self.grid.cell(row, column) * self.depth + plane] != 0
    }

    /// Number of planes, rounded up to an even number.
    pub fn depth(&self) -> usize {
        self.depth
    }

    /// The board.
    pub fn grid(&self) -> Grid {
        self.grid
    }
}
