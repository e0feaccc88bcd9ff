//! What a player sees at a glance: wins and threats, the centre, the mirror.

use game::{Evaluate, Game, Heuristic, Symmetric, Tactics};

use crate::bits::Bits;
use crate::board::{Class, Column, Position};
use crate::lines::count_lines;

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

/// What is mine less what is yours: a threat (a cell that would complete four)
/// counts one, and two more if the cell falls to its owner when the columns are
/// filled to the end; a line that is still possible counts a little. A
/// difference of eight is worth half a win.
impl<B: Class> Evaluate for Position<B> {
    fn evaluate(&self) -> f32 {
        const ZUGZWANG: f32 = 2.0;
        const LINE: f32 = 0.05;
        const HALF: f32 = 8.0;
        let vacant = self.vacant();
        let falls_to = self.falls_to();
        let side = self.side().index();
        let worth = |threats: B, stones: B, side: usize| {
            let late = (threats & falls_to[side]).count() as f32;
            threats.count() as f32 + ZUGZWANG * late + LINE * count_lines(stones | vacant) as f32
        };
        let own = worth(self.own_threats(), self.own(), side);
        let lead = own - worth(self.other_threats(), self.other(), 1 - side);
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
