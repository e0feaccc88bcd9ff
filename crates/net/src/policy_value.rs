//! Value and priors of a position, as a tree search asks for them.

use std::sync::Arc;

use crate::input::Input;
use crate::lanes::Cpu;
use crate::math;
use crate::network::{Answer, Network, Scratch};
use crate::planes::Planes;

/// Asks a network for the value of a position and the priors of its moves.
#[derive(Clone, Debug)]
pub struct PolicyValue {
    network: Arc<Network>,
    /// Priors are in proportion to exp(logit / temperature).
    temperature: f32,
    cpu: Cpu,
    planes: Planes,
    scratch: Scratch,
}

impl PolicyValue {
    /// With this network, which must have been made for the positions `P`. The lower the
    /// temperature, the more the priors favour the best moves.
    ///
    /// # Panics
    /// If the network has another number of planes.
    pub fn new<P: Input>(network: Arc<Network>, temperature: f32) -> Self {
        assert_eq!(network.shape().planes, P::PLANES, "a network for another game");
        PolicyValue {
            network,
            temperature,
            cpu: Cpu::detect(),
            planes: Planes::default(),
            scratch: Scratch::default(),
        }
    }

    /// Value of a position for its side to move. Appends one prior for each cell, given as
    /// row and column; the priors sum to 1.
    pub fn ask<P: Input>(
        &mut self,
        position: &P,
        cells: impl Iterator<Item = (usize, usize)>,
        priors: &mut Vec<f32>,
    ) -> f32 {
        position.fill(&mut self.planes);
        let Answer { value, logits } = self.network.evaluate(&self.planes, &mut self.scratch, self.cpu);
        let columns = self.planes.grid().columns;
        let first = priors.len();
        priors.extend(cells.map(|(row, column)| logits[row * columns + column]));
        let priors = &mut priors[first..];
        let most = priors.iter().copied().fold(f32::MIN, f32::max);
        let mut total = 0.0;
        for prior in priors.iter_mut() {
            *prior = math::exp((*prior - most) / self.temperature);
            total += *prior;
        }
        priors.iter_mut().for_each(|prior| *prior /= total);
        value
    }
}
