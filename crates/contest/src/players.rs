//! Where the players of a contest come from.

use game::{Game, Playable, Spec, Strategies, Work};

use crate::error::EntrantError;
use crate::player::{EnginePlayer, MatchPlayer};
use crate::terms::Entrant;

/// Supplies the players of a contest.
pub trait Players<G: Game>: Sync {
    /// Checks before the first game that `entrant` can play. All games begin in
    /// `start`; `None`: each pair has a board of its own.
    fn check(&self, entrant: &Entrant, start: Option<&G>) -> Result<(), EntrantError>;

    /// Makes a fresh player for one game, with this random seed.
    fn make(&self, entrant: &Entrant, seed: u64) -> Result<Box<dyn MatchPlayer<G> + '_>, EntrantError>;
}

/// Players that are the named strategies of a game.
pub struct StrategyPlayers<G: Game>(Strategies<G>);

impl<G: Playable> StrategyPlayers<G> {
    /// The strategies of the game.
    pub fn new() -> Self {
        StrategyPlayers(G::strategies())
    }

    /// What the strategy of this spec counts.
    pub fn work(&self, spec: &str) -> Result<Work, EntrantError> {
        let spec: Spec = spec.parse()?;
        Ok(self.0.find(spec.name())?.work)
    }
}

impl<G: Playable> Default for StrategyPlayers<G> {
    fn default() -> Self {
        Self::new()
    }
}

impl<G: Playable> Players<G> for StrategyPlayers<G> {
    fn check(&self, entrant: &Entrant, _: Option<&G>) -> Result<(), EntrantError> {
        let spec: Spec = entrant.spec.parse()?;
        let strategy = self.0.find(spec.name())?;
        entrant.limits.check(strategy.name, strategy.work)?;
        self.0.build(&entrant.spec)?;
        Ok(())
    }

    fn make(&self, entrant: &Entrant, seed: u64) -> Result<Box<dyn MatchPlayer<G> + '_>, EntrantError> {
        let budget = entrant.limits.for_match(self.work(&entrant.spec)?);
        let engine = self.0.build_seeded(&entrant.spec, Some(seed))?;
        Ok(Box::new(EnginePlayer::new(engine, budget)))
    }
}
