//! What a tree asks about its positions: a value, an estimate of each move, perhaps
//! a proof. An [`Evaluator`] answers all of it, so that knowledge of a position can be
//! computed once.
//!
//! A pair `(playout, guide)` is an evaluator made of two independent sources: a
//! [`Playout`] for values and a [`Guide`] for estimates and proofs. An evaluator of
//! its own pays where the two share work:
//!
//! - [`Query::estimate`]: the estimate of the move that led to a leaf is known, and
//!   may already be most of its value;
//! - [`Evaluator::evaluate`]: value and estimates in one call, for trees that expand
//!   a leaf at its first visit ([`crate::Expansion::One`] with `at_visit` 0);
//! - [`Evaluator::evaluate_batch`]: several leaves at once
//!   ([`crate::Options::batch`]);
//! - [`Query::path`]: the moves from the root, for an evaluator that updates its
//!   features move by move ([`Evaluator::FOLLOWS`]). It compares the path with the
//!   last one and keeps what is common.
//!
//! [`crate::conformance`] checks that the answers agree with each other.

use game::{Game, Proof, Rng, Side};

use crate::guide::Guide;
use crate::playout::{Playout, Trace};

/// A position that is to be evaluated, and how the tree got there.
#[derive(Clone, Copy, Debug)]
pub struct Query<'a, G: Game> {
    /// The position.
    pub state: &'a G,
    /// The root of the tree.
    pub root: &'a G,
    /// The moves from the root to the position; empty unless [`Evaluator::FOLLOWS`].
    pub path: &'a [G::Move],
    /// What the evaluator estimated for the last of these moves, rounded to 16 bits;
    /// `None` at the root, and if the selection rule uses no estimates.
    pub estimate: Option<f32>,
}

impl<'a, G: Game> Query<'a, G> {
    /// A query about a position without a tree.
    pub fn alone(state: &'a G) -> Self {
        Query { state, root: state, path: &[], estimate: None }
    }
}

/// A leaf of a batch, and the answer about it.
#[derive(Clone, Debug)]
pub struct Request<G: Game> {
    /// The position.
    pub state: G,
    /// See [`Query::path`].
    pub path: Vec<G::Move>,
    /// See [`Query::estimate`].
    pub estimate: Option<f32>,
    /// The moves whose estimates are wanted; may be empty.
    pub moves: Vec<G::Move>,
    /// Answer: one estimate per move.
    pub estimates: Vec<f32>,
    /// Answer: the value for the side to move.
    pub value: f32,
    /// Moves of a playout are appended to it, if there was one.
    pub trace: Vec<G::Move>,
}

impl<G: Game> Request<G> {
    /// A request about a position.
    pub fn new(state: G) -> Self {
        Request {
            state,
            path: Vec::new(),
            estimate: None,
            moves: Vec::new(),
            estimates: Vec::new(),
            value: 0.0,
            trace: Vec::new(),
        }
    }
}

/// Evaluates the positions of a tree.
pub trait Evaluator<G: Game>: Clone + Send {
    /// Does it want [`Query::path`]?
    const FOLLOWS: bool = false;

    /// Can [`Evaluator::prove`] find anything?
    const PROVES: bool = false;

    /// A value of a position for its side to move, in [−1, 1]. The game is not over.
    fn value(&mut self, query: Query<G>, rng: &mut Rng, trace: &mut impl Trace<G::Move>) -> f32;

    /// Appends one number in [0, 1] per move: priors or win chances, as the selection
    /// rule wants them.
    fn estimate(&mut self, query: Query<G>, moves: &[G::Move], estimates: &mut Vec<f32>);

    /// Value and estimates of one position.
    fn evaluate(
        &mut self,
        query: Query<G>,
        moves: &[G::Move],
        estimates: &mut Vec<f32>,
        rng: &mut Rng,
        trace: &mut impl Trace<G::Move>,
    ) -> f32 {
        self.estimate(query, moves, estimates);
        self.value(query, rng, trace)
    }

    /// Answers several requests about leaves of one tree.
    fn evaluate_batch(&mut self, root: &G, requests: &mut [Request<G>], rng: &mut Rng) {
        for Request { state, path, estimate, moves, estimates, value, trace } in requests {
            let query = Query { state, root, path, estimate: *estimate };
            *value = match moves.is_empty() {
                true => self.value(query, rng, trace),
                false => self.evaluate(query, moves, estimates, rng, trace),
            };
        }
    }

    /// The proven result of a position for its side to move, if it is found. The tree
    /// asks before a node gets its children, and whenever the number of its visits is
    /// a power of two.
    #[inline]
    fn prove(&mut self, _state: &G, _visits: u32) -> Option<Proof> {
        None
    }

    /// Does it learn from the results of simulations?
    #[inline]
    fn learns(&self) -> bool {
        false
    }

    /// See [`crate::playout::Policy::learn`].
    fn learn(&mut self, _first: Side, _moves: &[G::Move], _value: f32) {}
}

impl<G: Game, P: Playout<G>, K: Guide<G>> Evaluator<G> for (P, K) {
    const PROVES: bool = K::PROVES;

    #[inline]
    fn value(&mut self, query: Query<G>, rng: &mut Rng, trace: &mut impl Trace<G::Move>) -> f32 {
        self.0.run(*query.state, rng, trace)
    }

    #[inline]
    fn estimate(&mut self, query: Query<G>, moves: &[G::Move], estimates: &mut Vec<f32>) {
        self.1.estimate(query.state, moves, estimates);
    }

    #[inline]
    fn prove(&mut self, state: &G, visits: u32) -> Option<Proof> {
        self.1.prove(state, visits)
    }

    #[inline]
    fn learns(&self) -> bool {
        self.0.learns()
    }

    fn learn(&mut self, first: Side, moves: &[G::Move], value: f32) {
        self.0.learn(first, moves, value);
    }
}
