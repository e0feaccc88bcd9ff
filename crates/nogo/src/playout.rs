//! Playout policies and playouts for NoGo.

#[cfg(target_arch = "x86_64")]
use game::cpu::Avx2;
use game::{Game, Rng, Side};
use mcts::playout::{Playout, Policy, Trace, Truncated, Uniform};

use crate::board::State;
use crate::liberties::{Effect, LibertyBoard};
use crate::points::Point;
use crate::points::draw::{AnyCpu, Draw};

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

/// A playout to the end of the game that compares a few moves at each ply: of
/// `candidates` random shared points it plays the one that leaves its side the most
/// legal moves more than the opponent. Once no point is shared, it plays rights at
/// random, as [`SharedFirst`] does.
///
/// The results are much closer to those of good play than without comparisons
/// (docs/nogo.md). With AVX2 and the instructions of its time, playouts are a third faster
/// and the same.
#[derive(Clone, Debug)]
pub struct ByMobility {
    /// Number of shared points that are compared; with 1 the moves are those of
    /// [`SharedFirst`].
    candidates: u32,
    board: LibertyBoard,
    /// `None` if the CPU does not have the instructions.
    #[cfg(target_arch = "x86_64")]
    cpu: Option<Avx2>,
}

impl ByMobility {
    /// Compares this number of points.
    pub fn new(candidates: u32) -> Self {
        ByMobility {
            candidates,
            board: LibertyBoard::default(),
            #[cfg(target_arch = "x86_64")]
            cpu: Avx2::detect(),
        }
    }

    /// The effect of the chosen shared point; `None` if no point is shared.
    #[inline(always)]
    fn choose(&self, points: impl Draw, rng: &mut Rng) -> Option<Effect> {
        let shared = self.board.state().shared();
        if shared.is_empty() {
            return None;
        }
        let around = self.board.surroundings();
        let mut draw = points.members_of(shared, rng);
        let mut best = self.board.effect(draw(), &around);
        for _ in 1..self.candidates {
            let point = draw();
            if point == best.point {
                continue;
            }
            let other = self.board.effect(point, &around);
            if other.lead() > best.lead() {
                best = other;
            }
        }
        Some(best)
    }

    #[inline(always)]
    fn play_out(&mut self, points: impl Draw, rng: &mut Rng, trace: &mut impl Trace<Point>) -> f32 {
        // The side to move loses if it cannot move; every move changes the side.
        let mut value = -1.0;
        while let Some(effect) = self.choose(points, rng) {
            trace.push(effect.point);
            self.board.play(&effect);
            value = -value;
        }
        while self.board.state().outcome().is_none() {
            let right = points.members_of(self.board.state().own_legal(), rng)();
            trace.push(right);
            self.board.play(&self.board.effect(right, &self.board.surroundings()));
            value = -value;
        }
        value
    }

    /// [`ByMobility::play_out`], compiled for a newer CPU.
    #[cfg(target_arch = "x86_64")]
    #[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
    fn play_out_with_avx2(&mut self, cpu: Avx2, rng: &mut Rng, trace: &mut impl Trace<Point>) -> f32 {
        self.play_out(cpu, rng, trace)
    }
}

impl Playout<State> for ByMobility {
    fn learns(&self) -> bool {
        false
    }

    fn run(&mut self, state: State, rng: &mut Rng, trace: &mut impl Trace<Point>) -> f32 {
        self.board.set(&state);
        #[cfg(target_arch = "x86_64")]
        if let Some(cpu) = self.cpu {
            // SAFETY: an `Avx2` exists, so the CPU has all features of the function.
            return unsafe { self.play_out_with_avx2(cpu, rng, trace) };
        }
        self.play_out(AnyCpu, rng, trace)
    }

    fn learn(&mut self, _first: Side, _moves: &[Point], _value: f32) {}
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

    /// Moves and results of playouts, by the rules alone.
    #[test]
    fn a_playout_by_mobility_ends_the_game_and_returns_its_result() {
        let mut rng = Rng::with_seed(2);
        for candidates in [1, 2, 5] {
            for _ in 0..50 {
                let mut trace = Vec::new();
                let value = ByMobility::new(candidates).run(State::start(), &mut rng, &mut trace);
                let mut state = State::start();
                let mut was_shared = true;
                for &m in &trace {
                    let shared = state.shared();
                    assert!(!shared.contains(m) || was_shared, "a shared point after a right");
                    was_shared = shared.contains(m);
                    state = state.play(m).unwrap();
                }
                assert!(state.outcome().is_some());
                assert_eq!(value, if trace.len() % 2 == 0 { -1.0 } else { 1.0 });
            }
        }
    }

    #[test]
    fn with_one_candidate_the_moves_are_those_of_shared_first() {
        use mcts::playout::Full;
        for seed in 0..20 {
            let [mut ours, mut plain] = [Vec::new(), Vec::new()];
            let value = ByMobility::new(1).run(State::start(), &mut Rng::with_seed(seed), &mut ours);
            let same = Full::new(SharedFirst).run(State::start(), &mut Rng::with_seed(seed), &mut plain);
            assert_eq!((value, ours), (same, plain));
        }
    }

    #[cfg(target_arch = "x86_64")]
    #[test]
    fn a_playout_is_the_same_on_every_cpu() {
        let Some(cpu) = Avx2::detect() else {
            eprintln!("skipped: this CPU has no AVX2 and BMI2");
            return;
        };
        for seed in 0..100 {
            let start = State::cleared(2 + seed % 8, 9 - seed % 5);
            let [newer, any] = [Some(cpu), None].map(|cpu| {
                let mut playout = ByMobility { cpu, ..ByMobility::new(3) };
                let (mut rng, mut trace) = (Rng::with_seed(seed as u64), Vec::new());
                let value = playout.run(start, &mut rng, &mut trace);
                (value, trace, rng.u64(..))
            });
            assert!(newer.1.len() > 1);
            assert_eq!(newer, any, "{start}");
        }
    }

    /// With all points as candidates many times over, the best one is found.
    #[test]
    fn many_candidates_find_the_best_mobility() {
        let mut rng = Rng::with_seed(6);
        let mut state = State::start();
        (0..40).for_each(|_| state.play_unchecked(state.shared().random_member(&mut rng)));
        let lead = |next: &State| next.other_legal().count() as i32 - next.own_legal().count() as i32;
        let leads = state.shared().members().map(|m| lead(&state.play(m).unwrap()));
        let (least, most) =
            leads.fold((i32::MAX, i32::MIN), |(low, high), lead| (low.min(lead), high.max(lead)));
        assert!(least < most, "all moves are alike");
        let mut playout = ByMobility::new(2_000);
        playout.board.set(&state);
        let effect = playout.choose(AnyCpu, &mut rng).unwrap();
        assert_eq!(lead(&state.play(effect.point).unwrap()), most);
    }

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
