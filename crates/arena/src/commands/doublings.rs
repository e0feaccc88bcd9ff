//! `arena doublings`: what each doubling of an engine's limits is worth.

use contest::{ContestKind, ContestReport, Entrant};
use game::Playable;
use games::Visitor;

use super::prepare;
use crate::cli::{DoublingsArgs, entrant};
use crate::error::Result;
use crate::render::doubling_table;

/// Plays the games and writes the plot.
pub fn run(args: &DoublingsArgs) -> Result<ContestReport> {
    games::visit(&args.game, &Doublings { args })?
}

struct Doublings<'a> {
    args: &'a DoublingsArgs,
}

impl Visitor for Doublings<'_> {
    type Output = Result<ContestReport>;

    fn visit<G: Playable>(&self) -> Result<ContestReport> {
        let DoublingsArgs { engine, steps, games, svg, shard, contest: args, .. } = self.args;
        let Entrant { spec, limits, .. } = entrant(engine, &args.limits.limits()?)?;
        let entrant = |step| Entrant::new(&spec, limits.doubled(step));
        let engines = (0..=*steps).map(entrant).collect();
        let contest = prepare::contest::<G>(ContestKind::Doublings, engines, *games, args)?;
        prepare::check_writable(svg.as_deref())?;
        let report = prepare::play(&contest, *shard, args)?;
        if let Some(path) = svg {
            prepare::write_file(path, &doubling_table::svg(&report)?)?;
        }
        Ok(report)
    }
}
