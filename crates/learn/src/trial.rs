//! Strength of what was learned: a match of a player that uses it against another one or a
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
use game::{Playable, Work};
use net::Network;
use stats::{Estimate, Verdict};

use crate::subject::Subject;

/// Something learned that can play: a network, or weights.
pub trait Learned<G: Playable>: Sync {
    /// What its player counts.
    const WORK: Work;

    /// A player for one game, with these limits and this random seed.
    fn player(&self, limits: &MoveLimits, seed: u64) -> Box<dyn MatchPlayer<G> + '_>;
}

impl<G: Playable, L: Learned<G>> Learned<G> for &L {
    const WORK: Work = L::WORK;

    fn player(&self, limits: &MoveLimits, seed: u64) -> Box<dyn MatchPlayer<G> + '_> {
        (*self).player(limits, seed)
    }
}

/// A player of a match: something learned, or the spec of a strategy.
pub struct Side<L> {
    spec: String,
    learned: Option<L>,
}

impl<L> Side<L> {
    /// A named strategy.
    pub fn strategy(spec: &str) -> Self {
        Side { spec: spec.into(), learned: None }
    }

    /// A player that the match calls `name`.
    pub fn learned(name: &str, learned: L) -> Self {
        Side { spec: name.into(), learned: Some(learned) }
    }

    /// Reads a player: `@FILE` with parameters after a colon, which `read` reads, or the spec of
    /// a strategy.
    pub fn parse(spec: &str, read: impl FnOnce(&Path, &str) -> Result<L>) -> Result<Self> {
        let Some(file) = spec.strip_prefix('@') else { return Ok(Side::strategy(spec)) };
        let (file, parameters) = file.split_once(':').unwrap_or((file, ""));
        Ok(Side::learned(spec, read(Path::new(file), parameters)?))
    }
}

/// A network, and how its search uses it.
pub struct NetworkPlayer {
    network: Arc<Network>,
    params: Params,
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

impl NetworkPlayer {
    /// Reads a network from a file, and parameters as in `c=1.5,urgency=0.1`.
    pub fn read(file: &Path, parameters: &str) -> Result<Self> {
        let mut params = Params::default();
        for pair in parameters.split(',').filter(|pair| !pair.is_empty()) {
            let (name, value) = pair.split_once('=').with_context(|| format!("{pair}: write NAME=VALUE"))?;
            let value: f32 = value.parse().with_context(|| format!("{pair}: not a number"))?;
            match name {
                "c" => params.c = value,
                "urgency" => params.urgency = value,
                "temperature" => params.temperature = value,
                _ => anyhow::bail!("a network has no parameter {name}; c, urgency, temperature"),
            }
        }
        Ok(NetworkPlayer { network: Arc::new(load(file)?), params })
    }
}

impl<G: Subject> Learned<G> for NetworkPlayer {
    const WORK: Work = Work::Simulations;

    fn player(&self, limits: &MoveLimits, seed: u64) -> Box<dyn MatchPlayer<G> + '_> {
        let engine = G::engine(self.network.clone(), self.params, seed);
        Box::new(EnginePlayer::new(engine, limits.for_match(Work::Simulations)))
    }
}

/// Reads a network from a file.
pub fn load(path: &Path) -> Result<Network> {
    let shown = path.display();
    let bytes = fs::read(path).with_context(|| format!("cannot read {shown}"))?;
    Network::from_bytes(&bytes).with_context(|| format!("cannot use {shown}"))
}

/// The two players of a match.
struct Sides<G: Playable, L> {
    sides: [Side<L>; 2],
    strategies: StrategyPlayers<G>,
}

impl<G: Playable, L: Learned<G>> Players<G> for Sides<G, L> {
    fn check(&self, entrant: &Entrant, start: Option<&G>) -> Result<(), EntrantError> {
        match self.learned(entrant) {
            Some(_) => entrant.limits.check(&entrant.spec, L::WORK),
            None => self.strategies.check(entrant, start),
        }
    }

    fn make(&self, entrant: &Entrant, seed: u64) -> Result<Box<dyn MatchPlayer<G> + '_>, EntrantError> {
        match self.learned(entrant) {
            Some(learned) => Ok(learned.player(&entrant.limits, seed)),
            None => self.strategies.make(entrant, seed),
        }
    }
}

impl<G: Playable, L> Sides<G, L> {
    fn learned(&self, entrant: &Entrant) -> Option<&L> {
        self.sides.iter().find(|side| side.spec == entrant.spec)?.learned.as_ref()
    }
}

/// How many games are played, and how.
#[derive(Clone, Copy, Debug)]
pub struct Plan {
    /// Number of games, or the most of a sequential test.
    pub games: u64,
    /// The two hypotheses of a sequential test.
    pub elo: Option<[f64; 2]>,
    /// Random moves at the start of a pair of games.
    pub opening: usize,
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
pub fn play<G: Playable, L: Learned<G>>(
    sides: [Side<L>; 2],
    limits: [MoveLimits; 2],
    Plan { games, elo, opening, jobs, seed }: Plan,
    stop: &AtomicBool,
    mut progress: impl FnMut(&Tally),
) -> Result<Played> {
    let entrants = sides.iter().zip(limits).map(|(side, limits)| Entrant::new(&side.spec, limits)).collect();
    let players = Sides::<G, L> { sides, strategies: StrategyPlayers::new() };
    let kind = match elo {
        Some([elo0, elo1]) => ContestKind::Sprt { elo0, elo1, alpha: 0.05, beta: 0.05 },
        None => ContestKind::Match,
    };
    let terms = Terms { opening_plies: opening, seed, ..Terms::new::<G>(kind, entrants, games) };
    let contest = Contest::new(terms, players)?;
    let options = RunOptions::new(stop).jobs(jobs);
    let mut report = run::play_all(&contest, Shard::WHOLE, options, |report| progress(&report.tallies[0]))?;
    let tally = report.tallies.swap_remove(0);
    ensure!(tally.forfeits().is_empty(), "a player failed: {}", tally.forfeits()[0].forfeit);
    let estimate = tally.estimate().context("no pair of games was finished")?;
    Ok(Played { tally, estimate, verdict: report.verdict })
}

/// Random moves at the start of a pair of games between networks.
pub const OPENING: usize = 4;

#[cfg(test)]
mod tests {
    use nogo::State;

    use super::*;

    fn side(spec: &str) -> Result<Side<NetworkPlayer>> {
        Side::parse(spec, NetworkPlayer::read)
    }

    fn error(spec: &str) -> String {
        format!("{:#}", side(spec).err().unwrap())
    }

    #[test]
    fn a_wrong_player_is_an_error_in_one_line() {
        assert!(error("@none.net").starts_with("cannot read none.net: "));
        assert!(error("@none.net:c").contains("c: write NAME=VALUE"));
        assert!(error("@none.net:c=x").contains("c=x: not a number"));
        assert!(error("@none.net:speed=1").contains("a network has no parameter speed"));
        let sides = || ["rave", "unknown"].map(|spec| side(spec).unwrap());
        let limits = || [5, 5].map(|sims| MoveLimits { sims: Some(sims), ..MoveLimits::default() });
        let plan = Plan { games: 2, elo: None, opening: OPENING, jobs: 1, seed: 1 };
        let stop = AtomicBool::new(false);
        let error = play::<State, _>(sides(), limits(), plan, &stop, |_| ()).err().unwrap().to_string();
        assert!(error.contains("nogo has no strategy 'unknown'"), "{error}");
    }
}
