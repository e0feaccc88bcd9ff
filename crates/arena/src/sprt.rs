//! `arena sprt`: a match that ends as soon as it is known who is stronger.

use anyhow::{Result, ensure};

use crate::cli::SprtArgs;
use crate::contest::Contest;
use crate::games::{Playable, Visitor};
use crate::report::Report;
use crate::run;
use crate::terms::{Entrant, Kind, Shard};

/// `arena sprt`, for any game.
pub struct Test<'a> {
    /// What the user wants.
    pub args: &'a SprtArgs,
}

impl Visitor for Test<'_> {
    type Output = Result<Report>;

    fn visit<G: Playable>(&self) -> Result<Report> {
        let args = self.args;
        let &SprtArgs { elo0, elo1, alpha, beta, .. } = args;
        ensure!(elo0 < elo1, "--elo0 {elo0} has to be less than --elo1 {elo1}");
        let engines = Entrant::two([&args.a, &args.b], args.side_limits.resolve(&args.contest.limits));
        let kind = Kind::Sprt { elo0, elo1, alpha, beta };
        // The test asks for the results in their order: it has no parts.
        run::hold(
            &Contest::<G>::set_up(kind, engines, args.games, &args.contest)?,
            Shard::WHOLE,
            &args.contest,
        )
    }
}
