//! The move with the best learned value, without search, as a player of a match.

use std::sync::atomic::AtomicBool;
use std::time::Instant;

use anyhow::Result;
use contest::{ChosenMove, Fault, GameClock, MatchPlayer, MoveLimits};
use game::{History, Work};
use nogo::{Point, State};

use super::learner::{Learner, best_move};
use crate::trial::{self, Learned, Plan, Side};

/// Plays a match against a named strategy and returns the number of games that the learner
/// won. Games are in pairs: the same opening of two random plies, with the colours swapped.
pub fn play_match(
    learner: &Learner,
    opponent: &str,
    games: u64,
    seed: u64,
    stop: &AtomicBool,
) -> Result<u64> {
    let sides = [Side::learned("learner", learner), Side::strategy(opponent)];
    let limits = MoveLimits { sims: Some(1000), ..MoveLimits::default() };
    let plan = Plan { games, elo: None, opening: 2, jobs: 1, seed };
    let played = trial::play::<State, _>(sides, [limits.clone(), limits], plan, stop, |_| ())?;
    let [_, _, won] = played.tally.results();
    Ok(won)
}

impl Learned<State> for Learner {
    const WORK: Work = Work::Simulations;

    fn player(&self, _limits: &MoveLimits, _seed: u64) -> Box<dyn MatchPlayer<State> + '_> {
        Box::new(BestMove(self))
    }
}

struct BestMove<'a>(&'a Learner);

impl MatchPlayer<State> for BestMove<'_> {
    fn choose(
        &mut self,
        history: &History<State>,
        _: Option<&GameClock>,
    ) -> Result<ChosenMove<Point>, Fault> {
        let started = Instant::now();
        let (played, value) = best_move(history.state(), &self.0.weights);
        Ok(ChosenMove { value, ..ChosenMove::bare(played, started.elapsed()) })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_untrained_learner_loses_and_an_unknown_opponent_is_an_error() {
        let play = |opponent, games| play_match(&Learner::new(), opponent, games, 1, &AtomicBool::new(false));
        assert!(play("rave:sims=100", 4).unwrap() <= 1);
        let error = play("unknown", 2).unwrap_err().to_string();
        assert!(error.contains("nogo has no strategy 'unknown'"), "{error}");
    }
}
