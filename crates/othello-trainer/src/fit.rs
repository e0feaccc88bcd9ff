//! From games to weights: least squares, stage by stage.
//!
//! A sample is a position and the score that its game ended with. Its
//! features are the contents of the patterns and both sides' numbers of
//! moves. Each epoch goes through the samples in a new random order and takes
//! a small step for each, all its weights by the same amount; what is seldom
//! seen has moved little in the end, which keeps it from learning noise.

use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

use game::Rng;
use indicatif::ProgressBar;
use othello::State;
use othello::eval::pattern::{CLASS_OF, OFFSETS, PATTERNS, PatternIndexer};
use othello::eval::weights::{Layout, MOBILITIES, STAGES, UNITS, stage};

use crate::games::Played;

/// How the weights are found.
#[derive(Clone, Copy, Debug)]
pub struct Method {
    /// Times that all samples are seen.
    pub epochs: u32,
    /// The first step, as a part of the error; it shrinks to a fiftieth.
    pub step: f32,
    /// A stage also learns from positions that are so many moves away.
    pub reach: i32,
    /// How much of a position's score is how its game ended; the rest is what
    /// the search said of it.
    pub trust: f32,
    /// Draws the order.
    pub seed: u64,
}

/// One game in so many is not learned from: the held-out error is its.
const HELD_OUT: usize = 50;

/// The weights of a position: one for each pattern, and the mobilities.
const FEATURES: usize = PATTERNS + 2;

struct Sample {
    features: [u32; FEATURES],
    score: f32,
}

/// Finds the weights that belong to a position.
struct Finder {
    layout: Layout,
    changes: PatternIndexer,
}

impl Finder {
    fn features(&self, state: &State) -> [u32; FEATURES] {
        let contents = self.changes.indices(state.own(), state.other());
        let mut features = [0; FEATURES];
        for (i, (&number, class)) in contents.as_array().iter().zip(CLASS_OF).enumerate() {
            features[i] = self.layout.weight_of[OFFSETS[class] + usize::from(number)];
        }
        let counts = [state.placements(), state.replies()].map(|set| set.count_ones() as usize);
        for (i, count) in counts.into_iter().enumerate() {
            features[PATTERNS + i] =
                (self.layout.pattern_weights + i * MOBILITIES + count.min(MOBILITIES - 1)) as u32;
        }
        features
    }
}

/// What was learned about one stage.
#[derive(Clone, Debug, Default)]
pub struct Learned {
    /// The weights in discs, laid out as [`Layout`] says.
    pub weights: Vec<f32>,
    /// Samples learned from.
    pub samples: usize,
    /// Mean absolute error on these.
    pub error: f64,
    /// Mean absolute error on held-out games, of this stage's own positions.
    pub held_out: f64,
}

/// The weights of all stages from these games.
pub fn fit(
    games: &[Played],
    stages: &[usize],
    method: &Method,
    jobs: usize,
    bar: &ProgressBar,
) -> Vec<Learned> {
    bar.set_length(stages.len() as u64 * u64::from(method.epochs));
    let next = AtomicUsize::new(0);
    let learned = Mutex::new(vec![Learned::default(); STAGES]);
    std::thread::scope(|scope| {
        for _ in 0..jobs {
            scope.spawn(|| {
                let finder = Finder { layout: Layout::new(), changes: PatternIndexer::new() };
                loop {
                    let Some(&stage) = stages.get(next.fetch_add(1, Ordering::Relaxed)) else { return };
                    let one = fit_stage(games, stage, method, &finder, bar);
                    learned.lock().expect("no thread panics here")[stage] = one;
                }
            });
        }
    });
    let mut learned = learned.into_inner().expect("no thread panics here");
    // Games begin with random moves, so nothing is known of the first stages;
    // the next ones are much like them.
    let none = vec![0.0; Layout::new().count()];
    for stage in 0..STAGES {
        if learned[stage].weights.is_empty() {
            learned[stage].weights = none.clone();
        } else if stage > 0 && learned[stage].samples < FEW {
            learned[stage].weights = learned[stage - 1].weights.clone();
        }
    }
    learned
}

/// Less samples than this are not worth learning from.
const FEW: usize = 5_000;

fn fit_stage(
    games: &[Played],
    wanted: usize,
    method: &Method,
    finder: &Finder,
    bar: &ProgressBar,
) -> Learned {
    let (mut samples, mut held_out) = (Vec::new(), Vec::new());
    for (i, game) in games.iter().enumerate() {
        for (state, score) in game.positions(method.trust) {
            let empties = state.empty().count_ones() as i32;
            let near = (-method.reach..=method.reach)
                .any(|away| empties + away > 0 && stage((empties + away) as usize) == wanted);
            let here = stage(empties as usize) == wanted;
            if here && i % HELD_OUT == 0 || near && i % HELD_OUT != 0 {
                let sample = Sample { features: finder.features(&state), score };
                if i % HELD_OUT == 0 { &mut held_out } else { &mut samples }.push(sample);
            }
        }
    }
    let mut weights = vec![0f32; finder.layout.count()];
    let mut rng = Rng::with_seed(method.seed ^ wanted as u64);
    let mut order: Vec<u32> = (0..samples.len() as u32).collect();
    for epoch in 0..method.epochs {
        rng.shuffle(&mut order);
        let shrink = 50f32.powf(-(epoch as f32) / (method.epochs.max(2) - 1) as f32);
        let step = method.step * shrink;
        for &i in &order {
            let sample = &samples[i as usize];
            let change = step * (sample.score - predict(&weights, sample));
            for &feature in &sample.features {
                weights[feature as usize] += change;
            }
        }
        bar.inc(1);
    }
    Learned {
        samples: samples.len(),
        error: mean_error(&weights, &samples),
        held_out: mean_error(&weights, &held_out),
        weights,
    }
}

fn predict(weights: &[f32], sample: &Sample) -> f32 {
    sample.features.iter().map(|&feature| weights[feature as usize]).sum()
}

fn mean_error(weights: &[f32], samples: &[Sample]) -> f64 {
    let sum: f64 = samples.iter().map(|s| f64::from((s.score - predict(weights, s)).abs())).sum();
    sum / samples.len().max(1) as f64
}

/// The weights as they are stored: in whole units, mobility in twice that.
pub fn quantise(learned: &[Learned]) -> Vec<Vec<i8>> {
    let layout = Layout::new();
    let byte = |weight: f32, unit: i32| (weight * unit as f32).round().clamp(-127.0, 127.0) as i8;
    let stage = |learned: &Learned| {
        let weights = learned.weights.iter().enumerate();
        weights.map(|(i, &w)| byte(w, if i < layout.pattern_weights { UNITS } else { UNITS / 2 })).collect()
    };
    learned.iter().map(stage).collect()
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

    use super::*;
    use othello::eval::Weights;
    use othello::eval::weights::encode;
    use othello::search::{Options, Solver};

    /// Games whose score is what corners say: 8 discs for each. That can be
    /// learned, and what was stored and read again says it, too.
    #[test]
    fn what_can_be_learned_is_learned_and_kept() {
        use game::Game;
        const CORNERS: u64 = 0x8100_0000_0000_0081;
        let truth = |state: &State| {
            let count = |discs: u64| (discs & CORNERS).count_ones() as i32;
            8 * (count(state.own()) - count(state.other()))
        };
        let mut rng = Rng::with_seed(1);
        let mut games = Vec::new();
        for _ in 0..3000 {
            let mut state = State::start();
            let (mut moves, mut found) = (Vec::new(), Vec::new());
            while state.outcome().is_none() {
                let m = state.random_move(&mut rng);
                if m != othello::Square::PASS {
                    moves.push(m.bit().trailing_zeros() as u8);
                    found.push(truth(&state) as i8);
                }
                state.play_unchecked(m);
            }
            games.push(Played { moves, found, random: 4, score: 0 });
        }
        let method = Method { epochs: 10, step: 0.01, reach: 0, trust: 0.0, seed: 1 };
        let stage = 10;
        let learned = fit(&games, &[stage], &method, 1, &ProgressBar::hidden());
        let at_stage =
            |state: &State| othello::eval::weights::stage(state.empty().count_ones() as usize) == stage;
        let all: Vec<_> =
            games.iter().flat_map(|game| game.positions(0.0)).filter(|p| at_stage(&p.0)).collect();
        // What one would be wrong by who says 0 of every position.
        let ignorance = all.iter().map(|(_, score)| f64::from(score.abs())).sum::<f64>() / all.len() as f64;
        assert!(learned[stage].held_out < 0.7 * ignorance, "{} of {ignorance}", learned[stage].held_out);
        let weights = Weights::decode(&encode(&quantise(&learned))).unwrap();
        let solver = Solver::new(Options { table_bytes: 1 << 16, ..Options::default() }, &weights);
        let error = |(state, score): &(State, f32)| f64::from((solver.evaluate(state) - score).abs());
        let error = all.iter().map(error).sum::<f64>() / all.len() as f64;
        assert!((error - learned[stage].error).abs() < 0.6, "{error} for {}", learned[stage].error);
    }
}
