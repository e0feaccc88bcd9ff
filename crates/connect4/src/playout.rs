//! How playouts choose a column.

use game::{Game, Rng, Side};
use mcts::playout::{Playout, Policy, Trace};

use crate::board::{Class, Column, Position};
use crate::eval::{Ground, Weights};
use crate::sharp::Sharp;
use crate::vector::Task;

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

/// To the end of a [`Sharp`] game: any patient move, each as likely as the
/// next. Nobody overlooks a win, a block or a trap, nor gives up a threat before
/// it has to, and a side that has no good move left has to make a bad one: the
/// last rows of a column are played as they would be.
#[inline(always)]
fn patient<B: Class>(
    mut state: Sharp<B>,
    columns: u32,
    rng: &mut Rng,
    trace: &mut impl Trace<Column>,
) -> f32 {
    let mut sign = 1.0;
    loop {
        if let Some(outcome) = state.outcome() {
            return sign * outcome.value();
        }
        let m = state.patient_column(columns, rng);
        trace.push(m);
        state.advance(m);
        sign = -sign;
    }
}

/// A patient playout, and the learned judgement of where it began: each sees
/// what the other one does not.
#[derive(Clone, Debug)]
pub struct Judged<B> {
    weights: Weights,
    /// How much the judgement counts.
    share: f32,
    ground: Option<Ground<B>>,
}

impl<B: Class> Judged<B> {
    /// Playouts with these weights, which count so much.
    pub fn new(weights: Weights, share: f32) -> Self {
        Judged { weights, share, ground: None }
    }
}

impl<B: Class> Playout<Sharp<B>> for Judged<B> {
    #[inline]
    fn learns(&self) -> bool {
        false
    }

    #[inline]
    fn run(&mut self, state: Sharp<B>, rng: &mut Rng, trace: &mut impl Trace<Column>) -> f32 {
        if let Some(outcome) = state.outcome() {
            return outcome.value();
        }
        let position = state.position();
        let ground = match &mut self.ground {
            Some(ground) if ground.is_of(position) => ground,
            ground => ground.insert(Ground::new(position, &self.weights)),
        };
        B::fastest(Simulation { state: &state, ground, share: self.share, rng, trace })
    }

    fn learn(&mut self, _first: Side, _moves: &[Column], _value: f32) {}
}

/// One run of [`Judged`].
struct Simulation<'a, B, T> {
    state: &'a Sharp<B>,
    ground: &'a Ground<B>,
    share: f32,
    rng: &'a mut Rng,
    trace: &'a mut T,
}

impl<B: Class, T: Trace<Column>> Task<B> for Simulation<'_, B, T> {
    type Output = f32;

    #[inline(always)]
    fn run<F: Class>(self, convert: impl Fn(B) -> F) -> f32 {
        let state = self.state.converted(&convert);
        let columns = self.state.position().columns() as u32;
        // Twice the odds of the judgement: measured.
        let judged = 2.0 * self.ground.judge(&state, convert);
        let judged = judged / (2.0 + judged.abs());
        let played = patient(state, columns, self.rng, self.trace);
        played + self.share * (judged - played)
    }
}
