//! Priors of moves from the threats that they make and prevent.
//!
//! A threat is worth more if its owner gets the cell when columns are filled in
//! pairs: sooner or later the opponent has to play below it (zugzwang).

use game::Game;
use mcts::guide::Prior;

use crate::board::{Class, Column, Position};
use crate::lines::completing;
use crate::safe_moves::SafeMoves;
use crate::vector::Task;

/// Priors from threats and the distance to the centre.
#[derive(Clone, Debug)]
pub struct ThreatPrior<B> {
    /// The board that `parity_cells` belongs to.
    cells: B,
    /// By side: the cells that it gets if columns are filled in pairs.
    parity_cells: [B; 2],
}

impl<B: Class> Default for ThreatPrior<B> {
    fn default() -> Self {
        ThreatPrior { cells: B::EMPTY, parity_cells: [B::EMPTY; 2] }
    }
}

impl<B: Class> ThreatPrior<B> {
    fn set_board(&mut self, position: &Position<B>) {
        if self.cells != position.cells() {
            self.cells = position.cells();
            self.parity_cells = position.parity_cells();
        }
    }
}

/// Bonus of the centre column over the edge.
const CENTRE: f32 = 1.5;
/// Bonus of a new threat of the side to move.
const MADE: f32 = 0.5;
/// Bonus of a prevented threat: the opponent would have made it with a stone on the
/// same cell.
const PREVENTED: f32 = 0.4;
/// Penalty of a move that lets the opponent take a winning cell of the side to move.
const WASTED: f32 = 1.0;
/// Additional threats that a threat counts for if its owner gets the cell by parity.
const ZUGZWANG: f32 = 1.5;

impl<B: Class> Prior<SafeMoves<B>> for ThreatPrior<B> {
    fn priors(&mut self, state: &SafeMoves<B>, moves: &[Column], priors: &mut Vec<f32>) {
        self.set_board(state.position());
        let first = priors.len();
        B::dispatch(Weighing { state, parity_cells: self.parity_cells, moves, priors });
        let total: f32 = priors[first..].iter().sum();
        priors[first..].iter_mut().for_each(|prior| *prior /= total);
    }
}

/// Computes the weights of all moves of a position.
struct Weighing<'a, B> {
    state: &'a SafeMoves<B>,
    parity_cells: [B; 2],
    moves: &'a [Column],
    priors: &'a mut Vec<f32>,
}

impl<B: Class> Task<B> for Weighing<'_, B> {
    type Output = ();

    #[inline(always)]
    fn run<F: Class>(self, convert: impl Fn(B) -> F) {
        let state = self.state.converted(&convert);
        let parity_cells = self.parity_cells.map(&convert);
        let position = state.position();
        let side = self.state.position().side().index();
        let (own, other) = (position.own(), position.other());
        let vacant = position.vacant();
        let last = self.state.position().columns() - 1;
        let gives_up_win = state.gives_up_win();
        for m in self.moves {
            let cell = position.playable() & F::column(m.number());
            let open = vacant & !cell;
            let made = completing(own | cell) & open & !state.own_wins();
            let prevented = completing(other | cell) & open & !state.other_wins();
            let worth = |wins: F, side: usize| {
                wins.count() as f32 + ZUGZWANG * (wins & parity_cells[side]).count() as f32
            };
            let (made, prevented) = (worth(made, side), worth(prevented, 1 - side));
            let centre = m.number().min(last - m.number()) as f32 / last as f32;
            let wasted = (cell & gives_up_win).count() as f32;
            let score = CENTRE * centre + MADE * made + PREVENTED * prevented - WASTED * wasted;
            self.priors.push(approximate_exp(score));
        }
    }
}

/// Approximates the exponential function with the same result on every machine.
#[inline(always)]
fn approximate_exp(x: f32) -> f32 {
    let eighth = 1.0 + x / 8.0;
    let half = eighth * eighth * (eighth * eighth);
    half * half
}
