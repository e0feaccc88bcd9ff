//! Compares two files of weights: a match of pairs of games with colours
//! swapped, ended by a sequential test.

use std::path::PathBuf;
use std::sync::atomic::AtomicBool;
use std::time::Instant;

use anyhow::{Result, ensure};
use clap::Args as ClapArgs;
use clock::{Budget, Deadline};
use contest::{
    ChosenMove, Contest, ContestKind, Entrant, EntrantError, Fault, FaultKind, GameClock, MatchPlayer,
    MoveLimits, Players, RunOptions, Shard, Terms, run,
};
use game::{GameOver, History};
use othello::eval::Weights;
use othello::search::{Options, SearchLimits, Solver};
use othello::{Square, State};
use stats::{Estimate, Sprt, Verdict};

use crate::cores;

#[derive(ClapArgs)]
pub struct Args {
    /// Weights that should be better.
    new: PathBuf,
    /// Weights to compare them with.
    old: PathBuf,
    /// Nodes per move.
    #[arg(long, default_value_t = 5000)]
    nodes: u64,
    /// Random moves at the beginning of each pair of games.
    #[arg(long, default_value_t = 8)]
    opening: usize,
    /// Largest number of pairs of games.
    #[arg(long, default_value_t = 5000)]
    pairs: u64,
    /// Seed of the openings.
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Threads.
    #[arg(long, default_value_t = cores())]
    jobs: usize,
}

/// The hypotheses: the new weights are 0 or 10 Elo better; accepted risk of a
/// wrong result: 5 % each.
const TEST: Sprt = Sprt { elo: [0.0, 10.0], alpha: 0.05, beta: 0.05 };

const NEW: &str = "new";
const OLD: &str = "old";

pub fn run(args: &Args, stop: &AtomicBool) -> Result<()> {
    let players =
        WeightPlayers { new: crate::weights(Some(&args.new))?, old: crate::weights(Some(&args.old))? };
    let contest = Contest::new(terms(args), players)?;
    let progress = crate::bar("pairs".into());
    progress.set_length(args.pairs);
    let options = RunOptions::new(stop).jobs(args.jobs);
    let report = run::play_all(&contest, Shard::WHOLE, options, |report| {
        progress.set_position(report.tallies[0].pairs.iter().sum());
    });
    progress.finish_and_clear();
    let report = report?;
    let tally = &report.tallies[0];
    ensure!(tally.forfeits().is_empty(), "a search failed: {}", tally.forfeits()[0].forfeit);
    let found = match report.verdict {
        Some(Verdict::Stronger) => "the new weights are better",
        Some(Verdict::NotStronger) => "the new weights are not better",
        None => "the test is undecided",
    };
    let pairs = tally.pairs;
    let games: u64 = 2 * pairs.iter().sum::<u64>();
    println!(
        "{found}: {:.1} % of {games} games, pairs with 0, ½, 1, 1½, 2 points: {pairs:?}, log-likelihood ratio {:.2}",
        100.0 * Estimate::from_counts(&pairs).map_or(0.0, |estimate| estimate.score),
        TEST.llr(&pairs)
    );
    Ok(())
}

fn terms(args: &Args) -> Terms {
    let limits = MoveLimits { nodes: Some(args.nodes), ..MoveLimits::default() };
    let engines = [NEW, OLD].map(|spec| Entrant::new(spec, limits.clone()));
    let Sprt { elo: [elo0, elo1], alpha, beta } = TEST;
    let kind = ContestKind::Sprt { elo0, elo1, alpha, beta };
    let (opening_plies, seed) = (args.opening, args.seed);
    Terms { opening_plies, seed, ..Terms::new::<State>(kind, engines.into(), 2 * args.pairs) }
}

/// The search with the new or the old weights.
struct WeightPlayers {
    new: Weights,
    old: Weights,
}

impl Players<State> for WeightPlayers {
    fn check(&self, _: &Entrant, _: Option<&State>) -> Result<(), EntrantError> {
        Ok(())
    }

    fn make(&self, entrant: &Entrant, _: u64) -> Result<Box<dyn MatchPlayer<State> + '_>, EntrantError> {
        let options = Options { table_bytes: 4 << 20, ..Options::default() };
        let weights = if entrant.spec == NEW { &self.new } else { &self.old };
        let nodes = entrant.limits.nodes.unwrap_or_default();
        Ok(Box::new(SearchPlayer { solver: Solver::new(options, weights), nodes }))
    }
}

/// A search of a fixed number of nodes.
struct SearchPlayer<'a> {
    solver: Solver<'a>,
    nodes: u64,
}

impl MatchPlayer<State> for SearchPlayer<'_> {
    fn choose(
        &mut self,
        history: &History<State>,
        _: Option<&GameClock>,
    ) -> Result<ChosenMove<Square>, Fault> {
        let started = Instant::now();
        let deadline = Deadline::start(&Budget::nodes(self.nodes));
        let report = self.solver.search(history.state(), &SearchLimits::NONE, deadline);
        let report = report.ok_or_else(|| Fault::new(FaultKind::Error, GameOver))?;
        Ok(ChosenMove { nodes: report.nodes, ..ChosenMove::bare(report.best, started.elapsed()) })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The search at 50 nodes per move, with the champion's weights on one side
    /// and weights of zero on the other.
    #[test]
    fn the_champions_weights_beat_none() {
        let args = Args {
            new: PathBuf::new(),
            old: PathBuf::new(),
            nodes: 50,
            opening: 8,
            pairs: 200,
            seed: 1,
            jobs: 2,
        };
        let players = WeightPlayers { new: crate::weights(None).unwrap(), old: Weights::zero() };
        let contest = Contest::new(terms(&args), players).unwrap();
        let stop = AtomicBool::new(false);
        let report = run::play_all(&contest, Shard::WHOLE, RunOptions::new(&stop).jobs(2), |_| ()).unwrap();
        assert_eq!(report.verdict, Some(Verdict::Stronger));
        assert!(report.tallies[0].forfeits().is_empty());
    }
}
