//! The input of a network, and an evaluator that asks one.

use std::sync::Arc;

use game::{Game, Proof, Rng, Side};
use mcts::evaluator::{Evaluator, Query};
use mcts::guide::Prover;
use mcts::playout::Trace;
use net::{Input, Network, Planes, PolicyValue};

use crate::board::{Class, Column, Position};
use crate::safe_moves::SafeMoves;
use crate::threat_prover::ThreatProver;

impl<B: Class> Input for Position<B> {
    const PLANES: usize = 9;

    /// Stones of both sides, winning cells of both sides, the cells where a stone can land,
    /// the cells that the side to move and its opponent get if all columns are filled in
    /// pairs, the board without the forbidden cell, and all of it if the first player is to
    /// move.
    fn fill(&self, planes: &mut Planes) {
        let (rows, columns) = (self.rows(), self.columns());
        planes.clear(rows, columns, Self::PLANES);
        let [first, second] = self.parity_cells();
        let is_first = self.side() == Side::First;
        let (own_parity, other_parity) = if is_first { (first, second) } else { (second, first) };
        let sets = [
            self.own(),
            self.other(),
            self.own_threats(),
            self.other_threats(),
            self.playable(),
            own_parity,
            other_parity,
            self.cells(),
            if is_first { self.cells() } else { B::EMPTY },
        ];
        for (plane, set) in sets.into_iter().enumerate() {
            for column in 0..columns {
                let mut cells = set.lane(column);
                while cells != 0 {
                    planes.set(plane, rows - 1 - cells.trailing_zeros() as usize, column);
                    cells &= cells - 1;
                }
            }
        }
    }
}

/// Asks a network for value and priors of a position, and proves positions by threats and
/// the exact solver.
#[derive(Clone)]
pub struct ByNetwork<B> {
    asked: PolicyValue,
    prover: ThreatProver<B>,
}

impl<B: Class> ByNetwork<B> {
    /// An evaluator with this network, which must have been made for Connect-4. Priors are
    /// in proportion to exp(logit / temperature).
    pub fn new(network: Arc<Network>, temperature: f32, prover: ThreatProver<B>) -> Self {
        ByNetwork { asked: PolicyValue::new::<Position<B>>(network, temperature), prover }
    }

    fn ask(&mut self, state: &SafeMoves<B>, moves: &[Column], priors: &mut Vec<f32>) -> f32 {
        let position = state.position();
        let cells = moves.iter().filter_map(|&m| position.landing(m));
        self.asked.ask(position, cells, priors)
    }
}

impl<B: Class> Evaluator<SafeMoves<B>> for ByNetwork<B> {
    const PROVES: bool = true;

    fn value(&mut self, query: Query<SafeMoves<B>>, _rng: &mut Rng, _trace: &mut impl Trace<Column>) -> f32 {
        self.ask(query.state, &[], &mut Vec::new())
    }

    fn estimate(&mut self, query: Query<SafeMoves<B>>, moves: &[Column], estimates: &mut Vec<f32>) {
        self.ask(query.state, moves, estimates);
    }

    fn evaluate(
        &mut self,
        query: Query<SafeMoves<B>>,
        moves: &[Column],
        estimates: &mut Vec<f32>,
        _rng: &mut Rng,
        _trace: &mut impl Trace<Column>,
    ) -> f32 {
        self.ask(query.state, moves, estimates)
    }

    fn prove(&mut self, state: &SafeMoves<B>, visits: u32) -> Option<Proof> {
        self.prover.prove(state, visits)
    }
}
