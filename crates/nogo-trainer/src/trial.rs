//! How strong the weights are: the move with the greatest value, without any
//! search, against a named strategy.

use anyhow::Result;
use clock::Budget;
use game::{Game, History, Rng};
use nogo::{State, strategies};

use crate::learner::{Learner, best_move};

/// Games in pairs from the same random opening of two plies with the colours
/// swapped; how many were won.
pub fn run(learner: &Learner, opponent: &str, games: u64, seed: u64) -> Result<u64> {
    let mut won = 0;
    for game in 0..games {
        let mut rng = Rng::with_seed(seed ^ (game / 2).wrapping_mul(0xd6e8_feb8_6659_fd93));
        let mut history = History::new(State::start());
        for _ in 0..2 {
            history.play(history.state().random_move(&mut rng))?;
        }
        let mut engine = strategies().build_seeded(opponent, Some(game))?;
        let mut mine = game % 2 == 0;
        while history.state().outcome().is_none() {
            let m = match mine {
                true => best_move(history.state(), &learner.weights).0,
                false => engine.decide(&history, &Budget::simulations(1000))?.chosen,
            };
            history.play(m)?;
            mine = !mine;
        }
        won += u64::from(!mine);
    }
    Ok(won)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_untrained_player_loses_and_an_unknown_opponent_is_told() {
        assert!(run(&Learner::new(), "rave:sims=100", 4, 1).unwrap() <= 1);
        let error = run(&Learner::new(), "nobody", 2, 1).unwrap_err().to_string();
        assert!(error.contains("nogo has no strategy 'nobody'"), "{error}");
    }
}
