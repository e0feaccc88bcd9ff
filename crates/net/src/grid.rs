//! The cells of a board with a border of one cell around them, so that a convolution
//! needs no test for the edge.

/// Largest number of rows and of columns.
pub const MAX_SIDE: usize = 12;

/// A board with a border.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Grid {
    /// Number of rows of the board.
    pub rows: usize,
    /// Number of columns of the board.
    pub columns: usize,
}

impl Grid {
    /// A board of this size.
    ///
    /// # Panics
    /// If a side is not 1 to [`MAX_SIDE`].
    pub fn new(rows: usize, columns: usize) -> Grid {
        let fits = |side| (1..=MAX_SIDE).contains(&side);
        assert!(fits(rows) && fits(columns), "board is {rows}x{columns}; sides must be 1 to {MAX_SIDE}");
        Grid { rows, columns }
    }

    /// Number of cells of the board.
    pub fn count(self) -> usize {
        self.rows * self.columns
    }

    /// Number of cells with the border.
    pub fn padded(self) -> usize {
        (self.rows + 2) * self.stride()
    }

    /// Distance of two cells of a column.
    #[inline]
    pub fn stride(self) -> usize {
        self.columns + 2
    }

    /// Place of a cell of the board among all cells with the border.
    #[inline]
    pub fn cell(self, row: usize, column: usize) -> usize {
        debug_assert!(row < self.rows && column < self.columns);
        (row + 1) * self.stride() + column + 1
    }

    /// Places of all cells of the board, row by row.
    pub fn cells(self) -> impl Iterator<Item = usize> {
        (0..self.rows).flat_map(move |row| (0..self.columns).map(move |column| self.cell(row, column)))
    }
}
