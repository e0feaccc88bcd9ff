//! `arena match`: many games between two engines.

use contest::{ContestKind, ContestReport};
use game::Playable;
use games::Visitor;

use super::prepare;
use crate::cli::MatchArgs;
use crate::error::Result;

/// Plays the match.
pub fn run(args: &MatchArgs) -> Result<ContestReport> {
    games::visit(&args.game, &Match { args })?
}

struct Match<'a> {
    args: &'a MatchArgs,
}

impl Visitor for Match<'_> {
    type Output = Result<ContestReport>;

    fn visit<G: Playable>(&self) -> Result<ContestReport> {
        let MatchArgs { a, b, games, side_limits, shard, contest: args, .. } = self.args;
        let engines = prepare::two_entrants([a, b], side_limits.limits(&args.limits)?)?;
        prepare::play::<G>(&prepare::contest(ContestKind::Match, engines, *games, args)?, *shard, args)
    }
}
