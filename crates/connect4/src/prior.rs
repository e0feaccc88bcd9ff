//! What a move looks like before anybody has tried it: the threats that it
//! makes and takes, each by where it lies.
//!
//! A threat whose cell falls to its owner when the columns are filled to the
//! end is worth more than another: sooner or later the opponent has to play
//! below it (zugzwang).

use game::Game;
use mcts::prior::Prior;

use crate::board::{Class, Column, Position};
use crate::lines::completing;
use crate::sharp::Sharp;

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
/// How much more a threat counts whose cell falls to its owner in the end.
const ZUGZWANG: f32 = 1.5;

impl<B: Class> Prior<Sharp<B>> for Threats<B> {
    fn fill(&mut self, state: &Sharp<B>, moves: &[Column], priors: &mut Vec<f32>) {
        let position = state.position();
        self.settle_on(position);
        let side = position.side().index();
        let vacant = position.vacant();
        let last = position.columns() - 1;
        let worth = |wins: B, side: usize| {
            wins.count() as f32 + ZUGZWANG * (wins & self.falls_to[side]).count() as f32
        };
        let weight = |m: &Column| {
            let cell = position.playable() & B::column(m.number());
            let new = |stones: B, old: B| completing(stones | cell) & vacant & !(cell | old);
            let made = worth(new(position.own(), state.own_wins()), side);
            let taken = worth(new(position.other(), state.other_wins()), 1 - side);
            let centre = m.number().min(last - m.number()) as f32 / last as f32;
            grow(CENTRE * centre + MADE * made + TAKEN * taken)
        };
        priors.extend(moves.iter().map(weight));
        let total: f32 = priors.iter().sum();
        priors.iter_mut().for_each(|prior| *prior /= total);
    }
}

/// Nearly the exponential function, and the same on every machine.
fn grow(x: f32) -> f32 {
    let eighth = 1.0 + x / 8.0;
    let half = eighth * eighth * (eighth * eighth);
    half * half
}
