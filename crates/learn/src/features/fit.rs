//! Logistic regression of the weights on training samples.

use connect4::eval::{FEATURES, KNOTS, Weights};
use game::Rng;

use super::games::Sample;

/// The learned weights and their loss.
pub struct Fit {
    pub weights: Weights,
    /// Mean cross entropy of the training samples with the results of their games.
    pub loss: f64,
    /// The same for the samples that were held out.
    pub held_out: f64,
}

/// Distance between the samples that are held out.
const HELD_OUT: usize = 20;

const N: usize = FEATURES * KNOTS;

/// Weight of each knot in the interpolation.
fn shares(full: f32) -> [f32; KNOTS] {
    let place = full * (KNOTS - 1) as f32;
    std::array::from_fn(|knot| (1.0 - (place - knot as f32).abs()).max(0.0))
}

struct Model {
    weights: [f32; N],
    mean_square: [f32; N],
}

impl Model {
    fn logit(&self, sample: &Sample) -> f32 {
        let mut sum = 0.0;
        for (knot, share) in shares(sample.full).into_iter().enumerate() {
            if share > 0.0 {
                let weights = &self.weights[knot * FEATURES..][..FEATURES];
                let part: f32 = weights.iter().zip(&sample.features).map(|(w, &n)| w * f32::from(n)).sum();
                sum += share * part;
            }
        }
        sum
    }

    fn learn(&mut self, sample: &Sample, target: f32, step: f32) {
        let error = target - sigmoid(self.logit(sample));
        for (knot, share) in shares(sample.full).into_iter().enumerate() {
            if share == 0.0 {
                continue;
            }
            for i in 0..FEATURES {
                if sample.features[i] == 0 {
                    continue;
                }
                let gradient = error * share * f32::from(sample.features[i]);
                let at = knot * FEATURES + i;
                let square = &mut self.mean_square[at];
                *square += 0.001 * (gradient * gradient - *square);
                self.weights[at] += step * (gradient / (square.sqrt() + 1e-3) - 0.0005 * self.weights[at]);
            }
        }
    }

    fn loss<'a>(&self, samples: impl Iterator<Item = &'a Sample>) -> f64 {
        let (mut sum, mut count) = (0.0, 0u64);
        for sample in samples {
            let p = sigmoid(self.logit(sample)).clamp(1e-6, 1.0 - 1e-6);
            let t = sample.result;
            sum -= f64::from(t * p.ln() + (1.0 - t) * (1.0 - p).ln());
            count += 1;
        }
        sum / count.max(1) as f64
    }
}

fn sigmoid(x: f32) -> f32 {
    1.0 / (1.0 + (-x).exp())
}

/// Fits weights. A sample's target is the result of its game with the weight `trust`,
/// and the search's value with the rest.
pub fn fit(samples: &[Sample], trust: f32, epochs: u32, seed: u64) -> Fit {
    let mut model = Model { weights: [0.0; N], mean_square: [1.0; N] };
    let mut order: Vec<usize> = (0..samples.len()).filter(|i| i % HELD_OUT != 0).collect();
    let mut rng = Rng::with_seed(seed);
    for epoch in 0..epochs {
        rng.shuffle(&mut order);
        let step = 0.003 * (1.0 - epoch as f32 / epochs as f32).powi(2).max(0.002);
        for &i in &order {
            let Sample { result, searched, .. } = samples[i];
            model.learn(&samples[i], searched + trust * (result - searched), step);
        }
    }
    let mut weights = [[0; FEATURES]; KNOTS];
    for (i, w) in model.weights.iter().enumerate() {
        weights[i / FEATURES][i % FEATURES] = (w * 100.0).round().clamp(-2000.0, 2000.0) as i16;
    }
    Fit {
        weights,
        loss: model.loss(order.iter().map(|&i| &samples[i])),
        held_out: model.loss(samples.iter().step_by(HELD_OUT)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use connect4::State;
    use connect4::eval::BoardFeatures;
    use connect4::safe_moves::SafeMoves;
    use game::Game;

    /// The odds of these samples depend on one feature only.
    #[test]
    fn the_deciding_feature_gets_its_weight_and_others_none() {
        let mut rng = Rng::with_seed(2);
        let empty = BoardFeatures::new(&State::start(), &[[0; FEATURES]; KNOTS])
            .extract(&SafeMoves::new(&State::start()));
        let samples: Vec<Sample> = (0..40_000)
            .map(|i| {
                let mut features = empty;
                features[..FEATURES - 2].fill(0);
                features[3] = rng.i16(0..3);
                features[5] = rng.i16(0..3);
                let probability = sigmoid(f32::from(features[3]) - 1.0);
                let result = f32::from(u8::from(rng.f32() < probability));
                Sample { features, full: (i % 100) as f32 / 100.0, result, searched: 0.5 }
            })
            .collect();
        let fit = fit(&samples, 1.0, 20, 1);
        for weights in fit.weights {
            assert!((80..120).contains(&weights[3]), "{weights:?}");
            assert!(weights[5].abs() < 20, "{weights:?}");
        }
        assert!(
            fit.held_out < 0.66 && (fit.loss - fit.held_out).abs() < 0.03,
            "{} {}",
            fit.loss,
            fit.held_out
        );
    }
}
