//! What a player sees at a glance: wins and threats, the centre, the mirror.

use game::{Evaluate, Heuristic, Symmetric, Tactics};

use crate::bits::Bits;
use crate::board::{Class, Column, Position};

fn first<B: Bits>(cells: B) -> Option<Column> {
    cells.first_column().and_then(Column::new)
}

/// Winning cells that a stone reaches now.
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

/// Threats (cells that would complete four), mine less yours: a difference of
/// three is worth half a win.
impl<B: Class> Evaluate for Position<B> {
    fn evaluate(&self) -> f32 {
        const HALF: f32 = 3.0;
        let lead = self.own_threats().count() as f32 - self.other_threats().count() as f32;
        lead / (lead.abs() + HALF)
    }
}

/// 1, 2, 3 … from either edge: more lines go through the centre.
impl<B: Class> Heuristic for Position<B> {
    #[inline]
    fn weight(&self, m: Column) -> f32 {
        let number = m.number();
        (1 + number.min((self.columns() - 1).saturating_sub(number))) as f32
    }
}

/// The mirror. Where the forbidden cell is off the middle the image is a
/// position of another board.
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
