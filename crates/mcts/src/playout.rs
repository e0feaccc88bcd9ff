//! Playouts: how a position that the tree does not know is judged.
//!
//! A [`Policy`] chooses one move; a [`Playout`] follows a policy to the end
//! of the game ([`Full`]) or for a few plies ([`Truncated`]) and says what
//! came of it. Policies are built from each other (`Decisive<Mast>`), and the
//! compiler makes one loop out of the whole.

use game::{Evaluate, Game, Heuristic, Move, Outcome, Rng, Side, Tactics};

/// Where a playout writes down its moves, for rules that learn from them.
/// `()` forgets them at no cost.
pub trait Trace<M> {
    /// A move was made.
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
    /// Does it want to hear how simulations went?
    fn learns(&self) -> bool {
        false
    }

    /// A legal move; the game is not over.
    fn choose(&mut self, state: &G, rng: &mut Rng) -> G::Move;

    /// A simulation made `moves`, in turn, and was worth `value` to `first`,
    /// the side that made the first of them.
    fn learn(&mut self, _first: Side, _moves: &[G::Move], _value: f32) {}
}

/// Judges a position by playing on.
pub trait Playout<G: Game>: Clone + Send {
    /// Does it want to hear how simulations went?
    fn learns(&self) -> bool;

    /// The value of `state` for its side to move, in [−1, 1].
    fn run(&mut self, state: G, rng: &mut Rng, trace: &mut impl Trace<G::Move>) -> f32;

    /// See [`Policy::learn`].
    fn learn(&mut self, first: Side, moves: &[G::Move], value: f32);
}

/// To the end of the game.
#[derive(Clone, Debug)]
pub struct Full<P> {
    /// Chooses the moves.
    pub policy: P,
    /// How much a result loses by being far away, in [0, 1]: at 64 plies a
    /// win counts `1 − shaping`. Rewards stay inside [−1, 1].
    pub shaping: f32,
}

/// The distance at which [`Full::shaping`] has its whole effect.
const FAR: f32 = 64.0;

impl<P> Full<P> {
    /// Playouts whose results count the same at any distance.
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
                let value = mover(outcome, plies);
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

/// What the outcome for the last side to move is worth to the one that moved
/// `plies` before.
#[inline]
fn mover(outcome: Outcome, plies: u32) -> f32 {
    let value = outcome.value();
    if plies.is_multiple_of(2) { value } else { -value }
}

/// A few plies, then the game's own judgement. With 0 plies this is no
/// playout at all but a search guided by the evaluation.
#[derive(Clone, Debug)]
pub struct Truncated<P> {
    /// Chooses the moves.
    pub policy: P,
    /// How many plies.
    pub plies: u32,
}

impl<G: Evaluate, P: Policy<G>> Playout<G> for Truncated<P> {
    fn learns(&self) -> bool {
        self.policy.learns()
    }

    fn run(&mut self, mut state: G, rng: &mut Rng, trace: &mut impl Trace<G::Move>) -> f32 {
        for plies in 0..self.plies {
            if let Some(outcome) = state.outcome() {
                return mover(outcome, plies);
            }
            let m = self.policy.choose(&state, rng);
            trace.push(m);
            state.play_unchecked(m);
        }
        match state.outcome() {
            Some(outcome) => mover(outcome, self.plies),
            None if self.plies.is_multiple_of(2) => state.evaluate().clamp(-1.0, 1.0),
            None => -state.evaluate().clamp(-1.0, 1.0),
        }
    }

    fn learn(&mut self, first: Side, moves: &[G::Move], value: f32) {
        self.policy.learn(first, moves, value);
    }
}

/// Every legal move is as likely as the next.
#[derive(Clone, Copy, Debug, Default)]
pub struct Uniform;

impl<G: Game> Policy<G> for Uniform {
    #[inline]
    fn choose(&mut self, state: &G, rng: &mut Rng) -> G::Move {
        state.random_move(rng)
    }
}

/// Moves are drawn in proportion to the game's own weights.
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
        // Rounding may leave a crumb.
        self.moves[self.moves.len() - 1]
    }
}

/// Wins if it can, else blocks if it must, else does as the inner policy.
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

/// MAST: the move that did best in all simulations so far, wherever it was
/// played; now and then any move.
#[derive(Clone, Debug)]
pub struct Mast<G: Game> {
    /// How often any move is played instead.
    pub epsilon: f32,
    /// Mean and number of the values of each move of each side.
    records: [Vec<(f32, u32)>; 2],
    moves: Vec<G::Move>,
}

impl<G: Game> Mast<G> {
    /// Knows nothing yet.
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
        // Start anywhere, so that equals are drawn and not always the first.
        let start = rng.usize(0..self.moves.len());
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
            // Old simulations came from a weaker tree: let them fade.
            *count = (*count + 1).min(10_000);
            *mean += (value - *mean) / *count as f32;
        }
    }
}
