//! Measures the strength of the weights: a match of the move with the best learned
//! value, without search, against a named strategy.

use std::ops::ControlFlow;
use std::sync::atomic::AtomicBool;
use std::time::Instant;

use anyhow::{Result, ensure};
use contest::{
    ChosenMove, Contest, ContestKind, Entrant, EntrantError, Fault, GameClock, MatchPlayer, MoveLimits,
    Players, Run, RunOptions, Shard, StrategyPlayers, Tally, Terms,
};
use game::History;
use nogo::{Point, State};

use crate::learner::{Learner, best_move};

/// Name of the learner as an entrant.
const LEARNER: &str = "learner";

/// Plays a match and returns the number of games that the learner won. Games are in
/// pairs: the same opening of two random plies, with the colours swapped.
pub fn run(learner: &Learner, opponent: &str, games: u64, seed: u64) -> Result<u64> {
    let limits = MoveLimits { sims: Some(1000), ..MoveLimits::default() };
    let entrant = |spec: &str| Entrant::new(spec, limits.clone());
    let engines = vec![entrant(LEARNER), entrant(opponent)];
    let terms = Terms::new::<State>(ContestKind::Match, engines, games.next_multiple_of(2));
    let players = TrialPlayers { learner, strategies: StrategyPlayers::new() };
    let contest = Contest::new(Terms { opening_plies: 2, seed, ..terms }, players)?;
    let never = AtomicBool::new(false);
    let mut tally = Tally::default();
    // An odd number of games leaves out the last one.
    let numbers: Vec<u64> = (0..games).collect();
    let mut run = Run::begin(&contest, Shard::WHOLE, RunOptions::new(&never))?;
    run.play(
        &numbers,
        |number| contest.terms().fixture(number),
        |fixture, result| {
            tally.add(fixture.game, result);
            ControlFlow::Continue(())
        },
    )?;
    ensure!(tally.forfeits().is_empty(), "the match failed: {}", tally.forfeits()[0].forfeit);
    let [_, _, won] = tally.results();
    Ok(won)
}

/// The learner and the strategies.
struct TrialPlayers<'a> {
    learner: &'a Learner,
    strategies: StrategyPlayers<State>,
}

impl Players<State> for TrialPlayers<'_> {
    fn check(&self, entrant: &Entrant, start: Option<&State>) -> Result<(), EntrantError> {
        match entrant.spec.as_str() {
            LEARNER => Ok(()),
            _ => self.strategies.check(entrant, start),
        }
    }

    fn make(&self, entrant: &Entrant, seed: u64) -> Result<Box<dyn MatchPlayer<State> + '_>, EntrantError> {
        match entrant.spec.as_str() {
            LEARNER => Ok(Box::new(LearnerPlayer(self.learner))),
            _ => self.strategies.make(entrant, seed),
        }
    }
}

/// Plays the move with the best learned value, without search.
struct LearnerPlayer<'a>(&'a Learner);

impl MatchPlayer<State> for LearnerPlayer<'_> {
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
        assert!(run(&Learner::new(), "rave:sims=100", 4, 1).unwrap() <= 1);
        assert_eq!(run(&Learner::new(), "rave", 0, 1).unwrap(), 0);
        assert!(run(&Learner::new(), "random", 3, 1).unwrap() <= 3);
        let error = run(&Learner::new(), "unknown", 2, 1).unwrap_err().to_string();
        assert!(error.contains("nogo has no strategy 'unknown'"), "{error}");
    }
}
