//! Fits weights to games by least squares, stage by stage.
//!
//! A sample is a position and its score. Its features are the configurations of
//! the patterns and both sides' numbers of moves. Each epoch goes through the
//! samples in a new random order. For each sample all its weights change by the
//! same small step. A weight with few samples moves little, which limits
//! overfitting.

use std::ops::ControlFlow;
use std::sync::atomic::AtomicBool;

use game::Rng;
use indicatif::ProgressBar;
use othello::State;
use othello::eval::pattern::{CLASS_OF, OFFSETS, PATTERNS, PatternIndexer};
use othello::eval::weights::{Layout, MOBILITIES, STAGES, UNITS, stage};

use super::games::GameRecord;

/// Options of the fit.
#[derive(Clone, Copy, Debug)]
pub struct FitOptions {
    /// Number of passes through all samples.
    pub epochs: u32,
    /// First step size, as a fraction of the error; it shrinks to a fiftieth.
    pub step: f32,
    /// Number of moves before and after a stage whose positions it also learns
    /// from.
    pub reach: i32,
    /// Weight of the game's result in a position's score; the rest is the search's
    /// score.
    pub trust: f32,
    /// Seed of the random order of the samples.
    pub seed: u64,
}

/// One game in this many is held out: it is not learned from, but used to measure
/// the error.
const HELD_OUT: usize = 50;

/// Number of features of a position: one for each pattern, and two for mobility.
const FEATURES: usize = PATTERNS + 2;

struct Sample {
    features: [u32; FEATURES],
    score: f32,
}

/// Computes the features of a position.
struct FeatureExtractor {
    layout: Layout,
    indexer: PatternIndexer,
}

impl FeatureExtractor {
    fn features(&self, state: &State) -> [u32; FEATURES] {
        let indices = self.indexer.indices(state.own(), state.other());
        let mut features = [0; FEATURES];
        for (i, (&number, class)) in indices.as_array().iter().zip(CLASS_OF).enumerate() {
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

/// Result of the fit of one stage.
#[derive(Clone, Debug, Default)]
pub struct FittedStage {
    /// The weights in discs, in the order of [`Layout`].
    pub weights: Vec<f32>,
    /// Number of samples learned from.
    pub samples: usize,
    /// Mean absolute error on these.
    pub error: f64,
    /// Mean absolute error on held-out games, of this stage's own positions.
    pub held_out: f64,
}

/// Fits the weights of `stages` to games. Returns the results of all stages.
pub fn fit(
    games: &[GameRecord],
    stages: &[usize],
    options: &FitOptions,
    jobs: usize,
    bar: &ProgressBar,
) -> Vec<FittedStage> {
    bar.set_length(stages.len() as u64 * u64::from(options.epochs));
    let mut learned = vec![FittedStage::default(); STAGES];
    stdx::jobs::ordered(
        jobs,
        stages.len() as u64,
        &AtomicBool::new(false),
        || FeatureExtractor { layout: Layout::new(), indexer: PatternIndexer::new() },
        |extractor, i| fit_stage(games, stages[i as usize], options, extractor, bar),
        |i, fitted| {
            learned[stages[i as usize]] = fitted;
            ControlFlow::Continue(())
        },
    );
    // Games begin with random moves, so there are no samples of the opening; the
    // stages next to it are similar.
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

/// A stage with fewer samples than this takes the weights of the next lower stage.
const FEW: usize = 5_000;

fn fit_stage(
    games: &[GameRecord],
    wanted: usize,
    options: &FitOptions,
    extractor: &FeatureExtractor,
    bar: &ProgressBar,
) -> FittedStage {
    let (mut samples, mut held_out) = (Vec::new(), Vec::new());
    for (i, game) in games.iter().enumerate() {
        for (state, score) in game.positions(options.trust) {
            let empties = state.empty().count_ones() as i32;
            let near = (-options.reach..=options.reach)
                .any(|away| empties + away > 0 && stage((empties + away) as usize) == wanted);
            let here = stage(empties as usize) == wanted;
            if here && i % HELD_OUT == 0 || near && i % HELD_OUT != 0 {
                let sample = Sample { features: extractor.features(&state), score };
                if i % HELD_OUT == 0 { &mut held_out } else { &mut samples }.push(sample);
            }
        }
    }
    let mut weights = vec![0f32; extractor.layout.count()];
    let mut rng = Rng::with_seed(options.seed ^ wanted as u64);
    let mut order: Vec<u32> = (0..samples.len() as u32).collect();
    for epoch in 0..options.epochs {
        rng.shuffle(&mut order);
        let shrink = 50f32.powf(-(epoch as f32) / (options.epochs.max(2) - 1) as f32);
        let step = options.step * shrink;
        for &i in &order {
            let sample = &samples[i as usize];
            let change = step * (sample.score - predict(&weights, sample));
            for &feature in &sample.features {
                weights[feature as usize] += change;
            }
        }
        bar.inc(1);
    }
    FittedStage {
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

/// Rounds the weights to the units of the file format: whole [`UNITS`], and twice
/// that for mobility.
pub fn quantise(learned: &[FittedStage]) -> Vec<Vec<i8>> {
    let layout = Layout::new();
    let byte = |weight: f32, unit: i32| (weight * unit as f32).round().clamp(-127.0, 127.0) as i8;
    let stage = |learned: &FittedStage| {
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

    /// The games have a score of 8 discs for each corner, which the patterns can
    /// express. The weights predict it, also after encoding and decoding.
    #[test]
    fn the_weights_of_corners_are_learned_and_survive_encoding() {
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
            let (mut moves, mut search_scores) = (Vec::new(), Vec::new());
            while state.outcome().is_none() {
                let m = state.random_move(&mut rng);
                if m != othello::Square::PASS {
                    moves.push(m.bit().trailing_zeros() as u8);
                    search_scores.push(truth(&state) as i8);
                }
                state.play_unchecked(m);
            }
            games.push(GameRecord { moves, search_scores, random_moves: 4, score: 0 });
        }
        let options = FitOptions { epochs: 10, step: 0.01, reach: 0, trust: 0.0, seed: 1 };
        let stage = 10;
        let learned = fit(&games, &[stage], &options, 1, &ProgressBar::hidden());
        let at_stage =
            |state: &State| othello::eval::weights::stage(state.empty().count_ones() as usize) == stage;
        let all: Vec<_> =
            games.iter().flat_map(|game| game.positions(0.0)).filter(|p| at_stage(&p.0)).collect();
        // Error of weights that are all zero.
        let error_of_zero =
            all.iter().map(|(_, score)| f64::from(score.abs())).sum::<f64>() / all.len() as f64;
        assert!(
            learned[stage].held_out < 0.7 * error_of_zero,
            "{} of {error_of_zero}",
            learned[stage].held_out
        );
        let weights = Weights::decode(&encode(&quantise(&learned))).unwrap();
        let solver = Solver::new(Options { table_bytes: 1 << 16, ..Options::default() }, &weights);
        let error = |(state, score): &(State, f32)| f64::from((solver.evaluate(state) - score).abs());
        let error = all.iter().map(error).sum::<f64>() / all.len() as f64;
        assert!((error - learned[stage].error).abs() < 0.6, "{error} for {}", learned[stage].error);
    }
}
