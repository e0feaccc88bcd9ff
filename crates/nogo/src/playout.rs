//! Playout policies and truncated playouts for NoGo.

use game::{Game, Rng, Side};
use mcts::playout::{Playout, Policy, Trace, Truncated, Uniform};

use crate::board::State;
use crate::points::Point;

/// Plays a shared point uniformly at random; once there is none, a right of the
/// side to move.
///
/// A right can be played at any time, so a good player keeps it for the end of the
/// game. Playouts with this policy end like games between good players.
#[derive(Clone, Copy, Debug, Default)]
pub struct SharedFirst;

impl Policy<State> for SharedFirst {
    #[inline]
    fn choose(&mut self, state: &State, rng: &mut Rng) -> Point {
        match state.shared() {
            shared if shared.is_empty() => state.random_move(rng),
            shared => shared.random_member(rng),
        }
    }
}

/// Plays a few random plies and then compares the rights of both sides: the value
/// is (a − b) / (a + b), where a and b are the numbers of rights plus one half.
///
/// That equals tanh(½·ln(a/b)). With `steep` the value is tanh(ln(a/b)), computed
/// by the identity tanh 2x = 2·tanh x / (1 + tanh² x).
#[derive(Clone, Debug)]
pub struct ByRights {
    /// The random plies and the evaluation after them.
    pub playout: Truncated<Uniform>,
    /// Whether to use the steeper of the two values.
    pub steep: bool,
}

impl Playout<State> for ByRights {
    fn learns(&self) -> bool {
        false
    }

    fn run(&mut self, state: State, rng: &mut Rng, trace: &mut impl Trace<Point>) -> f32 {
        let value = self.playout.run(state, rng, trace);
        if self.steep { 2.0 * value / (1.0 + value * value) } else { value }
    }

    fn learn(&mut self, _first: Side, _moves: &[Point], _value: f32) {}
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_steep_value_is_the_hyperbolic_tangent_of_the_logarithm() {
        let playout = Truncated { policy: Uniform, plies: 6 };
        let [mut share, mut steep] = [false, true].map(|steep| ByRights { playout: playout.clone(), steep });
        let [mut rng, mut same] = [Rng::with_seed(1), Rng::with_seed(1)];
        let mut state = State::start();
        let mut between = 0;
        while state.outcome().is_none() {
            let v = f64::from(share.run(state, &mut rng, &mut ()));
            let actual = f64::from(steep.run(state, &mut same, &mut ()));
            let expected = if v.abs() == 1.0 { v } else { ((1.0 + v) / (1.0 - v)).ln().tanh() };
            assert!((actual - expected).abs() < 1e-5, "{actual} instead of {expected}");
            between += u32::from(v != 0.0 && v.abs() < 1.0);
            state.play_unchecked(state.random_move(&mut rng));
            same = rng.clone();
        }
        assert!(between > 5, "only {between} values to compare");
    }
}
