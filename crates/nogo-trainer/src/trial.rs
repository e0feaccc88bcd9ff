//! Measures the strength of the weights: a match of the move with the best learned
//! value, without search, against a named strategy.

use anyhow::Result;
use clock::Budget;
use game::{Game, History, Rng};
use nogo::{State, strategies};

use crate::learner::{Learner, best_move};

/// Plays a match and returns the number of games that the learner won. Games are in
/// pairs: the same opening of two random plies, with the colours swapped.
pub fn run(learner: &Learner, opponent: &str, games: u64, seed: u64) -> Result<u64> {
    let mut won = 0;
    for game in 0..games {
        let mut rng = Rng::with_seed(seed ^ (game / 2).wrapping_mul(0xd6e8_feb8_6659_fd93));
        let mut history = History::new(State::start());
        for _ in 0..2 {
            history.play(history.state().random_move(&mut rng))?;
        }
        let mut engine = strategies().build_seeded(opponent, Some(game))?;
        let mut learner_moves = game % 2 == 0;
        while history.state().outcome().is_none() {
            let m = match learner_moves {
                true => best_move(history.state(), &learner.weights).0,
                false => engine.decide(&history, &Budget::simulations(1000))?.chosen,
            };
            history.play(m)?;
            learner_moves = !learner_moves;
        }
        won += u64::from(!learner_moves);
    }
    Ok(won)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_untrained_learner_loses_and_an_unknown_opponent_is_an_error() {
        assert!(run(&Learner::new(), "rave:sims=100", 4, 1).unwrap() <= 1);
        let error = run(&Learner::new(), "unknown", 2, 1).unwrap_err().to_string();
        assert!(error.contains("nogo has no strategy 'unknown'"), "{error}");
    }
}
