//! Plays games of the champion against itself and makes training samples of them.

use std::ops::ControlFlow;
use std::sync::atomic::AtomicBool;

use anyhow::{Context, Result};
use clock::Budget;
use connect4::State;
use connect4::bits::{Bits, Wide};
use connect4::champion::{Champion, SolverOptions, StandardChampion};
use connect4::eval::{ANSWERER, BoardFeatures, FeatureVector, Weights};
use connect4::safe_moves::SafeMoves;
use game::{Engine, Game, History, Outcome, Rng};
use indicatif::ProgressBar;
use mcts::Options;
use stdx::jobs;

/// Options of self-play.
#[derive(Clone, Copy, Debug)]
pub struct SelfPlay {
    /// Seed of the random numbers.
    pub seed: u64,
    /// Simulations per move.
    pub simulations: u64,
    /// Weight of the evaluation in a simulation.
    pub mix: f32,
    /// Share of random moves after the opening.
    pub random: f32,
}

/// Largest number of random moves at the beginning.
const OPENING: usize = 12;

/// Largest number of empty cells at which the solver runs.
const SOLVE_AT: u32 = 40;

/// A training sample: a position and the answerer's probability of winning it.
#[derive(Clone, Debug)]
pub struct Sample {
    /// Features of the position.
    pub features: FeatureVector,
    /// Share of the cells that are filled.
    pub full: f32,
    /// Result of the game for the answerer: 1 for a win, 0 for a loss.
    pub result: f32,
    /// The search's value for the answerer, as a probability.
    pub searched: f32,
}

/// A position of a game that is not over yet.
struct Searched {
    features: FeatureVector,
    full: f32,
    /// The search's value for the answerer, from −1 to 1.
    value: f32,
}

impl SelfPlay {
    fn player(&self, weights: &Weights, seed: u64) -> Result<StandardChampion<Wide>> {
        let options = Options { memory: 4 << 20, seed, ..Options::default() };
        // The weights in use were learned with this ratio of nodes to simulations.
        let nodes = self.simulations.saturating_mul(10);
        let solver_options =
            SolverOptions { table: 1 << 20, prover_table: 1 << 18, solve_at: SOLVE_AT, share: 1.0, nodes };
        Champion::standard(options, solver_options, 1.5, *weights, self.mix)
            .context("not enough memory for a player")
    }

    fn play(&self, number: u64, weights: &Weights) -> Result<Vec<Sample>> {
        let mut rng = Rng::with_seed(self.seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) ^ number);
        let mut player = self.player(weights, rng.u64(..))?;
        let mut history = History::new(State::random_board(rng.u64(..)));
        let features = BoardFeatures::new(history.state(), weights);
        let total = history.state().vacant().count() as f32;
        let opening = rng.usize(0..=OPENING);
        let mut positions: Vec<Searched> = Vec::new();
        let result = loop {
            let state = history.state();
            let safe = SafeMoves::new(state);
            let stones = (state.own() | state.other()).count() as usize;
            let sign = if features.role_to_move(stones) == ANSWERER { 1.0 } else { -1.0 };
            if let Some(outcome) = safe.outcome() {
                break sign * outcome.value();
            }
            let mut chosen = None;
            if stones >= opening {
                let decision = player.decide(&history, &Budget::simulations(self.simulations))?;
                if let Some(proof) = decision.proof {
                    break sign * proof.outcome.value();
                }
                positions.push(Searched {
                    features: features.extract(&safe),
                    full: stones as f32 / total,
                    value: sign * decision.value,
                });
                chosen = Some(decision.chosen).filter(|_| rng.f32() >= self.random);
            }
            let played = match chosen {
                Some(chosen) => chosen,
                None => {
                    random_safe(state, &mut rng).context("a position that is not over has a safe move")?
                }
            };
            history.play(played)?;
        };
        let probability = |value: f32| (value + 1.0) / 2.0;
        let sample = |Searched { features, full, value }| Sample {
            features,
            full,
            result: probability(result),
            searched: probability(value),
        };
        Ok(positions.into_iter().map(sample).collect())
    }
}

/// A random move after which the opponent does not win at once.
fn random_safe(state: &State, rng: &mut Rng) -> Option<connect4::Column> {
    let mut moves = Vec::new();
    state.legal_moves(&mut moves);
    moves.retain(|&m| state.play(m).is_ok_and(|next| SafeMoves::new(&next).outcome() != Some(Outcome::Win)));
    rng.choice(moves)
}

/// Plays `games` games on `threads` threads and returns their samples in order. Plays
/// fewer games if `stop` is set.
pub fn generate(
    options: &SelfPlay,
    games: u64,
    weights: &Weights,
    threads: usize,
    stop: &AtomicBool,
    bar: &ProgressBar,
) -> Result<Vec<Sample>> {
    let play = |_: &mut (), number| {
        let samples = options.play(number, weights);
        bar.inc(1);
        samples
    };
    let (mut all, mut failed) = (Vec::new(), None);
    let collect = |_, samples: Result<Vec<Sample>>| match samples {
        Ok(samples) => {
            all.extend(samples);
            ControlFlow::Continue(())
        }
        Err(error) => {
            failed = Some(error);
            ControlFlow::Break(())
        }
    };
    jobs::ordered(threads, games, stop, || (), play, collect);
    failed.map_or(Ok(all), Err)
}
