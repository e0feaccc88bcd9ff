//! What a move looks like before anybody has tried it: the threats that it
//! makes and takes, each by where it lies.
//!
//! A threat whose cell falls to its owner when the columns are filled to the
//! end is worth more than another: sooner or later the opponent has to play
//! below it (zugzwang).

use game::Game;
use mcts::guide::Prior;

use crate::board::{Class, Column, Position};
use crate::lines::completing;
use crate::sharp::Sharp;
use crate::vector::Task;

/// Priors from threats.
#[derive(Clone, Debug)]
pub struct Threats<B> {
    /// The board that the cells below belong to.
    cells: B,
    /// By side: cells that fall to it when the rest of the board is full.
    falls_to: [B; 2],
}

impl<B: Class> Default for Threats<B> {
    fn default() -> Self {
        Threats { cells: B::EMPTY, falls_to: [B::EMPTY; 2] }
    }
}

impl<B: Class> Threats<B> {
    fn settle_on(&mut self, position: &Position<B>) {
        if self.cells != position.cells() {
            self.cells = position.cells();
            self.falls_to = position.falls_to();
        }
    }
}

/// How much a move gains by its place between the edge and the centre.
const CENTRE: f32 = 1.5;
/// By a new threat of its own.
const MADE: f32 = 0.5;
/// By taking the cell with which the opponent would have made a threat.
const TAKEN: f32 = 0.4;
/// What it loses if it lets the opponent take a threat of its own.
const WASTED: f32 = 1.0;
/// How much more a threat counts whose cell falls to its owner in the end.
const ZUGZWANG: f32 = 1.5;

impl<B: Class> Prior<Sharp<B>> for Threats<B> {
    fn priors(&mut self, state: &Sharp<B>, moves: &[Column], priors: &mut Vec<f32>) {
        self.settle_on(state.position());
        let first = priors.len();
        B::fastest(Weighing { state, falls_to: self.falls_to, moves, priors });
        let total: f32 = priors[first..].iter().sum();
        priors[first..].iter_mut().for_each(|prior| *prior /= total);
    }
}

/// The weights of all moves of a position.
struct Weighing<'a, B> {
    state: &'a Sharp<B>,
    falls_to: [B; 2],
    moves: &'a [Column],
    priors: &'a mut Vec<f32>,
}

impl<B: Class> Task<B> for Weighing<'_, B> {
    type Output = ();

    #[inline(always)]
    fn run<F: Class>(self, convert: impl Fn(B) -> F) {
        let state = self.state.converted(&convert);
        let falls_to = self.falls_to.map(&convert);
        let position = state.position();
        let side = self.state.position().side().index();
        let (own, other) = (position.own(), position.other());
        let vacant = position.vacant();
        let last = self.state.position().columns() - 1;
        let wasteful = state.wasteful();
        for m in self.moves {
            let cell = position.playable() & F::column(m.number());
            let open = vacant & !cell;
            let made = completing(own | cell) & open & !state.own_wins();
            let taken = completing(other | cell) & open & !state.other_wins();
            let worth = |wins: F, side: usize| {
                wins.count() as f32 + ZUGZWANG * (wins & falls_to[side]).count() as f32
            };
            let (made, taken) = (worth(made, side), worth(taken, 1 - side));
            let centre = m.number().min(last - m.number()) as f32 / last as f32;
            let wasted = (cell & wasteful).count() as f32;
            self.priors.push(grow(CENTRE * centre + MADE * made + TAKEN * taken - WASTED * wasted));
        }
    }
}

/// Nearly the exponential function, and the same on every machine.
#[inline(always)]
fn grow(x: f32) -> f32 {
    let eighth = 1.0 + x / 8.0;
    let half = eighth * eighth * (eighth * eighth);
    half * half
}
