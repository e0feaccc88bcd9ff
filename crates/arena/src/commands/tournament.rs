//! `arena tournament`: every engine against every other, or one against all.

use contest::{ContestKind, ContestReport};
use game::Playable;
use games::Visitor;

use super::prepare;
use crate::cli::{TournamentArgs, entrant};
use crate::error::Result;

/// Plays the tournament.
pub fn run(args: &TournamentArgs) -> Result<ContestReport> {
    games::visit(&args.game, &Tournament { args })?
}

struct Tournament<'a> {
    args: &'a TournamentArgs,
}

impl Visitor for Tournament<'_> {
    type Output = Result<ContestReport>;

    fn visit<G: Playable>(&self) -> Result<ContestReport> {
        let TournamentArgs { engines, gauntlet, games, shard, contest: args, .. } = self.args;
        let limits = args.limits.limits()?;
        let engines = engines.iter().map(|text| entrant(text, &limits)).collect::<Result<_>>()?;
        let kind = ContestKind::Tournament { gauntlet: *gauntlet };
        prepare::play::<G>(&prepare::contest(kind, engines, *games, args)?, *shard, args)
    }
}
