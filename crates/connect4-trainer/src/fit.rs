//! Logistic regression: weights that give each lesson its odds.

use connect4::eval::{COUNTS, KNOTS, Weights};
use game::Rng;

use crate::games::Lesson;

/// What was learned, and how well it fits.
pub struct Fit {
    pub weights: Weights,
    /// How far the weights are from the ends of the games (cross entropy in
    /// the mean), and those of lessons that were held out.
    pub loss: f64,
    pub held_out: f64,
}

/// One lesson in this many is held out.
const HELD_OUT: usize = 20;

const N: usize = COUNTS * KNOTS;

/// The share of each knot.
fn shares(full: f32) -> [f32; KNOTS] {
    let place = full * (KNOTS - 1) as f32;
    std::array::from_fn(|knot| (1.0 - (place - knot as f32).abs()).max(0.0))
}

struct Model {
    weights: [f32; N],
    mean_square: [f32; N],
}

impl Model {
    fn logit(&self, lesson: &Lesson) -> f32 {
        let mut sum = 0.0;
        for (knot, share) in shares(lesson.full).into_iter().enumerate() {
            if share > 0.0 {
                let weights = &self.weights[knot * COUNTS..][..COUNTS];
                let part: f32 = weights.iter().zip(&lesson.counts).map(|(w, &n)| w * f32::from(n)).sum();
                sum += share * part;
            }
        }
        sum
    }

    fn learn(&mut self, lesson: &Lesson, target: f32, step: f32) {
        let error = target - sigmoid(self.logit(lesson));
        for (knot, share) in shares(lesson.full).into_iter().enumerate() {
            if share == 0.0 {
                continue;
            }
            for i in 0..COUNTS {
                if lesson.counts[i] == 0 {
                    continue;
                }
                let gradient = error * share * f32::from(lesson.counts[i]);
                let at = knot * COUNTS + i;
                let square = &mut self.mean_square[at];
                *square += 0.001 * (gradient * gradient - *square);
                self.weights[at] += step * (gradient / (square.sqrt() + 1e-3) - 0.0005 * self.weights[at]);
            }
        }
    }

    fn loss<'a>(&self, lessons: impl Iterator<Item = &'a Lesson>) -> f64 {
        let (mut sum, mut count) = (0.0, 0u64);
        for lesson in lessons {
            let p = sigmoid(self.logit(lesson)).clamp(1e-6, 1.0 - 1e-6);
            let t = lesson.result;
            sum -= f64::from(t * p.ln() + (1.0 - t) * (1.0 - p).ln());
            count += 1;
        }
        sum / count.max(1) as f64
    }
}

fn sigmoid(x: f32) -> f32 {
    1.0 / (1.0 + (-x).exp())
}

/// Learns. A lesson is what the search said and, as much as `trust` says, how
/// the game ended.
pub fn fit(lessons: &[Lesson], trust: f32, epochs: u32, seed: u64) -> Fit {
    let mut model = Model { weights: [0.0; N], mean_square: [1.0; N] };
    let mut order: Vec<usize> = (0..lessons.len()).filter(|i| i % HELD_OUT != 0).collect();
    let mut rng = Rng::with_seed(seed);
    for epoch in 0..epochs {
        rng.shuffle(&mut order);
        let step = 0.003 * (1.0 - epoch as f32 / epochs as f32).powi(2).max(0.002);
        for &i in &order {
            let Lesson { result, searched, .. } = lessons[i];
            model.learn(&lessons[i], searched + trust * (result - searched), step);
        }
    }
    let mut weights = [[0; COUNTS]; KNOTS];
    for (i, w) in model.weights.iter().enumerate() {
        weights[i / COUNTS][i % COUNTS] = (w * 100.0).round().clamp(-2000.0, 2000.0) as i16;
    }
    Fit {
        weights,
        loss: model.loss(order.iter().map(|&i| &lessons[i])),
        held_out: model.loss(lessons.iter().step_by(HELD_OUT)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use connect4::State;
    use connect4::eval::Ground;
    use connect4::sharp::Sharp;
    use game::Game;

    /// Lessons whose odds follow from one count are learned as that.
    #[test]
    fn what_decides_is_learned_and_the_rest_is_not() {
        let mut rng = Rng::with_seed(2);
        let empty = Ground::new(&State::start(), &[[0; COUNTS]; KNOTS]).counts(&Sharp::new(&State::start()));
        let lessons: Vec<Lesson> = (0..40_000)
            .map(|i| {
                let mut counts = empty;
                counts[..COUNTS - 2].fill(0);
                counts[3] = rng.i16(0..3);
                counts[5] = rng.i16(0..3);
                let chance = sigmoid(f32::from(counts[3]) - 1.0);
                let result = f32::from(u8::from(rng.f32() < chance));
                Lesson { counts, full: (i % 100) as f32 / 100.0, result, searched: 0.5 }
            })
            .collect();
        let fit = fit(&lessons, 1.0, 20, 1);
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
