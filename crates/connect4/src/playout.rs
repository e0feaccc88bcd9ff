//! How playouts choose a column.

use game::{Game, Rng, Side};
use mcts::playout::{Playout, Policy, Trace};

use crate::board::{Class, Column, Position};
use crate::sharp::Sharp;

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

/// To the end of a [`Sharp`] game: any sensible move, each as likely as the
/// next. Nobody overlooks a win, a block or a trap, and a side that has no good
/// move left has to make a bad one: the last rows of a column are played as
/// they would be.
#[derive(Clone, Copy, Debug, Default)]
pub struct Sensible;

impl<B: Class> Playout<Sharp<B>> for Sensible {
    #[inline]
    fn learns(&self) -> bool {
        false
    }

    #[inline]
    fn run(&mut self, mut state: Sharp<B>, rng: &mut Rng, trace: &mut impl Trace<Column>) -> f32 {
        let columns = state.position().columns() as u32;
        let mut sign = 1.0;
        loop {
            if let Some(outcome) = state.outcome() {
                return sign * outcome.value();
            }
            let m = state.random_column(columns, rng);
            trace.push(m);
            state.advance(m);
            sign = -sign;
        }
    }

    fn learn(&mut self, _first: Side, _moves: &[Column], _value: f32) {}
}
