//! The search of Othello's champion with weights from a file, as a player of a match.

use std::path::Path;
use std::time::Instant;

use anyhow::{Result, ensure};
use clock::{Budget, Deadline};
use contest::{ChosenMove, Fault, FaultKind, GameClock, MatchPlayer, MoveLimits};
use game::{GameOver, History, Work};
use othello::eval::Weights;
use othello::search::{Options, SearchLimits, Solver};
use othello::{Square, State};

use crate::trial::Learned;

/// Reads weights for a match. There are no parameters.
pub fn read(file: &Path, parameters: &str) -> Result<Weights> {
    ensure!(parameters.is_empty(), "weights have no parameters: {parameters}");
    super::weights(Some(file))
}

impl Learned<State> for Weights {
    const WORK: Work = Work::Nodes;

    fn player(&self, limits: &MoveLimits, _seed: u64) -> Box<dyn MatchPlayer<State> + '_> {
        let options = Options { table_bytes: 4 << 20, ..Options::default() };
        Box::new(SearchPlayer { solver: Solver::new(options, self), budget: limits.for_match(Work::Nodes) })
    }
}

struct SearchPlayer<'a> {
    solver: Solver<'a>,
    budget: Budget,
}

impl MatchPlayer<State> for SearchPlayer<'_> {
    fn choose(
        &mut self,
        history: &History<State>,
        _: Option<&GameClock>,
    ) -> Result<ChosenMove<Square>, Fault> {
        let started = Instant::now();
        let deadline = Deadline::start(&self.budget);
        let report = self.solver.search(history.state(), &SearchLimits::NONE, deadline);
        let report = report.ok_or_else(|| Fault::new(FaultKind::Error, GameOver))?;
        Ok(ChosenMove { nodes: report.nodes, ..ChosenMove::bare(report.best, started.elapsed()) })
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::AtomicBool;

    use stats::Verdict;

    use super::*;
    use crate::patterns;
    use crate::trial::{self, Plan, Side};

    /// The search at 50 nodes per move, with the champion's weights on one side
    /// and weights of zero on the other.
    #[test]
    fn the_champions_weights_beat_none() {
        let shipped = patterns::weights(None).unwrap();
        let sides = [Side::learned("shipped", shipped), Side::learned("zero", Weights::zero())];
        let limits = || MoveLimits { nodes: Some(50), ..MoveLimits::default() };
        let plan = Plan { games: 400, elo: Some([0.0, 10.0]), opening: 8, jobs: 2, seed: 1 };
        let stop = AtomicBool::new(false);
        let played = trial::play::<State, _>(sides, [limits(), limits()], plan, &stop, |_| ()).unwrap();
        assert_eq!(played.verdict, Some(Verdict::Stronger));
    }

    #[test]
    fn simulations_are_refused_and_a_named_strategy_can_play() {
        let sides = |limits: MoveLimits| {
            let sides = [Side::learned("zero", Weights::zero()), Side::strategy("greedy")];
            let plan = Plan { games: 2, elo: None, opening: 8, jobs: 1, seed: 1 };
            trial::play::<State, _>(sides, [limits.clone(), limits], plan, &AtomicBool::new(false), |_| ())
        };
        let error = sides(MoveLimits { sims: Some(5), ..MoveLimits::default() }).err().unwrap().to_string();
        assert!(error.contains("zero"), "{error}");
        let played = sides(MoveLimits { nodes: Some(20), ..MoveLimits::default() }).unwrap();
        assert_eq!(played.tally.results().iter().sum::<u64>(), 2);
    }

    #[test]
    fn parameters_of_weights_are_an_error() {
        let error = read(Path::new("none.bin"), "c=1").err().unwrap().to_string();
        assert_eq!(error, "weights have no parameters: c=1");
    }
}
