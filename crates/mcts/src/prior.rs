//! What a search believes of moves before it has tried them, and what it
//! knows of positions for certain.

use game::{Game, Heuristic, Proof};

/// A source of priors, for PUCT and the progressive bias.
pub trait Prior<G: Game>: Clone + Send {
    /// Appends a number in [0, 1] per move, all together 1.
    fn fill(&mut self, state: &G, moves: &[G::Move], priors: &mut Vec<f32>);

    /// Does [`Prior::prove`] ever know anything?
    const PROVES: bool = false;

    /// The result of a position, if it can be seen without searching on. Asked
    /// before a node gets its children, and whenever its visits have doubled.
    #[inline]
    fn prove(&mut self, _state: &G, _visits: u32) -> Option<Proof> {
        None
    }
}

/// No opinion: all moves alike.
#[derive(Clone, Copy, Debug, Default)]
pub struct Even;

impl<G: Game> Prior<G> for Even {
    fn fill(&mut self, _state: &G, moves: &[G::Move], priors: &mut Vec<f32>) {
        priors.extend(moves.iter().map(|_| 1.0 / moves.len() as f32));
    }
}

/// The game's own weights.
#[derive(Clone, Copy, Debug, Default)]
pub struct ByWeight;

impl<G: Heuristic> Prior<G> for ByWeight {
    fn fill(&mut self, state: &G, moves: &[G::Move], priors: &mut Vec<f32>) {
        priors.extend(moves.iter().map(|&m| state.weight(m)));
        let total: f32 = priors.iter().sum();
        priors.iter_mut().for_each(|prior| *prior /= total);
    }
}
