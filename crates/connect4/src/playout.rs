//! Playouts: how a game is continued at random to its end.

use game::{Game, Rng, Side};
use mcts::playout::{Playout, Policy, Trace};

use crate::board::{Class, Column, Position};
use crate::eval::{BoardFeatures, Weights};
use crate::safe_moves::SafeMoves;
use crate::vector::Task;

/// Draws columns with the weights 1, 2, 3 … from either edge, as
/// [`game::Heuristic`] gives them.
///
/// The sum of two dice has this distribution, without a loop over the weights: with
/// N columns, dice of p and q faces where p + q = N + 1 and p is q or q − 1. Full
/// columns are drawn again.
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

/// Plays a [`SafeMoves`] game to its end and returns its value for the side to move
/// in `state`. Moves are uniformly random among the safe moves that keep the own
/// winning cells, or among all safe moves if there are none. So playouts contain
/// zugzwang: a side gives a winning cell away only when it has to.
#[inline(always)]
fn play_out<B: Class>(
    mut state: SafeMoves<B>,
    columns: u32,
    rng: &mut Rng,
    trace: &mut impl Trace<Column>,
) -> f32 {
    let mut sign = 1.0;
    loop {
        if let Some(outcome) = state.outcome() {
            return sign * outcome.value();
        }
        let m = state.random_keeping_wins(columns, rng);
        trace.push(m);
        state.advance(m);
        sign = -sign;
    }
}

/// The weighted mean of a playout's result and the learned evaluation of the
/// position where it began.
#[derive(Clone, Debug)]
pub struct EvaluatedPlayout<B> {
    weights: Weights,
    /// Weight of the evaluation, from 0 to 1.
    share: f32,
    features: Option<BoardFeatures<B>>,
}

impl<B: Class> EvaluatedPlayout<B> {
    /// Playouts whose value is the evaluation by `weights` with the share `share`,
    /// and the result of the playout for the rest.
    pub fn new(weights: Weights, share: f32) -> Self {
        EvaluatedPlayout { weights, share, features: None }
    }
}

impl<B: Class> Playout<SafeMoves<B>> for EvaluatedPlayout<B> {
    #[inline]
    fn learns(&self) -> bool {
        false
    }

    #[inline]
    fn run(&mut self, state: SafeMoves<B>, rng: &mut Rng, trace: &mut impl Trace<Column>) -> f32 {
        if let Some(outcome) = state.outcome() {
            return outcome.value();
        }
        let position = state.position();
        let features = match &mut self.features {
            Some(features) if features.is_of(position) => features,
            features => features.insert(BoardFeatures::new(position, &self.weights)),
        };
        B::dispatch(Simulation { state: &state, features, share: self.share, rng, trace })
    }

    fn learn(&mut self, _first: Side, _moves: &[Column], _value: f32) {}
}

/// One run of an [`EvaluatedPlayout`].
struct Simulation<'a, B, T> {
    state: &'a SafeMoves<B>,
    features: &'a BoardFeatures<B>,
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
        // Matches favoured twice the evaluation.
        let evaluation = 2.0 * self.features.evaluate(&state, convert);
        let evaluation = evaluation / (2.0 + evaluation.abs());
        let result = play_out(state, columns, self.rng, self.trace);
        result + self.share * (evaluation - result)
    }
}
