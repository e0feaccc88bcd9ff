//! `arena sprt`: a match that ends when the evidence favours one hypothesis.

use contest::{ContestKind, ContestReport};
use game::Playable;
use games::Visitor;

use super::prepare;
use crate::cli::SprtArgs;
use crate::error::{Result, require};

/// Plays the test.
pub fn run(args: &SprtArgs) -> Result<ContestReport> {
    let SprtArgs { elo0, elo1, .. } = args;
    require!(elo1 > elo0, "--elo0 {elo0} must be less than --elo1 {elo1}");
    games::visit(&args.game, &Test { args })?
}

struct Test<'a> {
    args: &'a SprtArgs,
}

impl Visitor for Test<'_> {
    type Output = Result<ContestReport>;

    fn visit<G: Playable>(&self) -> Result<ContestReport> {
        let &SprtArgs { elo0, elo1, alpha, beta, games, .. } = self.args;
        let SprtArgs { a, b, side_limits, shard, contest: args, .. } = self.args;
        let engines = prepare::two_entrants([a, b], side_limits.limits(&args.limits)?)?;
        let kind = ContestKind::Sprt { elo0, elo1, alpha, beta };
        // The test needs all results in their order: a part of it finds nothing by itself, and
        // `arena merge` of all parts finds what one run finds.
        prepare::play::<G>(&prepare::contest(kind, engines, games, args)?, *shard, args)
    }
}
