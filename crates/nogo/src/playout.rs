//! How playouts choose a point, and how they judge where they stop.

use game::{Game, Rng, Side};
use mcts::playout::{Playout, Policy, Trace, Truncated, Uniform};

use crate::board::State;
use crate::points::Point;

/// What both sides may still play goes first, each point as likely as the
/// next; then what only the side to move may.
///
/// A point that is nobody else's can be played at any time, so a player who
/// has a choice keeps it for later. Playouts that do the same end where games
/// between players end.
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

/// A few random plies, and then who has more points to himself: (a − b) / (a + b),
/// where a and b are what is each side's alone, and half a point.
///
/// That is tanh(½·ln(a/b)). With `steep` it is tanh(ln(a/b)), which is near ±1
/// sooner: by 2·tanh x / (1 + tanh² x) = tanh 2x.
#[derive(Clone, Debug)]
pub struct ByRights {
    /// The plies.
    pub playout: Truncated<Uniform>,
    /// The steeper one of the two.
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
            let found = f64::from(steep.run(state, &mut same, &mut ()));
            let wanted = if v.abs() == 1.0 { v } else { ((1.0 + v) / (1.0 - v)).ln().tanh() };
            assert!((found - wanted).abs() < 1e-5, "{found} instead of {wanted}");
            between += u32::from(v != 0.0 && v.abs() < 1.0);
            state.play_unchecked(state.random_move(&mut rng));
            same = rng.clone();
        }
        assert!(between > 5, "only {between} values to compare");
    }
}
