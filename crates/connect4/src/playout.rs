//! How playouts choose a column.

use game::{Game, Rng};
use mcts::playout::Policy;

use crate::board::{Class, Column, Position};

/// The centre first: columns are drawn with the weights 1, 2, 3 … from either
/// edge, as [`game::Heuristic`] gives them, without looking at any weight.
///
/// The sum of two dice does that: with N columns, dice of p and q faces where
/// p + q = N + 1 and p is q or one less. Full columns are drawn again.
#[derive(Clone, Copy, Debug, Default)]
pub struct CentreFirst;

impl<B: Class> Policy<Position<B>> for CentreFirst {
    #[inline]
    fn choose(&mut self, state: &Position<B>, rng: &mut Rng) -> Column {
        let faces = state.columns() + 1;
        let (small, large) = (faces / 2, faces - faces / 2);
        loop {
            let number = rng.u32(0..small as u32) + rng.u32(0..large as u32);
            match Column::new(number as usize) {
                Some(column) if state.is_legal(column) => return column,
                _ => (),
            }
        }
    }
}
