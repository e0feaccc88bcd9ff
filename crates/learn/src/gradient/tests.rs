use game::{Game, Rng};
use net::{Cpu, Input, Scratch, Shape};
use nogo::State;

use super::*;

const SHAPE: Shape = Shape { planes: State::PLANES, channels: 16, blocks: 2, hidden: 5 };

/// A position after random moves, with random targets.
fn random_sample(rng: &mut Rng) -> Sample {
    let mut state = State::start();
    for _ in 0..rng.usize(0..40) {
        state.play_unchecked(state.random_move(rng));
    }
    let mut sample = Sample { value: rng.f32() * 2.0 - 1.0, policy_weight: 1.0, ..Sample::default() };
    state.fill(&mut sample.planes);
    sample.policy =
        state.own_legal().members().map(|m| ((m.row() * 9 + m.column()) as u16, rng.f32())).collect();
    let total: f32 = sample.policy.iter().map(|&(_, share)| share).sum();
    sample.policy.iter_mut().for_each(|(_, share)| *share /= total);
    sample
}

fn loss(layout: &Layout, weights: &[f32], sample: &Sample) -> f64 {
    let loss = Prepared::new(layout, weights).loss(sample, &mut Tape::default());
    loss.value + loss.policy
}

/// Every weight of small layers and some of the large ones.
#[test]
fn the_gradient_is_the_slope_of_the_loss() {
    let mut rng = Rng::with_seed(5);
    let layout = Layout::new(SHAPE);
    let mut weights = layout.random(7);
    // No layer starts at zero.
    weights.iter_mut().for_each(|weight| *weight += 0.02 * (rng.f32() - 0.5));
    let mut tape = Tape::default();
    let mut compared = 0;
    for _ in 0..3 {
        let sample = random_sample(&mut rng);
        let mut gradient = vec![0.0; layout.count()];
        Prepared::new(&layout, &weights).add_gradient(&sample, &mut tape, &mut gradient);
        for _ in 0..400 {
            let place = rng.usize(0..weights.len());
            let old = weights[place];
            let mut at = |weight: f32| {
                weights[place] = weight;
                loss(&layout, &weights, &sample)
            };
            let step = 2e-3;
            let [far, near] =
                [step, step / 2.0].map(|step| (at(old + step) - at(old - step)) / f64::from(2.0 * step));
            weights[place] = old;
            // Where a relu changes between the two points, there is no slope.
            if (far - near).abs() > 1e-3 {
                continue;
            }
            let slope = f64::from(gradient[place]);
            assert!(
                (near - slope).abs() < 3e-3 + 0.02 * slope.abs(),
                "weight {place}: {slope}, loss changes by {near}"
            );
            compared += 1;
        }
    }
    assert!(compared > 600, "only {compared} slopes compared");
}

#[test]
fn integers_answer_like_floating_point_numbers() {
    let mut rng = Rng::with_seed(11);
    let layout = Layout::new(SHAPE);
    let weights = layout.random(3);
    let network = layout.rounded(&weights);
    let prepared = Prepared::new(&layout, &weights);
    let (mut tape, mut scratch) = (Tape::default(), Scratch::default());
    let mut most: f32 = 0.0;
    for _ in 0..100 {
        let sample = random_sample(&mut rng);
        let exact = prepared.forward(&sample.planes, &mut tape);
        let rounded = network.evaluate(&sample.planes, &mut scratch, Cpu::detect());
        most = most.max((exact.value.tanh() - rounded.value).abs());
        for (a, b) in exact.logits.iter().zip(rounded.logits) {
            most = most.max((a - b).abs());
        }
    }
    assert!(most < 0.02, "integers differ by {most}");
    assert!(most > 0.0, "nothing was rounded");
}
