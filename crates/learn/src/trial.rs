//! Strength of a network: a match of a tree search with it against another network or a
//! named strategy.

use std::fs;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use anyhow::{Context, Result, ensure};
use contest::{
    Contest, ContestKind, EnginePlayer, Entrant, EntrantError, MatchPlayer, MoveLimits, Players, RunOptions,
    Shard, StrategyPlayers, Tally, Terms, run,
};
use game::{Engine, Work};
use net::Network;
use stats::{Estimate, Verdict};

use crate::subject::Subject;

/// A player of a match: a network (`@FILE`, with parameters as in `@FILE:c=1.5`) or the spec
/// of a strategy.
pub struct Side {
    spec: String,
    network: Option<(Arc<Network>, Params)>,
}

/// Parameters of a search with a network.
#[derive(Clone, Copy, Debug)]
pub struct Params {
    /// Weight of exploration.
    pub c: f32,
    /// How far below its parent an unvisited move is valued.
    pub urgency: f32,
    /// Temperature of the priors.
    pub temperature: f32,
}

impl Default for Params {
    fn default() -> Self {
        Params { c: 1.5, urgency: 0.2, temperature: 1.0 }
    }
}

impl Side {
    /// Reads a player.
    pub fn parse(spec: &str) -> Result<Side> {
        let Some(file) = spec.strip_prefix('@') else {
            return Ok(Side { spec: spec.into(), network: None });
        };
        let (file, list) = file.split_once(':').unwrap_or((file, ""));
        let mut params = Params::default();
        for pair in list.split(',').filter(|pair| !pair.is_empty()) {
            let (name, value) = pair.split_once('=').with_context(|| format!("{pair}: write NAME=VALUE"))?;
            let value: f32 = value.parse().with_context(|| format!("{pair}: not a number"))?;
            match name {
                "c" => params.c = value,
                "urgency" => params.urgency = value,
                "temperature" => params.temperature = value,
                _ => anyhow::bail!("a network has no parameter {name}; c, urgency, temperature"),
            }
        }
        let network = load(Path::new(file))?;
        Ok(Side { spec: spec.into(), network: Some((Arc::new(network), params)) })
    }
}

/// Reads a network from a file.
pub fn load(path: &Path) -> Result<Network> {
    let shown = path.display();
    let bytes = fs::read(path).with_context(|| format!("cannot read {shown}"))?;
    Network::from_bytes(&bytes).with_context(|| format!("cannot use {shown}"))
}

/// The two players of a match.
struct Sides<G: Subject> {
    sides: [Side; 2],
    strategies: StrategyPlayers<G>,
}

impl<G: Subject> Players<G> for Sides<G> {
    fn check(&self, entrant: &Entrant, start: Option<&G>) -> Result<(), EntrantError> {
        match self.network(entrant) {
            Some(_) => Ok(()),
            None => self.strategies.check(entrant, start),
        }
    }

    fn make(&self, entrant: &Entrant, seed: u64) -> Result<Box<dyn MatchPlayer<G> + '_>, EntrantError> {
        let Some((network, params)) = self.network(entrant) else {
            return self.strategies.make(entrant, seed);
        };
        let budget = entrant.limits.for_match(Work::Simulations);
        let engine: Box<dyn Engine<G>> = G::engine(network.clone(), *params, seed);
        Ok(Box::new(EnginePlayer::new(engine, budget)))
    }
}

impl<G: Subject> Sides<G> {
    fn network(&self, entrant: &Entrant) -> Option<&(Arc<Network>, Params)> {
        self.sides.iter().find(|side| side.spec == entrant.spec)?.network.as_ref()
    }
}

/// How many games are played, and how.
#[derive(Clone, Copy, Debug)]
pub struct Plan {
    /// Number of games, or the most of a sequential test.
    pub games: u64,
    /// The two hypotheses of a sequential test.
    pub elo: Option<[f64; 2]>,
    pub jobs: usize,
    pub seed: u64,
}

/// Result of a match.
pub struct Played {
    pub tally: Tally,
    pub estimate: Estimate,
    pub verdict: Option<Verdict>,
}

/// Plays a match or a sequential test. Games come in pairs of one random opening.
pub fn play<G: Subject>(
    sides: [Side; 2],
    limits: [MoveLimits; 2],
    Plan { games, elo, jobs, seed }: Plan,
    stop: &AtomicBool,
    mut progress: impl FnMut(&Tally),
) -> Result<Played> {
    let entrants = sides.iter().zip(limits).map(|(side, limits)| Entrant::new(&side.spec, limits)).collect();
    let players = Sides::<G> { sides, strategies: StrategyPlayers::new() };
    let kind = match elo {
        Some([elo0, elo1]) => ContestKind::Sprt { elo0, elo1, alpha: 0.05, beta: 0.05 },
        None => ContestKind::Match,
    };
    let terms = Terms { opening_plies: OPENING, seed, ..Terms::new::<G>(kind, entrants, games) };
    let contest = Contest::new(terms, players)?;
    let options = RunOptions::new(stop).jobs(jobs);
    let mut report = run::play_all(&contest, Shard::WHOLE, options, |report| progress(&report.tallies[0]))?;
    let tally = report.tallies.swap_remove(0);
    ensure!(tally.forfeits().is_empty(), "a player failed: {}", tally.forfeits()[0].forfeit);
    let estimate = tally.estimate().context("no pair of games was finished")?;
    Ok(Played { tally, estimate, verdict: report.verdict })
}

/// Random moves at the start of a pair of games.
const OPENING: usize = 4;

#[cfg(test)]
mod tests {
    use nogo::State;

    use super::*;

    fn error(spec: &str) -> String {
        format!("{:#}", Side::parse(spec).err().unwrap())
    }

    #[test]
    fn a_wrong_player_is_an_error_in_one_line() {
        assert!(error("@none.net").starts_with("cannot read none.net: "));
        assert!(error("@none.net:c").contains("c: write NAME=VALUE"));
        assert!(error("@none.net:c=x").contains("c=x: not a number"));
        assert!(error("@none.net:speed=1").contains("a network has no parameter speed"));
        let sides = || ["rave", "unknown"].map(|spec| Side::parse(spec).unwrap());
        let limits = || [5, 5].map(|sims| MoveLimits { sims: Some(sims), ..MoveLimits::default() });
        let plan = Plan { games: 2, elo: None, jobs: 1, seed: 1 };
        let stop = AtomicBool::new(false);
        let error = play::<State>(sides(), limits(), plan, &stop, |_| ()).err().unwrap().to_string();
        assert!(error.contains("nogo has no strategy 'unknown'"), "{error}");
    }
}
