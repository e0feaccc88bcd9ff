//! The learned evaluation: weights from `learn windows`, and the values, priors and
//! evaluators made from them.
//!
//! The sum of one weight per [window](crate::windows), squashed into [−1, 1], is
//! the value of a position for the side that has *just moved*. The moves of a
//! position are therefore evaluated by their change of one sum, all seen from the
//! same side.

use std::sync::LazyLock;

use game::{Game, Move, Rng, Side};
use mcts::evaluator::{Evaluator, Query};
use mcts::guide::{Prior, WinChances};
use mcts::playout::{Playout, Trace};

use crate::board::State;
use crate::points::Point;
use crate::windows::{Features, weight_count};

/// Factor of the stored weights: a weight w is stored as the integer w × `SCALE`.
pub const SCALE: f32 = 2048.0;

/// Stored weights: little-endian, 16 bits each, in the order of their indices.
static BYTES: &[u8] = include_bytes!("../weights/9x9.bin");

static WEIGHTS: LazyLock<Vec<i16>> = LazyLock::new(|| {
    let (numbers, rest) = BYTES.as_chunks::<2>();
    assert!(numbers.len() == weight_count() && rest.is_empty(), "the file must have one weight per index");
    numbers.iter().map(|&bytes| i16::from_le_bytes(bytes)).collect()
});

/// Maps a sum of weights to a value in [−1, 1]. It approximates tanh by basic
/// arithmetic, which gives the same result on every machine.
#[inline]
pub fn squash(sum: f32) -> f32 {
    let x = sum.clamp(-3.0, 3.0);
    // Rounding may exceed the bounds.
    (x * (27.0 + x * x) / (27.0 + 9.0 * x * x)).clamp(-1.0, 1.0)
}

/// Calls `visit` with each legal move of a position, the state after it and the
/// sum of the weights there for the side that makes the move.
#[inline]
pub fn evaluate_moves<W: Copy + Into<f32>>(
    state: &State,
    weights: &[W],
    mut visit: impl FnMut(Point, &State, f32),
) {
    let features = Features::new(state);
    let base = features.sum(weights);
    for m in state.own_legal().members() {
        let mut next = *state;
        next.play_unchecked(m);
        visit(m, &next, base + features.change(&next.passed(), weights));
    }
}

/// A playout without moves that returns the learned value.
#[derive(Clone, Copy, Debug, Default)]
pub struct Learned;

impl Playout<State> for Learned {
    fn learns(&self) -> bool {
        false
    }

    fn run(&mut self, state: State, _rng: &mut Rng, _trace: &mut impl Trace<Point>) -> f32 {
        match state.outcome() {
            Some(outcome) => outcome.value(),
            None => -squash(Features::new(&state.passed()).sum(WEIGHTS.as_slice()) / SCALE),
        }
    }

    fn learn(&mut self, _first: Side, _moves: &[Point], _value: f32) {}
}

/// The champion's evaluator. The value of a position is a weighted mean of a playout's
/// result and of the learned value: their errors differ, so the mean is better than
/// either. The estimate of a move is the chance to win that the learned value after it
/// means, so that the learned value of a new leaf is known from its parent.
#[derive(Clone, Debug)]
pub struct Mixed<P> {
    /// The playout.
    pub playout: P,
    /// Weight of the learned value, 0 to 1.
    pub share: f32,
}

impl<P: Playout<State>> Evaluator<State> for Mixed<P> {
    #[inline]
    fn value(&mut self, query: Query<State>, rng: &mut Rng, trace: &mut impl Trace<Point>) -> f32 {
        let played = self.playout.run(*query.state, rng, trace);
        let learned = match query.estimate {
            Some(chance) => 1.0 - 2.0 * chance,
            None => Learned.run(*query.state, rng, &mut ()),
        };
        played + self.share * (learned - played)
    }

    fn estimate(&mut self, query: Query<State>, moves: &[Point], estimates: &mut Vec<f32>) {
        LearnedChances.chances(query.state, moves, estimates);
    }

    fn learns(&self) -> bool {
        self.playout.learns()
    }

    fn learn(&mut self, first: Side, moves: &[Point], value: f32) {
        self.playout.learn(first, moves, value);
    }
}

/// Priors proportional to exp(value / temperature), where value is the learned value
/// of the move.
#[derive(Clone, Copy, Debug)]
pub struct ByLearned {
    /// The lower it is, the more the priors favour the moves with the best values.
    pub temperature: f32,
}

impl Prior<State> for ByLearned {
    fn priors(&mut self, state: &State, moves: &[Point], priors: &mut Vec<f32>) {
        let values = move_values(state);
        let value = |m: &Point| values[m.index()];
        let best = moves.iter().map(value).fold(-1.0, f32::max);
        let first = priors.len();
        priors.extend(moves.iter().map(|m| exp((value(m) - best) / self.temperature)));
        let total: f32 = priors[first..].iter().sum();
        priors[first..].iter_mut().for_each(|prior| *prior /= total);
    }
}

/// The learned value of each move as a probability to win, 0 to 1.
#[derive(Clone, Copy, Debug)]
pub struct LearnedChances;

impl WinChances<State> for LearnedChances {
    fn chances(&mut self, state: &State, moves: &[Point], chances: &mut Vec<f32>) {
        let values = move_values(state);
        chances.extend(moves.iter().map(|m| (1.0 + values[m.index()]) / 2.0));
    }
}

/// Learned value of each legal move for the side that makes it.
fn move_values(state: &State) -> [f32; Point::COUNT] {
    let mut values = [0.0; Point::COUNT];
    evaluate_moves(state, WEIGHTS.as_slice(), |m, next, sum| {
        values[m.index()] = if next.outcome().is_some() { 1.0 } else { squash(sum / SCALE) };
    });
    values
}

/// Approximates eˣ for x ≤ 0 by (1 + x/256)²⁵⁶, which gives the same result on every
/// machine.
fn exp(x: f32) -> f32 {
    let mut power = (1.0 + x / 256.0).max(0.0);
    for _ in 0..8 {
        power *= power;
    }
    power
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn squashed_sums_stay_within_bounds_and_in_order() {
        let values: Vec<f32> = (-500..=500).map(|i| squash(i as f32 / 100.0)).collect();
        assert!(values.windows(2).all(|pair| pair[0] <= pair[1] + 1e-6), "in order except for rounding");
        assert!(values.iter().all(|value| (-1.0..=1.0).contains(value)));
        assert_eq!((values[0], values[500], values[1000]), (-1.0, 0.0, 1.0));
        for x in [-1.0f32, 0.1, 0.5, 1.0, 2.0] {
            assert!((squash(x) - x.tanh()).abs() < 0.03, "{x}");
            assert!((exp(-x.abs()) - (-x.abs()).exp()).abs() < 0.01, "{x}");
        }
    }

    /// The moves and the trace are those of the playout alone.
    #[test]
    fn a_mixed_playout_returns_the_weighted_mean() {
        use mcts::playout::{Full, Uniform};
        for seed in 0..20 {
            let mut trace = [Vec::new(), Vec::new()];
            let state = State::start();
            let plain = Full::new(Uniform).run(state, &mut Rng::with_seed(seed), &mut trace[0]);
            let mut mixed = Mixed { playout: Full::new(Uniform), share: 0.25 };
            let value = mixed.value(Query::alone(&state), &mut Rng::with_seed(seed), &mut trace[1]);
            let learned = Learned.run(state, &mut Rng::with_seed(seed), &mut ());
            assert!((value - (0.75 * plain + 0.25 * learned)).abs() < 1e-6);
            assert_eq!(trace[0], trace[1]);
        }
    }

    #[test]
    fn a_position_has_the_negated_value_of_the_move_to_it() {
        let mut rng = Rng::with_seed(4);
        let mut state = State::start();
        while state.outcome().is_none() {
            let mut moves = Vec::new();
            evaluate_moves(&state, WEIGHTS.as_slice(), |m, next, sum| moves.push((m, *next, sum)));
            assert_eq!(moves.len() as u32, state.own_legal().count());
            for (_, next, sum) in moves.iter().filter(|(_, next, _)| next.outcome().is_none()) {
                assert_eq!(Learned.run(*next, &mut rng, &mut ()), -squash(sum / SCALE));
            }
            let mut priors = vec![0.5];
            let list: Vec<Point> = moves.iter().map(|(m, ..)| *m).collect();
            ByLearned { temperature: 0.2 }.priors(&state, &list, &mut priors);
            let total: f32 = priors[1..].iter().sum();
            assert!((total - 1.0).abs() < 1e-3 && priors.len() == list.len() + 1 && priors[0] == 0.5);
            let mut chances = Vec::new();
            LearnedChances.chances(&state, &list, &mut chances);
            for ((_, next, sum), chance) in moves.iter().zip(chances) {
                let value = if next.outcome().is_some() { 1.0 } else { squash(sum / SCALE) };
                assert_eq!(chance, (1.0 + value) / 2.0);
            }
            state.play_unchecked(state.random_move(&mut rng));
        }
    }
}
