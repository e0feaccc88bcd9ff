//! Playouts: how new positions are evaluated.
//!
//! A [`Policy`] chooses one move; a [`Playout`] follows a policy to the end of the
//! game ([`Full`]) or for a few plies ([`Truncated`]) and returns the value.
//! Policies are built from each other (`Decisive<Mast>`), and the compiler builds
//! one loop out of the whole.

use game::{Evaluate, Game, Heuristic, Move, Outcome, Rng, Side, Tactics, random};

/// Records the moves of a playout for rules that learn from them. `()` records
/// nothing, at no cost.
pub trait Trace<M> {
    /// Records a move.
    fn push(&mut self, m: M);
}

impl<M> Trace<M> for () {
    #[inline]
    fn push(&mut self, _m: M) {}
}

impl<M> Trace<M> for Vec<M> {
    #[inline]
    fn push(&mut self, m: M) {
        self.push(m);
    }
}

/// Chooses the moves of a playout.
pub trait Policy<G: Game>: Clone + Send {
    /// Does it learn from the results of simulations?
    fn learns(&self) -> bool {
        false
    }

    /// Chooses a legal move. The game must not be over.
    fn choose(&mut self, state: &G, rng: &mut Rng) -> G::Move;

    /// Learns from a simulation that played `moves` and had `value` for `first`,
    /// the side that played the first of them.
    fn learn(&mut self, _first: Side, _moves: &[G::Move], _value: f32) {}
}

/// Evaluates a position by playing on.
pub trait Playout<G: Game>: Clone + Send {
    /// Does it learn from the results of simulations?
    fn learns(&self) -> bool;

    /// Returns a value of `state` for its side to move, in [−1, 1].
    fn run(&mut self, state: G, rng: &mut Rng, trace: &mut impl Trace<G::Move>) -> f32;

    /// See [`Policy::learn`].
    fn learn(&mut self, first: Side, moves: &[G::Move], value: f32);
}

/// A playout to the end of the game.
#[derive(Clone, Debug)]
pub struct Full<P> {
    /// The policy that chooses the moves.
    pub policy: P,
    /// Reduction of distant results, in [0, 1]: a win after 64 plies counts
    /// `1 − shaping`. Values stay inside [−1, 1].
    pub shaping: f32,
}

/// Distance in plies at which [`Full::shaping`] has its full effect.
const FAR: f32 = 64.0;

impl<P> Full<P> {
    /// Playouts without shaping.
    pub fn new(policy: P) -> Self {
        Full { policy, shaping: 0.0 }
    }
}

impl<G: Game, P: Policy<G>> Playout<G> for Full<P> {
    #[inline]
    fn learns(&self) -> bool {
        self.policy.learns()
    }

    #[inline]
    fn run(&mut self, mut state: G, rng: &mut Rng, trace: &mut impl Trace<G::Move>) -> f32 {
        let mut plies = 0u32;
        loop {
            if let Some(outcome) = state.outcome() {
                let value = value_for_mover(outcome, plies);
                return value * (1.0 - self.shaping * (plies as f32 / FAR).min(1.0));
            }
            let m = self.policy.choose(&state, rng);
            trace.push(m);
            state.play_unchecked(m);
            plies += 1;
        }
    }

    fn learn(&mut self, first: Side, moves: &[G::Move], value: f32) {
        self.policy.learn(first, moves, value);
    }
}

/// The value for the side to move `plies` before the end of an outcome for the side
/// to move at the end.
#[inline]
fn value_for_mover(outcome: Outcome, plies: u32) -> f32 {
    let value = outcome.value();
    if plies.is_multiple_of(2) { value } else { -value }
}

/// A playout of a few plies, then the game's static evaluation. With 0 plies the
/// evaluation replaces the playout.
#[derive(Clone, Debug)]
pub struct Truncated<P> {
    /// The policy that chooses the moves.
    pub policy: P,
    /// Number of plies.
    pub plies: u32,
}

impl<G: Evaluate, P: Policy<G>> Playout<G> for Truncated<P> {
    fn learns(&self) -> bool {
        self.policy.learns()
    }

    fn run(&mut self, mut state: G, rng: &mut Rng, trace: &mut impl Trace<G::Move>) -> f32 {
        for plies in 0..self.plies {
            if let Some(outcome) = state.outcome() {
                return value_for_mover(outcome, plies);
            }
            let m = self.policy.choose(&state, rng);
            trace.push(m);
            state.play_unchecked(m);
        }
        match state.outcome() {
            Some(outcome) => value_for_mover(outcome, self.plies),
            None if self.plies.is_multiple_of(2) => state.evaluate().clamp(-1.0, 1.0),
            None => -state.evaluate().clamp(-1.0, 1.0),
        }
    }

    fn learn(&mut self, first: Side, moves: &[G::Move], value: f32) {
        self.policy.learn(first, moves, value);
    }
}

/// Chooses uniformly at random.
#[derive(Clone, Copy, Debug, Default)]
pub struct Uniform;

impl<G: Game> Policy<G> for Uniform {
    #[inline]
    fn choose(&mut self, state: &G, rng: &mut Rng) -> G::Move {
        state.random_move(rng)
    }
}

/// Chooses at random in proportion to the game's weights.
#[derive(Clone, Debug)]
pub struct Weighted<G: Game> {
    moves: Vec<G::Move>,
    weights: Vec<f32>,
}

impl<G: Game> Default for Weighted<G> {
    fn default() -> Self {
        Weighted { moves: Vec::with_capacity(G::MAX_MOVES), weights: Vec::with_capacity(G::MAX_MOVES) }
    }
}

impl<G: Heuristic> Policy<G> for Weighted<G> {
    fn choose(&mut self, state: &G, rng: &mut Rng) -> G::Move {
        state.legal_moves(&mut self.moves);
        self.weights.clear();
        self.weights.extend(self.moves.iter().map(|&m| state.weight(m)));
        let mut left = rng.f32() * self.weights.iter().sum::<f32>();
        for (&m, weight) in self.moves.iter().zip(&self.weights) {
            left -= weight;
            if left < 0.0 {
                return m;
            }
        }
        // Rounding may leave a small rest.
        self.moves[self.moves.len() - 1]
    }
}

/// Plays a winning move if there is one, otherwise a block if one is needed,
/// otherwise follows the inner policy.
#[derive(Clone, Copy, Debug, Default)]
pub struct Decisive<P>(pub P);

impl<G: Tactics, P: Policy<G>> Policy<G> for Decisive<P> {
    fn learns(&self) -> bool {
        self.0.learns()
    }

    fn choose(&mut self, state: &G, rng: &mut Rng) -> G::Move {
        state.winning_move().or_else(|| state.blocking_move()).unwrap_or_else(|| self.0.choose(state, rng))
    }

    fn learn(&mut self, first: Side, moves: &[G::Move], value: f32) {
        self.0.learn(first, moves, value);
    }
}

/// MAST (move-average sampling technique): the move with the best mean value in
/// all simulations so far, or with probability `epsilon` a random one.
#[derive(Clone, Debug)]
pub struct Mast<G: Game> {
    /// Probability of a random move.
    pub epsilon: f32,
    /// Mean value and count of each move of each side.
    records: [Vec<(f32, u32)>; 2],
    moves: Vec<G::Move>,
}

impl<G: Game> Mast<G> {
    /// Without statistics.
    pub fn new(epsilon: f32) -> Self {
        let record = vec![(0.0, 0); G::Move::COUNT];
        Mast { epsilon, records: [record.clone(), record], moves: Vec::with_capacity(G::MAX_MOVES) }
    }
}

impl<G: Game> Policy<G> for Mast<G> {
    fn learns(&self) -> bool {
        true
    }

    fn choose(&mut self, state: &G, rng: &mut Rng) -> G::Move {
        if rng.f32() < self.epsilon {
            return state.random_move(rng);
        }
        state.legal_moves(&mut self.moves);
        let record = &self.records[state.side().index()];
        // A random start of the scan breaks ties at random.
        let start = random::index(rng, self.moves.len());
        let order = self.moves[start..].iter().chain(&self.moves[..start]);
        let mut best = (f32::NEG_INFINITY, self.moves[start]);
        for &m in order {
            let mean = record[m.index()].0;
            if mean > best.0 {
                best = (mean, m);
            }
        }
        best.1
    }

    fn learn(&mut self, first: Side, moves: &[G::Move], value: f32) {
        for (ply, m) in moves.iter().enumerate() {
            let (side, value) = match ply % 2 {
                0 => (first, value),
                _ => (first.other(), -value),
            };
            let (mean, count) = &mut self.records[side.index()][m.index()];
            // Old simulations came from a weaker tree: their weight falls.
            *count = (*count + 1).min(10_000);
            *mean += (value - *mean) / *count as f32;
        }
    }
}
