//! What a tree asks about a node before its simulations: an estimate of each
//! move, and perhaps a proof.
//!
//! Three sources of knowledge exist, each with a law that
//! [`crate::conformance`] checks: a [`Prior`] gives probabilities of moves, a
//! [`WinChances`] the chance to win with each move, a [`Prover`] the result of a
//! position. A [`Guide`] wraps them for the tree.

use game::{Evaluate, Game, Heuristic, Proof};

/// Probability of each move to be the best one. UCB1's progressive bias and
/// PUCT read it.
pub trait Prior<G: Game>: Clone + Send {
    /// Appends one probability per move; they sum to 1.
    fn priors(&mut self, state: &G, moves: &[G::Move], priors: &mut Vec<f32>);
}

/// Chance of the side to move to win with each move. RAVE reads it as virtual
/// visits, implicit minimax as the value of the move.
pub trait WinChances<G: Game>: Clone + Send {
    /// Appends one chance in [0, 1] per move.
    fn chances(&mut self, state: &G, moves: &[G::Move], chances: &mut Vec<f32>);
}

/// Finds the result of a position without searching on.
pub trait Prover<G: Game>: Clone + Send {
    /// The proven result of `state` for its side to move, if it is found. The
    /// tree asks before a node gets its children, and whenever the number of
    /// its visits is a power of two.
    fn prove(&mut self, state: &G, visits: u32) -> Option<Proof>;
}

/// Everything that a tree asks about a node before its simulations.
pub trait Guide<G: Game>: Clone + Send {
    /// Appends one number in [0, 1] per move: priors or win chances, as the
    /// selection rule wants them.
    fn estimate(&mut self, state: &G, moves: &[G::Move], estimates: &mut Vec<f32>);

    /// Can [`Guide::prove`] find anything?
    const PROVES: bool = false;

    /// See [`Prover::prove`].
    #[inline]
    fn prove(&mut self, _state: &G, _visits: u32) -> Option<Proof> {
        None
    }
}

/// Guide with priors.
#[derive(Clone, Copy, Debug, Default)]
pub struct Priors<P>(pub P);

impl<G: Game, P: Prior<G>> Guide<G> for Priors<P> {
    #[inline]
    fn estimate(&mut self, state: &G, moves: &[G::Move], estimates: &mut Vec<f32>) {
        self.0.priors(state, moves, estimates);
    }
}

/// Guide with win chances, for [`crate::select::Rave`] and
/// [`crate::select::ImplicitMinimax`].
#[derive(Clone, Copy, Debug, Default)]
pub struct Chances<W>(pub W);

impl<G: Game, W: WinChances<G>> Guide<G> for Chances<W> {
    #[inline]
    fn estimate(&mut self, state: &G, moves: &[G::Move], estimates: &mut Vec<f32>) {
        self.0.chances(state, moves, estimates);
    }
}

/// Guide with priors or win chances, chosen at run time.
#[derive(Clone, Copy, Debug)]
pub enum PriorsOrChances<P, W> {
    /// Priors.
    Priors(P),
    /// Win chances.
    Chances(W),
}

impl<G: Game, P: Prior<G>, W: WinChances<G>> Guide<G> for PriorsOrChances<P, W> {
    #[inline]
    fn estimate(&mut self, state: &G, moves: &[G::Move], estimates: &mut Vec<f32>) {
        match self {
            PriorsOrChances::Priors(source) => source.priors(state, moves, estimates),
            PriorsOrChances::Chances(source) => source.chances(state, moves, estimates),
        }
    }
}

/// Guide that takes estimates from one source and proofs from another.
#[derive(Clone, Copy, Debug, Default)]
pub struct Proving<K, V> {
    /// Source of the estimates.
    pub guide: K,
    /// Source of the proofs.
    pub prover: V,
}

impl<G: Game, K: Guide<G>, V: Prover<G>> Guide<G> for Proving<K, V> {
    #[inline]
    fn estimate(&mut self, state: &G, moves: &[G::Move], estimates: &mut Vec<f32>) {
        self.guide.estimate(state, moves, estimates);
    }

    const PROVES: bool = true;

    #[inline]
    fn prove(&mut self, state: &G, visits: u32) -> Option<Proof> {
        self.prover.prove(state, visits)
    }
}

/// Equal priors for all moves.
#[derive(Clone, Copy, Debug, Default)]
pub struct Even;

impl<G: Game> Prior<G> for Even {
    fn priors(&mut self, _state: &G, moves: &[G::Move], priors: &mut Vec<f32>) {
        priors.extend(moves.iter().map(|_| 1.0 / moves.len() as f32));
    }
}

/// Priors in proportion to the game's weights.
#[derive(Clone, Copy, Debug, Default)]
pub struct ByWeight;

impl<G: Heuristic> Prior<G> for ByWeight {
    fn priors(&mut self, state: &G, moves: &[G::Move], priors: &mut Vec<f32>) {
        let first = priors.len();
        priors.extend(moves.iter().map(|&m| state.weight(m)));
        let total: f32 = priors[first..].iter().sum();
        priors[first..].iter_mut().for_each(|prior| *prior /= total);
    }
}

/// Even chances for all moves.
impl<G: Game> WinChances<G> for Even {
    fn chances(&mut self, _state: &G, moves: &[G::Move], chances: &mut Vec<f32>) {
        chances.extend(moves.iter().map(|_| 0.5));
    }
}

/// Win chances by the game's static evaluation after each move.
#[derive(Clone, Copy, Debug, Default)]
pub struct ByEvaluation;

impl<G: Evaluate> WinChances<G> for ByEvaluation {
    fn chances(&mut self, state: &G, moves: &[G::Move], chances: &mut Vec<f32>) {
        chances.extend(moves.iter().map(|&m| {
            let mut next = *state;
            next.play_unchecked(m);
            let value = next.outcome().map_or_else(|| next.evaluate(), |outcome| outcome.value());
            (1.0 - value) / 2.0
        }));
    }
}
