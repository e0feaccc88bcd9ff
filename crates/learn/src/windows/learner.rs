//! Temporal-difference learning, TD(λ), from self-play.
//!
//! Both sides play the move with the best learned value, or sometimes a random
//! move. After the game the value of every position is moved towards its target: a
//! mixture of the value of the best reply and of the target of the next position.
//! The target of the last position is the result of the game.

use game::{Game, Rng};
use nogo::learned::{evaluate_moves, squash};
use nogo::windows::{Features, weight_count};
use nogo::{Point, State};

/// Options of the training.
#[derive(Clone, Copy, Debug)]
pub struct TrainingOptions {
    /// Learning rate at the start: the share of the error that one update removes.
    pub rate: f32,
    /// Learning rate at the end.
    pub last_rate: f32,
    /// Number of games in total, over which the rate changes linearly.
    pub games: u64,
    /// λ of TD(λ): weight of the next position's target; the rest is the value of
    /// the best reply.
    pub lambda: f32,
    /// Probability of a random move.
    pub explore: f32,
    /// Maximum number of random moves at the start of a game.
    pub opening: usize,
    /// Seed of the random numbers.
    pub seed: u64,
}

/// The weights, and the number of games that they were learned from.
pub struct Learner {
    /// Weights of all window classes.
    pub weights: Vec<f32>,
    /// Number of games played.
    pub games: u64,
}

/// A move of a game.
struct Step {
    /// Features of the position after the move, for the side that made it.
    features: Features,
    /// Best value among all legal moves.
    best: f32,
    /// Whether the move was chosen by its value, not at random.
    greedy: bool,
}

impl Learner {
    /// Creates a learner with all weights zero.
    pub fn new() -> Self {
        Learner { weights: vec![0.0; weight_count()], games: 0 }
    }

    /// Plays one game and learns from it. The random numbers depend only on the seed
    /// and on the number of the game, so training can be interrupted anywhere.
    pub fn play(&mut self, options: &TrainingOptions) {
        let mut rng = Rng::with_seed(options.seed ^ (self.games + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15));
        let mut state = State::start();
        for _ in 0..rng.usize(0..=options.opening) {
            state.play_unchecked(state.random_move(&mut rng));
        }
        let mut steps: Vec<Step> = Vec::with_capacity(80);
        while state.outcome().is_none() {
            let (mut m, best) = best_move(&state, &self.weights);
            let greedy = rng.f32() >= options.explore;
            if !greedy {
                m = state.random_move(&mut rng);
            }
            state.play_unchecked(m);
            steps.push(Step { features: Features::new(&state.passed()), best, greedy });
        }
        let done = self.games as f32 / options.games.max(1) as f32;
        let rate = options.rate + (options.last_rate - options.rate) * done.min(1.0);
        self.learn(&steps, rate, options.lambda);
        self.games += 1;
    }

    /// Updates the weights from the last move to the first, so that the result of the
    /// game reaches all its positions at once.
    fn learn(&mut self, steps: &[Step], rate: f32, lambda: f32) {
        let mut target = 1.0;
        for (i, step) in steps.iter().enumerate().rev() {
            if let Some(next) = steps.get(i + 1) {
                // The opponent's value of its reply, negated. After a random reply
                // the rest of the game says nothing about this position.
                target = match next.greedy {
                    true => -((1.0 - lambda) * next.best + lambda * target),
                    false => -next.best,
                };
            }
            let error = target - squash(step.features.sum(&self.weights));
            let indices = step.features.indices();
            let change = rate * error / indices.len() as f32;
            for &index in indices {
                self.weights[index as usize] += change;
            }
        }
    }
}

/// The move with the best learned value, and that value.
pub fn best_move(state: &State, weights: &[f32]) -> (Point, f32) {
    let mut best: Option<(Point, f32)> = None;
    evaluate_moves(state, weights, |m, next, sum| {
        let value = if next.outcome().is_some() { 1.0 } else { squash(sum) };
        if best.is_none_or(|(_, max)| value > max) {
            best = Some((m, value));
        }
    });
    best.expect("an unfinished game has a legal move")
}

#[cfg(test)]
mod tests {
    use super::*;

    const OPTIONS: TrainingOptions = TrainingOptions {
        rate: 0.5,
        last_rate: 0.1,
        games: 100,
        lambda: 0.5,
        explore: 0.05,
        opening: 4,
        seed: 1,
    };

    #[test]
    fn interrupted_training_gives_the_same_weights() {
        let (mut whole, mut first) = (Learner::new(), Learner::new());
        (0..30).for_each(|_| whole.play(&OPTIONS));
        (0..10).for_each(|_| first.play(&OPTIONS));
        let mut second = Learner { weights: first.weights, games: first.games };
        (0..20).for_each(|_| second.play(&OPTIONS));
        assert_eq!((whole.games, &whole.weights), (second.games, &second.weights));
    }

    /// With λ = 1 and no exploration the target is the result of the game.
    #[test]
    fn the_winners_positions_gain_value_and_the_losers_lose_value() {
        let options = TrainingOptions { lambda: 1.0, explore: 0.0, games: 1, ..OPTIONS };
        let mut learner = Learner::new();
        learner.play(&options);
        let mut rng = Rng::with_seed(options.seed ^ 0x9e37_79b9_7f4a_7c15);
        let mut state = State::start();
        (0..rng.usize(0..=options.opening)).for_each(|_| state.play_unchecked(state.random_move(&mut rng)));
        let fresh = Learner::new();
        let mut sums = Vec::new();
        while state.outcome().is_none() {
            state.play_unchecked(best_move(&state, &fresh.weights).0);
            sums.push(Features::new(&state.passed()).sum(&learner.weights));
        }
        // The side that moved last has won. Successive positions share most of their
        // weights, so not every value changes in the right direction.
        let right = sums.iter().rev().enumerate().filter(|(i, sum)| (i % 2 == 0) == (**sum > 0.0)).count();
        assert!(right * 10 > sums.len() * 8, "{right} of {}", sums.len());
    }

    #[test]
    fn training_beats_random_moves() {
        let mut learner = Learner::new();
        let options = TrainingOptions { games: 1500, ..OPTIONS };
        (0..options.games).for_each(|_| learner.play(&options));
        let mut rng = Rng::with_seed(5);
        let mut wins = 0;
        for game in 0..40 {
            let mut state = State::start();
            let mut learner_moves = game % 2 == 0;
            while state.outcome().is_none() {
                let m = if learner_moves {
                    best_move(&state, &learner.weights).0
                } else {
                    state.random_move(&mut rng)
                };
                state.play_unchecked(m);
                learner_moves = !learner_moves;
            }
            wins += u32::from(!learner_moves);
        }
        assert!(wins >= 36, "{wins} of 40 against random moves");
    }
}
