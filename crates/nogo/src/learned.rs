//! What the project's own trainer has learned: a weight for everything that a
//! window can show.
//!
//! The sum of the weights of all [`windows`](crate::windows), squashed into
//! (−1, 1), is what a position is worth to the side that has *just moved*. All
//! moves of a position are then judged by what they change, seen by the same
//! side.

use std::sync::LazyLock;

use game::{Game, Move, Rng, Side};
use mcts::guide::{Prior, WinChances};
use mcts::playout::{Playout, Trace};

use crate::board::State;
use crate::points::Point;
use crate::windows::{View, weight_count};

/// Weights are kept as whole numbers of this fraction of one.
pub const SCALE: f32 = 2048.0;

/// Little-endian, 16 bits each, in the order of the windows' numbers.
static BYTES: &[u8] = include_bytes!("../weights/9x9.bin");

static WEIGHTS: LazyLock<Vec<i16>> = LazyLock::new(|| {
    let (numbers, rest) = BYTES.as_chunks::<2>();
    assert!(numbers.len() == weight_count() && rest.is_empty(), "the weights fit the windows");
    numbers.iter().map(|&bytes| i16::from_le_bytes(bytes)).collect()
});

/// A sum of weights as a value in [−1, 1]: nearly the hyperbolic tangent, but
/// the same on every machine.
#[inline]
pub fn squash(sum: f32) -> f32 {
    let x = sum.clamp(-3.0, 3.0);
    // Rounding may go a hair too far.
    (x * (27.0 + x * x) / (27.0 + 9.0 * x * x)).clamp(-1.0, 1.0)
}

/// Calls `visit` with each legal move of a position, the state after it and
/// the sum of its weights for the side that makes it.
#[inline]
pub fn judge_moves<W: Copy + Into<f32>>(
    state: &State,
    weights: &[W],
    mut visit: impl FnMut(Point, &State, f32),
) {
    let view = View::new(state);
    let base = view.sum(weights);
    for m in state.own_legal().members() {
        let mut next = *state;
        next.play_unchecked(m);
        visit(m, &next, base + view.change(&next.passed(), weights));
    }
}

/// A playout without a move: the learned value.
#[derive(Clone, Copy, Debug, Default)]
pub struct Learned;

impl Playout<State> for Learned {
    fn learns(&self) -> bool {
        false
    }

    fn run(&mut self, state: State, _rng: &mut Rng, _trace: &mut impl Trace<Point>) -> f32 {
        match state.outcome() {
            Some(outcome) => outcome.value(),
            None => -squash(View::new(&state.passed()).sum(WEIGHTS.as_slice()) / SCALE),
        }
    }

    fn learn(&mut self, _first: Side, _moves: &[Point], _value: f32) {}
}

/// A playout, and the learned value of where it began: each sees what the
/// other one does not.
#[derive(Clone, Copy, Debug)]
pub struct Mixed<P> {
    /// The playout.
    pub playout: P,
    /// How much the learned value counts.
    pub share: f32,
}

impl<P: Playout<State>> Playout<State> for Mixed<P> {
    fn learns(&self) -> bool {
        self.playout.learns()
    }

    #[inline]
    fn run(&mut self, state: State, rng: &mut Rng, trace: &mut impl Trace<Point>) -> f32 {
        let played = self.playout.run(state, rng, trace);
        played + self.share * (Learned.run(state, rng, &mut ()) - played)
    }

    fn learn(&mut self, first: Side, moves: &[Point], value: f32) {
        self.playout.learn(first, moves, value);
    }
}

/// Priors from the learned value of each move: proportional to
/// exp(value / temperature).
#[derive(Clone, Copy, Debug)]
pub struct ByLearned {
    /// The lower, the more the best-looking moves stand out.
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

/// The learned value of each move as a chance, from 0 to 1.
#[derive(Clone, Copy, Debug)]
pub struct LearnedChances;

impl WinChances<State> for LearnedChances {
    fn chances(&mut self, state: &State, moves: &[Point], chances: &mut Vec<f32>) {
        let values = move_values(state);
        chances.extend(moves.iter().map(|m| (1.0 + values[m.index()]) / 2.0));
    }
}

/// What each legal move is worth to the side that makes it.
fn move_values(state: &State) -> [f32; Point::COUNT] {
    let mut values = [0.0; Point::COUNT];
    judge_moves(state, WEIGHTS.as_slice(), |m, next, sum| {
        values[m.index()] = if next.outcome().is_some() { 1.0 } else { squash(sum / SCALE) };
    });
    values
}

/// The exponential function of a number that is not positive, by the limit
/// that defines it: the same on every machine.
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
    fn squashed_sums_stay_inside_their_bounds_and_in_order() {
        let values: Vec<f32> = (-500..=500).map(|i| squash(i as f32 / 100.0)).collect();
        assert!(values.windows(2).all(|pair| pair[0] <= pair[1] + 1e-6), "in order but for rounding");
        assert!(values.iter().all(|value| (-1.0..=1.0).contains(value)));
        assert_eq!((values[0], values[500], values[1000]), (-1.0, 0.0, 1.0));
        for x in [-1.0f32, 0.1, 0.5, 1.0, 2.0] {
            assert!((squash(x) - x.tanh()).abs() < 0.03, "{x}");
            assert!((exp(-x.abs()) - (-x.abs()).exp()).abs() < 0.01, "{x}");
        }
    }

    /// The playout is the same as without the learned value, and leaves its
    /// trace.
    #[test]
    fn a_mixed_playout_is_a_playout_and_the_learned_value() {
        use mcts::playout::{Full, Uniform};
        for seed in 0..20 {
            let mut trace = [Vec::new(), Vec::new()];
            let state = State::start();
            let plain = Full::new(Uniform).run(state, &mut Rng::with_seed(seed), &mut trace[0]);
            let mut mixed = Mixed { playout: Full::new(Uniform), share: 0.25 };
            let value = mixed.run(state, &mut Rng::with_seed(seed), &mut trace[1]);
            let learned = Learned.run(state, &mut Rng::with_seed(seed), &mut ());
            assert!((value - (0.75 * plain + 0.25 * learned)).abs() < 1e-6);
            assert_eq!(trace[0], trace[1]);
        }
    }

    #[test]
    fn a_position_is_worth_what_the_move_to_it_was() {
        let mut rng = Rng::with_seed(4);
        let mut state = State::start();
        while state.outcome().is_none() {
            let mut moves = Vec::new();
            judge_moves(&state, WEIGHTS.as_slice(), |m, next, sum| moves.push((m, *next, sum)));
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
