//! Simple knowledge of the game: winning moves, a hand-made evaluation, weights of
//! columns and the mirror symmetry.

use game::{Evaluate, Game, Heuristic, Symmetric, Tactics};

use crate::bits::Bits;
use crate::board::{Class, Column, Position};
use crate::lines::count_lines;

fn first<B: Bits>(cells: B) -> Option<Column> {
    cells.first_column().and_then(Column::new)
}

/// Winning cells where a stone can land now.
impl<B: Class> Tactics for Position<B> {
    #[inline]
    fn winning_move(&self) -> Option<Column> {
        first(self.own_threats() & self.playable())
    }

    #[inline]
    fn blocking_move(&self) -> Option<Column> {
        first(self.other_threats() & self.playable())
    }
}

/// The lead of the side to move over the opponent: a threat (an empty cell that
/// completes a line) counts 1, and 2 more if its owner gets the cell when columns
/// are filled in pairs; a line that is still possible counts 0.05. A lead of 8 is
/// the value 0.5.
impl<B: Class> Evaluate for Position<B> {
    fn evaluate(&self) -> f32 {
        const ZUGZWANG: f32 = 2.0;
        const LINE: f32 = 0.05;
        const HALF: f32 = 8.0;
        let vacant = self.vacant();
        let parity_cells = self.parity_cells();
        let side = self.side().index();
        let worth = |threats: B, stones: B, side: usize| {
            let good = (threats & parity_cells[side]).count() as f32;
            threats.count() as f32 + ZUGZWANG * good + LINE * count_lines(stones | vacant) as f32
        };
        let own = worth(self.own_threats(), self.own(), side);
        let lead = own - worth(self.other_threats(), self.other(), 1 - side);
        lead / (lead.abs() + HALF)
    }
}

/// Weights 1, 2, 3 … from either edge, because more lines go through the centre.
impl<B: Class> Heuristic for Position<B> {
    #[inline]
    fn weight(&self, m: Column) -> f32 {
        let number = m.number();
        (1 + number.min((self.columns() - 1).saturating_sub(number))) as f32
    }
}

/// The mirror image. If the forbidden cell is not in the centre column, the image
/// is a position of another board.
impl<B: Class> Symmetric for Position<B> {
    fn symmetries(&self) -> usize {
        2
    }

    fn transform(&self, s: usize) -> Self {
        if s == 0 { *self } else { self.mirrored() }
    }

    fn transform_move(&self, m: Column, s: usize) -> Column {
        let mirrored = (self.columns() - 1).checked_sub(m.number()).and_then(Column::new);
        if s == 0 { m } else { mirrored.unwrap_or(m) }
    }
}
